#pragma once

#include <optional>
#include <vector>

#include "carom/motion/moving.hpp"
#include "carom/world/body.hpp"
#include "carom/world/queries.hpp"

namespace carom::detail {

/// A shape, or a point, on its way past bodies, and the first that it has met so far. Which one that is does not depend on the
/// order in which they are met: of equally near ones it is the first that was created.
class CastSearch {
 public:
  /// `shape` upright. An error: it cannot be turned to the angle that it has.
  [[nodiscard]] static Checked<CastSearch> make(const BodyShape& shape, const Pose& from, const Pose& to);
  /// A ray.
  CastSearch(Vec2 from, Vec2 to) : CastSearch(Circle{0, {}, false}, {{from, 0}, {to, 0}}, false) {}

  /// A body whose shape's origin stands at `at`.
  void meet(const Body& body, Vec2 at);

  [[nodiscard]] bool has_met_by(double t) const noexcept { return hit_ && hit_->t <= t; }
  [[nodiscard]] const std::optional<RayHit>& hit() const noexcept { return hit_; }
  [[nodiscard]] double reach() const noexcept { return reach_; }
  [[nodiscard]] double length_of_way() const noexcept { return length(way_.to.at - way_.from.at); }
  [[nodiscard]] Vec2 at(double t) const noexcept { return lerp(way_.from.at, way_.to.at, t); }

 private:
  CastSearch(BodyShape shape, const Turn& way, bool turns);

  template <class Own, class Part>
  [[nodiscard]] Impact impact(const Own& own, const Part& part, Vec2 at) const;
  void take(const Body& body, const Impact& impact, Vec2 at) noexcept;
  [[nodiscard]] bool passes_by(Vec2 way_to_body, double reach) const noexcept;
  void keep(const Body& body, const RayHit& hit) noexcept;

  BodyShape shape_;  ///< upright where it turns, else turned
  double reach_;
  Turn way_;
  bool turns_;
  std::uint64_t serial_ = 0;  ///< of the body that is hit
  std::optional<RayHit> hit_;
};

}  // namespace carom::detail

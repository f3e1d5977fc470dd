#include "world/queries/queries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/math/tolerances.hpp"
#include "carom/toi/time_of_impact.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/images.hpp"
#include "world/bodies/make_body.hpp"
#include "world/state.hpp"

namespace carom {
namespace detail {
namespace {

/// In a periodic box a ray is followed for so many halves of its shorter side.
constexpr double k_most_pieces = 1024;
/// Bodies are passed over unasked only if they are further off than by this fraction of the distances.
constexpr double k_slack = 1e-9;

bool is_askable(Vec2 p) noexcept { return std::abs(p.x) <= k_coordinate_limit && std::abs(p.y) <= k_coordinate_limit; }

bool have_a_point_in_common(const Shape& a, const Shape& b) noexcept {
  const auto closest = closest_points(a, b);
  return closest && closest->distance == 0;
}

Whereabouts whereabouts(const Body& body) noexcept { return {body.state.at, body.reach}; }

/// Calls `visit(body)` for all in order of creation, each where it is now.
template <class Visit>
void for_all(World::State& state, Visit visit) {
  if (state.running == nullptr) state.loop->settle();
  for (const std::uint32_t slot : state.now.bodies.in_order()) {
    Body& body = state.now.bodies.at_slot(slot);
    if (state.running != nullptr) state.running->refresh(body);
    visit(static_cast<const Body&>(body));
  }
}

MovingShape unmoved(const Border& border) noexcept { return border; }
template <class Part>
MovingShape unmoved(const Part& part) noexcept {
  return still(part);
}

/// A part of a shape whose origin goes from `from` to `to`; a polygon refers to `memory`. Nothing: the corners of a polygon, so
/// far away, make none any more.
std::optional<MovingShape> moved(const Circle& circle, Vec2 from, Vec2 to, std::optional<Polygon>&) noexcept {
  if (circle.center == Vec2{}) return MovingCircle{circle.radius, from, to, circle.hollow};
  return MovingCircle{circle.radius, circle.center + from, circle.center + to, circle.hollow};
}
std::optional<MovingShape> moved(const Segment& segment, Vec2 from, Vec2 to, std::optional<Polygon>&) noexcept {
  return sliding(Segment{{segment.ends[0] + from, segment.ends[1] + from}}, to - from);
}
std::optional<MovingShape> moved(const Polygon& polygon, Vec2 from, Vec2 to, std::optional<Polygon>& memory) {
  std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
  for (Vec2& vertex : vertices) vertex = vertex + from;
  auto made = Polygon::make(std::move(vertices), polygon.hollow());
  if (!made) return std::nullopt;
  memory = std::move(made).value();
  return sliding(*memory, to - from);
}
std::optional<MovingShape> moved(const Border&, Vec2, Vec2, std::optional<Polygon>&) noexcept { return std::nullopt; }

/// A shape, or a point, on its way, and the first body that it has met so far.
class Cast {
 public:
  Cast(const BodyShape& shape, Vec2 from, Vec2 to) noexcept
      : shape_(shape), reach_(reach_around(shape, {})), from_(from), to_(to) {}

  void meet(const Body& body, Vec2 at) {
    if (passes_by(at - from_, body.reach + reach_)) return;
    for_each_part(shape_, [&](const auto& own) {
      std::optional<Polygon> memory;
      const auto way = moved(own, from_ - at, to_ - at, memory);
      if (way) for_each_part(body.shape, [&](const auto& part) { meet(body, *way, unmoved(part), at); });
    });
  }
  [[nodiscard]] bool has_met_by(double t) const noexcept { return hit_ && t_ <= t; }
  [[nodiscard]] const std::optional<RayHit>& hit() const noexcept { return hit_; }
  [[nodiscard]] double reach() const noexcept { return reach_; }
  [[nodiscard]] double length_of_way() const noexcept { return length(to_ - from_); }
  [[nodiscard]] Vec2 at(double t) const noexcept { return lerp(from_, to_, t); }

 private:
  void meet(const Body& body, const MovingShape& way, const MovingShape& shape, Vec2 at) noexcept {
    const Impact impact = time_of_impact(way, shape);
    const Contact& contact = impact.contact;
    if (impact.outcome == Outcome::overlap && reach_ == 0) {
      keep(body, 0, {body.id, 0, from_, -unit(to_ - from_)});
    } else if (impact.outcome == Outcome::overlap) {
      keep(body, 0, {body.id, 0, contact.point + at, contact.normal});
    } else if (impact.outcome == Outcome::hit) {
      keep(body, contact.t, {body.id, contact.t * length_of_way(), contact.point + at, contact.normal});
    }
  }
  /// Certainly further off than `reach`, with room for rounding.
  [[nodiscard]] bool passes_by(Vec2 way_to_body, double reach) const noexcept {
    const double sideways = std::abs(cross(way_to_body, to_ - from_));
    return sideways > (reach + k_slack * (reach + length(way_to_body))) * length_of_way();
  }
  void keep(const Body& body, double t, const RayHit& hit) noexcept {
    if (hit_ && (t > t_ || (t == t_ && body.serial >= serial_))) return;
    t_ = t;
    serial_ = body.serial;
    hit_ = hit;
  }

  const BodyShape& shape_;
  double reach_;
  Vec2 from_;
  Vec2 to_;
  double t_ = 0;
  std::uint64_t serial_ = 0;
  std::optional<RayHit> hit_;
};

/// Piece by piece in a periodic box, so that few images of each body lie near: every piece tests the whole way.
std::optional<RayHit> first_on_the_way(World::State& state, const BodyShape& shape, Vec2 from, Vec2 to,
                                       std::uint32_t mask) {
  const auto period = detail::period(state.settings.bounds);
  Cast cast(shape, from, to);
  const Vec2 around = {cast.reach(), cast.reach()};
  const double pieces =
      period ? std::max(1.0, std::ceil(cast.length_of_way() / (0.5 * std::min(period->x, period->y)))) : 1;
  for (double piece = 0; piece < std::min(pieces, k_most_pieces); piece += 1) {
    const Vec2 start = cast.at(piece / pieces);
    const Vec2 end = cast.at((piece + 1) / pieces);
    const Vec2 low = Vec2{std::min(start.x, end.x), std::min(start.y, end.y)} - around;
    const Vec2 high = Vec2{std::max(start.x, end.x), std::max(start.y, end.y)} + around;
    for_all(state, [&](const Body& body) {
      if ((body.category & mask) == 0) return;
      any_image(period, whereabouts(body), low, high, [&](Vec2 at) {
        cast.meet(body, at);
        return false;
      });
    });
    if (cast.has_met_by((piece + 1) / pieces)) break;
  }
  return cast.hit();
}

}  // namespace

std::optional<Region> region(Vec2 min, Vec2 max) {
  if (!(min.x <= max.x && min.y <= max.y)) return std::nullopt;
  if (min == max) return Circle{0, min, false};
  if (min.x == max.x || min.y == max.y) return Segment{{min, max}};
  auto box = Polygon::make({min, {max.x, min.y}, max, {min.x, max.y}});
  if (!box) return std::nullopt;
  return std::move(box).value();
}

Shape at_rest(const Region& region) noexcept {
  return std::visit([](const auto& shape) { return at_rest(shape); }, region);
}

}  // namespace detail

std::optional<RayHit> World::ray_cast(Vec2 from, Vec2 to, std::uint32_t mask) const {
  if (!detail::is_askable(from) || !detail::is_askable(to)) return std::nullopt;
  return detail::first_on_the_way(*state_, Circle{}, from, to, mask);
}

Checked<std::optional<RayHit>> World::shape_cast(const BodyShape& shape, Vec2 from, Vec2 to, std::uint32_t mask) const {
  if (auto error = detail::check_shape(shape)) return *std::move(error);
  if (std::holds_alternative<Border>(shape)) return Error{"/border", "expected a shape that can be moved"};
  if (!detail::is_askable(from) || !detail::is_askable(to)) return std::optional<RayHit>();
  return detail::first_on_the_way(*state_, shape, from, to, mask);
}

std::vector<BodyId> World::at_point(Vec2 point) const { return in_region(point, point); }

std::vector<BodyId> World::in_region(Vec2 min, Vec2 max) const {
  std::vector<BodyId> found;
  if (!detail::is_askable(min) || !detail::is_askable(max)) return found;
  const auto period = detail::period(state_->settings.bounds);
  detail::for_all(*state_, [&](const Body& body) {
    const bool inside = detail::any_image(period, detail::whereabouts(body), min, max, [&](Vec2 at) {
      const auto region = detail::region(min - at, max - at);
      bool common = false;
      detail::for_each_part(body.shape, [&](const auto& part) {
        common = common || (region && detail::have_a_point_in_common(detail::at_rest(*region), detail::at_rest(part)));
      });
      return common;
    });
    if (inside) found.push_back(body.id);
  });
  return found;
}

std::optional<World::Nearest> World::nearest(Vec2 point) const {
  std::optional<Nearest> best;
  if (!detail::is_askable(point)) return best;
  const auto period = detail::period(state_->settings.bounds);
  // A body's nearest point is at most half a period away along each axis: another image has a nearer one otherwise.
  constexpr double endless = std::numeric_limits<double>::infinity();
  const Vec2 half = period ? 0.5 * *period : Vec2{endless, endless};
  detail::for_all(*state_, [&](const Body& body) {
    detail::any_image(period, detail::whereabouts(body), point - half, point + half, [&](Vec2 at) {
      if (best && length(at - point) > (1 + detail::k_slack) * (body.reach + best->distance)) return false;
      detail::for_each_part(body.shape, [&](const auto& part) {
        const auto closest = closest_points(Circle{0, point - at, false}, detail::at_rest(part));
        if (closest && (!best || closest->distance < best->distance)) {
          best = Nearest{body.id, closest->distance, closest->on_b + at};
        }
      });
      return false;
    });
  });
  return best;
}

}  // namespace carom

#pragma once

#include <string>

#include "carom/world/events.hpp"

namespace carom {

/// Where a body is and how it moves. Where a shape's origin is not its centre of mass, `at` and `velocity` are those of two
/// points: see center_of_mass.
struct BodyState {
  Vec2 at;        ///< of the shape's origin, as given
  Vec2 velocity;  ///< of the centre of mass; of a fixed body, which spins about its origin, of `at`
  double angle = 0;
  double spin = 0;
};

/// What a world keeps of a body. `shape` is already turned by `angle`.
struct Body {
  BodyId id;
  std::uint64_t serial = 0;  ///< place in the order of creation, from 0
  std::string name;          ///< empty: #serial
  BodyShape shape;
  BodyShape upright;  ///< the shape as it was given, before it was turned
  BodyState state;
  Vec2 force;                  ///< given by apply_force for the next step
  double mass = 1;             ///< of a fixed body: what it would be if it were movable
  double inverse_mass = 1;     ///< 0: fixed
  double inverse_inertia = 0;  ///< about the centre of mass; 0: contacts do not turn it
  Vec2 center;                 ///< of mass, in the upright shape; what the body turns about. Of a fixed one: `at`
  double reach = 0;            ///< largest distance of a point of the shape from `at`; infinite for a border
  double damping = 0;
  std::optional<double> restitution;
  std::optional<double> friction;
  std::optional<double> health;
  std::optional<double> expires;  ///< scene time
  std::vector<std::string> tags;
  std::uint32_t category = 1;
  std::uint32_t mask = 0xffffffffU;
  bool sensor = false;
  std::uint64_t user_data = 0;

  [[nodiscard]] bool fixed() const noexcept { return !(inverse_mass > 0); }
  [[nodiscard]] bool has_tag(const std::string& tag) const noexcept;
};

/// The point that moves with the state's velocity, and about which the body turns: where its centre of mass is, of a fixed
/// body `at`. It is not wrapped into a periodic box: `at` is.
[[nodiscard]] Vec2 center_of_mass(const Body& body, const BodyState& state) noexcept;

}  // namespace carom

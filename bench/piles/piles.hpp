#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/math/vec2.hpp"

/// Rigid bodies that fall, tumble and rest: the same piles for every engine.
namespace carom::bench {

inline constexpr double k_dt = 1.0 / 60;
inline constexpr double k_gravity = 9.81;
inline constexpr double k_friction = 0.5;

/// A movable body of density 1, at rest at first.
struct Piece {
  std::vector<Vec2> vertices;  ///< convex, counterclockwise
  Vec2 at;
};

/// Movable pieces between walls, or in a drum.
struct Pile {
  std::string name = {};
  std::vector<Piece> pieces = {};
  bool floor = false;
  double wall = 0;              ///< distance of the walls on both sides; 0: none
  std::vector<Vec2> drum = {};  ///< convex, counterclockwise, around the origin; the pieces are inside
  double drum_spin = 0;
  double restitution = 0;
  int steps = 300;
};

/// `KIND:SIZE`: "pyramid:20" (rows of unit boxes), "falling:1000" (polygons of 3 to 7 sides between two walls),
/// "tumbler:1000" (boxes in a drum that turns). nullopt: not such a name.
[[nodiscard]] std::optional<Pile> make_pile(std::string_view name);

/// The six of docs/benchmarks.md, in its order.
inline constexpr std::string_view k_piles[] = {"pyramid:20",   "pyramid:100",  "falling:1000",
                                               "falling:5000", "tumbler:1000", "tumbler:3000"};
/// Three that take a second.
inline constexpr std::string_view k_quick_piles[] = {"pyramid:10", "falling:100", "tumbler:100"};

}  // namespace carom::bench

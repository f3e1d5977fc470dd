#pragma once

#include <string_view>
#include <vector>

#include "../machine.hpp"
#include "carom/math/vec2.hpp"

/// Bodies that turn, rub and rest: the same piles for every engine, and what comes of them.
namespace carom::bench {

inline constexpr double k_dt = 1.0 / 60;
inline constexpr double k_gravity = 9.81;
inline constexpr double k_friction = 0.5;

struct Piece {
  std::vector<Vec2> vertices;  ///< convex, counterclockwise
  Vec2 at;
};

/// Movable pieces between walls, or in a drum.
struct Pile {
  std::string_view name;
  std::vector<Piece> pieces = {};
  bool floor = false;
  double wall = 0;  ///< distance of the walls on both sides; 0: none
  std::vector<Vec2> drum = {};
  double drum_spin = 0;
  double restitution = 0;
  int steps = 300;
};

/// Where a piece is in the end.
struct Place {
  Vec2 at;
  double angle = 0;
};

inline constexpr int k_parts = 15;

struct Result {
  double milliseconds = 0;     ///< a step
  double parts[k_parts] = {};  ///< the same of each of so many parts of the run
  double energy = 0;
  std::vector<Place> places;
};

/// All steps, by processor time.
template <class Step>
void time_steps(const Pile& pile, Result& outcome, const Step& step) {
  const double start = processor_seconds();
  double last = start;
  for (int part = 0; part < k_parts; ++part) {
    const int end = pile.steps * (part + 1) / k_parts;
    const int count = end - pile.steps * part / k_parts;
    for (int k = 0; k < count; ++k) step();
    const double now = processor_seconds();
    outcome.parts[part] = 1e3 * (now - last) / count;
    last = now;
  }
  outcome.milliseconds = 1e3 * (last - start) / pile.steps;
}

[[nodiscard]] Result run_carom(const Pile& pile);
/// With its usual 8 and 3 iterations, nobody asleep.
[[nodiscard]] Result run_box2d(const Pile& pile);
/// With its usual 10 iterations, nobody asleep.
[[nodiscard]] Result run_chipmunk(const Pile& pile);

}  // namespace carom::bench

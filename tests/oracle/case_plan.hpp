#pragma once

#include <optional>
#include <vector>

#include "adversarial.hpp"
#include "random.hpp"

/// The way from an idea to a valid question: shapes drawn around a common point, then scaled, moved apart along their
/// motions, written down as doubles, nudged, and checked.
namespace carom::oracle {

enum class Role { point, disc, ring, border, segment, polygon, arena };

struct Draft {
  Role role = Role::disc;
  std::vector<Vec2> points;  ///< the centre, the ends or the vertices
  double radius = 0;
  Axis axis = Axis::x;
  Vec2 tangent{1, 0};  ///< the direction of its outline where it is to touch
};

struct Mover {
  Draft draft;
  int exponent = 0;         ///< drawn in units of 2^exponent
  Vec2 motion;              ///< over the whole step
  std::vector<Vec2> morph;  ///< what each point moves in addition; empty if all move alike
  bool by_shift = false;    ///< write the motion of a segment or polygon as a shift
};

struct Plan {
  Mover a;
  Mover b;
  Vec2 offset;
  double event = 0;  ///< the instant at which everything is as drawn
};

/// What the plan says, rounded where it has to be.
[[nodiscard]] Case written_down(const Plan& plan);

/// Moves `count` of its numbers by up to two units in the last place; a zero by about the rounding error of `unit`, or by
/// the smallest double.
void nudge(Case& question, Random& random, int count, double unit);

/// Fills in the views and what they say of convexity and winding. False if the question is not a valid one.
[[nodiscard]] bool complete(Case& question);

}  // namespace carom::oracle

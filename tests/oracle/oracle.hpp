#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"
#include "exact.hpp"

/// The truth about two moving shapes, found slowly and without rounding; shares no code with the kernels it judges.
///
/// Every instant at which the state of a pair (apart, touch, overlap) can change is a root of a polynomial with integer
/// coefficients. The oracle isolates all of them, looks at the pair at rest at one instant in each gap between them, and
/// reads the answer off that sequence of states exactly as the request format defines it.
namespace carom::oracle {

struct Truth {
  Outcome outcome = Outcome::miss;
  double t = 0;        ///< t_exact rounded; 0 unless a hit
  Real t_exact = 0;    ///< about 95 digits, about 36 where the root is of a quartic
  double t_error = 0;  ///< bound on |t_exact - true time|
  bool exact =
      true;  ///< false where kernels are allowed the quartic's tolerance: a circle and a turning or stretching edge
  Side side = Side::outer;  ///< at t = 0; meaningful for hit and overlap
};

/// Valid shapes only; two borders are unanswerable. Throws std::logic_error if the states contradict each other, which
/// would be a mistake in the oracle.
[[nodiscard]] Truth truth(const MovingShape& a, const MovingShape& b);

enum class State;  // state.hpp

/// How the pair stands at t, exactly; t may be beyond 1. Not for two borders.
[[nodiscard]] State state_at(const MovingShape& a, const MovingShape& b, double t);

/// For a circle and a segment or polygon, in either order: how far they are from touching at t, negative when they have
/// passed that point; for judging the quartic's tolerance. For `inner`, from the inside of a ring (an arena's inside needs
/// no word: its line is as far either way). About 95 digits.
[[nodiscard]] Real clearance(const MovingShape& a, const MovingShape& b, double t, Side side);

}  // namespace carom::oracle

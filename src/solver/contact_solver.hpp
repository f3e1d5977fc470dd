#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "carom/math/elementary.hpp"
#include "carom/response/together.hpp"
#include "math/step_guard.hpp"
#include "solver/contact_batch.hpp"

/// Contacts that persist, solved jointly: bodies that lie, lean and slide on each other.
///
/// Laws       at every point pn >= 0, un >= least, one of them an equality; |ps| <= μ pn, less only where us = 0: it holds
/// Method     sequential impulses (Gauss–Seidel), the two points of a face at once. The contacts are coloured such that no two
///            of a colour move the same body (the first free colour of both, in the given order): within a colour the order
///            does not matter, and eight contacts are solved side by side, with the same bits on every processor. It begins
///            with the impulses of a moment ago. Every sweep first extrapolates the one before, by a share that grows from
///            sweep to sweep, (k - 1)/(k + 2), as in accelerated gradients; when the changes of a sweep point back, it begins
///            anew
/// Ends       when no speed along a normal is wrong by more than the precision, and none along a face changes by more than
///            k_friction_slack times as much
/// Symbols    un, us: velocity of a's point relative to b's, along the normal and along its left; pn, ps: the impulses
/// Source     Catto, "Iterative dynamics with temporal coherence" (2005); Tonge, Benevolenski, Voroshilov, "Mass splitting for
///            jitter-free parallel rigid body simulation" (2012), section 2; Nesterov, "A method of solving a convex
///            programming problem with convergence rate O(1/k²)" (1983); O'Donoghue, Candès, "Adaptive restart for
///            accelerated gradient schemes" (2015); docs/mathematics.md, section 22. Tests: contact_solver_test
namespace carom::detail {

using ContactBody = GroupBody;

/// Whose face the normal stands on, and turns with.
enum class Bearer : std::uint8_t { none, a, b };

/// What is asked of a point, and what it takes.
struct ContactLoad {
  double friction = 0;
  double least = 0;      ///< that their points may close by, negative, or must part by
  double tolerance = 0;  ///< how much faster than that they may close in the end
  double impulse = 0;
  double friction_impulse = 0;
};

struct ContactPoint : ContactLoad {
  std::uint32_t a = 0;  ///< which bodies
  std::uint32_t b = 0;
  Vec2 normal;  ///< pushes a off b
  Vec2 arm_a;   ///< from a's centre of mass to the point
  Vec2 arm_b;
  // What comes of it within a step:
  double gap = 0;
  double target = 0;   ///< the gap that is kept
  double rebound = 0;  ///< of an impact: the speed by which they must part; 0: they need not
  Bearer bearer = Bearer::none;
  bool round_a = false;  ///< its point is where the normal meets it, however it turns
  bool round_b = false;
  Vec2 hub_a;  ///< of what is round: from the centre of mass to the middle of it
  Vec2 hub_b;

  /// The normal lies on the line through two middles: of circles, or of a circle and a corner.
  [[nodiscard]] bool is_centred() const noexcept { return bearer == Bearer::none && (round_a || round_b); }
  [[nodiscard]] Vec2 middle_a() const noexcept { return round_a ? hub_a : arm_a; }
  [[nodiscard]] Vec2 middle_b() const noexcept { return round_b ? hub_b : arm_b; }
  /// From b's middle to a's.
  [[nodiscard]] Vec2 middles() const noexcept { return (arm_b - middle_b()) - (arm_a - middle_a()); }
  /// One is in the other's ring: the farther the middles are apart, the smaller the gap.
  [[nodiscard]] bool is_inside() const noexcept { return dot(middles(), normal) < 0; }
};

/// The velocity of a's point as seen from b's.
[[nodiscard]] constexpr Vec2 relative_velocity(const ContactPoint& p, const ContactBody& a,
                                               const ContactBody& b) noexcept {
  return velocity_at(a, p.arm_a) - velocity_at(b, p.arm_b);
}

/// So slow that within `time` the gap closes down to its target and no further; after an impact they part.
[[nodiscard]] inline double least_speed(const ContactPoint& p, double time) noexcept {
  return p.rebound > 0 ? p.rebound : -std::max(p.gap - p.target, 0.0) / time;
}

/// The gap after `time`, the bodies moving and turning as they do.
[[nodiscard]] double gap_after(const ContactPoint& point, std::span<const ContactBody> bodies,
                               std::span<const SinCos> turns, double time) noexcept;
/// How far each of them turns until then.
std::vector<SinCos>& take_turns(std::span<const ContactBody> bodies, double time, std::vector<SinCos>& turns);

/// By how much of the last change a sweep extrapolates: (k - 1)/(k + 2) in the k-th sweep since it began anew.
class Extrapolation {
 public:
  [[nodiscard]] double share() const noexcept { return share_; }
  /// `along`: how far the sweep's changes went the same way as the extrapolation; negative: it had gone too far.
  void see(double along) noexcept {
    since_ = along < 0 ? 1 : since_ + 1;
    share_ = (since_ - 1.0) / (since_ + 2.0);
  }

 private:
  int since_ = 0;
  double share_ = 0;
};

class ContactSolver {
 public:
  struct Effort {
    double precision = 0;
    double fastest = 0;  ///< that points are made to part by because their ways are curved
    int most_rounds = 0;
    bool tolerant = false;  ///< it also ends when no point closes too fast by more than its tolerance
  };
  /// Changes the velocities of `bodies` and the impulses of `points`; how many sweeps it took.
  int solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, const Effort& effort);
  int solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, double precision, int most_rounds) {
    return solve(bodies, points, {precision, 0, most_rounds});
  }

  /// Asks points to part whose ways are so curved that their gaps would be too small then. Does any have to?
  bool look_ahead(std::span<const ContactBody> bodies, std::span<ContactPoint> points, double time,
                  const Effort& effort);
  /// The impulses stand; only what they lack is added.
  void solve_again(std::span<ContactBody> bodies, std::span<ContactPoint> points, const Effort& effort);
  /// So that no gap is less than its target after `time`, or closes if it is already: `least` is chosen here. What turns
  /// comes nearer, or further away, than its speed at the start tells.
  void solve_ahead(std::span<ContactBody> bodies, std::span<ContactPoint> points, double time, const Effort& effort);

  /// A guard that says stop ends all solving in the middle. Null: nobody does.
  void watch(StepGuard* guard) noexcept { guard_ = guard; }

 private:
  /// Up to two points of one pair.
  struct Couple {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t colour = 0;
  };

  void find_couples(std::span<const ContactBody> bodies, std::span<const ContactPoint> points);
  void fill_batches(std::span<const ContactBody> bodies, std::span<const ContactPoint> points);
  static void put(ContactBatch& batch, std::size_t lane, const Couple& couple, std::span<const ContactBody> bodies,
                  std::span<const ContactPoint> points) noexcept;
  void take_velocities(std::span<const ContactBody> bodies);
  void give(std::span<ContactBody> bodies, std::span<ContactPoint> points) const noexcept;
  int iterate(const Effort& effort);

  std::vector<Couple> couples_;
  std::vector<std::uint64_t> taken_;  ///< by body: colours of its couples
  std::vector<std::uint32_t>
      colours_;  ///< of each how many couples of two points and of one; then where the next one goes
  std::vector<ContactBatch> batches_;
  std::vector<BodyVelocity> velocities_;  ///< by body, and of none
  std::vector<BodyVelocity> last_;        ///< the same after the sweep before
  std::vector<SinCos> turns_;             ///< of the bodies, while ways are looked at
  StepGuard* guard_ = nullptr;
};

}  // namespace carom::detail

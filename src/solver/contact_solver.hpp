#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "carom/math/elementary.hpp"
#include "carom/response/together.hpp"
#include "math/step_guard.hpp"

/// Contacts that persist, solved jointly: bodies that lie, lean and slide on each other.
///
/// Laws       at every point pn >= 0, un >= least, one of them an equality; |ps| <= μ pn, less only where us = 0: it holds
/// Method     sequential impulses: point after point, the two points of a face at once, until no speed changes by more than the
///            precision; it begins with the impulses of a moment ago, which at rest are the answer already. Every round first
///            goes on as the one before did, by a share of it that grows from round to round, (k - 1)/(k + 2), as in
///            accelerated gradients; when what a round changes points back, the share begins anew
/// Symbols    un, us: velocity of a's point relative to b's, along the normal and along its left; pn, ps: the impulses
/// Source     Catto, "Iterative dynamics with temporal coherence" (2005); Nesterov, "A method of solving a convex programming
///            problem with convergence rate O(1/k²)" (1983); O'Donoghue, Candès, "Adaptive restart for accelerated gradient
///            schemes" (2015); docs/mathematics.md, section 22. Tests: contact_solver_test
namespace carom::detail {

using ContactBody = GroupBody;

/// Whose face the normal stands on, and turns with.
enum class Bearer : std::uint8_t { none, a, b };

/// What is asked of a point, and what it takes.
struct ContactLoad {
  double friction = 0;
  double least = 0;  ///< that their points may close by, negative, or must part by
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
  double target = 0;  ///< the gap that is kept
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

/// So slow that within `time` the gap closes down to its target and no further.
[[nodiscard]] inline double least_speed(const ContactPoint& p, double time) noexcept {
  return -std::max(p.gap - p.target, 0.0) / time;
}

/// The gap after `time`, the bodies moving and turning as they do.
[[nodiscard]] double gap_after(const ContactPoint& point, std::span<const ContactBody> bodies,
                               std::span<const SinCos> turns, double time) noexcept;
/// How far each of them turns until then.
std::vector<SinCos>& take_turns(std::span<const ContactBody> bodies, double time, std::vector<SinCos>& turns);

/// What a point comes down to while it is solved: two cache lines. Pairs are along the normal and along its left.
struct ContactRow {
  Vec2 normal;
  double turn_a[2];  ///< arm × direction
  double turn_b[2];
  double mass[2];       ///< impulse that changes the speed there by 1
  double coupling = 0;  ///< speed along the left that an impulse of 1 along the normal brings
  double friction = 0;
  double least = 0;
  double impulse[2];
  std::uint32_t a = 0;
  std::uint32_t b = 0;

  void take(const ContactLoad& load) noexcept;
};
[[nodiscard]] ContactRow row_of(const ContactPoint& point, const ContactBody& a, const ContactBody& b) noexcept;

/// By how much the two close faster there than they may.
[[nodiscard]] inline double lack_of(const ContactRow& row, const ContactBody& a, const ContactBody& b) noexcept {
  return row.least - (dot(a.velocity - b.velocity, row.normal) + (a.spin * row.turn_a[0] - b.spin * row.turn_b[0]));
}
/// By how much a point's impulses change.
struct ContactChange {
  double normal = 0;
  double aside = 0;
};
/// One point, answered exactly while the others' impulses stand.
ContactChange answer(ContactRow& row, std::span<ContactBody> bodies) noexcept;

/// The share of a round that the next one goes on by first.
class GoingOn {
 public:
  [[nodiscard]] double share() const noexcept { return share_; }
  /// `along`: how far the round's changes went the same way as what it went on by; negative: it had gone too far.
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
  /// Changes the velocities of `bodies` and the impulses of `points`; how many rounds it took.
  int solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, double precision, int most_rounds);

  /// So that no gap is less than its target after `time`, or closes if it is already: `least` is chosen here. What turns
  /// comes nearer, or further away, than its speed at the start tells.
  struct Effort {
    double precision = 0;
    double fastest = 0;  ///< that points are made to part by because their ways are curved
    int most_rounds = 0;
  };
  /// Asks points to part whose ways are so curved that their gaps would be too small then. Does any have to?
  bool look_ahead(std::span<const ContactBody> bodies, std::span<ContactPoint> points, double time,
                  const Effort& effort);
  /// The impulses stand; only what they lack is added.
  void solve_again(std::span<ContactBody> bodies, std::span<ContactPoint> points, const Effort& effort);
  void solve_ahead(std::span<ContactBody> bodies, std::span<ContactPoint> points, double time, const Effort& effort);

  /// A guard that says stop ends all solving in the middle. Null: nobody does.
  void watch(StepGuard* guard) noexcept { guard_ = guard; }

 private:
  /// An impulse after the round before, and what this one went on by.
  struct Course {
    double last[2];
    double further[2];
  };
  struct Motion {
    Vec2 velocity;
    double spin = 0;
  };

  struct Round {
    bool changes = false;
    double along = 0;  ///< see GoingOn
  };
  /// How the two points of one pair depend on each other, along their normals.
  struct Joint {
    double between = 0;      ///< speed at one that an impulse of 1 at the other brings
    double determinant = 0;  ///< of the matrix of both; 0: this point and the next one are answered one by one
  };
  static Joint joint_of(const ContactRow& first, const ContactRow& second, const ContactBody& a,
                        const ContactBody& b) noexcept;
  static void answer_both(ContactRow& first, ContactRow& second, const Joint& joint, std::span<ContactBody> bodies,
                          ContactChange* changes) noexcept;
  static double rub(ContactRow& row, std::span<ContactBody> bodies) noexcept;
  void take_rows(std::span<const ContactBody> bodies, std::span<const ContactPoint> points);
  void give_impulses(std::span<ContactPoint> points) const noexcept;
  int iterate(std::span<ContactBody> bodies, double precision, int most_rounds);
  Round answer_all(std::span<ContactBody> bodies, double precision) noexcept;
  void go_on(std::span<ContactBody> bodies, double share) noexcept;

  std::vector<ContactRow> rows_;
  std::vector<Joint> joints_;        ///< of the same, with the next one
  std::vector<Course> courses_;      ///< of the same
  std::vector<std::uint32_t> who_;   ///< the bodies of these points that move
  std::vector<std::uint8_t> known_;  ///< by body: is it there?
  std::vector<Motion> last_;         ///< of `who_`, after the round before
  std::vector<SinCos> turns_;        ///< of the bodies, while ways are looked at
  StepGuard* guard_ = nullptr;
};

}  // namespace carom::detail

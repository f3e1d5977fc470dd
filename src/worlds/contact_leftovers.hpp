#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "worlds/contact_solver.hpp"

namespace carom::detail {

/// What joint solving has left over in a crowd, answered where it is: passed on from point to point as long as one closes
/// faster than it may by its tolerance or more. Who is not concerned keeps its motion, and costs nothing.
///
/// Source     successive over-relaxation: Young, "Iterative methods for solving partial difference equations of elliptic
///            type" (1954); with impulses that never pull: Cryer, "The solution of a quadratic programming problem using
///            systematic overrelaxation" (1971). Tests: contact_leftovers_test
class ContactLeftovers {
 public:
  /// The points of every body that moves are known from now on.
  void meet(std::span<const ContactBody> bodies, std::span<const ContactPoint> points);
  /// Those that have been added behind the others since.
  void meet_more(std::span<const ContactBody> bodies, std::span<const ContactPoint> points);

  /// The points that a body that moves has, the last one first.
  template <class See>
  void for_each_of(std::uint32_t who, const See& see) const {
    for (std::uint32_t at = last_of_[who]; at != k_none; at = before_[at]) see(at / 2);
  }

  /// Beginning with the points `first`, which alone ask for anything new; the impulses stand. How many rounds it took. The
  /// loads are the points' own, or others at the same places.
  template <class Load>
  int solve(std::span<ContactBody> bodies, std::span<const ContactPoint> points, std::span<Load> loads,
            std::span<const std::uint32_t> first, int most_rounds);
  /// After that: the bodies whose motions it has changed.
  [[nodiscard]] std::span<const std::uint32_t> changed() const noexcept { return changed_; }
  /// As ContactSolver::watch.
  void watch(StepGuard* guard) noexcept { guard_ = guard; }

 private:
  static void ask(std::uint32_t point, std::vector<std::uint64_t>& bits) noexcept {
    bits[point / 64] |= std::uint64_t{1} << (point % 64);
  }
  void ask_points_of(std::uint32_t who, std::uint32_t changed_at);
  template <class Load>
  ContactRow& row(std::uint32_t k, std::span<const ContactBody> bodies, std::span<const ContactPoint> points,
                  std::span<const Load> loads);

  static constexpr std::uint32_t k_none = 0xffff'ffffU;
  std::vector<std::uint32_t> last_of_;   ///< by body: twice its last point, and 1 more if it is the second there
  std::vector<std::uint32_t> before_;    ///< by point and side: the same of the one before
  std::uint32_t known_ = 0;              ///< so many points
  std::vector<ContactRow> rows_;         ///< of these, and more
  std::vector<std::uint8_t> made_;       ///< by point: its row is there
  std::vector<std::uint64_t> loaded_;    ///< by point: when its row has last taken its load
  std::vector<std::uint64_t> answered_;  ///< by point: when it has last been answered
  std::uint64_t call_ = 0;
  std::vector<std::uint32_t> touched_;    ///< points, in this call
  std::vector<std::uint32_t> changed_;    ///< bodies, in this call
  std::vector<std::uint64_t> change_of_;  ///< by body: the last call that has changed it
  std::vector<std::uint64_t> asked_;      ///< points that are asked in this round: bits
  std::vector<std::uint64_t> next_;       ///< in the next one
  StepGuard* guard_ = nullptr;
};

}  // namespace carom::detail

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "worlds/contact_batch.hpp"
#include "worlds/contact_solver.hpp"

/// Many contact points, solved eight pairs at a time.
///
/// Method     that of contact_solver.hpp. The order is another one: pairs are dealt out to *shades* such that no two of a
///            shade move the same body (the first free shade of both, in the given order). Within a shade the order does not
///            matter, so that eight pairs are answered side by side, with the same bits on every processor; up to two points
///            of a pair one after the other.
/// Why        a point answered alone waits for the one before
/// Source     Tonge, Benevolenski, Voroshilov, "Mass splitting for jitter-free parallel rigid body simulation" (2012),
///            section 2. Tests: contact_lanes_test
namespace carom::detail {

class ContactLanes {
 public:
  /// As ContactSolver::solve.
  int solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, double precision, int most_rounds,
            double enough);
  /// After that: the points that still close faster than they may, by their tolerance or more, in order.
  void find_lacking(std::vector<std::uint32_t>& points) const;
  /// As ContactSolver::watch.
  void watch(StepGuard* guard) noexcept { guard_ = guard; }

 private:
  /// Up to two points of one pair.
  struct Couple {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t shade = 0;
  };

  /// Points go to batches.
  void deal(std::span<const ContactBody> bodies, std::span<const ContactPoint> points);
  void shade(std::span<const ContactBody> bodies, std::span<const ContactPoint> points);
  void put(ContactBatch& batch, std::size_t lane, const Couple& couple, std::span<const ContactBody> bodies,
           std::span<const ContactPoint> points) const;
  int iterate(double precision, int most_rounds, double enough);

  std::vector<Couple> couples_;
  std::vector<std::uint64_t> taken_;   ///< by body: shades
  std::vector<std::uint32_t> shades_;  ///< how many couples of each, then where the next one goes
  std::vector<ContactBatch> batches_;
  std::vector<LaneMotion> motions_;  ///< by body, and of nobody
  std::vector<LaneMotion> last_;     ///< the same after the round before
  StepGuard* guard_ = nullptr;
};

}  // namespace carom::detail

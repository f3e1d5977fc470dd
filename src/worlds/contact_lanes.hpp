#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "worlds/contact_solver.hpp"

/// Many contact points, solved four pairs at a time.
///
/// Method     that of contact_solver.hpp. The order is another one: pairs are dealt out to *shades* such that no two of a
///            shade move the same body (the first free shade of both, in the given order). Within a shade the order does not
///            matter, so that four pairs are answered side by side, with the same bits on every processor; up to two points
///            of a pair one after the other.
/// Why        a point answered alone waits for the one before; side by side they take a third of the time
/// Source     Tonge, Benevolenski, Voroshilov, "Mass splitting for jitter-free parallel rigid body simulation" (2012),
///            section 2. Tests: contact_lanes_test
namespace carom::detail {

class ContactLanes {
 public:
  /// As ContactSolver::solve.
  int solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, double precision, int most_rounds,
            double enough);

  static constexpr std::size_t k_lanes = 4;
  /// A body's motion, as wide as a vector.
  struct alignas(32) Motion {
    double x = 0;
    double y = 0;
    double spin = 0;
    double unused = 0;
  };
  using Lane = double[k_lanes];
  /// A point of each of four pairs. Pairs of lanes are along the normal and along its left.
  struct alignas(32) Points {
    Lane normal_x, normal_y;
    Lane turn_a[2], turn_b[2];  ///< arm × direction
    Lane mass[2];               ///< impulse that changes the speed there by 1
    Lane coupling;              ///< speed along the left that an impulse of 1 along the normal brings
    Lane friction, least, tolerance;
    Lane impulse[2];
    Lane change[2];  ///< in this round
    Lane course[2];  ///< a way to go on in
  };
  /// Four pairs no two of which move the same body, each with a point, and mostly another one.
  struct alignas(32) Batch {
    std::uint32_t a[k_lanes];
    std::uint32_t b[k_lanes];
    Lane mass_a, inertia_a, mass_b, inertia_b;  ///< inverse
    Points points[2];
    std::uint32_t from[2][k_lanes];  ///< which point it is; k_nobody: none
    bool two = false;
  };
  static constexpr std::uint32_t k_nobody = 0xffff'ffffU;

 private:
  /// Up to two points of one pair.
  struct Couple {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t shade = 0;
  };

  void shade(std::span<const ContactBody> bodies, std::span<const ContactPoint> points);
  void deal(std::span<const ContactBody> bodies, std::span<const ContactPoint> points);
  void put(Batch& batch, std::size_t lane, const Couple& couple, std::span<const ContactBody> bodies,
           std::span<const ContactPoint> points) const;
  int iterate(double precision, int most_rounds, double enough);

  std::vector<Couple> couples_;
  std::vector<std::uint64_t> taken_;   ///< by body: shades
  std::vector<std::uint32_t> shades_;  ///< how many couples of each, then where the next one goes
  std::vector<std::uint32_t> order_;
  std::vector<Batch> batches_;
  std::vector<Motion> motions_;  ///< by body, and of nobody
  std::vector<Motion> before_;
  std::vector<Motion> courses_;
};

}  // namespace carom::detail

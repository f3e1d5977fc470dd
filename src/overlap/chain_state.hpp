#pragma once

#include <cstdint>

#include "overlap/moment.hpp"

/// Are two chains apart, touching or overlapping at a moment? Exact.
///
/// Overlap: the inside of one meets any point of the other; lines overlap when they cross, that is when one has
/// points strictly on both sides of the other. The classification walks along the boundary of each chain and collects
/// evidence of where it runs with respect to the other: proper crossings, and at every touching point the direction in
/// which the boundary leaves it: inward, outward or along. Between two touching points a boundary stays on one side, so
/// the evidence is complete; without any touching point one vertex decides for all.
namespace carom {

enum class ChainState : std::uint8_t { apart, touching, overlapping };

/// Where the boundary of one chain runs with respect to the region of the other.
struct Course {
  bool inside = false;   ///< somewhere strictly inside
  bool outside = false;  ///< somewhere strictly outside
};

struct Classification {
  ChainState state = ChainState::apart;
  bool inner = false;  ///< one lies inside the other's arena
};

template <class Moment>
[[nodiscard]] Classification classify(const Chain& a, const Chain& b, const Moment& moment) noexcept;

/// Where a point on the line of an edge lies.
enum class Place : std::uint8_t { off, at_start, interior, at_end };

/// `p` against the edge from `a` to `b`: off, or on it and where.
template <class Moment>
[[nodiscard]] Place place_on_edge(const Track& p, const Track& a, const Track& b, const Moment& moment) noexcept;

/// Is `p` strictly inside the closed chain? Only for points that do not lie on its boundary.
template <class Moment>
[[nodiscard]] bool is_inside(const Track& p, const Chain& chain, const Moment& moment) noexcept;

}  // namespace carom

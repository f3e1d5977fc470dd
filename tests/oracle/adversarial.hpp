#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/motion/moving.hpp"

/// Questions made to be hard: deterministic, valid, and most of them exactly on, or a few units in the last place beside,
/// the border between two answers.
namespace carom::oracle {

enum class PairKind : std::uint8_t {
  circle_circle,
  circle_in_ring,
  ring_ring,
  circle_border,
  circle_segment,
  ring_segment,
  circle_polygon,
  ring_polygon,
  circle_arena,
  point_segment,
  point_polygon,
  segment_segment,
  segment_border,
  segment_polygon,
  segment_arena,
  polygon_border,
  polygon_polygon,
  arena_polygon,
  arena_arena,
};
inline constexpr int k_pair_kinds = 19;

enum class Flavour : std::uint8_t {
  random,     ///< nothing special
  graze,      ///< passing along a tangent or past a corner, at some time inside the step
  touching,   ///< in touch at t = 0: parting, closing, sliding or resting
  arriving,   ///< in touch at t = 1
  lattice,    ///< small integers: corners on corners, faces on faces, seams
  parallel,   ///< both fast and nearly alike; faces nearly parallel
  scales,     ///< sizes and speeds many powers of two apart
  subnormal,  ///< sizes or speeds near the smallest doubles
  far,        ///< far from the origin, exactly or rounded there
  morph,      ///< every vertex on a line of its own
};
inline constexpr int k_flavours = 10;

[[nodiscard]] std::string_view name(PairKind kind);
[[nodiscard]] std::string_view name(Flavour flavour);

/// A question that owns its vertices. It may be moved (the vertices stay where they are) but not copied.
struct Case {
  Case() = default;
  Case(Case&&) = default;
  Case& operator=(Case&&) = default;
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;
  ~Case() = default;

  /// from and to of a, then of b; empty where a shape is no polygon. A polygon that keeps its shape has no `to` of its own.
  std::array<std::vector<Vec2>, 4> vertices;
  MovingShape a;
  MovingShape b;
  std::string flavour;  ///< kind/flavour/seed, enough to make it again
};

/// The same case for the same arguments, on every platform.
[[nodiscard]] Case adversarial_case(PairKind kind, Flavour flavour, std::uint64_t seed);

/// A request line for `carom query`. Where a shift cannot be folded into `to` without rounding, it is shown under "shift",
/// which the request format does not have.
[[nodiscard]] std::string to_json_line(const Case& question);

}  // namespace carom::oracle

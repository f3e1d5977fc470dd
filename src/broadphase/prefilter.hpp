#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// Whether two discs may come near each other within a window of time, asked of eight at a time, in single precision.
///
/// Question   |d + s w| <= r for some s between now and 1, where d is how far apart they would have been as the window
///            began, had both always flown as they do now, and w the difference of their ways in the window
/// Units      lengths in the largest diameter, times in the window's length: all numbers are about 1
/// Error      on the side of yes, as long as the caller's `square` and `still` allow for what single precision takes off
///            places and ways. Tests: prefilter_test, prefilter_grid_test
namespace carom::detail {

/// Of a diameter, added to it: what single precision takes off within some thirty diameters. Longer ways are in larger
/// cells, and so in a larger extent, which has its own share.
inline constexpr float k_prefilter_blur = 0x1p-9F;

/// What the prefilter sees of a disc: home and velocity.
struct PrefilterDisc {
  float x = 0, y = 0, vx = 0, vy = 0;
};

/// The disc that searches, and when.
struct PrefilterQuery {
  PrefilterDisc own;
  float now = 0;
  float left = 0;  ///< twice the rest of the window
};

/// What all searches have in common.
struct PrefilterScale {
  float square = 0;       ///< of the distance that counts as near
  float wide_square = 0;  ///< a little more: a near disc is not taken for one that passes by
  float still = 0;        ///< no larger closing than this is rounding
  float period_x = 0;     ///< of a box that is looked at across its border
  float period_y = 0;
};

/// Ranges of places, of which the first eight each are looked at.
template <std::size_t rows>
struct PrefilterRowsOf {
  std::uint32_t first[rows] = {};
  std::uint32_t last[rows] = {};

  /// More than eight in one of them?
  [[nodiscard]] bool crowded() const noexcept {
    bool any = false;
    for (std::size_t row = 0; row < rows; ++row) any |= last[row] - first[row] > 8;
    return any;
  }
  [[nodiscard]] bool go_on() noexcept {
    bool more = false;
    for (std::size_t row = 0; row < rows; ++row) {
      first[row] = std::min(first[row] + 8, last[row]);
      more = more || first[row] < last[row];
    }
    return more;
  }
};

using PrefilterRows = PrefilterRowsOf<3>;
using FourPrefilterRows = PrefilterRowsOf<4>;

/// The disc at a place of the order that rows go by.
struct PrefilterSpot {
  std::uint32_t disc = 0;
  std::uint32_t cell = 0;  ///< with bits for discs that others find elsewhere too
};

/// In the place of bits: more than sixteen are in a row.
inline constexpr std::uint32_t k_crowded = ~std::uint32_t{0};

/// A disc, and which it has seen: a bit each for sixteen of the first row, then of the second.
struct PrefilterSeen {
  std::uint32_t place = 0;
  std::uint32_t seen = 0;
};

/// What prefilter_upward() reads and writes: `seen` and `apart` have room for all from first to last.
struct PrefilterBatch {
  const PrefilterDisc* discs;
  const PrefilterScale& measure;
  PrefilterQuery look;
  const PrefilterSpot* spots;
  const std::uint32_t* starts;
  std::uint32_t odd_cell;  ///< bits of a cell by which one is apart
  std::uint32_t stride;
  std::uint32_t first;
  std::uint32_t last;
  PrefilterSeen* seen;
  std::uint32_t* apart;
};

struct PrefilterCounts {
  std::size_t seen = 0;
  std::size_t apart = 0;
};

/// Eight of each of three rows. Which of them may the searching disc meet?
[[nodiscard]] std::uint32_t prefilter(const PrefilterDisc* discs, const PrefilterScale& measure,
                                      const PrefilterQuery& look, const PrefilterRows& rows) noexcept;
[[nodiscard]] std::uint32_t prefilter(const PrefilterDisc* discs, const PrefilterScale& measure,
                                      const PrefilterQuery& look, const FourPrefilterRows& rows) noexcept;
/// The searches of two discs that have just met.
struct TwoQueries {
  const PrefilterQuery& a;
  const PrefilterQuery& b;
};
template <class Rows>
struct TwoRowsOf {
  const Rows& a;
  const Rows& b;
};
using TwoRows = TwoRowsOf<PrefilterRows>;
struct TwoSeen {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};
[[nodiscard]] TwoSeen prefilter_two(const PrefilterDisc* discs, const PrefilterScale& measure, const TwoQueries& looks,
                                    const TwoRows& rows) noexcept;
[[nodiscard]] TwoSeen prefilter_two(const PrefilterDisc* discs, const PrefilterScale& measure, const TwoQueries& looks,
                                    const TwoRowsOf<FourPrefilterRows>& rows) noexcept;
/// The same in a periodic box: of each the nearest image.
[[nodiscard]] std::uint32_t prefilter_around(const PrefilterDisc* discs, const PrefilterScale& measure,
                                             const PrefilterQuery& look, const PrefilterRows& rows) noexcept;
/// The prefilter at one; in a periodic box, of its nearest image.
[[nodiscard]] bool sees(const PrefilterDisc& other, const PrefilterScale& measure, const PrefilterQuery& look,
                        bool around) noexcept;
/// All upward searches, one after the other: at those after them in their own row of cells, and at the row above.
[[nodiscard]] PrefilterCounts prefilter_upward(const PrefilterBatch& batch) noexcept;

}  // namespace carom::detail

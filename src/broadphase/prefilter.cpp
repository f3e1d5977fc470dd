#include "broadphase/prefilter.hpp"

#include <cstring>

#include "math/wide.hpp"

namespace carom::detail {
namespace {

using EightFloats = float __attribute__((vector_size(32)));
using EightInts = std::int32_t __attribute__((vector_size(32)));

/// Four rows of two discs each become their places and velocities, in the order 0 2 4 6 1 3 5 7.
struct EightDiscs {
  EightFloats x, y, vx, vy;
};

CAROM_ALWAYS_INLINE void load(const PrefilterDisc* from, EightDiscs& to) {
  EightFloats two[4];
  CAROM_UNROLL
  for (std::size_t k = 0; k < 4; ++k) std::memcpy(&two[k], from + 2 * k, sizeof two[k]);
  const EightFloats places = __builtin_shufflevector(two[0], two[1], 0, 8, 1, 9, 4, 12, 5, 13);
  const EightFloats ways = __builtin_shufflevector(two[0], two[1], 2, 10, 3, 11, 6, 14, 7, 15);
  const EightFloats more_places = __builtin_shufflevector(two[2], two[3], 0, 8, 1, 9, 4, 12, 5, 13);
  const EightFloats more_ways = __builtin_shufflevector(two[2], two[3], 2, 10, 3, 11, 6, 14, 7, 15);
  to.x = __builtin_shufflevector(places, more_places, 0, 1, 8, 9, 4, 5, 12, 13);
  to.y = __builtin_shufflevector(places, more_places, 2, 3, 10, 11, 6, 7, 14, 15);
  to.vx = __builtin_shufflevector(ways, more_ways, 0, 1, 8, 9, 4, 5, 12, 13);
  to.vy = __builtin_shufflevector(ways, more_ways, 2, 3, 10, 11, 6, 7, 14, 15);
}

/// Which of eight, from `first` on, may be met? A lane of all ones is a yes.
template <bool around>
CAROM_ALWAYS_INLINE void look_at_eight(const PrefilterDisc* first, const PrefilterScale& measure,
                                       const PrefilterQuery& look, EightInts& yes) {
  EightDiscs other;
  load(first, other);
  const EightFloats wx = look.own.vx - other.vx;
  const EightFloats wy = look.own.vy - other.vy;
  EightFloats dx = (look.own.x - other.x) + look.now * wx;
  EightFloats dy = (look.own.y - other.y) + look.now * wy;
  if constexpr (around) {
    const auto nearest = [](EightFloats& d, float period) __attribute__((always_inline)) {
      d = d > 0.5F * period ? d - period : d;
      d = d < -0.5F * period ? d + period : d;
    };
    nearest(dx, measure.period_x);
    nearest(dy, measure.period_y);
  }
  const EightFloats closing = dx * wx + dy * wy;
  const EightFloats gap = dx * dx + dy * dy - measure.square;
  const EightFloats across = dx * wy - dy * wx;
  const EightFloats touches = (wx * wx + wy * wy) * measure.wide_square - across * across;
  const EightFloats reach = -look.left * closing;
  // In reach, or near already; not parting; not passing by.
  yes = ((gap <= reach) | (gap <= 0.0F)) & (closing < measure.still) & (touches >= 0.0F);
}

/// One bit each, of all lanes together.
CAROM_ALWAYS_INLINE std::uint32_t bits_of(const EightInts& bits) {
  EightInts halves = bits | __builtin_shufflevector(bits, bits, 4, 5, 6, 7, 0, 1, 2, 3);
  halves = halves | __builtin_shufflevector(halves, halves, 2, 3, 0, 1, 6, 7, 4, 5);
  return static_cast<std::uint32_t>(halves[0] | halves[1]);
}

template <std::uint32_t how_many, bool around, class Rows>
CAROM_ALWAYS_INLINE std::uint32_t prefilter_at(const PrefilterDisc* discs, const PrefilterScale& measure,
                                               const PrefilterQuery& look, const Rows& rows) {
  constexpr EightInts k_bit{1, 4, 16, 64, 2, 8, 32, 128};
  EightInts bits{};
  CAROM_UNROLL
  for (std::uint32_t row = 0; row < how_many; ++row) {
    EightInts yes;
    look_at_eight<around>(discs + rows.first[row], measure, look, yes);
    const auto inside = static_cast<std::int32_t>(rows.last[row] - rows.first[row]);
    constexpr EightInts k_lane{0, 2, 4, 6, 1, 3, 5, 7};
    bits |= (yes & (k_lane < inside) & k_bit) << static_cast<std::int32_t>(8 * row);
  }
  return bits_of(bits);
}

}  // namespace

CAROM_WIDE_CLONES std::uint32_t prefilter(const PrefilterDisc* discs, const PrefilterScale& measure,
                                          const PrefilterQuery& look, const PrefilterRows& rows) noexcept {
  return prefilter_at<3, false>(discs, measure, look, rows);
}

CAROM_WIDE_CLONES std::uint32_t prefilter(const PrefilterDisc* discs, const PrefilterScale& measure,
                                          const PrefilterQuery& look, const FourPrefilterRows& rows) noexcept {
  return prefilter_at<4, false>(discs, measure, look, rows);
}

CAROM_WIDE_CLONES TwoSeen prefilter_two(const PrefilterDisc* discs, const PrefilterScale& measure,
                                        const TwoQueries& looks, const TwoRowsOf<FourPrefilterRows>& rows) noexcept {
  return {prefilter_at<4, false>(discs, measure, looks.a, rows.a),
          prefilter_at<4, false>(discs, measure, looks.b, rows.b)};
}

CAROM_WIDE_CLONES TwoSeen prefilter_two(const PrefilterDisc* discs, const PrefilterScale& measure,
                                        const TwoQueries& looks, const TwoRows& rows) noexcept {
  return {prefilter_at<3, false>(discs, measure, looks.a, rows.a),
          prefilter_at<3, false>(discs, measure, looks.b, rows.b)};
}

CAROM_WIDE_CLONES std::uint32_t prefilter_around(const PrefilterDisc* discs, const PrefilterScale& measure,
                                                 const PrefilterQuery& look, const PrefilterRows& rows) noexcept {
  return prefilter_at<3, true>(discs, measure, look, rows);
}

bool sees(const PrefilterDisc& other, const PrefilterScale& measure, const PrefilterQuery& look, bool around) noexcept {
  const float wx = look.own.vx - other.vx;
  const float wy = look.own.vy - other.vy;
  float dx = (look.own.x - other.x) + look.now * wx;
  float dy = (look.own.y - other.y) + look.now * wy;
  if (around) {
    const auto nearest = [](float d, float period) {
      return d > 0.5F * period ? d - period : d < -0.5F * period ? d + period : d;
    };
    dx = nearest(dx, measure.period_x);
    dy = nearest(dy, measure.period_y);
  }
  const float closing = dx * wx + dy * wy;
  const float gap = dx * dx + dy * dy - measure.square;
  const float across = dx * wy - dy * wx;
  return gap <= std::max(-look.left * closing, 0.0F) && closing < measure.still &&
         across * across <= (wx * wx + wy * wy) * measure.wide_square;
}

// Whether a disc sees another cannot be predicted, so that this is no branch; more than eight in a row are rare.
CAROM_WIDE_CLONES PrefilterCounts prefilter_upward(const PrefilterBatch& g) noexcept {
  PrefilterCounts counts;
  PrefilterQuery look = g.look;
  for (std::uint32_t place = g.first; place < g.last; ++place) {
    const std::uint32_t cell = g.spots[place].cell;
    const bool apart = (cell & g.odd_cell) != 0;
    g.apart[counts.apart] = place;
    counts.apart += static_cast<std::size_t>(apart);
    if (apart) continue;
    look.own = g.discs[place];
    const std::uint32_t* own = g.starts + cell;
    const std::uint32_t* above = own + g.stride;
    PrefilterRows rows{{place + 1, above[-1], 0}, {own[2], above[2], 0}};
    const std::uint32_t eight = prefilter_at<2, false>(g.discs, g.measure, look, rows);
    std::uint32_t seen = (eight & 0xffU) | ((eight & 0xff00U) << 8U);
    if (rows.crowded()) {
      (void)rows.go_on();
      const std::uint32_t more = prefilter_at<2, false>(g.discs, g.measure, look, rows);
      seen = rows.crowded() ? k_crowded : seen | ((more & 0xffU) << 8U) | ((more & 0xff00U) << 16U);
    }
    g.seen[counts.seen] = {place, seen};
    counts.seen += static_cast<std::size_t>(seen != 0);
  }
  return counts;
}

}  // namespace carom::detail

#include "broadphase/sieve_batch.hpp"

#include <cmath>

#include "broadphase/may_touch.hpp"

// As in toi/batch.cpp: one version for every width of vector, the same answers in each.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define CAROM_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CAROM_VECTOR_CLONES
#endif

namespace carom::detail {
namespace {

/// Where a row begins in each column.
struct Row {
  const float *x, *y, *vx, *vy, *radius;
  int count;

  Row(const FlightColumns& c, Slots s) noexcept
      : x(c.x.data() + s.begin),
        y(c.y.data() + s.begin),
        vx(c.vx.data() + s.begin),
        vy(c.vy.data() + s.begin),
        radius(c.radius.data() + s.begin),
        count(static_cast<int>(s.end - s.begin)) {}
};

/// `bit` if the i-th of a row is there and passes.
CAROM_INLINE std::uint32_t sieve(const Row& row, const SmallAsker& a, std::size_t i, std::uint32_t bit) noexcept {
  const float dvx = row.vx[i] - a.vx;
  const float dvy = row.vy[i] - a.vy;
  const Approach<float> p = approach(row.x[i] - a.x, row.y[i] - a.y, dvx, dvy, row.radius[i] + a.radius, a.now, a.left);
  const float parting = flag<float>(a.discs * p.dw > a.slack * (std::abs(dvx) + std::abs(dvy)));
  const float there = flag<float>(static_cast<int>(i) < row.count);
  return p.close * there > parting * 4 ? bit : 0U;
}

// There are one or two halves. Were that known here, the compiler would write the loops out instead of vectorising them.

CAROM_VECTOR_CLONES std::uint32_t three_rows(const Row& r0, const Row& r1, const Row& r2, const SmallAsker& asker,
                                             std::size_t halves, std::uint32_t* __restrict kept) noexcept {
  const Row a = r0, b = r1, c = r2;
  const SmallAsker s = asker;
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < halves * k_half; ++i) {
    const std::uint32_t bits = sieve(a, s, i, 1) | sieve(b, s, i, 2) | sieve(c, s, i, 4);
    kept[i] = bits;
    sum += bits;
  }
  return sum;
}

CAROM_VECTOR_CLONES std::uint32_t two_rows(const Row& r0, const Row& r1, const SmallAsker& asker, std::size_t halves,
                                           std::uint32_t* __restrict kept) noexcept {
  const Row a = r0, b = r1;
  const SmallAsker s = asker;
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < halves * k_half; ++i) {
    const std::uint32_t bits = sieve(a, s, i, 1) | sieve(b, s, i, 2);
    kept[i] = bits;
    sum += bits;
  }
  return sum;
}

CAROM_VECTOR_CLONES std::uint32_t one_row(const Row& row, const SmallAsker& asker, std::size_t halves,
                                          std::uint32_t* __restrict kept) noexcept {
  const Row r = row;
  const SmallAsker s = asker;
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < halves * k_half; ++i) {
    const std::uint32_t bits = sieve(r, s, i, 1);
    kept[i] = bits;
    sum += bits;
  }
  return sum;
}

}  // namespace

std::uint32_t sieve_rows(const FlightColumns& columns, const SmallAsker& asker, const RowSlots& rows, bool three,
                         std::uint32_t lanes, Kept& kept) noexcept {
  const Row a(columns, rows[0]);
  const Row b(columns, rows[1]);
  const std::size_t halves = lanes / k_half;
  return three ? three_rows(a, b, Row(columns, rows[2]), asker, halves, kept.data())
               : two_rows(a, b, asker, halves, kept.data());
}

std::uint32_t sieve_row(const FlightColumns& columns, const SmallAsker& asker, Slots row, Kept& kept) noexcept {
  return one_row(Row(columns, row), asker, k_gap / k_half, kept.data());
}

}  // namespace carom::detail

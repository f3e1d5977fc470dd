#include "worlds/event_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "worlds/narrow.hpp"

// One version for each width of vector the processor may have; all give the same bits.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define CAROM_WIDE_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define CAROM_WIDE_CLONES
#endif

namespace carom::detail {
namespace {

using Four = double __attribute__((vector_size(32)));
using FourMasks = long long __attribute__((vector_size(32)));

static_assert(offsetof(Mover, since) == sizeof(Four) && offsetof(Mover, event) == sizeof(Four) + 2 * sizeof(double));

/// Four movers' numbers, one kind each.
struct FourMovers {
  Four x, y, vx, vy, since, radius, event;
};

#define CAROM_ALWAYS_INLINE inline __attribute__((always_inline))

// Vectors go in and out by reference: how a function takes them by value depends on the processor.
CAROM_ALWAYS_INLINE void choose(const FourMasks& mask, const Four& yes, const Four& no, Four& out) {
  out = reinterpret_cast<Four>((reinterpret_cast<FourMasks>(yes) & mask) | (reinterpret_cast<FourMasks>(no) & ~mask));
}

/// Half of a mover, as it stands in memory.
using Half = double __attribute__((vector_size(32), may_alias));

CAROM_ALWAYS_INLINE void turn(const Four& a, const Four& b, const Four& c, const Four& d, Four& first, Four& second,
                              Four& third, Four& fourth) {
  const Four ab02 = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Four ab13 = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Four cd02 = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Four cd13 = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  first = __builtin_shufflevector(ab02, cd02, 0, 1, 4, 5);
  second = __builtin_shufflevector(ab13, cd13, 0, 1, 4, 5);
  third = __builtin_shufflevector(ab02, cd02, 2, 3, 6, 7);
  fourth = __builtin_shufflevector(ab13, cd13, 2, 3, 6, 7);
}

CAROM_ALWAYS_INLINE void gather(const Mover* movers, const std::uint32_t* who, FourMovers& out) {
  const auto half = [&](int k) { return reinterpret_cast<const Half*>(&movers[who[k]]); };
  const Half* const a = half(0);
  const Half* const b = half(1);
  const Half* const c = half(2);
  const Half* const d = half(3);
  Four none;
  turn(a[0], b[0], c[0], d[0], out.x, out.y, out.vx, out.vy);
  turn(a[1], b[1], c[1], d[1], out.since, out.radius, out.event, none);
}

/// meeting_time() up to the root, of one with four.
CAROM_ALWAYS_INLINE void judge(const Mover& a, double limit, const FourMovers& b, std::size_t k, Prospects& out) {
  const Four since_a = Four{} + a.since;
  Four start;
  choose(b.since > since_a, b.since, since_a, start);
  const Four wait_a = start - since_a;
  const Four wait_b = start - b.since;
  const Four dx = (a.at.x + wait_a * a.velocity.x) - (b.x + wait_b * b.vx);
  const Four dy = (a.at.y + wait_a * a.velocity.y) - (b.y + wait_b * b.vy);
  const Four wx = a.velocity.x - b.vx;
  const Four wy = a.velocity.y - b.vy;
  const Four m = dx * wx + dy * wy;
  const Four radii = a.radius + b.radius;
  const Four square = radii * radii;
  const Four c = dx * dx + dy * dy - square;
  const Four aside = dx * wy - dy * wx;
  const Four q = (wx * wx + wy * wy) * square - aside * aside;
  const Four limits = Four{} + limit;
  Four last;
  choose(b.event < limits, b.event, limits, last);
  // The way that is left closes c by 2 m t at most.
  FourMasks chosen = (m < 0.0) & (q > 0.0) & (c < -2.0 * m * (last - start));
  chosen &= FourMasks{1, 2, 4, 8};
  chosen |= __builtin_shufflevector(chosen, chosen, 2, 3, 0, 1);
  chosen |= __builtin_shufflevector(chosen, chosen, 1, 0, 3, 2);
  out.chosen[k / 4] = static_cast<std::uint32_t>(chosen[0]);
  *reinterpret_cast<Half*>(&out.m[k]) = m;
  *reinterpret_cast<Half*>(&out.c[k]) = c;
  *reinterpret_cast<Half*>(&out.q[k]) = q;
  *reinterpret_cast<Half*>(&out.start[k]) = start;
}

}  // namespace

double meeting_time(const Mover& a, const Mover& b, Vec2 shift, Vec2 gravity) noexcept {
  const double start = std::max(a.since, b.since);
  const double wait_a = start - a.since;
  const double wait_b = start - b.since;
  Vec2 d = (a.at + wait_a * a.velocity) - (b.at + wait_b * b.velocity);
  Vec2 w = a.velocity - b.velocity;
  if (!(gravity == Vec2{})) {
    d = d + (0.5 * (wait_a * wait_a - wait_b * wait_b)) * gravity;
    w = w + (wait_a - wait_b) * gravity;
  }
  d = d - shift;
  const double m = dot(d, w);
  if (!(m < 0)) return k_never;
  const double radii = a.radius + b.radius;
  const double square = radii * radii;
  const double c = dot(d, d) - square;
  const double aside = cross(d, w);
  const double q = dot(w, w) * square - aside * aside;
  if (!(q > 0)) return k_never;
  if (c > 0) return start + c / (std::sqrt(q) - m);
  const double speeds = size(a.velocity) + size(b.velocity);
  return -m > k_still_closing * speeds * size(d) ? start : k_never;
}

CAROM_WIDE_CLONES void prospects_of_two(const Mover* movers, std::uint32_t a, std::uint32_t b, double limit,
                                        std::span<const std::uint32_t> candidates, Prospects& of_a,
                                        Prospects& of_b) noexcept {
  for (std::size_t k = 0; k < candidates.size(); k += 4) {
    FourMovers four;
    gather(movers, &candidates[k], four);
    judge(movers[a], limit, four, k, of_a);
    judge(movers[b], limit, four, k, of_b);
  }
}

CAROM_WIDE_CLONES void prospects_of_one(const Mover* movers, std::uint32_t a, double limit,
                                        std::span<const std::uint32_t> candidates, Prospects& of_a) noexcept {
  for (std::size_t k = 0; k < candidates.size(); k += 4) {
    FourMovers four;
    gather(movers, &candidates[k], four);
    judge(movers[a], limit, four, k, of_a);
  }
}

}  // namespace carom::detail

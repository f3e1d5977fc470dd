#include "event/event_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "event/four_movers.hpp"
#include "math/wide.hpp"
#include "world/pairs/narrow.hpp"

namespace carom::detail {
namespace {

/// A little more than k_closes: the filter lets pass whatever meets.
constexpr double k_filter_closes = 2 + 0x1p-19;

CAROM_ALWAYS_INLINE bool any(const FourMasks& masks) {
  const FourMasks two = masks | __builtin_shufflevector(masks, masks, 2, 3, 0, 1);
  return (two[0] | two[1]) != 0;
}

/// The earliest so far, of each fourth candidate.
struct FourFirsts {
  Four t;
  FourMasks place;  ///< among the candidates
  FourMasks unclear;
};

CAROM_ALWAYS_INLINE void begin(const ContactSearch& search, FourFirsts& firsts) {
  firsts.t = Four{} + search.limit;
  firsts.place = FourMasks{} - 1;
  firsts.unclear = FourMasks{};
}

/// Whether the flight of the searching mover has just begun: then no other one's is later.
enum class Flight : bool { under_way, begun };

/// contact_time() of one with four, that of the places from `place` on.
template <Flight flight>
CAROM_ALWAYS_INLINE void judge(const EventBody& a, const ContactSearch& search, const FourMovers& b, long long place,
                               FourFirsts& firsts) {
  const Four since_a = Four{} + a.since;
  Four start = since_a;
  Four ax = Four{} + a.at.x;
  Four ay = Four{} + a.at.y;
  if constexpr (flight == Flight::under_way) {
    choose(b.since > since_a, b.since, since_a, start);
    const Four wait_a = start - since_a;
    ax = a.at.x + wait_a * a.velocity.x;
    ay = a.at.y + wait_a * a.velocity.y;
  }
  const Four wait_b = start - b.since;
  const Four dx = ax - (b.x + wait_b * b.vx) - search.shift.x;
  const Four dy = ay - (b.y + wait_b * b.vy) - search.shift.y;
  const Four wx = a.velocity.x - b.vx;
  const Four wy = a.velocity.y - b.vy;
  const Four m = dx * wx + dy * wy;
  const Four radii = a.radius + b.radius;
  const Four square = radii * radii;
  const Four c = dx * dx + dy * dy - square;
  const Four across = dx * wy - dy * wx;
  const Four q = (wx * wx + wy * wy) * square - across * across;
  const Four limits = Four{} + search.limit;
  Four last;
  choose(b.event < limits, b.event, limits, last);
  // Too far for the way that is left; `ample` is more than a time's rounding.
  const double ample = search.limit * 0x1p-51;
  FourMasks chosen = (m < 0.0) & (q > 0.0) & (c <= -k_filter_closes * m * (last - start + ample));
  if (!any(chosen)) return;
  Four root;
  for (int k = 0; k < 4; ++k) root[k] = std::sqrt(q[k]);
  const Four wait = c / (root - m);
  chosen &= (c <= 0.0) | (c <= -k_closes * m * wait);
  Four t = start + wait;
  const Four earliest = Four{} + search.not_before;
  choose(t < earliest, earliest, t, t);
  firsts.unclear |= chosen & ((c <= 0.0) | ((t < limits) & ((t == firsts.t) | (t == b.event))));
  const FourMasks earlier = chosen & (t < firsts.t) & (t <= b.event);
  choose(earlier, t, firsts.t, firsts.t);
  firsts.place = (earlier & (place + FourMasks{0, 1, 2, 3})) | (~earlier & firsts.place);
}

CAROM_ALWAYS_INLINE void conclude(const FourFirsts& firsts, const ContactSearch& search,
                                  std::span<const std::uint32_t> candidates, First& out) {
  // Of the two halves, then of the two that are left.
  const Four halves = __builtin_shufflevector(firsts.t, firsts.t, 2, 3, 0, 1);
  Four least;
  choose(halves < firsts.t, halves, firsts.t, least);
  const Four turned = __builtin_shufflevector(least, least, 1, 0, 3, 2);
  choose(turned < least, turned, least, least);
  const FourMasks same = firsts.t == least;
  const FourMasks places = same & firsts.place;
  const FourMasks place_pairs = places | __builtin_shufflevector(places, places, 2, 3, 0, 1);
  const FourMasks same_pairs = same + __builtin_shufflevector(same, same, 2, 3, 0, 1);
  out = {};
  out.unclear = any(firsts.unclear);
  if (!(least[0] < search.limit)) return;
  out.t = least[0];
  out.unclear = out.unclear || same_pairs[0] + same_pairs[1] != -1;
  // Of several the places are mixed up, and so they are unclear.
  if (!out.unclear) {
    out.partner = EventPartner::mover(candidates[static_cast<std::size_t>(place_pairs[0] | place_pairs[1])]);
  }
}

}  // namespace

CAROM_WIDE_CLONES First first_contact_of(const EventBody* movers, const ContactSearch& search,
                                         std::span<const std::uint32_t> candidates) noexcept {
  FourFirsts firsts;
  begin(search, firsts);
  for (std::size_t k = 0; k < candidates.size(); k += 4) {
    FourMovers four;
    gather(movers, &candidates[k], four);
    judge<Flight::under_way>(movers[search.mover], search, four, static_cast<long long>(k), firsts);
  }
  First first;
  conclude(firsts, search, candidates, first);
  return first;
}

CAROM_WIDE_CLONES TwoFirsts first_contacts_of(const EventBody* movers, std::uint32_t a, std::uint32_t b, double limit,
                                              std::span<const std::uint32_t> candidates) noexcept {
  const ContactSearch search_a{a, limit, movers[a].since, {}};
  const ContactSearch search_b{b, limit, movers[b].since, {}};
  FourFirsts of_a;
  FourFirsts of_b;
  begin(search_a, of_a);
  begin(search_b, of_b);
  for (std::size_t k = 0; k < candidates.size(); k += 4) {
    FourMovers four;
    gather(movers, &candidates[k], four);
    judge<Flight::begun>(movers[a], search_a, four, static_cast<long long>(k), of_a);
    judge<Flight::begun>(movers[b], search_b, four, static_cast<long long>(k), of_b);
  }
  TwoFirsts firsts;
  conclude(of_a, search_a, candidates, firsts.a);
  conclude(of_b, search_b, candidates, firsts.b);
  return firsts;
}

}  // namespace carom::detail

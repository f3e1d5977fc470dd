#include "worlds/contact_batch.hpp"

#include "math/wide.hpp"

namespace carom::detail {
namespace {

template <class Wide>
CAROM_ALWAYS_INLINE void take_larger(Wide& most, const Wide& other) {
  most = other > most ? other : most;
}

/// The motions of some bodies, by kind of number.
template <class Wide>
struct Motions {
  Wide x, y, spin;
};

CAROM_ALWAYS_INLINE void gather(const LaneMotion* motions, const std::uint32_t* who, Motions<Two>& out) {
  Two row[2];
  Two column[2];
  for (std::size_t k = 0; k < 2; ++k) load(&motions[who[k]].x, row[k]);
  transpose(row, column);
  out.x = column[0], out.y = column[1];
  out.spin = Two{motions[who[0]].spin, motions[who[1]].spin};
}
CAROM_ALWAYS_INLINE void scatter(const Motions<Two>& in, const std::uint32_t* who, LaneMotion* motions) {
  const Two column[2] = {in.x, in.y};
  Two row[2];
  transpose(column, row);
  for (std::size_t k = 0; k < 2; ++k) {
    store(row[k], &motions[who[k]].x);
    motions[who[k]].spin = in.spin[k];
  }
}

CAROM_ALWAYS_INLINE void gather(const LaneMotion* motions, const std::uint32_t* who, Motions<Four>& out) {
  Four row[4];
  Four column[4];
  for (std::size_t k = 0; k < 4; ++k) load(&motions[who[k]].x, row[k]);
  transpose(row, column);
  out.x = column[0], out.y = column[1], out.spin = column[2];
}
CAROM_ALWAYS_INLINE void scatter(const Motions<Four>& in, const std::uint32_t* who, LaneMotion* motions) {
  const Four column[4] = {in.x, in.y, in.spin, Four{}};
  Four row[4];
  transpose(column, row);
  for (std::size_t k = 0; k < 4; ++k) store(row[k], &motions[who[k]].x);
}

CAROM_ALWAYS_INLINE void join(const Four& low, const Four& high, Eight& out) {
  out = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
CAROM_ALWAYS_INLINE void split(const Eight& in, Four& low, Four& high) {
  low = __builtin_shufflevector(in, in, 0, 1, 2, 3);
  high = __builtin_shufflevector(in, in, 4, 5, 6, 7);
}
// Where vectors are narrower, nobody calls these.
[[maybe_unused]] CAROM_ALWAYS_INLINE void gather(const LaneMotion* motions, const std::uint32_t* who,
                                                 Motions<Eight>& out) {
  Motions<Four> low, high;
  gather(motions, who, low), gather(motions, who + 4, high);
  join(low.x, high.x, out.x), join(low.y, high.y, out.y), join(low.spin, high.spin, out.spin);
}
[[maybe_unused]] CAROM_ALWAYS_INLINE void scatter(const Motions<Eight>& in, const std::uint32_t* who,
                                                  LaneMotion* motions) {
  Motions<Four> low, high;
  split(in.x, low.x, high.x), split(in.y, low.y, high.y), split(in.spin, low.spin, high.spin);
  scatter(low, who, motions), scatter(high, who + 4, motions);
}

template <class Wide>
struct Inverse {
  Wide mass_a, inertia_a, mass_b, inertia_b;
};
template <class Wide>
CAROM_ALWAYS_INLINE void take_inverse(const ContactBatch& batch, std::size_t lane, Inverse<Wide>& inverse) {
  load(batch.mass_a + lane, inverse.mass_a), load(batch.inertia_a + lane, inverse.inertia_a);
  load(batch.mass_b + lane, inverse.mass_b), load(batch.inertia_b + lane, inverse.inertia_b);
}

template <class Wide>
CAROM_ALWAYS_INLINE void push(const LanePoints& p, std::size_t lane, const Inverse<Wide>& inverse,
                              const Wide& along_normal, const Wide& aside, Motions<Wide>& a, Motions<Wide>& b) {
  Wide nx, ny, turn_a[2], turn_b[2];
  load(p.normal_x + lane, nx), load(p.normal_y + lane, ny);
  for (std::size_t n = 0; n < 2; ++n) load(p.turn_a[n] + lane, turn_a[n]), load(p.turn_b[n] + lane, turn_b[n]);
  const Wide px = along_normal * nx - aside * ny;
  const Wide py = along_normal * ny + aside * nx;
  a.x += inverse.mass_a * px;
  a.y += inverse.mass_a * py;
  a.spin += inverse.inertia_a * (along_normal * turn_a[0] + aside * turn_a[1]);
  b.x -= inverse.mass_b * px;
  b.y -= inverse.mass_b * py;
  b.spin -= inverse.inertia_b * (along_normal * turn_b[0] + aside * turn_b[1]);
}

/// By how much the two close too fast at a point of theirs.
template <class Wide>
CAROM_ALWAYS_INLINE void take_lack(const LanePoints& p, std::size_t lane, const Motions<Wide>& a,
                                   const Motions<Wide>& b, Wide& lack) {
  Wide nx, ny, turn_a, turn_b, least;
  load(p.normal_x + lane, nx), load(p.normal_y + lane, ny), load(p.least + lane, least);
  load(p.turn_a[0] + lane, turn_a), load(p.turn_b[0] + lane, turn_b);
  lack = least - (((a.x - b.x) * nx + (a.y - b.y) * ny) + (a.spin * turn_a - b.spin * turn_b));
}

template <class Wide>
struct Seen {
  Wide change, lack, along;
};
/// Goes on some way as the round before did, then answers the point exactly while the others' impulses stand.
template <class Wide>
CAROM_ALWAYS_INLINE void answer(LanePoints& p, std::size_t lane, const Inverse<Wide>& inverse, const LaneEffort& effort,
                                Motions<Wide>& a, Motions<Wide>& b, Seen<Wide>& seen) {
  Wide further[2], stands[2], mass[2];
  for (std::size_t n = 0; n < 2; ++n) {
    Wide last;
    load(p.impulse[n] + lane, stands[n]), load(p.last[n] + lane, last), load(p.mass[n] + lane, mass[n]);
    store(stands[n], p.last[n] + lane);
    further[n] = effort.share * (stands[n] - last);
    stands[n] += further[n];
  }
  Wide nx, ny, turn_a, turn_b, coupling, friction, tolerance, lack;
  take_lack(p, lane, a, b, lack);
  const Wide wanted = stands[0] + mass[0] * lack;
  const Wide normal = wanted > 0 ? wanted : Wide{};
  const Wide more = normal - stands[0];
  load(p.normal_x + lane, nx), load(p.normal_y + lane, ny);
  load(p.turn_a[1] + lane, turn_a), load(p.turn_b[1] + lane, turn_b);
  const Wide slip = ((a.y - b.y) * nx - (a.x - b.x) * ny) + (a.spin * turn_a - b.spin * turn_b);
  load(p.coupling + lane, coupling), load(p.friction + lane, friction);
  const Wide limit = friction * normal;
  Wide sideways = stands[1] - mass[1] * (slip + coupling * more);
  sideways = sideways > limit ? limit : sideways;
  sideways = sideways < -limit ? -limit : sideways;
  const Wide aside = sideways - stands[1];
  store(normal, p.impulse[0] + lane), store(sideways, p.impulse[1] + lane);
  push(p, lane, inverse, more, aside, a, b);
  take_larger(seen.change, (more > 0 ? more : -more) - effort.precision * mass[0]);
  take_larger(seen.change, (aside > 0 ? aside : -aside) - effort.precision * mass[1]);
  load(p.tolerance + lane, tolerance);
  take_larger(seen.lack, lack - effort.enough * tolerance);
  seen.along += more * further[0] + aside * further[1];
}

template <class Wide>
CAROM_ALWAYS_INLINE void take_on_lanes_kernel(std::span<const ContactBatch> batches, LaneMotion* motions) {
  for (const ContactBatch& batch : batches) {
    for (std::size_t lane = 0; lane < k_contact_lanes; lane += k_width<Wide>) {
      Motions<Wide> a, b;
      Inverse<Wide> inverse;
      gather(motions, batch.a + lane, a), gather(motions, batch.b + lane, b);
      take_inverse(batch, lane, inverse);
      for (std::size_t n = 0; n < (batch.two ? 2 : 1); ++n) {
        Wide along_normal, aside;
        load(batch.points[n].impulse[0] + lane, along_normal), load(batch.points[n].impulse[1] + lane, aside);
        push(batch.points[n], lane, inverse, along_normal, aside, a, b);
      }
      scatter(a, batch.a + lane, motions), scatter(b, batch.b + lane, motions);
    }
  }
}

template <class Wide>
CAROM_ALWAYS_INLINE void answer_lanes_kernel(std::span<ContactBatch> batches, LaneMotion* motions,
                                             const LaneEffort& effort, LaneRound& round) {
  Seen<Wide> seen[k_contact_lanes / k_width<Wide>] = {};
  for (ContactBatch& batch : batches) {
    CAROM_UNROLL
    for (std::size_t k = 0; k < k_contact_lanes / k_width<Wide>; ++k) {
      const std::size_t lane = k * k_width<Wide>;
      Motions<Wide> a, b;
      Inverse<Wide> inverse;
      gather(motions, batch.a + lane, a), gather(motions, batch.b + lane, b);
      take_inverse(batch, lane, inverse);
      answer(batch.points[0], lane, inverse, effort, a, b, seen[k]);
      if (batch.two) answer(batch.points[1], lane, inverse, effort, a, b, seen[k]);
      scatter(a, batch.a + lane, motions), scatter(b, batch.b + lane, motions);
    }
  }
  for (std::size_t k = 0; k < k_contact_lanes / k_width<Wide>; ++k) {
    const std::size_t lane = k * k_width<Wide>;
    store(seen[k].change, round.change + lane), store(seen[k].lack, round.lack + lane);
    store(seen[k].along, round.along + lane);
  }
}

template <class Wide>
CAROM_ALWAYS_INLINE void see_lacks_kernel(const ContactBatch& batch, const LaneMotion* motions, ContactLane* lacks) {
  for (std::size_t lane = 0; lane < k_contact_lanes; lane += k_width<Wide>) {
    Motions<Wide> a, b;
    gather(motions, batch.a + lane, a), gather(motions, batch.b + lane, b);
    for (std::size_t n = 0; n < (batch.two ? 2 : 1); ++n) {
      Wide lack;
      take_lack(batch.points[n], lane, a, b, lack);
      store(lack, lacks[n] + lane);
    }
  }
}

}  // namespace

CAROM_FOR_EACH_WIDTH(take_on_lanes, (std::span<const ContactBatch> batches, LaneMotion* motions), (batches, motions))
CAROM_FOR_EACH_WIDTH(answer_lanes,
                     (std::span<ContactBatch> batches, LaneMotion* motions, const LaneEffort& effort, LaneRound& seen),
                     (batches, motions, effort, seen))
CAROM_FOR_EACH_WIDTH(see_lacks, (const ContactBatch& batch, const LaneMotion* motions, ContactLane* lacks),
                     (batch, motions, lacks))

CAROM_WIDE_CLONES void go_on_motions(std::span<LaneMotion> motions, LaneMotion* last, double share) noexcept {
  for (std::size_t k = 0; k < motions.size(); ++k) {
    Four motion, before;
    load(&motions[k].x, motion), load(&last[k].x, before);
    store(motion, &last[k].x);
    motion += share * (motion - before);
    store(motion, &motions[k].x);
  }
}

}  // namespace carom::detail

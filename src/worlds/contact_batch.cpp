#include "worlds/contact_batch.hpp"

#include <limits>

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

/// Some way further in the direction of before; then the last round's changes become part of it.
template <class Wide>
CAROM_ALWAYS_INLINE void go_on(LanePoints& p, std::size_t lane, double share, Wide (&impulse)[2]) {
  for (std::size_t n = 0; n < 2; ++n) {
    Wide course, change;
    load(p.course[n] + lane, course), load(p.change[n] + lane, change);
    course *= share;
    impulse[n] += course;
    course += change;
    store(course, p.course[n] + lane);
  }
}

/// The impulses that would answer a point exactly while the others' stand.
template <class Wide>
struct Asked {
  Wide mass[2], impulse[2], tolerance;
  Wide lack, normal, along, more, aside;
};
template <class Wide>
CAROM_ALWAYS_INLINE void ask(const LanePoints& p, std::size_t lane, const Motions<Wide>& a, const Motions<Wide>& b,
                             Asked<Wide>& asked) {
  Wide nx, ny, turn_a[2], turn_b[2], coupling, friction, least;
  load(p.normal_x + lane, nx), load(p.normal_y + lane, ny), load(p.coupling + lane, coupling);
  load(p.friction + lane, friction), load(p.least + lane, least), load(p.tolerance + lane, asked.tolerance);
  for (std::size_t n = 0; n < 2; ++n) {
    load(p.turn_a[n] + lane, turn_a[n]), load(p.turn_b[n] + lane, turn_b[n]), load(p.mass[n] + lane, asked.mass[n]);
  }
  const Wide way_x = a.x - b.x, way_y = a.y - b.y;
  const Wide apart = (way_x * nx + way_y * ny) + (a.spin * turn_a[0] - b.spin * turn_b[0]);
  const Wide slip = (way_y * nx - way_x * ny) + (a.spin * turn_a[1] - b.spin * turn_b[1]);
  asked.lack = least - apart;
  const Wide normal = asked.impulse[0] + asked.mass[0] * asked.lack;
  asked.normal = normal > 0 ? normal : Wide{};
  asked.more = asked.normal - asked.impulse[0];
  const Wide limit = friction * asked.normal;
  Wide along = asked.impulse[1] - asked.mass[1] * (slip + coupling * asked.more);
  along = along > limit ? limit : along;
  asked.along = along < -limit ? -limit : along;
  asked.aside = asked.along - asked.impulse[1];
}

/// By how much a change of speeds exceeds one that matters.
template <class Wide>
CAROM_ALWAYS_INLINE void take_excess(const Asked<Wide>& asked, const Wide& matters, Wide& most) {
  take_larger(most, (asked.more > 0 ? asked.more : -asked.more) - matters * asked.mass[0]);
  take_larger(most, (asked.aside > 0 ? asked.aside : -asked.aside) - matters * asked.mass[1]);
}

template <class Wide>
struct Seen {
  Wide change, lack, square;
};
template <class Wide>
CAROM_ALWAYS_INLINE void answer(LanePoints& p, std::size_t lane, const Inverse<Wide>& inverse, const LaneEffort& effort,
                                Motions<Wide>& a, Motions<Wide>& b, Seen<Wide>& seen) {
  Asked<Wide> asked;
  for (std::size_t n = 0; n < 2; ++n) load(p.impulse[n] + lane, asked.impulse[n]);
  if (effort.goes_on) go_on(p, lane, effort.share, asked.impulse);
  ask(p, lane, a, b, asked);
  store(asked.normal, p.impulse[0] + lane), store(asked.along, p.impulse[1] + lane);
  store(asked.more, p.change[0] + lane), store(asked.aside, p.change[1] + lane);
  push(p, lane, inverse, asked.more, asked.aside, a, b);
  take_excess(asked, Wide{} + effort.precision, seen.change);
  take_larger(seen.lack, asked.lack - effort.enough * asked.tolerance);
  seen.square += asked.more * asked.more + asked.aside * asked.aside;
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
    store(seen[k].square, round.square + lane);
  }
}

template <class Wide>
CAROM_ALWAYS_INLINE void see_excess_kernel(const ContactBatch& batch, const LaneMotion* motions, ContactLane* excess) {
  for (std::size_t lane = 0; lane < k_contact_lanes; lane += k_width<Wide>) {
    Motions<Wide> a, b;
    gather(motions, batch.a + lane, a), gather(motions, batch.b + lane, b);
    for (std::size_t n = 0; n < (batch.two ? 2 : 1); ++n) {
      Asked<Wide> asked;
      for (std::size_t k = 0; k < 2; ++k) load(batch.points[n].impulse[k] + lane, asked.impulse[k]);
      ask(batch.points[n], lane, a, b, asked);
      Wide most = Wide{} - std::numeric_limits<double>::infinity();
      take_excess(asked, asked.tolerance, most);
      store(most, excess[n] + lane);
    }
  }
}

}  // namespace

CAROM_FOR_EACH_WIDTH(take_on_lanes, (std::span<const ContactBatch> batches, LaneMotion* motions), (batches, motions))
CAROM_FOR_EACH_WIDTH(answer_lanes,
                     (std::span<ContactBatch> batches, LaneMotion* motions, const LaneEffort& effort, LaneRound& seen),
                     (batches, motions, effort, seen))
CAROM_FOR_EACH_WIDTH(see_excess, (const ContactBatch& batch, const LaneMotion* motions, ContactLane* excess),
                     (batch, motions, excess))

CAROM_WIDE_CLONES void go_on_motions(std::span<LaneMotion> motions, LaneMotion* before, LaneMotion* courses,
                                     double share) noexcept {
  for (std::size_t k = 0; k < motions.size(); ++k) {
    Four motion, was, course;
    load(&motions[k].x, motion), load(&before[k].x, was), load(&courses[k].x, course);
    course *= share;
    const Four change = motion - was;
    motion += course;
    course += change;
    store(motion, &motions[k].x), store(motion, &before[k].x), store(course, &courses[k].x);
  }
}

}  // namespace carom::detail

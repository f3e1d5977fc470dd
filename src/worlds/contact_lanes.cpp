#include "worlds/contact_lanes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "math/wide.hpp"
#include "response/coulomb.hpp"

namespace carom::detail {
namespace {

using Motion = ContactLanes::Motion;
using Points = ContactLanes::Points;
using Batch = ContactLanes::Batch;

/// Beyond, every couple is a shade of its own.
constexpr std::uint32_t k_most_shades = 63;

struct LaneEffort {
  double precision = 0;
  double enough = 0;
  bool goes_on = false;  ///< first, by the share of the course
  double share = 0;
};

CAROM_ALWAYS_INLINE void take_larger(Four& most, const Four& other) { most = other > most ? other : most; }

/// The motions of four bodies, by kind of number.
struct Motions {
  Four x, y, spin;
};
CAROM_ALWAYS_INLINE void gather(const Motion* motions, const std::uint32_t* who, Motions& out) {
  Four row[4];
  Four column[4];
  for (std::size_t k = 0; k < 4; ++k) load(&motions[who[k]].x, row[k]);
  transpose(row, column);
  out.x = column[0], out.y = column[1], out.spin = column[2];
}
CAROM_ALWAYS_INLINE void scatter(const Motions& in, const std::uint32_t* who, Motion* motions) {
  const Four column[4] = {in.x, in.y, in.spin, Four{}};
  Four row[4];
  transpose(column, row);
  for (std::size_t k = 0; k < 4; ++k) store(row[k], &motions[who[k]].x);
}

struct Inverse {
  Four mass_a, inertia_a, mass_b, inertia_b;
};

CAROM_ALWAYS_INLINE void push(const Points& p, const Inverse& inverse, const Four& along_normal, const Four& aside,
                              Motions& a, Motions& b) {
  Four nx, ny, turn_a[2], turn_b[2];
  load(p.normal_x, nx), load(p.normal_y, ny);
  for (std::size_t n = 0; n < 2; ++n) load(p.turn_a[n], turn_a[n]), load(p.turn_b[n], turn_b[n]);
  const Four px = along_normal * nx - aside * ny;
  const Four py = along_normal * ny + aside * nx;
  a.x += inverse.mass_a * px;
  a.y += inverse.mass_a * py;
  a.spin += inverse.inertia_a * (along_normal * turn_a[0] + aside * turn_a[1]);
  b.x -= inverse.mass_b * px;
  b.y -= inverse.mass_b * py;
  b.spin -= inverse.inertia_b * (along_normal * turn_b[0] + aside * turn_b[1]);
}

CAROM_ALWAYS_INLINE void take_inverse(const Batch& batch, Inverse& inverse) {
  load(batch.mass_a, inverse.mass_a), load(batch.inertia_a, inverse.inertia_a);
  load(batch.mass_b, inverse.mass_b), load(batch.inertia_b, inverse.inertia_b);
}

/// Some way further in the direction of before; then the last round's changes become part of it.
CAROM_ALWAYS_INLINE void go_on(Points& p, double share, Four (&impulse)[2]) {
  for (std::size_t n = 0; n < 2; ++n) {
    Four course, change;
    load(p.course[n], course), load(p.change[n], change);
    course *= share;
    impulse[n] += course;
    course += change;
    store(course, p.course[n]);
  }
}

/// What a round was about: by how much changes exceed the precision and lacks the tolerance, at most; squares of changes.
struct Seen {
  Four change, lack, square;
};

/// A point of each pair, answered exactly while the others' impulses stand.
CAROM_ALWAYS_INLINE void answer(Points& p, const Inverse& inverse, const LaneEffort& effort, Motions& a, Motions& b,
                                Seen& seen) {
  Four nx, ny, turn_a[2], turn_b[2], mass[2], impulse[2], coupling, friction, least, tolerance;
  load(p.normal_x, nx), load(p.normal_y, ny);
  load(p.coupling, coupling), load(p.friction, friction), load(p.least, least), load(p.tolerance, tolerance);
  for (std::size_t n = 0; n < 2; ++n) {
    load(p.turn_a[n], turn_a[n]), load(p.turn_b[n], turn_b[n]);
    load(p.mass[n], mass[n]), load(p.impulse[n], impulse[n]);
  }
  if (effort.goes_on) go_on(p, effort.share, impulse);
  const Four way_x = a.x - b.x, way_y = a.y - b.y;
  const Four apart = (way_x * nx + way_y * ny) + (a.spin * turn_a[0] - b.spin * turn_b[0]);
  const Four slip = (way_y * nx - way_x * ny) + (a.spin * turn_a[1] - b.spin * turn_b[1]);
  const Four lack = least - apart;
  Four normal = impulse[0] + mass[0] * lack;
  normal = normal > 0 ? normal : Four{};
  const Four more = normal - impulse[0];
  const Four limit = friction * normal;
  Four along = impulse[1] - mass[1] * (slip + coupling * more);
  along = along > limit ? limit : along;
  along = along < -limit ? -limit : along;
  const Four aside = along - impulse[1];
  store(normal, p.impulse[0]), store(along, p.impulse[1]);
  store(more, p.change[0]), store(aside, p.change[1]);
  push(p, inverse, more, aside, a, b);
  take_larger(seen.change, (more > 0 ? more : -more) - effort.precision * mass[0]);
  take_larger(seen.change, (aside > 0 ? aside : -aside) - effort.precision * mass[1]);
  take_larger(seen.lack, lack - effort.enough * tolerance);
  seen.square += more * more + aside * aside;
}

double sum_of(const Four& v) { return (v[0] + v[1]) + (v[2] + v[3]); }
bool any_positive(const Four& v) { return v[0] > 0 || v[1] > 0 || v[2] > 0 || v[3] > 0; }

}  // namespace

/// The points' impulses act.
CAROM_WIDE_CLONES void take_on_lanes(std::span<const Batch> batches, Motion* motions) noexcept {
  for (const Batch& batch : batches) {
    Motions a, b;
    Inverse inverse;
    gather(motions, batch.a, a), gather(motions, batch.b, b);
    take_inverse(batch, inverse);
    for (std::size_t n = 0; n < (batch.two ? 2 : 1); ++n) {
      Four along_normal, aside;
      load(batch.points[n].impulse[0], along_normal), load(batch.points[n].impulse[1], aside);
      push(batch.points[n], inverse, along_normal, aside, a, b);
    }
    scatter(a, batch.a, motions), scatter(b, batch.b, motions);
  }
}

struct LaneRound {
  bool changes = false;
  bool lacks = false;
  double square = 0;
};

CAROM_WIDE_CLONES LaneRound answer_lanes(std::span<Batch> batches, Motion* motions, const LaneEffort& effort) noexcept {
  Seen seen{};
  for (Batch& batch : batches) {
    Motions a, b;
    Inverse inverse;
    gather(motions, batch.a, a), gather(motions, batch.b, b);
    take_inverse(batch, inverse);
    answer(batch.points[0], inverse, effort, a, b, seen);
    if (batch.two) answer(batch.points[1], inverse, effort, a, b, seen);
    scatter(a, batch.a, motions), scatter(b, batch.b, motions);
  }
  return {any_positive(seen.change), any_positive(seen.lack), sum_of(seen.square)};
}

CAROM_WIDE_CLONES void go_on_motions(std::span<Motion> motions, const Motion* before, Motion* courses,
                                     double share) noexcept {
  for (std::size_t k = 0; k < motions.size(); ++k) {
    Four motion, was, course;
    load(&motions[k].x, motion), load(&before[k].x, was), load(&courses[k].x, course);
    course *= share;
    const Four change = motion - was;
    motion += course;
    course += change;
    store(motion, &motions[k].x), store(course, &courses[k].x);
  }
}

/// No two couples of a shade share a body that moves.
void ContactLanes::shade(std::span<const ContactBody> bodies, std::span<const ContactPoint> points) {
  couples_.clear();
  taken_.assign(bodies.size(), 0);
  shades_.assign(2 * (k_most_shades + 1), 0);
  for (std::uint32_t k = 0; k < points.size();) {
    const bool pair = k + 1 < points.size() && points[k].a == points[k + 1].a && points[k].b == points[k + 1].b;
    Couple couple{k, pair ? 2U : 1U, 0};
    std::uint64_t& of_a = taken_[points[k].a];
    std::uint64_t& of_b = taken_[points[k].b];
    const bool moves_a = bodies[points[k].a].inverse_mass > 0 || bodies[points[k].a].inverse_inertia > 0;
    const bool moves_b = bodies[points[k].b].inverse_mass > 0 || bodies[points[k].b].inverse_inertia > 0;
    const std::uint64_t taken = (moves_a ? of_a : 0) | (moves_b ? of_b : 0);
    couple.shade = std::min(static_cast<std::uint32_t>(std::countr_one(taken)), k_most_shades);
    const std::uint64_t mark = couple.shade < k_most_shades ? std::uint64_t{1} << couple.shade : 0;
    of_a |= mark;
    of_b |= mark;
    ++shades_[2 * couple.shade + (pair ? 0 : 1)];
    couples_.push_back(couple);
    k += couple.count;
  }
}

void ContactLanes::put(Batch& batch, std::size_t lane, const Couple& couple, std::span<const ContactBody> bodies,
                       std::span<const ContactPoint> points) const {
  const ContactPoint& first = points[couple.first];
  const ContactBody& a = bodies[first.a];
  const ContactBody& b = bodies[first.b];
  batch.a[lane] = first.a;
  batch.b[lane] = first.b;
  batch.mass_a[lane] = a.inverse_mass;
  batch.inertia_a[lane] = a.inverse_inertia;
  batch.mass_b[lane] = b.inverse_mass;
  batch.inertia_b[lane] = b.inverse_inertia;
  batch.two = batch.two || couple.count > 1;
  for (std::uint32_t n = 0; n < couple.count; ++n) {
    const ContactPoint& p = points[couple.first + n];
    Points& to = batch.points[n];
    batch.from[n][lane] = couple.first + n;
    const Lever lever_a = lever(p.arm_a, p.normal, a.inverse_mass, a.inverse_inertia);
    const Lever lever_b = lever(p.arm_b, p.normal, b.inverse_mass, b.inverse_inertia);
    const ContactMatrix k = contact_matrix(lever_a, lever_b);
    to.normal_x[lane] = p.normal.x;
    to.normal_y[lane] = p.normal.y;
    to.turn_a[0][lane] = lever_a.normal;
    to.turn_a[1][lane] = lever_a.along;
    to.turn_b[0][lane] = lever_b.normal;
    to.turn_b[1][lane] = lever_b.along;
    to.mass[0][lane] = k.nn > 0 ? 1 / k.nn : 0;
    to.mass[1][lane] = k.ss > 0 ? 1 / k.ss : 0;
    to.coupling[lane] = k.ns;
    to.friction[lane] = p.friction;
    to.least[lane] = p.least;
    to.tolerance[lane] = p.tolerance;
    to.impulse[0][lane] = std::max(p.impulse, 0.0);
    const double limit = p.friction * to.impulse[0][lane];
    to.impulse[1][lane] = std::clamp(p.friction_impulse, -limit, limit);
  }
}

/// By shade, those with two points first, in the given order; every shade begins a batch of its own, and beyond the last
/// one every couple does.
void ContactLanes::deal(std::span<const ContactBody> bodies, std::span<const ContactPoint> points) {
  constexpr auto lanes = static_cast<std::uint32_t>(k_lanes);
  std::uint32_t slots = 0;
  for (std::uint32_t s = 0; s <= k_most_shades; ++s) {
    const std::uint32_t each = s < k_most_shades ? 1 : lanes;
    const std::uint32_t pairs = each * shades_[2 * s];
    const std::uint32_t singles = each * shades_[2 * s + 1];
    shades_[2 * s] = slots;
    shades_[2 * s + 1] = slots + pairs;
    slots += (pairs + singles + lanes - 1) / lanes * lanes;
  }
  batches_.assign(slots / k_lanes, Batch{});
  const auto nobody = static_cast<std::uint32_t>(bodies.size());
  for (Batch& batch : batches_) {
    std::ranges::fill(batch.a, nobody);
    std::ranges::fill(batch.b, nobody);
    for (auto& from : batch.from) std::ranges::fill(from, k_nobody);
  }
  for (const Couple& couple : couples_) {
    std::uint32_t& next = shades_[2 * couple.shade + (couple.count > 1 ? 0 : 1)];
    put(batches_[next / lanes], next % lanes, couple, bodies, points);
    next += couple.shade < k_most_shades ? 1 : lanes;
  }
}

int ContactLanes::iterate(double precision, int most_rounds, double enough) {
  courses_.assign(motions_.size(), {});
  LaneEffort effort{precision, enough, false, 0};
  double last = 0;
  for (int round = 1;; ++round) {
    before_ = motions_;
    const LaneRound seen = answer_lanes(batches_, motions_.data(), effort);
    // The last word is that of the points.
    if (!seen.changes || (enough > 0 && !seen.lacks) || round >= most_rounds) return round;
    // Where changes grow, the course begins anew. Points take it up when they are answered the next time.
    effort.goes_on = true;
    effort.share = round > 1 && seen.square <= last ? seen.square / last : 0;
    go_on_motions(motions_, before_.data(), courses_.data(), effort.share);
    last = seen.square;
  }
}

int ContactLanes::solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, double precision,
                        int most_rounds, double enough) {
  shade(bodies, points);
  deal(bodies, points);
  motions_.clear();
  for (const ContactBody& body : bodies) motions_.push_back({body.velocity.x, body.velocity.y, body.spin, 0});
  motions_.emplace_back();
  take_on_lanes(batches_, motions_.data());
  const int rounds = iterate(precision, most_rounds, enough);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    bodies[k].velocity = {motions_[k].x, motions_[k].y};
    bodies[k].spin = motions_[k].spin;
  }
  for (const Batch& batch : batches_) {
    for (std::size_t n = 0; n < 2; ++n) {
      for (std::size_t lane = 0; lane < k_lanes; ++lane) {
        if (batch.from[n][lane] == k_nobody) continue;
        points[batch.from[n][lane]].impulse = batch.points[n].impulse[0][lane];
        points[batch.from[n][lane]].friction_impulse = batch.points[n].impulse[1][lane];
      }
    }
  }
  return rounds;
}

}  // namespace carom::detail

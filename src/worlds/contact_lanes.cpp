#include "worlds/contact_lanes.hpp"

#include <algorithm>
#include <bit>

namespace carom::detail {
namespace {

/// Beyond, every couple is a shade of its own.
constexpr std::uint32_t k_most_shades = 63;

bool any_positive(const ContactLane& lane) {
  return std::ranges::any_of(lane, [](double one) { return one > 0; });
}
double sum_of(const ContactLane& v) { return ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7])); }

}  // namespace

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

void ContactLanes::put(ContactBatch& batch, std::size_t lane, const Couple& couple, std::span<const ContactBody> bodies,
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
    LanePoints& to = batch.points[n];
    batch.from[n][lane] = couple.first + n;
    const ContactRow row = row_of(p, a, b);
    to.normal_x[lane] = row.normal.x;
    to.normal_y[lane] = row.normal.y;
    for (std::size_t k = 0; k < 2; ++k) {
      to.turn_a[k][lane] = row.turn_a[k];
      to.turn_b[k][lane] = row.turn_b[k];
      to.mass[k][lane] = row.mass[k];
    }
    to.coupling[lane] = row.coupling;
    to.friction[lane] = row.friction;
    to.least[lane] = row.least;
    to.tolerance[lane] = row.tolerance;
    for (std::size_t k = 0; k < 2; ++k) to.impulse[k][lane] = to.last[k][lane] = row.impulse[k];
  }
}

namespace {

void empty(ContactBatch& batch, std::uint32_t nobody, bool all) {
  if (all) batch = {};
  batch.two = false;
  std::ranges::fill(batch.a, nobody);
  std::ranges::fill(batch.b, nobody);
  for (auto& from : batch.from) std::ranges::fill(from, k_no_point);
}

}  // namespace

/// By shade, those with two points first, in the given order; every shade begins a batch of its own, and beyond the last
/// one every couple does.
void ContactLanes::deal(std::span<const ContactBody> bodies, std::span<const ContactPoint> points) {
  shade(bodies, points);
  constexpr auto lanes = static_cast<std::uint32_t>(k_contact_lanes);
  std::uint32_t slots = 0;
  for (std::uint32_t s = 0; s <= k_most_shades; ++s) {
    const std::uint32_t each = s < k_most_shades ? 1 : lanes;
    const std::uint32_t pairs = each * shades_[2 * s];
    const std::uint32_t singles = each * shades_[2 * s + 1];
    shades_[2 * s] = slots;
    shades_[2 * s + 1] = slots + pairs;
    const std::uint32_t end = slots + (pairs + singles + lanes - 1) / lanes * lanes;
    batches_.resize(std::max<std::size_t>(batches_.size(), end / lanes));
    for (std::uint32_t first = slots; first < end; first += lanes) {
      // Where all lanes are taken, all is written anyway.
      const bool all_pairs = first + lanes <= slots + pairs;
      const bool all_singles = first >= slots + pairs && first + lanes <= slots + pairs + singles;
      const bool full = s < k_most_shades && (all_pairs || all_singles);
      empty(batches_[first / lanes], static_cast<std::uint32_t>(bodies.size()), !full);
    }
    slots = end;
  }
  batches_.resize(slots / lanes);
  for (const Couple& couple : couples_) {
    std::uint32_t& next = shades_[2 * couple.shade + (couple.count > 1 ? 0 : 1)];
    put(batches_[next / lanes], next % lanes, couple, bodies, points);
    next += couple.shade < k_most_shades ? 1 : lanes;
  }
}

int ContactLanes::iterate(double precision, int most_rounds, double enough) {
  last_ = motions_;
  LaneEffort effort{precision, enough, 0};
  GoingOn going;
  for (int round = 1;; ++round) {
    LaneRound seen;
    go_on_motions(motions_, last_.data(), effort.share);
    answer_lanes(batches_, motions_.data(), effort, seen);
    const bool done = !any_positive(seen.change) || (enough > 0 && !any_positive(seen.lack));
    if (done || round >= most_rounds) return round;
    if (guard_ != nullptr && guard_->spend(batches_.size())) return round;
    going.see(sum_of(seen.along));
    effort.share = going.share();
  }
}

int ContactLanes::solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, double precision,
                        int most_rounds, double enough) {
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
  for (const ContactBatch& batch : batches_) {
    for (std::size_t n = 0; n < (batch.two ? 2 : 1); ++n) {
      for (std::size_t lane = 0; lane < k_contact_lanes; ++lane) {
        if (batch.from[n][lane] == k_no_point) continue;
        points[batch.from[n][lane]].impulse = batch.points[n].impulse[0][lane];
        points[batch.from[n][lane]].friction_impulse = batch.points[n].impulse[1][lane];
      }
    }
  }
  return rounds;
}

void ContactLanes::find_lacking(std::vector<std::uint32_t>& points) const {
  points.clear();
  for (const ContactBatch& batch : batches_) {
    ContactLane lacks[2];
    see_lacks(batch, motions_.data(), lacks);
    for (std::size_t n = 0; n < (batch.two ? 2 : 1); ++n) {
      for (std::size_t lane = 0; lane < k_contact_lanes; ++lane) {
        const bool there = batch.from[n][lane] != k_no_point;
        if (there && lacks[n][lane] >= batch.points[n].tolerance[lane]) points.push_back(batch.from[n][lane]);
      }
    }
  }
  std::ranges::sort(points);
}

}  // namespace carom::detail

#include "event/event_jam.hpp"

#include <algorithm>
#include <cmath>

#include "contact/contact_side.hpp"
#include "event/event_paths.hpp"
#include "math/sort_stably.hpp"
#include "world/pairs/narrow.hpp"

namespace carom::detail {
namespace {

/// Of a body's size: between two hits it gets no farther.
constexpr double k_short_way = 1e-3;
constexpr double k_no_way = 1e-9;
/// Of the shortest flight: a body that lies on something hops longer.
constexpr double k_no_time = 1e-3;
/// So many hits in a row, and it is squeezed.
constexpr std::uint32_t k_jammed_after = 1024;
/// Of the speed of what hits it, and of hops: nothing slower is squeezed.
constexpr double k_fast = 64;
/// Meanwhile it has become so much faster.
constexpr double k_faster = 2;
/// Of a body's size: neighbours that are jammed with it are no farther away.
constexpr double k_jam_gap = 4e-3;
/// Of a body's size: what comes so near has come.
constexpr double k_about_to = 1e-6;
/// Hits of one that has no room: nothing that passes would free it.
constexpr std::uint32_t k_wedged = 0xffff'ffffU;

}  // namespace

void EventJamGuard::reset() {
  jams_.clear();
  releases_.clear();
  jams_.resize(bodies_.fixed().empty() ? 0 : bodies_.directory().count());
}

void EventJamGuard::restore(std::uint32_t body_index, const BodyFlight& flight) {
  if (!jams_.empty()) jams_[body_index] = flight.jam;
}

void EventJamGuard::save(std::uint32_t body_index, BodyFlight& flight) const {
  flight.jam = jams_.empty() ? Jam{} : jams_[body_index];
}

bool EventJamGuard::is_jammed(const BodyImpact& impact, const Encounter& e, double shortest_flight) {
  if (jams_.empty() || impact.b.is_edge() || is_between_movers(impact)) return false;
  const FixedBody& presser = bodies_.fixed(impact.a.is_mover() ? impact.b : impact.a);
  if (presser.velocity == Vec2{}) return false;
  const EventBody& m = bodies_.mover(mover_of(impact).index());
  const double size = m.radius > 0 ? 2 * m.radius : std::isfinite(presser.reach) ? 2 * presser.reach : 1;
  const double span = ctx_.now - m.since;
  const double way = span * length(e.velocity_a - e.velocity_b);
  const double closing = closing_speed(e);
  Jam& jam = jams_[m.body_index];
  const double slow = length(presser.velocity) + (ctx_.falling ? length(ctx_.gravity) * shortest_flight : 0);
  jam.hits = way < k_short_way * size && closing > k_fast * slow ? jam.hits + 1 : 0;
  if (jam.hits == 1) jam.speed = closing;
  jam.stuck = way < k_no_way * size && (!ctx_.falling || span < k_no_time * shortest_flight) ? jam.stuck + 1 : 0;
  return jam.stuck >= k_jammed_after || (jam.hits >= k_jammed_after && closing > k_faster * jam.speed);
}

void EventJamGuard::expect_jam(std::uint32_t mover) {
  if (!jams_.empty()) jams_[bodies_.mover(mover).body_index].stuck = k_jammed_after;
}

void EventJamGuard::hold(BodyRef mover) {
  jams_[bodies_.body_index(mover)] = {};
  ctx_.record->held.insert(bodies_.body(mover).serial);
  ++ctx_.record->policies.holds;
}

void EventJamGuard::wedge(BodyRef mover) {
  jams_.resize(bodies_.directory().count());
  hold(mover);
  jams_[bodies_.body_index(mover)].stuck = k_wedged;
}

std::vector<std::uint32_t> EventJamGuard::jammed_with(std::uint32_t mover) const {
  std::vector<std::uint32_t> jammed{mover};
  std::vector<bool> known(bodies_.mover_count());
  known[mover] = true;
  const auto in_touch = [&](std::uint32_t x, std::uint32_t y, Vec2 shift) {
    const EventBody& m = bodies_.mover(y);
    const double reach = bodies_.mover(x).radius + m.radius;
    const double gap = length(bodies_.position(x, ctx_.now) - bodies_.position(y, ctx_.now) - shift) - reach;
    return gap < k_jam_gap * reach &&
           (ctx_.now - m.since) * length(bodies_.velocity(y, ctx_.now)) < k_short_way * reach;
  };
  for (std::size_t k = 0; k < jammed.size(); ++k) {
    const std::uint32_t x = jammed[k];
    if (!cells_.is_gridded(x)) continue;
    cells_.grid().near({cells_.cell(x), bodies_.mover(x).radius, false},
                       [&](std::uint32_t y, int image_x, int image_y) {
                         const Vec2 shift{image_x * ctx_.period.x, image_y * ctx_.period.y};
                         if (known[y] || !in_touch(x, y, shift)) return;
                         known[y] = true;
                         jammed.push_back(y);
                       });
  }
  jammed.erase(jammed.begin());
  sort_stably(jammed, {}, [&](std::uint32_t x) { return bodies_.mover(x).body_index; });
  return jammed;
}

void EventJamGuard::predict_releases() {
  if (!bodies_.fixed().empty()) jams_.resize(bodies_.directory().count());
  releases_.assign(bodies_.fixed().size(), k_never);
  for (std::uint32_t k = 0; k < bodies_.fixed().size(); ++k) {
    if (bodies_.fixed()[k].held) releases_[k] = release_time(BodyRef::fixed(k));
  }
}

/// From then on nothing fixed that moves has a point in common with it. Nothing but flights goes in.
double EventJamGuard::release_time(BodyRef held) {
  if (jams_[bodies_.body_index(held)].stuck == k_wedged) return k_never;
  const Body& stander = bodies_.body(held);
  double free = ctx_.now;
  for (bool again = true; again;) {
    again = false;
    for (const BodyRef moving : fixed_grid_.anywhere()) {
      const FixedBody& passer = bodies_.fixed(moving);
      const Body& other = bodies_.body(moving);
      if (passer.velocity == Vec2{} || !filters_match(stander, other)) continue;
      const Vec2 shift = ctx_.fixed_shift(bodies_.position(held, free), bodies_.position(moving, free));
      const auto [sweep_a, sweep_b, horizon] = two_sweeps(ctx_, bodies_, held, moving, shift);
      const SweepPair pair{sweep_a, sweep_b, stander.shape, other.shape, shift, horizon};
      const auto enters = entering(pair, scratch_);
      const double soon = k_about_to * bodies_.fixed(held).reach / length(passer.velocity);
      if (!enters || enters->t > free + soon) continue;
      const double leaves = leaving_time(pair, scratch_).value_or(k_never);
      if (leaves == k_never) return k_never;
      again = again || leaves > free;
      free = std::max(free, leaves);
    }
  }
  return free;
}

double EventJamGuard::next_release() const noexcept {
  double first = k_never;
  if (ctx_.record->held.empty()) return first;
  for (std::size_t k = 0; k < releases_.size(); ++k) {
    if (bodies_.fixed()[k].held && !bodies_.fixed()[k].gone) first = std::min(first, releases_[k]);
  }
  return first;
}

std::vector<BodyRef> EventJamGuard::released(double t) const {
  std::vector<BodyRef> free;
  for (std::uint32_t k = 0; k < releases_.size(); ++k) {
    const FixedBody& f = bodies_.fixed()[k];
    if (f.held && !f.gone && !(releases_[k] > t)) free.push_back(BodyRef::fixed(k));
  }
  return free;
}

}  // namespace carom::detail

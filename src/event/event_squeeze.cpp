#include <algorithm>
#include <cmath>

#include "event/event_run.hpp"
#include "world/narrow.hpp"

// What happens to a body that something fixed presses onto something else: docs/mathematics.md, section 17.
namespace carom::detail {
namespace {

/// Of a body's size: between two hits it gets no farther.
constexpr double k_short_way = 1e-3;
constexpr double k_no_way = 1e-9;
/// Of the shortest flight: a body that lies on something hops longer.
constexpr double k_no_time = 1e-3;
/// So many hits in a row, and it is squeezed.
constexpr std::uint32_t k_squeezed_after = 1024;
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

/// Is a body between this fixture and something else hit again and again, as it is when there is no room left?
bool EventRun::squeezed(const Touching& touch, const Encounter& e) {
  if (w_.squeezes.empty() || is_edge(touch.b) || are_movers(touch)) return false;
  const std::uint32_t who = is_mover(touch.a) ? touch.a : touch.b;
  const Fixture& presser = fixture(is_mover(touch.a) ? touch.b : touch.a);
  if (presser.velocity == Vec2{}) return false;
  const Mover& m = w_.movers[who];
  const double size = m.radius > 0 ? 2 * m.radius : std::isfinite(presser.reach) ? 2 * presser.reach : 1;
  const double span = now_ - m.since;
  const double way = span * length(e.velocity_a - e.velocity_b);
  const double closing = closing_speed(e);
  World::Squeeze& squeeze = w_.squeezes[m.member];
  const double slow = length(presser.velocity) + (falling_ ? length(gravity_) * w_.shortest : 0);
  squeeze.hits = way < k_short_way * size && closing > k_fast * slow ? squeeze.hits + 1 : 0;
  if (squeeze.hits == 1) squeeze.speed = closing;
  squeeze.stuck = way < k_no_way * size && (!falling_ || span < k_no_time * w_.shortest) ? squeeze.stuck + 1 : 0;
  return squeeze.stuck >= k_squeezed_after || (squeeze.hits >= k_squeezed_after && closing > k_faster * squeeze.speed);
}

/// It stands where it is, like something fixed, until nothing passes over it any more.
void EventRun::hold(const Touching& touch, Aftermath& after) {
  const std::uint32_t who = is_mover(touch.a) ? touch.a : touch.b;
  (is_mover(touch.a) ? after.velocity_a : after.velocity_b) = {};
  w_.squeezes[member(who)] = {};
  w_.wayless[member(who)] = 0;
  state_.now.held.insert(body(who).serial);
  ++state_.now.policies.holds;
  calm_jam(who);
  regroup_ = true;
}

/// Those it was jammed with stand still, too: they are as fast as it was, and would go on hitting each other in gaps of no
/// size. Nothing holds them.
void EventRun::calm_jam(std::uint32_t who) {
  std::vector<std::uint32_t> jammed{who};
  std::vector<bool> known(w_.movers.size());
  known[who] = true;
  const auto in_touch = [&](std::uint32_t x, std::uint32_t y, Vec2 shift) {
    const Mover& m = w_.movers[y];
    const double reach = w_.movers[x].radius + m.radius;
    const double gap = length(position(x, now_) - position(y, now_) - shift) - reach;
    return gap < k_jam_gap * reach && (now_ - m.since) * length(velocity(y, now_)) < k_short_way * reach;
  };
  for (std::size_t k = 0; k < jammed.size(); ++k) {
    const std::uint32_t x = jammed[k];
    if (w_.asides[x].cell.level == k_no_level) continue;
    w_.grid.near({w_.asides[x].cell, w_.movers[x].radius, false}, [&](std::uint32_t y, int image_x, int image_y) {
      if (known[y] || !in_touch(x, y, {image_x * period_.x, image_y * period_.y})) return;
      known[y] = true;
      jammed.push_back(y);
    });
  }
  // In order of creation: a sum has one order.
  std::ranges::sort(jammed, {}, [&](std::uint32_t x) { return member(x); });
  for (const std::uint32_t x : jammed) {
    if (x == who) continue;
    const Vec2 v = velocity(x, now_);
    state_.now.exchanged_energy.add(-0.5 * dot(v, v) / inverse_mass(x));
    refly(x, position(x, now_), {});
  }
}

/// It has no room, and gravity presses it onto one of its walls: it can neither hop nor lie still, so it is held until
/// something from outside moves it.
void EventRun::wedge(const Touching& touch, Aftermath& after) {
  w_.squeezes.resize(w_.slots.size());
  hold(touch, after);
  w_.squeezes[member(is_mover(touch.a) ? touch.a : touch.b)].stuck = k_wedged;
}

void EventRun::foretell_releases() {
  for (std::uint32_t k = 0; k < w_.fixtures.size(); ++k) {
    if (w_.fixtures[k].held) w_.fixtures[k].release = release_time(k_event_fixtures + k);
  }
}

/// From then on nothing fixed that moves has a point in common with it. Nothing but flights goes in.
double EventRun::release_time(std::uint32_t place) {
  if (w_.squeezes[member(place)].stuck == k_wedged) return k_never;
  const Body& stander = body(place);
  double free = now_;
  for (bool again = true; again;) {
    again = false;
    for (const std::uint32_t rover : w_.roving) {
      const Fixture& passer = fixture(rover);
      const Body& other = body(rover);
      if (passer.velocity == Vec2{} || (stander.mask & other.category) == 0 || (other.mask & stander.category) == 0) {
        continue;
      }
      const Vec2 shift = fixture_shift(position(place, free), position(rover, free));
      const auto [fa, fb, horizon] = fliers(place, rover, shift);
      const FlierPair pair{fa, fb, stander.shape, other.shape, shift, horizon};
      const auto enters = entering(pair, w_.scratch);
      const double soon = k_about_to * fixture(place).reach / length(passer.velocity);
      if (!enters || enters->t > free + soon) continue;
      const double leaves = leaving_time(pair, w_.scratch).value_or(k_never);
      if (leaves == k_never) return k_never;
      again = again || leaves > free;
      free = std::max(free, leaves);
    }
  }
  return free;
}

double EventRun::next_release() const {
  double first = k_never;
  if (state_.now.held.empty()) return first;
  for (const Fixture& f : w_.fixtures) {
    if (f.held && !f.gone) first = std::min(first, f.release);
  }
  return first;
}

void EventRun::release_held(double t) {
  now_ = std::max(t, now_);
  for (Fixture& f : w_.fixtures) {
    if (!f.held || f.gone || f.release > t) continue;
    const Body& free = state_.now.bodies.at_slot(w_.slots[f.member]);
    state_.now.held.erase(free.serial);
    if (state_.recording) w_.past.push_back({free.serial, now(), clock_.epoch, f.since, f.at, {}, false});
  }
  rebase(now_);
  gather_again();
}

}  // namespace carom::detail

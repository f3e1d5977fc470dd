#include <algorithm>
#include <cmath>
#include <numeric>

#include "event/event_run.hpp"
#include "math/sums.hpp"
#include "world/leaving.hpp"
#include "world/wrap.hpp"

// Who flies, and the epochs that all flights have in common.
namespace carom::detail {
namespace {

/// Contacts of an epoch for each mover: enough that beginning anew costs little, so few that memory stays in order.
constexpr double k_contacts_a_mover = 8;
constexpr double k_least_contacts = 4096;
/// From one epoch to the next, its length changes by no more.
constexpr double k_most_growth = 4;
/// Longer than any run: where nothing happens, a few hundred epochs lead to any end.
constexpr double k_longest = 0x1p200;
/// Without gravity: of the time that a small body takes to go its own length.
constexpr double k_brief = 1e-4;
/// With gravity: of the time that it takes to fall so far.
constexpr double k_hop = 1e-2;

/// Of an epoch that begins then: what is shorter would be lost in rounding, and the scene's time would stand still.
double least_length(double epoch) { return std::max(std::nextafter(epoch, k_never) - epoch, 0x1p-60); }

}  // namespace

EventRun::EventRun(World& world, World::State& state, EventWorkspace& workspace, double end)
    : world_(world),
      state_(state),
      w_(workspace),
      clock_(state.now.clock),
      end_(end),
      gravity_(state.settings.gravity),
      falling_(!(state.settings.gravity == Vec2{})) {
  const auto& bounds = state.settings.bounds;
  if (bounds && bounds->edges == Edges::periodic) {
    box_ = PeriodicBox{bounds->min, bounds->max};
    period_ = bounds->max - bounds->min;
  }
}

double EventRun::run() {
  w_.past.clear();
  plain_ = state_.rules.empty() && state_.listener == nullptr && !state_.response && state_.now.passing.empty();
  if (w_.current && (w_.newcomers || (state_.response && !w_.traits.lossy))) {
    // Who came and who went is sorted out now; the flights go on as they were.
    settle_flights(state_);
    keep_flights(state_);
    w_.current = false;
  }
  now_ = state_.now.time - clock_.epoch;
  if (!w_.current) gather();
  plain_ = plain_ && !w_.traits.peculiar;
  elastic_ = plain_ && !w_.traits.lossy;
  fast_ = can_be_fast();
  // Somebody may listen now, or no more.
  if (w_.in_windows != (w_.similar && is_elastic_gas())) begin_epoch();
  windows_ = w_.in_windows;
  for (;;) {
    const double stop = std::min(end_, next_departure());
    const double horizon = std::min(stop - clock_.epoch, clock_.length);
    const double release = next_release();
    if (!play(std::min(horizon, release))) continue;
    if (release <= horizon) {
      release_held(release);
      continue;
    }
    if (stop - clock_.epoch > clock_.length) {
      next_epoch();
      static_cast<void>(tried_by_sorting());
      continue;
    }
    now_ = std::max(stop, state_.now.time) - clock_.epoch;
    if (!(stop < end_)) break;
    let_fixtures_go(stop);
  }
  w_.current = true;
  w_.epoch = clock_.epoch;
  w_.newest = state_.now.bodies.next_serial();
  // What another world has left at rest is so no more.
  state_.now.touching.clear();
  return end_;
}

/// Of fixtures, in scene time; movers know their own.
double EventRun::next_departure() const {
  double first = k_never;
  for (const Fixture& f : w_.fixtures) {
    if (!f.gone) first = std::min(first, departure(f));
  }
  return first;
}

/// When its life ends or all of it is outside bounds that remove; what is endless never is.
double EventRun::departure(const Fixture& f) const {
  const auto& bounds = state_.settings.bounds;
  const bool may_leave = bounds && bounds->edges == Edges::remove && std::isfinite(f.reach);
  if (!may_leave && !w_.traits.peculiar) return k_never;
  const Body& stander = state_.now.bodies.at_slot(w_.slots[f.member]);
  const double dies = stander.expires.value_or(k_never);
  if (!may_leave) return dies;
  const double flies = leaving_time(outline_of(stander.shape), f.at, f.velocity, {}, *bounds);
  return std::min(dies, clock_.epoch + (f.since + flies));
}

void EventRun::let_fixtures_go(double time) {
  for (const Fixture& f : w_.fixtures) {
    if (!f.gone && departure(f) <= time) world_.remove(state_.now.bodies.at_slot(w_.slots[f.member]).id);
  }
}

void EventRun::gather() {
  w_.movers.clear();
  w_.asides.clear();
  w_.fixtures.clear();
  w_.slots.clear();
  w_.places.clear();
  w_.rules.clear();
  w_.last_contacts.clear();
  w_.squeezes.clear();
  w_.newcomers = false;
  w_.in_windows = false;
  w_.window_open = false;
  w_.crowding = 1;
  w_.traits = {};
  // Nobody knows what a custom response does to the energy.
  w_.traits.lossy = state_.settings.restitution < 1 || state_.response;
  for (const Rule& rule : state_.settings.rules) {
    w_.traits.lossy = w_.traits.lossy || rule.restitution.value_or(1) < 1 || rule.response == Response::slide;
  }
  const std::vector<World::Flight> flights = std::exchange(state_.now.flights, {});
  const auto& bodies = state_.now.bodies;
  bool known = clock_.length > 0 && flights.size() == bodies.count();
  for (std::size_t k = 0; known && k < flights.size(); ++k) {
    known = bodies.at_slot(bodies.in_order()[k]).serial == flights[k].serial;
  }
  if (!known) {
    clock_.epoch = state_.now.time;
    clock_.happened = 0;
  }
  now_ = state_.now.time - clock_.epoch;
  w_.movers.reserve(bodies.count());
  w_.asides.reserve(bodies.count());
  w_.slots.reserve(bodies.count());
  w_.places.reserve(bodies.count());
  for (const std::uint32_t slot : bodies.in_order()) enroll(state_.now.bodies.at_slot(slot));
  w_.last_contacts.assign(w_.traits.lossy ? w_.slots.size() : 0, -k_never);
  w_.wayless.assign(w_.slots.size(), 0);
  w_.rapid.assign(w_.slots.size(), 0);
  w_.squeezes.resize(w_.fixtures.empty() ? 0 : w_.slots.size());
  for (std::size_t k = 0; known && k < flights.size(); ++k) {
    const World::Flight& flight = flights[k];
    if (is_mover(w_.places[k])) {
      Mover& m = w_.movers[w_.places[k]];
      m.at = flight.at;
      m.velocity = flight.velocity;
      m.since = flight.since;
    } else {
      Fixture& f = fixture(w_.places[k]);
      f.at = flight.at;
      f.since = flight.since;
    }
    if (!w_.last_contacts.empty()) w_.last_contacts[k] = flight.last_contact;
    if (!w_.squeezes.empty()) w_.squeezes[k] = flight.squeeze;
    w_.wayless[k] = flight.without_way;
    w_.rapid[k] = flight.rapid;
  }
  plain_ = plain_ && !w_.traits.peculiar;
  choose_shortest();
  if (!known && !(clock_.length > 0)) clock_.length = first_length();
  begin_epoch();
}

/// Somebody is held from now on, or no more: in the midst of a run all are read anew, on the flights that have just begun.
void EventRun::gather_again() {
  keep_flights(state_);
  state_.now.time = clock_.epoch;
  gather();
}

void EventRun::enroll(Body& body) {
  const auto member = static_cast<std::uint32_t>(w_.slots.size());
  w_.slots.push_back(body.id.slot);
  if (w_.members.size() <= body.id.slot) w_.members.resize(body.id.slot + 1U);
  w_.members[body.id.slot] = member;
  if (!state_.rules.empty()) w_.rules.push_back(state_.rules.class_of(body));
  const bool filtered = body.category != 1 || body.mask != 0xffff'ffffU;
  w_.traits.peculiar = w_.traits.peculiar || body.expires || body.sensor || filtered;
  w_.traits.lossy = w_.traits.lossy || body.restitution.value_or(1) < 1;
  const bool held = !state_.now.held.empty() && state_.now.held.contains(body.serial);
  if (body.fixed() || held) {
    Fixture f;
    f.at = body.state.at;
    f.velocity = held ? Vec2{} : body.state.velocity;
    f.held = held;
    f.since = now_;
    f.reach = body.reach;
    f.member = member;
    w_.places.push_back(k_event_fixtures + static_cast<std::uint32_t>(w_.fixtures.size()));
    w_.fixtures.push_back(f);
    return;
  }
  Mover m;
  m.at = body.state.at;
  m.velocity = body.state.velocity;
  m.since = now_;
  m.radius = body.reach;
  m.member = member;
  Aside aside;
  aside.inverse_mass = body.inverse_mass;
  const auto* circle = std::get_if<Circle>(&body.shape);
  w_.traits.all_discs = w_.traits.all_discs && circle != nullptr && !circle->hollow;
  w_.places.push_back(static_cast<std::uint32_t>(w_.movers.size()));
  w_.movers.push_back(m);
  w_.asides.push_back(aside);
}

/// How close to each other a body's contacts may be and still lose energy, and how long the least hop lasts.
void EventRun::choose_shortest() {
  double smallest = k_never;
  CompensatedSum squares;
  for (const Mover& m : w_.movers) {
    if (m.radius > 0) smallest = std::min(smallest, 2 * m.radius);
    squares.add(dot(m.velocity, m.velocity));
  }
  if (!std::isfinite(smallest)) smallest = 1;
  double speed = std::sqrt(squares.value() / static_cast<double>(std::max<std::size_t>(1, w_.movers.size())));
  // Where all lie still, something fixed sets them in motion, if anything does.
  for (const Fixture& f : w_.fixtures) speed = squares.value() > 0 ? speed : std::max(speed, length(f.velocity));
  const auto& given = state_.settings.contact_duration;
  if (falling_) {
    // Once chosen it stays, whoever comes and goes.
    if (!(clock_.hop > 0)) clock_.hop = k_hop * std::sqrt(smallest / length(gravity_));
    // Whatever is given, what lies still must hop.
    w_.shortest = given && *given > 0 ? *given : clock_.hop;
    clock_.contact_duration = w_.traits.lossy ? given.value_or(w_.shortest) : 0;
    return;
  }
  if (!w_.traits.lossy) {
    clock_.contact_duration = 0;
  } else if (given) {
    clock_.contact_duration = *given;
  } else if (!(clock_.contact_duration > 0)) {
    clock_.contact_duration = speed > 0 ? k_brief * smallest / speed : 0;
  }
  w_.shortest = clock_.contact_duration;
}

/// A guess; later epochs know better.
double EventRun::first_length() const {
  Vec2 low{k_never, k_never};
  Vec2 high = -low;
  CompensatedSum squares;
  for (const Mover& m : w_.movers) {
    low = {std::min(low.x, m.at.x), std::min(low.y, m.at.y)};
    high = {std::max(high.x, m.at.x), std::max(high.y, m.at.y)};
    squares.add(dot(m.velocity, m.velocity));
  }
  const auto number = static_cast<double>(std::max<std::size_t>(1, w_.movers.size()));
  const double extent = w_.movers.empty() ? 0 : std::max(high.x - low.x, high.y - low.y);
  const double apart = extent > 0 ? extent / std::sqrt(number) : 1;
  const double speed = std::sqrt(squares.value() / number) + std::sqrt(length(gravity_) * apart);
  const double guess = speed > 0 ? k_contacts_a_mover * apart / speed : 1;
  return std::clamp(guess, least_length(clock_.epoch), k_longest);
}

void EventRun::next_epoch() {
  rebase(clock_.length);
  // Of those who are there: how many are gone and still listed depends on where the run was cut.
  const auto gone = std::ranges::count(w_.asides, true, &Aside::gone);
  const double number = static_cast<double>(w_.movers.size()) - static_cast<double>(gone);
  const double target = std::max(k_contacts_a_mover * number, k_least_contacts);
  const double ratio = target / static_cast<double>(std::max<std::uint64_t>(clock_.happened, 1));
  const double wanted = clock_.length * std::clamp(ratio, 1 / k_most_growth, k_most_growth);
  clock_.length = std::clamp(wanted, least_length(clock_.epoch), k_longest);
  clock_.happened = 0;
  begin_epoch();
}

/// The present becomes the beginning of time: all flights begin anew.
void EventRun::rebase(double t) {
  w_.window_open = false;
  parted_.clear();
  now_ = t;
  for (const std::uint32_t slot : state_.now.bodies.in_order()) refresh(state_.now.bodies.at_slot(slot));
  add_gas(state_.now.gas, state_.now.bodies, t);
  for (std::uint32_t who = 0; who < w_.movers.size(); ++who) {
    if (gone(who)) continue;
    begin_flight(who, wrapped(position(who, t), state_.settings.bounds), velocity(who, t));
    w_.movers[who].since = 0;
  }
  for (Fixture& f : w_.fixtures) {
    f.at = wrapped(f.position(t), state_.settings.bounds);
    f.since = 0;
  }
  for (double& last : w_.last_contacts) last -= t;
  clock_.epoch += t;
  now_ = 0;
}

/// Sorts everybody into cells and looks for everyone's next event.
void EventRun::begin_epoch() {
  w_.similar = are_similar();
  windows_ = w_.similar && is_elastic_gas();
  patience_ = 1;
  if (windows_) return enter_windows();
  leave_windows();
  sort_movers();
  sort_fixtures();
  foretell_everyone();
  // Of a first year nothing is known.
  w_.rate = w_.rate > 0 ? w_.rate : 4 * k_contacts_a_mover * static_cast<double>(w_.movers.size()) / clock_.length;
  open_year(now_);
}

void EventRun::sort_movers() {
  const std::size_t count = w_.movers.size();
  std::vector<double> radii;
  std::vector<Vec2> spots;
  for (std::uint32_t who = 0; who < count; ++who) {
    if (!std::isfinite(w_.movers[who].radius) || w_.asides[who].gone) continue;
    radii.push_back(w_.movers[who].radius);
    spots.push_back(position(who, now_));
  }
  w_.grid.plan(radii, spots, box_);
  std::vector<std::uint64_t> order(count);
  for (std::uint32_t who = 0; who < count; ++who) {
    const Mover& m = w_.movers[who];
    const bool held = std::isfinite(m.radius) && !w_.asides[who].gone;
    w_.asides[who].cell = held ? w_.grid.place_of(position(who, now_), m.radius) : CellPlace{0, 0, k_no_level};
    order[who] = (w_.grid.order_of(w_.asides[who].cell) << 32U) | who;
  }
  std::ranges::sort(order);
  // In place, cycle by cycle: two copies of a million bodies would be a lot of memory.
  for (std::size_t first = 0; first < count; ++first) {
    std::size_t to = first;
    const Mover mover = w_.movers[first];
    const Aside aside = w_.asides[first];
    for (;;) {
      const auto from = static_cast<std::size_t>(order[to] & 0xffff'ffffU);
      order[to] = to;
      if (from == first) break;
      w_.movers[to] = w_.movers[from];
      w_.asides[to] = w_.asides[from];
      to = from;
    }
    w_.movers[to] = mover;
    w_.asides[to] = aside;
  }
  w_.giants.clear();
  number_places();
  for (std::uint32_t who = 0; who < count; ++who) {
    if (w_.asides[who].cell.level != k_no_level) {
      w_.grid.insert(who, w_.asides[who].cell);
    } else if (!w_.asides[who].gone) {
      w_.giants.push_back(who);
    }
  }
  w_.traits.all_discs = w_.traits.all_discs && w_.giants.empty();
  fast_ = can_be_fast();
}

void EventRun::number_places() {
  for (std::uint32_t who = 0; who < w_.movers.size(); ++who) w_.places[w_.movers[who].member] = who;
}

bool EventRun::can_be_fast() const {
  return plain_ && w_.traits.all_discs && !w_.traits.peculiar && !falling_ && w_.grid.level_count() == 1;
}

void EventRun::sort_fixtures() {
  w_.still.clear();
  w_.roving.clear();
  std::vector<Flight> flights;
  for (std::uint32_t k = 0; k < w_.fixtures.size(); ++k) {
    const Fixture& f = w_.fixtures[k];
    if (f.gone) continue;
    if (!std::isfinite(f.reach) || !(f.velocity == Vec2{})) {
      w_.roving.push_back(k_event_fixtures + k);
      continue;
    }
    w_.still.push_back(k_event_fixtures + k);
    flights.push_back({f.at, {}, f.reach});
  }
  if (!flights.empty()) w_.fixture_grid.build(flights, 1, box_);
  if (!w_.fixtures.empty()) w_.squeezes.resize(w_.slots.size());
  foretell_releases();
}

void EventRun::open_year(double start) {
  // Long enough that asking everyone again, when it is over, is little beside what happens in it.
  const double wanted = 6 * static_cast<double>(w_.movers.size()) + 1024;
  const double year = w_.rate > 0 ? wanted / w_.rate : clock_.length;
  const double end = start + std::max(year, clock_.length * 0x1p-30);
  w_.calendar.open_year(start, std::max(std::min(end, clock_.length), std::nextafter(start, k_never)), wanted);
  for (std::uint32_t who = 0; who < w_.movers.size(); ++who) schedule(who);
  w_.calendar.begin([&](std::uint32_t who) { return hour(who); },
                    [&](const Calendar::Entry& x, const Calendar::Entry& y) { return later(x, y); });
}

}  // namespace carom::detail

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "event/event_bounces.hpp"
#include "event/event_run.hpp"
#include "math/fetch.hpp"
#include "world/no_room.hpp"

// Elastic gases of similar discs: from window to window. Within one nobody crosses a line of a grid; who may meet whom is
// seen at a glance (broadphase/sight_grid.hpp), and what happens is the same to the last bit, because the time of a meeting
// is a function of two flights alone.
namespace carom::detail {
namespace {

/// Fewer are quickly asked by the calendar.
constexpr std::size_t k_least_gas = 256;
/// Cells are made for the largest, so that others must not be much smaller.
constexpr double k_similar = 2;
/// People of a cell, about. Measured with bench/event.
constexpr double k_people = 1.8;
/// Of the largest diameter.
constexpr double k_least_width = 1.2;
/// Cells may be smaller by this where people are crowded; smaller ones would be too many.
constexpr double k_least_crowding = 1.0 / 32;
/// Of what a cell is wider than a disc: how far the discs go in a window, along either axis (root mean square).
constexpr double k_way = 0.18;
/// So many do not fit into the caches, by and large: it pays to fetch them from memory before their time. Measured.
constexpr std::size_t k_beyond_caches = 50'000;
/// Of the extent: who ends this close to an edge is asked when it gets there.
constexpr double k_edge_slack = 1e-9;

}  // namespace

struct EventRun::WindowHooks {
  EventRun& run;

  [[nodiscard]] bool holds(const WindowItem& item) const noexcept {
    return run.versions(item.a, item.b) == item.versions;
  }
  void present(WindowItem* items, std::size_t count) const noexcept {
    if (!run.state_.recording) run.work_out_bounces({items, count});
  }
};

/// Whose turn comes soon is fetched from memory by then, one thing after the other: what is known of it, where its
/// neighbours are, what a glance sees of them.
struct EventRun::FetchingHooks : WindowHooks {
  void ahead(const WindowItem& soon, std::size_t call) const noexcept {
    if (call > 0 && !holds(soon)) return;
    const auto fetch_one = [&](std::uint32_t who) {
      if (call == 0) {
        fetch(&run.w_.movers[who]);
        run.w_.sight.fetch_mark(who);
      } else if (call == 1) {
        run.w_.sight.fetch_rows(who);
      } else {
        run.w_.sight.fetch_sights(who);
      }
    };
    fetch_one(soon.a);
    if (is_mover(soon.b)) fetch_one(soon.b);
  }
};

/// Of all who are about to meet; nearly all of it will hold.
void EventRun::work_out_bounces(std::span<WindowItem> items) noexcept {
  std::array<const WindowItem*, k_slot_room> contacts;  // NOLINT: as many as there are
  std::uint32_t count = 0;
  for (WindowItem& item : items.first(std::min(items.size(), k_slot_room))) {
    contacts[count] = &item;
    count += static_cast<std::uint32_t>(is_mover(item.b));
    item.bounce = count;
  }
  work_out(w_.movers.data(), {period_, box_.has_value()}, {contacts.data(), count}, w_.bounces.data());
}

/// Nothing but plain discs that keep their energy, in bounds that keep them. Asked before every run.
bool EventRun::is_elastic_gas() const {
  const auto& bounds = state_.settings.bounds;
  return plain_ && !w_.traits.peculiar && !w_.traits.lossy && w_.traits.all_discs && !falling_ && w_.fixtures.empty() &&
         w_.movers.size() >= k_least_gas && bounds && bounds->edges != Edges::remove;
}

/// Are they of similar size, and is there a grid that suits them? Asked as an epoch begins.
bool EventRun::are_similar() {
  if (!state_.settings.bounds || w_.movers.empty()) return false;
  double smallest = k_never;
  w_.largest = 0;
  w_.speeds = 0;
  for (const Mover& m : w_.movers) {
    smallest = std::min(smallest, m.radius);
    w_.largest = std::max(w_.largest, m.radius);
    w_.speeds += dot(m.velocity, m.velocity);
  }
  return w_.largest <= k_similar * smallest && !fills(state_.settings.bounds, w_.largest) &&
         SightGrid::suits(window_plan());
}

SightGrid::Plan EventRun::window_plan() const {
  const Bounds& bounds = *state_.settings.bounds;
  const Vec2 extent = bounds.max - bounds.min;
  const auto number = static_cast<double>(w_.movers.size());
  const double width = std::sqrt(k_people * w_.crowding * (extent.x * extent.y / number));
  SightGrid::Plan plan{bounds.min, bounds.max, box_.has_value(), 2 * w_.largest};
  plan.width = std::max(width, k_least_width * plan.diameter);
  plan.count = w_.movers.size();
  return plan;
}

/// What the calendar knows of movers beside their flights is of no use here.
void EventRun::enter_windows() {
  w_.lined_up = false;
  if (w_.in_windows) return;
  for (std::uint32_t who = 0; who < w_.movers.size(); ++who) {
    w_.movers[who].inverse_mass = w_.asides[who].inverse_mass;
    w_.movers[who].changes = 0;
  }
  w_.asides = std::vector<Aside>();
  w_.in_windows = true;
}

void EventRun::leave_windows() {
  if (!w_.in_windows) return;
  w_.asides.resize(w_.movers.size());
  for (std::uint32_t who = 0; who < w_.movers.size(); ++who) {
    w_.asides[who].inverse_mass = w_.movers[who].inverse_mass;
    w_.movers[who].event = k_never;
    w_.movers[who].partner = k_event_nobody;
  }
  w_.in_windows = false;
  w_.window_open = false;
}

/// Somebody is added, taken away or changed by who was asked whether to go on: from here on by the calendar, which sorts
/// everybody as soon as that is over.
void EventRun::give_up_windows() {
  if (!windows_) return;
  windows_ = false;
  leave_windows();
  for (Aside& aside : w_.asides) aside.cell.level = k_no_level;
  replan_ = true;
}

/// Everything up to `horizon`, that included. False: the end is nearer now.
bool EventRun::play_windows(double horizon) {
  const bool fetches = w_.movers.size() >= k_beyond_caches;
  for (;;) {
    if (!w_.window_open) open_window();
    if (!(fetches ? play_window(horizon, FetchingHooks{{*this}}) : play_window(horizon, WindowHooks{*this})))
      return false;
    if (horizon < w_.window_end) return true;
    now_ = w_.window_end;
    w_.window_open = false;
    if (!(now_ < horizon)) return true;
  }
}

/// Everybody into cells, and all that will happen, as far as the flights of now tell.
void EventRun::open_window() {
  const SightGrid::Plan plan = window_plan();
  const double speed = std::sqrt(0.5 * w_.speeds / static_cast<double>(w_.movers.size()));
  const double good = speed > 0 ? k_way * (plan.width - plan.diameter) / speed : k_never;
  w_.window_start = now_;
  w_.window_end = std::max(std::min(now_ + good, clock_.length), std::nextafter(now_, k_never));
  w_.window_open = true;
  w_.bounces.resize(k_slot_room + 4);
  w_.sight.open(plan, w_.window_end - w_.window_start);
  sort_by_sight();
  if (!w_.lined_up) {
    line_up_movers();
    w_.sight.open(plan, w_.window_end - w_.window_start);
    sort_by_sight();
  }
  // About as many as in the last one.
  w_.window.open(w_.window_start, w_.window_end, std::max(w_.window.pushed(), w_.movers.size() / 8));
  w_.sight.outermost([&](std::uint32_t who) { foretell_edge(who); });
  w_.sight.pairs([&](std::uint32_t a, std::uint32_t b, bool images) { foretell_pair(a, b, images); });
  // Where they are crowded, smaller cells do better.
  const double crowd = w_.sight.crowd() / (1 + k_people);
  if (crowd > 2 || w_.crowding < 1) w_.crowding = std::clamp(w_.crowding / std::sqrt(crowd), k_least_crowding, 1.0);
}

void EventRun::sort_by_sight() {
  const auto count = static_cast<std::uint32_t>(w_.movers.size());
  const auto home_of = [&](const Mover& m) { return m.at + (w_.window_start - m.since) * m.velocity; };
  for (std::uint32_t who = 0; who < count; ++who) {
    w_.sight.count(who, home_of(w_.movers[who]), w_.movers[who].velocity);
  }
  w_.sight.lay_places();
  double speeds = 0;
  for (std::uint32_t who = 0; who < count; ++who) {
    const Mover& m = w_.movers[who];
    w_.sight.put(who, home_of(m), m.velocity);
    speeds += dot(m.velocity, m.velocity);
  }
  w_.speeds = speeds;
}

/// Into the order of the cells, once an epoch: nobody goes very far in it. In place, cycle by cycle.
void EventRun::line_up_movers() {
  std::vector<std::uint32_t>& from = w_.places;
  std::uint32_t next = 0;
  w_.sight.in_order([&](std::uint32_t who) { from[next++] = who; });
  for (std::uint32_t first = 0; first < next; ++first) {
    const Mover mover = w_.movers[first];
    std::uint32_t to = first;
    while (from[to] != first) {
      w_.movers[to] = w_.movers[from[to]];
      to = std::exchange(from[to], to);
    }
    w_.movers[to] = mover;
    from[to] = to;
  }
  number_places();
  w_.lined_up = true;
}

template <class Hooks>
bool EventRun::play_window(double horizon, const Hooks& hooks) {
  const auto before = [&](const WindowItem& x, const WindowItem& y) { return happens_before(x, y); };
  for (;;) {
    const WindowItem* next = w_.window.front(before, hooks);
    if (next == nullptr || next->t > horizon) return true;
    const WindowItem item = *next;
    w_.window.drop(before);
    if (!hooks.holds(item)) continue;
    now_ = item.t;
    if (is_mover(item.b)) {
      state_.recording ? meet_discs(item.a, item.b) : bounce(item);
    } else if (is_edge(item.b)) {
      meet_edge(item.a, item.b);
    } else {
      go_around(item.a);
    }
    if (--patience_ > 0) continue;
    const bool stops = interrupted();
    if (!windows_) plan_anew();
    if (stops || !windows_) return false;
  }
}

/// What meet_discs() comes down to where nobody wants to know of it.
void EventRun::bounce(const WindowItem& item) {
  // Foretold after the others of its time: there is room for it after them.
  const std::size_t last = k_slot_room;
  const std::size_t place = item.bounce > 0 ? item.bounce - 1 : last;
  const WindowItem* const one[] = {&item};
  if (place == last) work_out(w_.movers.data(), {period_, box_.has_value()}, one, w_.bounces.data() + last);
  const Bounce& bounce = w_.bounces[place];
  ++state_.now.collisions;
  count_gas({bounce.a, bounce.b, {}, {}}, bounce.impulse);
  const auto fly_on = [&](std::uint32_t who, Vec2 at, Vec2 velocity) {
    Mover& m = w_.movers[who];
    m.at = at;
    m.velocity = velocity;
    m.since = now_;
    ++m.changes;
    w_.sight.change(who, at, velocity, now_ - w_.window_start);
  };
  fly_on(bounce.a, bounce.at_a, bounce.velocity_a);
  fly_on(bounce.b, bounce.at_b, bounce.velocity_b);
  foretell_two_in_window(bounce.a, bounce.b);
}

/// At one time, those who only go around come last; else who was created first comes first.
bool EventRun::happens_before(const WindowItem& x, const WindowItem& y) const noexcept {
  if (x.t != y.t) return x.t < y.t;
  const auto rank = [&](const WindowItem& item) {
    const std::uint64_t own = w_.movers[item.a].member;
    if (item.b == k_event_around) return std::pair{1U, own};
    const std::uint64_t other = is_mover(item.b) ? w_.movers[item.b].member : 0xffff'ffffU;
    return std::pair{0U, (std::min(own, other) << 32U) | std::max(own, other)};
  };
  return rank(x) < rank(y);
}

/// Of the flights of one or two, added up.
std::uint32_t EventRun::versions(std::uint32_t a, std::uint32_t b) const noexcept {
  return w_.movers[a].changes + (is_mover(b) ? w_.movers[b].changes : 0);
}

void EventRun::push(double t, std::uint32_t a, std::uint32_t b) {
  t = std::max(t, now_);
  if (t > w_.window_end || !(t < clock_.length)) return;
  w_.window.push({t, a, b, versions(a, b), 0},
                 [&](const WindowItem& x, const WindowItem& y) { return happens_before(x, y); });
}

void EventRun::foretell_in_window(std::uint32_t who) {
  w_.sight.near(who, now_ - w_.window_start,
                [&](std::uint32_t other, bool images) { foretell_pair(who, other, images); });
  if (w_.sight.may_leave(who)) foretell_edge(who);
}

void EventRun::foretell_two_in_window(std::uint32_t a, std::uint32_t b) {
  w_.sight.near_two(a, b, now_ - w_.window_start,
                    [&](std::uint32_t who, std::uint32_t other, bool images) { foretell_pair(who, other, images); });
  if (w_.sight.may_leave(a)) foretell_edge(a);
  if (w_.sight.may_leave(b)) foretell_edge(b);
}

/// In a periodic box the nearest image; of two that go far all that they may meet before they go around.
void EventRun::foretell_pair(std::uint32_t p, std::uint32_t q, bool images) {
  const Mover& a = w_.movers[p];
  const Mover& b = w_.movers[q];
  if (!images || !box_) return push(meeting_time(a, b, {}, {}), p, q);
  const double start = std::max(a.since, b.since);
  const Vec2 at_a = a.at + (start - a.since) * a.velocity;
  const Vec2 at_b = b.at + (start - b.since) * b.velocity;
  // By where they are now: since their flights began they may have crossed half of the box.
  const Vec2 shift = nearest_shift(a.at + (now_ - a.since) * a.velocity, b.at + (now_ - b.since) * b.velocity);
  push(meeting_time(a, b, shift, {}), p, q);
  if (!w_.sight.is_loose(p) && !w_.sight.is_loose(q)) return;
  const double left = w_.window_end - start;
  const auto may_miss = [&](double apart, double closing, double period) {
    return std::abs(apart) + std::abs(closing) * left > 0.5 * period - (a.radius + b.radius);
  };
  const Vec2 apart = at_a - at_b - shift;
  const Vec2 w = a.velocity - b.velocity;
  if (!may_miss(apart.x, w.x, period_.x) && !may_miss(apart.y, w.y, period_.y)) return;
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) {
      const Vec2 other{x * period_.x, y * period_.y};
      if (!(other == shift)) push(meeting_time(a, b, other, {}), p, q);
    }
  }
}

/// The edges of the box: rebound, or go around.
void EventRun::foretell_edge(std::uint32_t who) {
  const Bounds& bounds = *state_.settings.bounds;
  const Mover& m = w_.movers[who];
  const Vec2 end = m.at + (w_.window_end - m.since) * m.velocity;
  const Vec2 extent = bounds.max - bounds.min;
  const double reach = (box_ ? 0 : m.radius) + k_edge_slack * std::max(extent.x, extent.y);
  const bool inside = (end.x - reach > bounds.min.x) & (end.x + reach < bounds.max.x) & (end.y - reach > bounds.min.y) &
                      (end.y + reach < bounds.max.y);
  if (inside) return;
  if (box_) {
    const Crossing out = leaving(m, bounds.min, bounds.max);
    return push(out.t, who, k_event_around);
  }
  Best best{k_never, k_event_nobody};
  look_at_edges(who, best);
  if (best.partner != k_event_nobody) push(best.t, who, best.partner);
}

/// Out at one side and in at the other.
void EventRun::go_around(std::uint32_t who) {
  const Mover& m = w_.movers[who];
  const Crossing way = leaving(m, state_.settings.bounds->min, state_.settings.bounds->max);
  wrap_flight(who, way);
  foretell_in_window(who);
}

/// Nobody is its partner any more, by the calendar. In windows a queue knows of events, and changes tell which are void.
void EventRun::forget_event(std::uint32_t who) noexcept {
  if (windows_) return;
  w_.movers[who].partner = k_event_nobody;
  w_.movers[who].event = k_never;
}

/// A flight of somebody has changed.
void EventRun::turn_in_window(std::uint32_t who) {
  Mover& m = w_.movers[who];
  ++m.changes;
  w_.sight.change(who, m.at, m.velocity, now_ - w_.window_start);
}

}  // namespace carom::detail

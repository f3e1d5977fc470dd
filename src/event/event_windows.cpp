#include "event/event_windows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "event/event_cells.hpp"
#include "event/event_edges.hpp"
#include "event/event_pairs.hpp"
#include "math/fetch.hpp"
#include "world/forces/falling_time.hpp"
#include "world/pairs/no_room.hpp"

namespace carom::detail {
namespace {

/// So many do not fit into the caches, by and large: it pays to fetch them from memory before their time. Measured.
constexpr std::size_t k_beyond_caches = 50'000;
/// Of the extent: an edge is searched for if a disc ends this close to it.
constexpr double k_edge_slack = 1e-9;

}  // namespace

struct EventWindows::Hooks {
  EventWindows& gas;

  [[nodiscard]] bool holds(const WindowEvent& predicted) const noexcept {
    return gas.versions(predicted.a, predicted.b) == predicted.versions;
  }
  void present(WindowEvent* events, std::size_t count) const noexcept {
    if (!gas.ctx_.is_recording()) gas.work_out_bounces({events, count});
  }
};

/// Movers whose turn comes soon are fetched from memory by then, one thing after the other: what is known of them, where their
/// neighbours are, what the prefilter sees of these.
struct EventWindows::FetchingHooks : Hooks {
  void ahead(const WindowEvent& soon, std::size_t call) const noexcept {
    if (call > 0 && !holds(soon)) return;
    const auto fetch_one = [&](std::uint32_t mover) {
      if (call == 0) {
        fetch(&gas.bodies_.mover(mover));
        gas.prefilter_.fetch_mark(mover);
      } else if (call == 1) {
        gas.prefilter_.fetch_rows(mover);
      } else {
        gas.prefilter_.fetch_discs(mover);
      }
    };
    fetch_one(soon.a);
    if (soon.b.is_mover()) fetch_one(soon.b.mover());
  }
};

/// Of all that are about to meet; nearly all of it will hold.
void EventWindows::work_out_bounces(std::span<WindowEvent> events) noexcept {
  std::array<const WindowEvent*, k_slot_room> contacts;  // NOLINT: as many as there are
  std::uint32_t count = 0;
  for (WindowEvent& predicted : events.first(std::min(events.size(), k_slot_room))) {
    contacts[count] = &predicted;
    count += static_cast<std::uint32_t>(predicted.b.is_mover());
    predicted.bounce = count;
  }
  work_out(bodies_.movers().data(), {ctx_.period, ctx_.box.has_value()}, {contacts.data(), count}, bounces_.data());
}

void EventWindows::enter() {
  lined_up_ = false;
  bodies_.use_windows();
}

void EventWindows::leave() {
  if (!bodies_.in_windows()) return;
  bodies_.use_calendar();
  close();
}

bool EventWindows::play(double horizon, Host& host, EventPatience& patience) {
  const bool fetches = bodies_.mover_count() >= k_beyond_caches;
  for (;;) {
    if (!window_.open) open_window();
    if (!(fetches ? play_window(horizon, FetchingHooks{{*this}}, host, patience)
                  : play_window(horizon, Hooks{*this}, host, patience))) {
      return false;
    }
    if (horizon < window_.end) return true;
    ctx_.now = window_.end;
    close();
    if (!(ctx_.now < horizon)) return true;
  }
}

/// All discs into cells, and all that will happen, as far as the flights of now tell.
void EventWindows::open_window() {
  const PrefilterGrid::Plan cells = gas_.cells();
  const double good = gas_.window_length(cells);
  const double end = std::max(std::min(ctx_.now + good, ctx_.clock().length), std::nextafter(ctx_.now, k_never));
  window_ = {true, ctx_.now, end};
  bounces_.resize(k_slot_room + 4);
  prefilter_.open(cells, window_.end - window_.start);
  sort_into_prefilter();
  if (!lined_up_) {
    line_up_movers();
    prefilter_.open(cells, window_.end - window_.start);
    sort_into_prefilter();
  }
  // About as many as in the last one.
  queue_.open(window_.start, window_.end, std::max<std::size_t>(queue_.pushed(), bodies_.mover_count() / 8));
  prefilter_.outermost([&](std::uint32_t mover) { predict_edge(mover); });
  prefilter_.pairs([&](std::uint32_t a, std::uint32_t b, bool images) { predict_pair(a, b, images); });
  gas_.note_cells(prefilter_.discs_a_cell());
}

void EventWindows::sort_into_prefilter() {
  const std::uint32_t count = bodies_.mover_count();
  const auto home_of = [&](const EventBody& m) { return m.at + (window_.start - m.since) * m.velocity; };
  for (std::uint32_t mover = 0; mover < count; ++mover) {
    const EventBody& m = bodies_.mover(mover);
    prefilter_.count(mover, home_of(m), m.velocity);
  }
  prefilter_.lay_places();
  double speeds = 0;
  for (std::uint32_t mover = 0; mover < count; ++mover) {
    const EventBody& m = bodies_.mover(mover);
    prefilter_.put(mover, home_of(m), m.velocity);
    speeds += dot(m.velocity, m.velocity);
  }
  gas_.note_speeds(speeds);
}

/// Into the order of the cells, once an epoch: no disc goes very far in it.
void EventWindows::line_up_movers() {
  std::vector<std::uint32_t> from;
  from.reserve(bodies_.mover_count());
  prefilter_.in_order([&](std::uint32_t mover) { from.push_back(mover); });
  bodies_.reorder(from, true);
  lined_up_ = true;
}

template <class Chosen>
bool EventWindows::play_window(double horizon, const Chosen& hooks, Host& host, EventPatience& patience) {
  const auto before = [&](const WindowEvent& x, const WindowEvent& y) { return happens_before(x, y); };
  for (;;) {
    const WindowEvent* next = queue_.front(before, hooks);
    if (next == nullptr || next->t > horizon) return true;
    const WindowEvent predicted = *next;
    queue_.drop(before);
    if (!hooks.holds(predicted)) continue;
    ctx_.now = predicted.t;
    if (predicted.b.is_mover()) {
      ctx_.is_recording() ? host.meet_discs(predicted.a, predicted.b.mover()) : bounce(predicted);
    } else if (predicted.b.is_edge()) {
      host.meet_edge(predicted.a, predicted.b.ref());
    } else {
      go_around(predicted.a);
    }
    if (patience.count_event() && host.stops_windows()) return false;
  }
}

/// What Host::meet_discs comes down to where it is not recorded.
void EventWindows::bounce(const WindowEvent& predicted) {
  // Predicted after the others of its time: there is room for it after them.
  const std::size_t last = k_slot_room;
  const std::size_t index = predicted.bounce > 0 ? predicted.bounce - 1 : last;
  const WindowEvent* const one[] = {&predicted};
  if (index == last) {
    work_out(bodies_.movers().data(), {ctx_.period, ctx_.box.has_value()}, one, bounces_.data() + last);
  }
  const Bounce& bounce = bounces_[index];
  ++ctx_.record->collisions;
  ctx_.count_gas_contact(bounce.impulse, bodies_.mover(bounce.a).radius + bodies_.mover(bounce.b).radius);
  const auto fly_on = [&](std::uint32_t mover, Vec2 at, Vec2 velocity) {
    bodies_.begin_flight(mover, at, velocity, ctx_.now);
    bodies_.count_change(mover);
    prefilter_.change(mover, at, velocity, window_time());
  };
  fly_on(bounce.a, bounce.at_a, bounce.velocity_a);
  fly_on(bounce.b, bounce.at_b, bounce.velocity_b);
  predict_two(bounce.a, bounce.b);
}

/// At one time, discs that only go around come last; else the pair created first comes first.
bool EventWindows::happens_before(const WindowEvent& x, const WindowEvent& y) const noexcept {
  if (x.t != y.t) return x.t < y.t;
  const auto rank = [&](const WindowEvent& predicted) {
    const std::uint64_t own = bodies_.mover(predicted.a).body_index;
    if (predicted.b == EventPartner::around()) return std::pair{1U, own};
    const std::uint64_t other = predicted.b.is_mover() ? bodies_.mover(predicted.b.mover()).body_index : 0xffff'ffffU;
    return std::pair{0U, (std::min(own, other) << 32U) | std::max(own, other)};
  };
  return rank(x) < rank(y);
}

/// Of the flights of one or two, added up.
std::uint32_t EventWindows::versions(std::uint32_t a, EventPartner b) const noexcept {
  return bodies_.mover(a).changes + (b.is_mover() ? bodies_.mover(b.mover()).changes : 0);
}

void EventWindows::push(double t, std::uint32_t a, EventPartner b) {
  t = std::max(t, ctx_.now);
  if (t > window_.end || !(t < ctx_.clock().length)) return;
  queue_.push({t, a, b, versions(a, b), 0},
              [&](const WindowEvent& x, const WindowEvent& y) { return happens_before(x, y); });
}

void EventWindows::predict(std::uint32_t mover) {
  prefilter_.near(mover, window_time(), [&](std::uint32_t other, bool images) { predict_pair(mover, other, images); });
  if (prefilter_.may_leave(mover)) predict_edge(mover);
}

void EventWindows::predict_two(std::uint32_t a, std::uint32_t b) {
  prefilter_.near_two(a, b, window_time(), [&](std::uint32_t mover, std::uint32_t other, bool images) {
    predict_pair(mover, other, images);
  });
  if (prefilter_.may_leave(a)) predict_edge(a);
  if (prefilter_.may_leave(b)) predict_edge(b);
}

/// In a periodic box the nearest image; of two that go far all that they may meet before they go around.
void EventWindows::predict_pair(std::uint32_t p, std::uint32_t q, bool images) {
  const EventBody& a = bodies_.mover(p);
  const EventBody& b = bodies_.mover(q);
  const EventPartner other = EventPartner::mover(q);
  if (!images || !ctx_.box) return push(contact_time(a, b, {}, {}), p, other);
  const double start = std::max(a.since, b.since);
  const Vec2 at_a = a.at + (start - a.since) * a.velocity;
  const Vec2 at_b = b.at + (start - b.since) * b.velocity;
  // By where they are now: since their flights began they may have crossed half of the box.
  const Vec2 shift =
      ctx_.nearest_shift(a.at + (ctx_.now - a.since) * a.velocity, b.at + (ctx_.now - b.since) * b.velocity);
  push(contact_time(a, b, shift, {}), p, other);
  if (!prefilter_.is_ungridded(p) && !prefilter_.is_ungridded(q)) return;
  const double left = window_.end - start;
  const auto may_miss = [&](double apart, double closing, double period) {
    return std::abs(apart) + std::abs(closing) * left > 0.5 * period - (a.radius + b.radius);
  };
  const Vec2 apart = at_a - at_b - shift;
  const Vec2 w = a.velocity - b.velocity;
  if (!may_miss(apart.x, w.x, ctx_.period.x) && !may_miss(apart.y, w.y, ctx_.period.y)) return;
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) {
      const Vec2 image{x * ctx_.period.x, y * ctx_.period.y};
      if (!(image == shift)) push(contact_time(a, b, image, {}), p, other);
    }
  }
}

/// The edges of the box: rebound, or go around.
void EventWindows::predict_edge(std::uint32_t mover) {
  const Bounds& bounds = *ctx_.bounds();
  const EventBody& m = bodies_.mover(mover);
  const Vec2 end = m.at + (window_.end - m.since) * m.velocity;
  const Vec2 extent = bounds.max - bounds.min;
  const double reach = (ctx_.box ? 0 : m.radius) + k_edge_slack * std::max(extent.x, extent.y);
  const bool inside = (end.x - reach > bounds.min.x) & (end.x + reach < bounds.max.x) & (end.y - reach > bounds.min.y) &
                      (end.y + reach < bounds.max.y);
  if (inside) return;
  if (ctx_.box) return push(leaving(m, bounds.min, bounds.max, ctx_.now).t, mover, EventPartner::around());
  NextEvent best;
  const Vec2 half{m.radius, m.radius};
  visit_edges(bounds, m.at - half, m.at + half, m.velocity, {},
              [&](double gap, double closing, double pull, std::uint32_t edge) {
                const double t = std::max(m.since + falling_time(gap, closing, pull), ctx_.now);
                if (t < best.t) best = {t, BodyRef::edge(edge)};
              });
  if (!best.partner.is_none()) push(best.t, mover, best.partner);
}

/// Out at one side and in at the other.
void EventWindows::go_around(std::uint32_t mover) {
  const EventBody& m = bodies_.mover(mover);
  const Crossing way = leaving(m, ctx_.bounds()->min, ctx_.bounds()->max, ctx_.now);
  if (ctx_.is_recording()) past_.add(bodies_.body(BodyRef::mover(mover)).serial, m, true);
  bodies_.begin_flight(mover, wrapped_position(ctx_, m, way), m.velocity, ctx_.now);
  change(mover);
  predict(mover);
}

void EventWindows::change(std::uint32_t mover) {
  const EventBody& m = bodies_.mover(mover);
  bodies_.count_change(mover);
  prefilter_.change(mover, m.at, m.velocity, window_time());
}

}  // namespace carom::detail

#include <algorithm>

#include "swept/gas_record.hpp"
#include "swept/swept_step.hpp"
#include "world/narrow.hpp"

// The event loop of a window: the next happening, and what it leads to.
namespace carom::detail {
namespace {

/// Units of work (StepGuard) of a contact, beside the predictions that follow it.
constexpr std::uint64_t k_happening_work = 16;
/// Happenings between two looks at how much is kept of them.
constexpr std::size_t k_played_between = 256;

}  // namespace

/// What does not hold any more is left out before it is sorted; what comes soon is fetched from memory, each time with what
/// the time before has brought.
struct SweptStep::GasHooks {
  const SweptStep& step;

  [[nodiscard]] bool holds(const Item& item) const noexcept { return !step.is_void(item); }
  void ahead(const Item& soon, std::size_t call) const noexcept {
    if (call == 2 || (call == 1 && step.is_void(soon))) return;
    const auto fetch = [&](std::uint32_t place) {
      if (place >= k_fixture_base) return;
      if (call == 0) {
        __builtin_prefetch(&step.w_.movers[place]);
        step.w_.gas.fetch(place);
      } else if (call == 1) {
        step.w_.gas.fetch_around(place);
      }
    };
    fetch(soon.first);
    fetch(soon.second);
  }
};

std::optional<Item> SweptStep::next(Lane& lane) {
  const auto earlier = [&](const Item& x, const Item& y) { return before(x, y); };
  return gas_ ? lane.queue.pop(earlier, GasHooks{*this}) : lane.queue.pop(earlier);
}

/// One of the two flies on another flight by now.
bool SweptStep::is_void(const Item& item) const noexcept { return versions(item.first, item.second) != item.versions; }

void SweptStep::play(Lane& lane) {
  while (const auto item = next(lane)) {
    if (is_void(*item)) continue;
    if (work(k_happening_work)) return;
    if (!simple_ && ++lane.played % k_played_between == 0 && exceeds(lane)) return;
    const bool sure = !lane.doubts(item->first) && (is_edge(item->second) || !lane.doubts(item->second));
    if (!remembers_ || sure) {
      happen(lane, *item);
      continue;
    }
    const std::size_t record = simple_ ? lane.contacts.size() : lane.events.size();
    const Past before{*item, static_cast<std::uint32_t>(record), lane.grazes, false};
    happen(lane, *item);
    Past& past = lane.pasts.emplace_back(before);
    past.grazes = lane.grazes - before.grazes;
  }
}

/// Does it keep more than it may, in a window that is played in turn?
bool SweptStep::exceeds(const Lane& lane) {
  if (elastic_ && gas_) return false;
  const StepRecord& last = state_.last;
  return guard().keeps(lane.events.size() + lane.corners.size() + lane.queue.waiting() + last.touches.size() +
                       last.earlier.size() + last.effect_records);
}

void SweptStep::happen(Lane& lane, const Item& item) {
  lane.now = item.t;
  if (!remembers_) now_ = item.t;
  switch (item.what) {
    case Happening::meet: simple_ ? meet_simply(lane, item) : meet(lane, item); break;
    case Happening::part: part(lane, item); break;
    case Happening::edge: simple_ ? meet_edge_simply(lane, item) : meet_edge(lane, item); break;
    case Happening::outside:
    case Happening::expire: world_.remove(member(item.first).id); break;
  }
}

void SweptStep::meet(Lane& lane, const Item& item) {
  // Foretold by a callback that changed a flight, and then let pass all the same.
  if (!plain_ && state_.now.passing.contains(key(item.first, item.second))) return;
  const Flier& a = flier(item.first);
  const Flier& b = flier(item.second);
  const Vec2 at_a = a.position(item.t);
  const Vec2 shift = nearest_shift(at_a, b.position(item.t));
  Touching touch{item.first, item.second, item.t, {}, {}};
  if (both_discs(item.first, item.second)) {
    const Vec2 at_b = b.position(item.t) + shift;
    Contact& contact = touch.contact;
    contact.normal = unit(at_a - at_b);
    // Two centres in one place have no direction; any will do, as long as it is always the same.
    if (contact.normal == Vec2{}) contact.normal = {1, 0};
    contact.point = 0.5 * ((at_a - a.radius * contact.normal) + (at_b + b.radius * contact.normal));
  } else {
    FlierPair asked = pair(item.first, item.second, shift);
    asked.idle = idle_speed(item.first, item.second);
    const bool passing = passes(item.first, item.second);
    if (passing) asked.not_before = item.t;
    const auto contact = passing ? entering(asked, lane.scratch) : meeting(asked, lane.scratch);
    if (!contact) return;
    touch.contact = *contact;
  }
  touch.contact.t = item.t;
  if (sourced_) touch.outruns = outruns_pull(touch);
  answer(lane, touch);
}

/// What meet() and all it leads to come down to for two discs of an elastic gas.
void SweptStep::meet_simply(Lane& lane, const Item& item) {
  const Flier& a = w_.movers[item.first];
  const Flier& b = w_.movers[item.second];
  const Vec2 at_a = a.position(item.t);
  const Vec2 at_b = b.position(item.t);
  lane.contacts.push_back({item.t, a.member, b.member, at_a, at_b, a.velocity, b.velocity});
  const Vec2 seen_b = at_b + nearest_shift(at_a, at_b);
  const Aftermath after = respond(Response::impulse, disc_encounter(at_a, seen_b, a, b));
  fly_simply(lane, item.first, item.t, at_a, after.velocity_a);
  fly_simply(lane, item.second, item.t, at_b, after.velocity_b);
  foretell_two_in_gas(lane, item.first, item.second, item.t);
}

/// The same of meet_edge().
void SweptStep::meet_edge_simply(Lane& lane, const Item& item) {
  const Flier& a = w_.movers[item.first];
  const Vec2 at = a.position(item.t);
  lane.contacts.push_back({item.t, a.member, item.second, at, {}, a.velocity, {}});
  const EdgeContact met = disc_at_edge(at, a.radius, *state_.settings.bounds, item.second - k_first_edge);
  const Aftermath after = respond(Response::impulse, {met.contact.normal, a.velocity, {}, a.inverse_mass, 0, 1});
  fly_simply(lane, item.first, item.t, met.placed, after.velocity_a);
  foretell_in_gas(lane, item.first, item.t);
}

void SweptStep::fly_simply(Lane& lane, std::uint32_t place, double t, Vec2 at, Vec2 velocity) {
  Flier& f = w_.movers[place];
  if (remembers_ && lane.doubts(place)) lane.changes.push_back({place, f, false});
  f.at = at;
  f.since = t;
  f.velocity = velocity;
  ++f.version;
  tell_gas(lane, place);
}

void SweptStep::meet_edge(Lane& lane, const Item& item) {
  if (passes_edge(item.first, item.second)) return;
  const Member& m = member(item.first);
  const EdgeContact met = edge_contact(shape(item.first), {m.low, m.high}, flier(item.first).position(item.t),
                                       *state_.settings.bounds, item.second - k_first_edge);
  Touching touch{item.first, item.second, item.t, met.contact, met.placed};
  touch.contact.t = item.t;
  if (sourced_) touch.outruns = outruns_pull(touch);
  answer(lane, touch);
}

void SweptStep::part(Lane& lane, const Item& item) {
  if (state_.now.passing.erase(passing_key(item.first, item.second)) == 0) return;
  tell_touch(item.first, item.second, TouchChange::end);
  if (is_edge(item.second)) return;
  Parted& parted = parted_[key(item.first, item.second)];
  parted = {item.t, parted.count + 1};
  // Another image may come within the same window.
  if (box_) return foretell_flight(lane, item.first < k_fixture_base ? item.first : item.second, item.t);
  foretell_passing(lane, item.first, item.second, {});
}

}  // namespace carom::detail

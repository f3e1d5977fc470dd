#include "world/pairs/touches.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "math/sort_stably.hpp"
#include "world/sums/ledger.hpp"

namespace carom::detail {
namespace {

PairKey key_of(const Touch& touch) { return {touch.a.serial, touch.b ? touch.b->serial : k_edges_serial}; }

bool earlier(const Touch& x, const Touch& y) {
  const auto order = [](const Touch& touch) {
    const PairKey key = key_of(touch);
    return std::tuple(touch.t, key.a, key.b);
  };
  return order(x) < order(y);
}

/// A pair that is in touch before the step or after it. Times are scene times.
struct Course {
  bool before = false;
  bool after = false;
  std::optional<double> broken;  ///< from outside, within the step
  std::optional<double> first;   ///< contact of those that begin to be in touch
  std::optional<double> last;    ///< contact of those that were in touch before
};

std::map<PairKey, Course> courses_of(const World::State& state) {
  std::map<PairKey, Course> courses;
  for (const PairKey& key : state.last.touched) courses[key].before = true;
  for (const PairKey& key : state.now.touching) courses[key].after = true;
  for (const Touch& touch : state.last.untold) {
    const auto course = courses.find(key_of(touch));
    if (course != courses.end() && course->second.before) course->second.broken = touch.t;
  }
  return courses;
}

/// By its place in the order of creation, also when it is gone.
Party party(const World::State& state, std::uint64_t serial) {
  const Body* const body = state.now.bodies.by_serial(serial);
  return {body != nullptr ? body->id : state.loop->departed(serial), serial};
}

/// The touches of ordinary contacts, found from the step's events.
std::vector<Touch> derived_touches(World::State& state) {
  std::vector<Touch> found;
  sort_events(state);
  std::map<PairKey, Course> courses = courses_of(state);
  for (const EventRecord& event : state.last.events) {
    if (event.response == Response::none || event.response == Response::ignore) continue;
    const double t = state.last.scene_time(event.t);
    const auto known = courses.find({event.serial_a, event.serial_b});
    if (known != courses.end()) {
      Course& course = known->second;
      if (course.before && !(course.broken && t > *course.broken)) {
        course.last = t;
        continue;
      }
      if (course.after) {
        if (!course.first) course.first = t;
        continue;
      }
    }
    if (!event.reported) continue;
    Touch touch{t, {event.a, event.serial_a}, {}, TouchChange::begin};
    if (event.serial_b != k_edges_serial) touch.b = Party{event.b, event.serial_b};
    found.push_back(touch);
    touch.change = TouchChange::end;
    found.push_back(touch);
  }
  for (const auto& [key, course] : courses) {
    const bool ends = course.before && !course.after && !course.broken;
    const bool begins = course.after && (!course.before || course.broken);
    if (!ends && !begins) continue;
    Touch touch{state.last.start, party(state, key.a), {}, ends ? TouchChange::end : TouchChange::begin};
    if (!is_edge_serial(key.b)) touch.b = party(state, key.b);
    touch.t = ends ? course.last.value_or(touch.t) : course.first.value_or(course.broken.value_or(touch.t));
    found.push_back(touch);
  }
  return found;
}

}  // namespace

void complete_touches(World::State& state) {
  if (state.touches_are_complete || state.running != nullptr) return;
  state.touches_are_complete = true;
  if (state.loop->reports_touches()) return;
  StepRecord& last = state.last;
  const std::vector<Touch> found = derived_touches(state);
  for (std::vector<Touch>* touches : {&last.touches, &last.untold}) {
    touches->insert(touches->end(), found.begin(), found.end());
    sort_stably(*touches, earlier);
  }
}

void break_contacts(World::State& state, const Body& body) {
  Persistent& now = state.now;
  const auto its_own = [&](const PairKey& key) { return key.a == body.serial || key.b == body.serial; };
  const bool in_touch = std::ranges::any_of(now.touching, its_own) || std::ranges::any_of(now.passing, its_own);
  if (!in_touch) return;
  complete_touches(state);
  const bool running = state.running != nullptr;
  const double t = running ? state.running->now() : now.time;
  const auto part = [&](const PairKey& key) {
    const auto party_of = [&](std::uint64_t serial) { return Party{now.bodies.by_serial(serial)->id, serial}; };
    Touch touch{t, party_of(key.a), {}, TouchChange::end};
    if (!is_edge_serial(key.b)) touch.b = party_of(key.b);
    if (running) {
      state.last.touches.push_back(touch);
      state.last.untold.push_back(touch);
    } else {
      now.parted.push_back(touch);
    }
  };
  // A running step that reports touches sees by itself which pairs have parted. Its passing pairs are among those in touch.
  const bool reported = state.loop->reports_touches();
  for (const PairKey& key : now.touching) {
    if (its_own(key) && !(reported && running)) part(key);
  }
  for (const PairKey& key : now.passing) {
    if (its_own(key) && !reported) part(key);
  }
  erase_if(now.touching, its_own);
  std::erase_if(now.passing, its_own);
}

void tell_touch(World& world, World::State& state, const Touch& touch) {
  ask_user(state, CallbackKind::touch, [&] {
    state.listener->touch(world, touch);
    return true;
  });
}

void notify_touches(World& world, World::State& state) {
  if (state.listener == nullptr) return;
  complete_touches(state);
  // A copy: callbacks may ask for what happened, and break contacts.
  const std::vector<Touch> news = state.last.untold;
  state.notifying = true;
  for (const Touch& touch : news) {
    if (state.listener != nullptr) tell_touch(world, state, touch);
  }
  state.notifying = false;
}

}  // namespace carom::detail

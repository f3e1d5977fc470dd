#include "compare_lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <ranges>
#include <utility>

#include "carom/io/answer.hpp"
#include "carom/io/timetable.hpp"
#include "exit_codes.hpp"
#include "run_files.hpp"
#include "run_progress.hpp"
#include "world/rules/capabilities.hpp"

namespace carom::app {
namespace {

/// Into how many parts overlap cuts a step.
constexpr std::array k_overlap_parts{1U, 4U, 16U};

Checked<Lane> make_lane(Scene scene, Detection detection, unsigned parts) {
  scene.world.detection = detection;
  scene.world.dt /= parts;
  auto world = build_world(scene);
  if (!world) return world.error();
  const RunStart start = run_start(world.value());
  return Lane{detection, parts, std::move(world).value(), start, {}};
}

void advance(Lane& lane, double end) {
  const auto begin = std::chrono::steady_clock::now();
  const double from = lane.world.time();
  for (unsigned k = 1; k <= lane.parts; ++k) {
    const StepResult result = lane.world.step_to(k == lane.parts ? end : from + (end - from) * k / lane.parts);
    if (!result.completed()) throw Failure(k_failed, result.reason);
    for (const ContactEvent& event : lane.world.events()) {
      lane.hits.push_back({event.t, event.a.serial, event.b ? event.b->serial : Hit::k_edges});
    }
  }
  lane.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double smallest_size(const World& world) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    if (!body.fixed()) smallest = std::min(smallest, body.reach);
  }
  return smallest;
}

/// In a periodic world a body that has just left on one side is close to one that is about to.
Vec2 difference(const World& world, Vec2 a, Vec2 b) {
  Vec2 d = a - b;
  const auto& bounds = world.settings().bounds;
  if (!bounds || bounds->edges != Edges::periodic) return d;
  const Vec2 size = bounds->max - bounds->min;
  if (std::fabs(d.x) > size.x / 2) d.x -= d.x > 0 ? size.x : -size.x;
  if (std::fabs(d.y) > size.y / 2) d.y -= d.y > 0 ? size.y : -size.y;
  return d;
}

/// The largest distance of a body from its place in the reference; nothing if the bodies are others.
std::optional<double> largest_difference(const World& world, const World& reference) {
  if (world.body_count() != reference.body_count()) return std::nullopt;
  const auto ids = world.bodies();
  const auto reference_ids = reference.bodies();
  double largest = 0;
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const Body& body = *world.body(ids[k]);
    const Body& other = *reference.body(reference_ids[k]);
    if (body.serial != other.serial) return std::nullopt;
    largest = std::max(largest, length(difference(world, body.state.at, other.state.at)));
  }
  return largest;
}

/// The same bodies, none further than `most` from its place.
bool together(const World& world, const World& reference, double most) {
  const auto largest = largest_difference(world, reference);
  return largest && *largest <= most;
}

/// Into so many equal ones a step is cut so that none is longer than `longest`.
unsigned parts_for(double dt, double longest) {
  constexpr double most = 1e6;
  const double parts = std::ceil(dt / longest * (1 - 1e-12));
  if (parts <= most) return static_cast<unsigned>(std::max(parts, 1.0));
  throw Failure(k_bad_input,
                fmt::format("--reference-dt: expected at least a millionth of dt = {}, found {}", dt, longest));
}

bool shares_a_body(const Hit& l, const Hit& r) {
  return l.a == r.a || l.a == r.b || l.b == r.a || (l.b == r.b && l.b != Hit::k_edges);
}

/// Neither of the two had another contact so shortly before that a run that answers late had not answered it yet. The
/// hits are in order of time.
bool undisturbed(const std::vector<Hit>& hits, const Hit& hit, double shortly) {
  const auto from = std::lower_bound(hits.begin(), hits.end(), hit.t - shortly,
                                     [](const Hit& other, double t) { return other.t < t; });
  const auto disturbs = [&](const Hit& other) {
    return (other.a != hit.a || other.b != hit.b) && shares_a_body(other, hit);
  };
  const auto to = std::upper_bound(from, hits.end(), hit.t, [](double t, const Hit& other) { return t < other.t; });
  return std::none_of(from, to, disturbs);
}

/// How many bodies this lane would turn in a contact.
std::ptrdiff_t turned_count(const Lane& lane) {
  const World& world = lane.world;
  if (!world.rotates()) return 0;
  return std::ranges::count_if(world.bodies(), [&](BodyId id) {
    const Body& body = *world.body(id);
    return body.inverse_inertia > 0 && detail::has(detail::rotation_of(body.shape), world.settings());
  });
}

bool swept_turns_more(const std::vector<Lane>& lanes) {
  const auto counts = lanes | std::views::transform(turned_count);
  return std::ranges::adjacent_find(counts, std::ranges::not_equal_to()) != counts.end();
}

}  // namespace

Lanes make_lanes(const Scene& scene, const std::string& label, std::optional<double> reference_dt) {
  Lanes lanes;
  lanes.dt = scene.world.dt;
  const auto swept_lane = [&](unsigned parts) {
    auto lane = make_lane(scene, Detection::swept, parts);
    if (!lane) throw Failure(k_bad_input, fmt::format("{}: {}", label, sentence(lane.error())));
    return std::move(lane).value();
  };
  auto event = make_lane(scene, Detection::event, 1);
  if (event) {
    if (reference_dt) {
      throw Failure(k_bad_input,
                    "--reference-dt: expected none, because the reference of this scene is event, which has "
                    "no steps");
    }
    lanes.all.push_back(std::move(event).value());
  } else {
    lanes.without_event = event.error();
    const unsigned parts = reference_dt ? parts_for(lanes.dt, *reference_dt) : 1;
    lanes.check.emplace(ReferenceCheck{swept_lane(2 * parts)});
    if (parts > 1) lanes.all.push_back(swept_lane(parts));
  }
  lanes.all.push_back(swept_lane(1));
  for (const unsigned parts : k_overlap_parts) {
    auto lane = make_lane(scene, Detection::overlap, parts);
    if (!lane) {
      lanes.without_overlap = lane.error();
      break;
    }
    lanes.all.push_back(std::move(lane).value());
  }
  if (lanes.without_event && lanes.without_overlap) {
    throw Failure(k_bad_input,
                  fmt::format("{}: only swept can run this scene, so there is nothing to compare it with; {}", label,
                              sentence(*lanes.without_overlap)));
  }
  lanes.only_swept_turns = swept_turns_more(lanes.all);
  return lanes;
}

namespace {

void check_reference(ReferenceCheck& check, const World& reference, double end, double most) {
  advance(check.finer, end);
  const auto largest = largest_difference(check.finer.world, reference);
  if (largest) check.largest_difference = std::max(check.largest_difference, *largest);
  if (!check.finer.drifted_at && !(largest && *largest <= most)) check.finer.drifted_at = end;
}

}  // namespace

void run_lanes(Lanes& lanes, double until, bool show_progress) {
  const World& reference = lanes.reference().world;
  const TimeGrid steps(reference.time(), lanes.dt);
  const double most = k_drift_share * smallest_size(reference);
  Progress progress(show_progress, reference, until);
  while (reference.time() < until) {
    const double end = step_end(steps, reference.time(), until);
    for (Lane& lane : lanes.all) {
      advance(lane, end);
      if (!lane.drifted_at && !together(lane.world, reference, most)) lane.drifted_at = end;
    }
    if (lanes.check) check_reference(*lanes.check, reference, end, most);
    progress.show(reference);
  }
}

Verdict judge(const Lane& lane, const Lanes& lanes) {
  const Lane& reference = lanes.reference();
  Verdict verdict;
  verdict.summary = run_summary(lane.world, lane.start);
  verdict.summary.wall_seconds = lane.seconds;
  const double step = lane.world.settings().dt;
  verdict.contacts = match(reference.hits, lane.hits, step + 1e-9 * step);
  verdict.diverged_at = lane.drifted_at;
  const auto& missed = verdict.contacts.missed;
  const double drift = lane.drifted_at.value_or(std::numeric_limits<double>::infinity());
  if (!missed.empty() && missed.front().t < drift) verdict.diverged_at = missed.front().t;
  for (const Hit& hit : missed) {
    if (hit.t >= drift || verdict.passage) break;
    if (undisturbed(reference.hits, hit, lanes.dt)) verdict.passage = hit;
  }
  const double end = verdict.diverged_at.value_or(std::numeric_limits<double>::infinity());
  const auto before = [end](const Hit& hit) { return hit.t < end; };
  verdict.agreed = static_cast<std::uint64_t>(std::count_if(reference.hits.begin(), reference.hits.end(), before) -
                                              std::count_if(missed.begin(), missed.end(), before));
  return verdict;
}

}  // namespace carom::app

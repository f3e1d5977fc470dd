#include "carom/io/picture_paths.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace carom {
namespace {

// Enough to fill a picture, few enough for any viewer.
constexpr std::uint64_t k_most_bodies = 400;
constexpr std::uint64_t k_most_fixed = 2000;
constexpr std::uint64_t k_most_points = 40000;
constexpr std::size_t k_most_hits = 4000;
/// A field bends a path; a corner of one degree is not seen.
constexpr double k_sine_seen = 0.0174;

bool has_turned(Vec2 from, Vec2 to) {
  return dot(from, to) < 0 || std::fabs(cross(from, to)) > k_sine_seen * length(from) * length(to);
}

/// What a periodic world adds to a position that leaves the box: a jump of more than half of it is such a step.
Vec2 wrap_between(const Paths& paths, Vec2 from, Vec2 to) {
  if (!paths.bounds || paths.bounds->edges != Edges::periodic) return {};
  const Vec2 size = paths.bounds->max - paths.bounds->min;
  const auto wrap = [](double jump, double width) {
    if (std::fabs(jump) <= width / 2) return 0.0;
    return jump > 0 ? width : -width;
  };
  return {wrap(to.x - from.x, size.x), wrap(to.y - from.y, size.y)};
}

void set_point(Paths& paths, TracedBody& body, Vec2 at) {
  body.strokes.back().push_back(at);
  ++paths.point_total;
}

/// The body is at `at` now. Crossing an edge ends a stroke outside on one side and begins one outside on the other.
void arrive(Paths& paths, TracedBody& body, Vec2 at) {
  const Vec2 wrap = wrap_between(paths, body.last, at);
  if (wrap != Vec2{}) {
    set_point(paths, body, at - wrap);
    body.strokes.emplace_back();
    set_point(paths, body, body.last + wrap);
  }
  body.last = at;
}

TracedBody* find(Paths& paths, std::uint64_t serial) {
  const auto found = std::lower_bound(paths.bodies.begin(), paths.bodies.end(), serial,
                                      [](const TracedBody& body, std::uint64_t s) { return body.serial < s; });
  return found != paths.bodies.end() && found->serial == serial ? &*found : nullptr;
}

void trace(Paths& paths, const World& world, const Body& body) {
  TracedBody traced;
  traced.serial = body.serial;
  traced.name = world.name(body.serial);
  traced.shape = traced.last_shape = body.shape;
  traced.angle = body.state.angle;
  traced.fixed = body.fixed() && body.state.velocity == Vec2{};
  traced.start = traced.last = body.state.at;
  traced.heading = body.state.velocity;
  traced.strokes = {{body.state.at}};
  paths.bodies.push_back(std::move(traced));
}

bool wanted(const Paths& paths, const Body& body) {
  if (body.fixed()) return paths.bodies.size() < k_most_bodies + k_most_fixed;
  return body.serial % paths.stride == 0 && paths.bodies.size() < 2 * k_most_bodies + k_most_fixed;
}

bool follows(TracedBody* body) { return body != nullptr && !body->fixed && !body->gone; }

void follow_contact(Paths& paths, const Party& party, const std::optional<BodyState>& state,
                    const ContactEvent& event) {
  TracedBody* const body = find(paths, party.serial);
  // Of a body that the contact has destroyed only the contact point is left.
  arrive(paths, *body, state ? state->at : event.point);
  set_point(paths, *body, body->last);
  body->heading = {};  // whatever it is at the end of the step, it is so since this contact
}

void follow_contacts(Paths& paths, const World& world) {
  // One step may have contacts without number: enough is enough in the midst of it, too.
  constexpr std::uint64_t too_many = 2 * k_most_points;
  std::uint64_t seen = 0;
  std::vector<BodyMoment> moments;
  for (const ContactEvent& event : world.events()) {
    if (moments.size() > too_many) break;
    if (follows(find(paths, event.a.serial))) moments.push_back({event.a.id, event.t});
    if (event.b && follows(find(paths, event.b->serial))) moments.push_back({event.b->id, event.t});
  }
  const auto states = world.states_at(moments);
  auto next = states.begin();
  for (const ContactEvent& event : world.events()) {
    if (paths.point_total > too_many) {
      paths.hit_total += world.events().size() - seen;
      paths.traced_until = std::min(paths.traced_until, event.t);
      return;
    }
    ++seen;
    ++paths.hit_total;
    if (find(paths, event.a.serial) != nullptr || (event.b && find(paths, event.b->serial) != nullptr)) {
      ++paths.traced_hits;
      if (paths.hits.size() < k_most_hits) paths.hits.push_back({event.point, event.normal, event.impulse});
    }
    if (follows(find(paths, event.a.serial))) follow_contact(paths, event.a, *next++, event);
    if (event.b && follows(find(paths, event.b->serial))) follow_contact(paths, *event.b, *next++, event);
  }
}

void follow_body(Paths& paths, const Body& body, TracedBody& traced) {
  traced.gone = false;
  const auto* const circle = std::get_if<Circle>(&traced.last_shape);
  if (body.state.angle != traced.angle || (circle != nullptr && circle->radius != body.reach)) {
    traced.last_shape = body.shape;
    traced.angle = body.state.angle;
  }
  if (paths.traced_until < paths.time) {
    traced.last = body.state.at;
    return;
  }
  arrive(paths, traced, body.state.at);
  const Vec2 velocity = body.state.velocity;
  if (has_turned(traced.heading, velocity)) set_point(paths, traced, traced.last);
  if (has_turned(traced.heading, velocity) || traced.heading == Vec2{}) traced.heading = velocity;
}

/// Those that are there now; new ones are traced from here on.
void look_at_all(Paths& paths, const World& world) {
  for (TracedBody& traced : paths.bodies) traced.gone = true;
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    paths.body_total = std::max(paths.body_total, body.serial + 1);
    const bool is_new = paths.bodies.empty() || body.serial > paths.bodies.back().serial;
    if (is_new && wanted(paths, body)) trace(paths, world, body);
    if (TracedBody* const traced = find(paths, body.serial)) follow_body(paths, body, *traced);
  }
}

}  // namespace

Paths begin_paths(const World& world) {
  Paths paths;
  paths.bounds = world.settings().bounds;
  paths.sources = world.settings().sources;
  paths.start_time = paths.time = paths.traced_until = world.time();
  paths.stride = std::max<std::uint64_t>(1, (world.body_count() + k_most_bodies - 1) / k_most_bodies);
  look_at_all(paths, world);
  return paths;
}

void follow(Paths& paths, const World& world) {
  paths.time = world.time();
  if (paths.point_total > k_most_points) {
    paths.hit_total += world.events().size();
  } else {
    paths.traced_until = world.time();
    follow_contacts(paths, world);
  }
  look_at_all(paths, world);
}

}  // namespace carom

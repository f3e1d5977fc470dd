#include "carom/world/debug_draw.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "carom/broadphase/flight_grid.hpp"
#include "carom/manifold/manifold.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/images.hpp"
#include "world/bodies/shape_box.hpp"
#include "world/state.hpp"

namespace carom {
namespace detail {
namespace {

/// Two that are in touch are drawn as touching up to this gap, of the smaller one's size: bodies at rest keep one.
constexpr double k_drawn_gap = 1e-3;

RotatingShape part_at(const Circle& circle, Vec2 at) {
  return MovingCircle{circle.radius, circle.center + at, circle.center + at, circle.hollow};
}
RotatingShape part_at(const Border& border, Vec2 at) {
  return Border{border.axis, border.at + (border.axis == Axis::x ? at.x : at.y)};
}
RotatingShape part_at(const Segment& segment, Vec2 at) { return RotatingSegment{segment, {{at, 0}, {at, 0}}}; }
RotatingShape part_at(const Polygon& polygon, Vec2 at) { return rotating(polygon, {{at, 0}, {at, 0}}); }

double impulse_that_holds(const World::State& state, const PairKey& pair) {
  double sum = 0;
  for (const HeldPoint& point : state.now.points) {
    if (point.a == pair.a && (point.b == pair.b || (is_edge_serial(point.b) && is_edge_serial(pair.b)))) {
      sum += point.impulse;
    }
  }
  return sum;
}

void draw_rest(const World::State& state, const Body& a, const Body& b, DebugDraw& draw) {
  const Vec2 shift = nearest_shift(b.state.at - a.state.at, period(state.settings.bounds));
  const double within = k_drawn_gap * std::min(a.reach, b.reach);
  DebugContact contact{{a.id, a.serial}, Party{b.id, b.serial}, {}, {}, 0, true};
  contact.impulse = impulse_that_holds(state, {a.serial, b.serial});
  // As seen from a, so that places far from the origin lose no digits.
  for_each_part(a.shape, [&](const auto& part_a) {
    for_each_part(b.shape, [&](const auto& part_b) {
      const Vec2 way = b.state.at - shift - a.state.at;
      for (const ManifoldPoint& place : manifold(part_at(part_a, {}), part_at(part_b, way), 0, within)) {
        contact.point = place.point + a.state.at;
        contact.normal = place.normal;
        draw.contact(contact);
      }
    });
  });
}

void draw_rest_at_edges(const World::State& state, const Body& a, DebugDraw& draw) {
  if (!state.settings.bounds) return;
  const Bounds& bounds = *state.settings.bounds;
  const ShapeBox box = shape_box(a.shape);
  const Vec2 low = a.state.at + box.low;
  const Vec2 high = a.state.at + box.high;
  const double within = k_drawn_gap * a.reach;
  DebugContact contact{{a.id, a.serial}, std::nullopt, {}, {}, 0, true};
  contact.impulse = impulse_that_holds(state, {a.serial, k_edges_serial});
  const auto edge = [&](double gap, Vec2 point, Vec2 normal) {
    if (std::abs(gap) > within) return;
    contact.point = point;
    contact.normal = normal;
    draw.contact(contact);
  };
  const Vec2 middle = 0.5 * (low + high);
  edge(low.x - bounds.min.x, {bounds.min.x, middle.y}, {1, 0});
  edge(bounds.max.x - high.x, {bounds.max.x, middle.y}, {-1, 0});
  edge(low.y - bounds.min.y, {middle.x, bounds.min.y}, {0, 1});
  edge(bounds.max.y - high.y, {middle.x, bounds.max.y}, {0, -1});
}

}  // namespace
}  // namespace detail

void World::draw(DebugDraw& draw) const {
  State& s = *state_;
  if (s.running == nullptr) s.loop->settle();
  std::vector<Flight> flights;
  for (const BodyId id : bodies()) {
    const Body& body = *this->body(id);
    draw.body(body);
    if (!body.fixed() && std::isfinite(body.reach)) flights.push_back({body.state.at, body.state.velocity, body.reach});
  }
  for (const ContactEvent& hit : events()) draw.contact({hit.a, hit.b, hit.point, hit.normal, hit.impulse, false});
  for (const detail::PairKey& pair : s.now.touching) {
    const Body* const a = s.now.bodies.by_serial(pair.a);
    const Body* const b = s.now.bodies.by_serial(pair.b);
    if (a == nullptr) continue;
    if (detail::is_edge_serial(pair.b)) {
      detail::draw_rest_at_edges(s, *a, draw);
    } else if (b != nullptr) {
      detail::draw_rest(s, *a, *b, draw);
    }
  }
  if (flights.empty()) return;
  std::optional<PeriodicBox> box;
  if (detail::period(s.settings.bounds)) box = PeriodicBox{s.settings.bounds->min, s.settings.bounds->max};
  FlightGrid grid;
  grid.build(flights, s.settings.dt, box);
  for (const FlightGrid::Cell& cell : grid.cells()) draw.cell(cell.min, cell.max, cell.bodies);
}

}  // namespace carom

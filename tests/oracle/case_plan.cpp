#include "case_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lattice_shapes.hpp"

namespace carom::oracle {
namespace {

[[nodiscard]] bool is_round(Role role) { return role == Role::point || role == Role::disc || role == Role::ring; }

[[nodiscard]] MovingShape written_down(const Mover& mover, Vec2 offset, double event, std::vector<Vec2>& from_vertices,
                                       std::vector<Vec2>& to_vertices) {
  const Draft& draft = mover.draft;
  const double unit = std::ldexp(1.0, mover.exponent);
  if (draft.role == Role::border) return Border{draft.axis, coordinate(offset, draft.axis)};

  std::vector<Vec2> from;
  std::vector<Vec2> to;
  for (std::size_t k = 0; k < draft.points.size(); ++k) {
    const Vec2 drawn = unit * draft.points[k] + offset;
    const Vec2 motion = mover.morph.empty() ? mover.motion : mover.motion + mover.morph[k];
    from.push_back(drawn - event * motion);
    to.push_back(drawn + (1 - event) * motion);
  }
  if (is_round(draft.role)) return MovingCircle{unit * draft.radius, from[0], to[0], draft.role == Role::ring};

  const bool shifted = mover.by_shift && mover.morph.empty();
  const Vec2 shift = shifted ? mover.motion : Vec2{};
  if (shifted) to = from;
  if (draft.role == Role::segment) return MovingSegment{Segment{{from[0], from[1]}}, Segment{{to[0], to[1]}}, shift};
  from_vertices = std::move(from);
  if (!shifted) to_vertices = std::move(to);
  return MovingPolygon{{}, {}, shift, draft.role == Role::arena, false, Winding::counterclockwise};
}

void collect(Vec2& p, std::vector<double*>& numbers) {
  numbers.push_back(&p.x);
  numbers.push_back(&p.y);
}

void collect(MovingShape& shape, std::vector<double*>& numbers) {
  if (auto* circle = std::get_if<MovingCircle>(&shape)) {
    if (circle->radius > 0) numbers.push_back(&circle->radius);
    collect(circle->from, numbers);
    collect(circle->to, numbers);
  } else if (auto* border = std::get_if<Border>(&shape)) {
    numbers.push_back(&border->at);
  } else if (auto* segment = std::get_if<MovingSegment>(&shape)) {
    // A segment that keeps its shape goes on doing so.
    if (segment->from.ends != segment->to.ends) {
      for (Vec2& p : segment->from.ends) collect(p, numbers);
      for (Vec2& p : segment->to.ends) collect(p, numbers);
    } else {
      collect(segment->shift, numbers);
    }
  } else {
    auto& polygon = std::get<MovingPolygon>(shape);
    if (polygon.shift != Vec2{}) collect(polygon.shift, numbers);
  }
}

[[nodiscard]] double nudged(double x, int steps, double zero_step) {
  if (x == 0) return steps * zero_step;
  const double goal = steps > 0 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  for (int i = 0; i < std::abs(steps); ++i) x = std::nextafter(x, goal);
  return x;
}

[[nodiscard]] bool in_range(double x) { return std::abs(x) <= 1e60; }
[[nodiscard]] bool in_range(Vec2 p) { return in_range(p.x) && in_range(p.y); }

[[nodiscard]] bool complete(MovingShape& shape, const std::vector<Vec2>& from, const std::vector<Vec2>& own_to) {
  if (const auto* circle = std::get_if<MovingCircle>(&shape)) {
    return in_range(circle->radius) && in_range(circle->from) && in_range(circle->to);
  }
  if (const auto* border = std::get_if<Border>(&shape)) return in_range(border->at);
  if (const auto* segment = std::get_if<MovingSegment>(&shape)) {
    for (std::size_t k = 0; k < 2; ++k) {
      if (!in_range(segment->from.ends[k]) || !in_range(segment->to.ends[k] + segment->shift)) return false;
    }
    return segment->from.ends[0] != segment->from.ends[1] && segment->to.ends[0] != segment->to.ends[1];
  }
  auto& polygon = std::get<MovingPolygon>(shape);
  const std::vector<Vec2>& to = own_to.empty() ? from : own_to;
  const bool valid = std::ranges::all_of(from, [](Vec2 p) { return in_range(p); }) &&
                     std::ranges::all_of(to, [&](Vec2 p) { return in_range(p + polygon.shift); }) && is_simple(from) &&
                     (own_to.empty() || is_simple(to));
  if (!valid) return false;
  polygon.from = from;
  polygon.to = to;
  polygon.convex = own_to.empty() && is_convex(from);
  polygon.winding = winding_of(from);
  return true;
}

}  // namespace

Case written_down(const Plan& plan) {
  Case result;
  result.a = written_down(plan.a, plan.offset, plan.event, result.vertices[0], result.vertices[1]);
  result.b = written_down(plan.b, plan.offset, plan.event, result.vertices[2], result.vertices[3]);
  return result;
}

void nudge(Case& question, Random& random, int count, double unit) {
  std::vector<double*> numbers;
  collect(question.a, numbers);
  collect(question.b, numbers);
  for (std::vector<Vec2>& vertices : question.vertices) {
    for (Vec2& p : vertices) collect(p, numbers);
  }
  for (int i = 0; i < count; ++i) {
    double& x = *numbers[static_cast<std::size_t>(random.below(static_cast<int>(numbers.size())))];
    const double zero_step = random.one_in(16) ? std::numeric_limits<double>::denorm_min() : unit * 0x1p-52;
    x = nudged(x, random.range(-2, 2), zero_step);
  }
}

bool complete(Case& question) {
  return complete(question.a, question.vertices[0], question.vertices[1]) &&
         complete(question.b, question.vertices[2], question.vertices[3]);
}

}  // namespace carom::oracle

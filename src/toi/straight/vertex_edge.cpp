#include "carom/toi/vertex_edge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "toi/straight/vertex_edge.hpp"

namespace carom {
namespace {

Vec2 velocity(const Track& track) noexcept { return (track.to - track.from) + track.shift; }

/// The real roots of p x² + q x + r, the larger one computed first so that the other does not cancel. When all vanish, both
/// ends of the edge are the candidates: everything stays on one line.
struct Candidates {
  std::array<double, 2> alpha{};
  int count = 0;
};

Candidates positions(double p, double q, double r) noexcept {
  if (p == 0 && q == 0) return r == 0 ? Candidates{{0, 1}, 2} : Candidates{};
  if (p == 0) return {{-r / q, 0}, 1};
  const double discriminant = q * q - 4 * p * r;
  if (discriminant < 0) return {};
  const double larger = -0.5 * (q + std::copysign(std::sqrt(discriminant), q));
  if (larger == 0) return {{0, 0}, 1};
  return {{larger / p, r / larger}, 2};
}

}  // namespace

std::optional<EdgeReach> vertex_edge_by_time(const Track& vertex, const Track& start, const Track& end) noexcept {
  std::optional<EdgeReach> first;
  detail::VertexEdge(vertex, start, end).visit_events([&](const detail::EdgeEvent& event, const auto&) {
    if (first && first->t <= event.t) return;
    const Vec2 e = lerp(end.from - start.from, end.to - start.to, event.t);
    const Vec2 w = lerp(vertex.from - start.from, (vertex.to - start.to) + (vertex.shift - start.shift), event.t);
    const double squared = dot(e, e);
    first = EdgeReach{event.t, squared > 0 ? std::clamp(dot(w, e) / squared, 0.0, 1.0) : 0};
  });
  return first;
}

std::optional<EdgeReach> vertex_edge_by_position(const Track& vertex, const Track& start, const Track& end) noexcept {
  const Vec2 a = start.from - vertex.from;
  const Vec2 b = end.from - start.from;
  const Vec2 c = velocity(vertex) - velocity(start);
  const Vec2 d = velocity(start) - velocity(end);
  const Candidates candidates = positions(cross(b, d), cross(a, d) + cross(b, c), cross(a, c));
  std::optional<EdgeReach> first;
  for (int i = 0; i < candidates.count; ++i) {
    const double alpha = candidates.alpha[static_cast<std::size_t>(i)];
    if (!(alpha >= 0 && alpha <= 1)) continue;
    const Vec2 way = a + alpha * b;
    const Vec2 speed = c + alpha * d;
    // Dividing along the axis in which they move alike would be 0/0.
    const bool along_x = std::abs(speed.x) >= std::abs(speed.y);
    const double divisor = along_x ? speed.x : speed.y;
    if (divisor == 0) continue;  // that point of the edge and the vertex never change their distance
    const double t = (along_x ? way.x : way.y) / divisor;
    if (t >= 0 && t <= 1 && (!first || t < first->t)) first = EdgeReach{t, alpha};
  }
  return first;
}

}  // namespace carom

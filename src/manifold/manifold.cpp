#include "carom/manifold/manifold.hpp"

#include <cmath>
#include <type_traits>

#include "manifold/manifold_chain.hpp"

namespace carom {
namespace {

using detail::PlacedChain;
using detail::PlacedFace;
using Points = std::vector<ManifoldPoint>;

constexpr Feature k_round{FeatureKind::round, 0};

Circle circle_at(const MovingCircle& c, double t) noexcept { return {c.radius, lerp(c.from, c.to, t), c.hollow}; }

Points touch(const MovingCircle& a, const MovingCircle& b, double t, double within) {
  const Vec2 center_a = lerp(a.from, a.to, t), center_b = lerp(b.from, b.to, t);
  const Vec2 way = center_a - center_b;
  const double distance = length(way);
  const Vec2 out = distance > 0 ? unit(way) : Vec2{1, 0};
  const double outer = distance - a.radius - b.radius;
  // From inside: the one that is a ring holds the other.
  const bool a_holds = a.hollow && a.radius >= b.radius, b_holds = b.hollow && b.radius >= a.radius;
  const double inner = std::abs(a.radius - b.radius) - distance;
  const bool held = (a_holds || b_holds) && inner > outer;
  const double gap = held ? inner : outer;
  if (!(std::abs(gap) <= within)) return {};
  if (!held) return {{center_b + (b.radius + 0.5 * gap) * out, out, gap, k_round, k_round}};
  const Vec2 normal = -out;
  if (b_holds) return {{center_b + (b.radius - 0.5 * gap) * out, normal, gap, k_round, k_round}};
  return {{center_a + (a.radius - 0.5 * gap) * normal, normal, gap, k_round, k_round}};
}

Points touch(const MovingCircle& a, const Border& b, double t, double within) {
  const Circle circle = circle_at(a, t);
  const double height = coordinate(circle.center, b.axis) - b.at;
  const Vec2 up = (height >= 0 ? 1.0 : -1.0) * direction(b.axis);
  const double gap = std::abs(height) - circle.radius;
  if (!(std::abs(gap) <= within)) return {};
  return {{circle.center - (circle.radius + 0.5 * gap) * up, up, gap, k_round, {FeatureKind::face, 0}}};
}

/// The circle's centre is the origin.
void see_faces(double radius, const PlacedChain& chain, double within, Points& seen) {
  for (int j = 0; j < chain.faces(); ++j) {
    const PlacedFace face = chain.face(j);
    const double height = -dot(face.normal, face.start), along = -dot(face.along, face.start);
    const double side = chain.solid() || height >= 0 ? 1 : -1;
    const double gap = side * height - radius;
    if (!(std::abs(gap) <= within)) continue;
    // A seam belongs to the face behind it.
    if (along < 0 || along > face.length) continue;
    if (along == face.length && chain.goes_on(chain.next(j), side)) continue;
    const Vec2 normal = side * face.normal;
    seen.push_back({-(radius + 0.5 * gap) * normal, normal, gap, k_round, {FeatureKind::face, j}});
  }
}

void see_corners(double radius, const PlacedChain& chain, double within, Points& seen) {
  for (int i = 0; i < chain.count(); ++i) {
    const Vec2 corner = chain.at(i);
    const double gap = length(corner) - radius;
    if (!(std::abs(gap) <= within) || (chain.solid() && chain.bend(i) < 0)) continue;
    const auto is_before = [&](int neighbour) { return dot(corner, chain.at(neighbour) - corner) > 0; };
    if (!is_before(chain.previous(i)) || !is_before(chain.next(i))) continue;
    const Vec2 normal = -unit(corner);
    seen.push_back({-(radius + 0.5 * gap) * normal, normal, gap, k_round, {FeatureKind::corner, i}});
  }
}

bool holds(const Circle& ring, const PlacedChain& chain, double within) {
  return ring.hollow && std::all_of(chain.places.begin(), chain.places.end(),
                                    [&](Vec2 p) { return length(p) <= ring.radius + within; });
}

void see_inside(double radius, const PlacedChain& chain, double within, Points& seen) {
  for (int i = 0; i < chain.count(); ++i) {
    const Vec2 out = unit(chain.at(i));
    const double gap = radius - length(chain.at(i));
    if (!(std::abs(gap) <= within) || !chain.is_corner(i) || !chain.stands_on(i, -out, within)) continue;
    seen.push_back({(radius - 0.5 * gap) * out, out, gap, k_round, {FeatureKind::corner, i}});
  }
}

Points touch(const MovingCircle& a, const RotatingChain& b, double t, double within) {
  const Circle circle = circle_at(a, t);
  const PlacedChain chain = detail::placed(b, t, circle.center);
  Points seen;
  if (holds(circle, chain, within)) {
    see_inside(circle.radius, chain, within, seen);
  } else {
    see_faces(circle.radius, chain, within, seen);
    see_corners(circle.radius, chain, within, seen);
  }
  for (ManifoldPoint& p : seen) p.point = p.point + circle.center;
  return seen;
}

Points touch(const RotatingChain& a, const Border& b, double t, double within) {
  const Vec2 origin = b.at * direction(b.axis);
  Points seen = detail::chain_manifold(detail::placed(a, t, origin), b.axis, within);
  for (ManifoldPoint& p : seen) p.point = p.point + origin;
  return seen;
}

Points touch(const RotatingChain& a, const RotatingChain& b, double t, double within) {
  const Vec2 origin = b.turn.at(t).at;
  Points seen = detail::chain_manifold(detail::placed(a, t, origin), detail::placed(b, t, origin), within);
  for (ManifoldPoint& p : seen) p.point = p.point + origin;
  return seen;
}

const MovingCircle& view_of(const MovingCircle& c, double) noexcept { return c; }
/// At one moment it is a circle as any other.
MovingCircle view_of(const RotatingCircle& c, double t) noexcept {
  const Vec2 center = c.center_at(t);
  return {c.radius, center, center, false};
}
const Border& view_of(const Border& b, double) noexcept { return b; }
RotatingChain view_of(const RotatingSegment& s, double) noexcept { return chain_of(s); }
RotatingChain view_of(const RotatingPolygon& p, double) noexcept { return chain_of(p); }

template <class A, class B>
concept Touches = requires(const A& a, const B& b) { touch(a, b, 0.0, 0.0); };

}  // namespace

std::vector<ManifoldPoint> manifold(const RotatingShape& a, const RotatingShape& b, double t, double within) {
  return std::visit(
      [&](const auto& one, const auto& other) -> Points {
        const auto& p = view_of(one, t);
        const auto& q = view_of(other, t);
        using P = std::remove_cvref_t<decltype(p)>;
        using Q = std::remove_cvref_t<decltype(q)>;
        if constexpr (std::is_same_v<P, Border> && std::is_same_v<Q, Border>) {
          return {};
        } else if constexpr (Touches<P, Q>) {
          return touch(p, q, t, within);
        } else {
          Points seen = touch(q, p, t, within);
          for (ManifoldPoint& point : seen) point = detail::mirrored(point);
          return seen;
        }
      },
      a, b);
}

}  // namespace carom

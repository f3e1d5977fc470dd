#include "state.hpp"

#include <algorithm>
#include <stdexcept>

#include "chain_state.hpp"

namespace carom::oracle {
namespace {

[[nodiscard]] State from_flags(bool overlap, bool touch) {
  return overlap ? State::overlap : (touch ? State::touch : State::apart);
}

// Sign of |p - q| - r.
[[nodiscard]] int compare_distance(const IntPoint& p, const IntPoint& q, const Int& r) {
  return sign(dot(p - q, p - q) - r * r);
}

// Sign of (distance of p from the piece a b) - r.
[[nodiscard]] int compare_distance(const IntPoint& p, const IntPoint& a, const IntPoint& b, const Int& r) {
  const IntPoint e = b - a;
  const IntPoint w = p - a;
  const Int along = dot(w, e);
  if (along <= 0) return compare_distance(p, a, r);
  const Int length2 = dot(e, e);
  if (along >= length2) return compare_distance(p, b, r);
  const Int area = cross(e, w);
  return sign(area * area - r * r * length2);
}

// The larger one is a ring and has no point of the other outside.
[[nodiscard]] bool ring_holds(const FrozenShape& ring, const FrozenShape& circle) {
  return ring.is_ring() && ring.radius >= circle.radius &&
         compare_distance(ring.points[0], circle.points[0], ring.radius - circle.radius) <= 0;
}

[[nodiscard]] State circle_circle(const FrozenShape& a, const FrozenShape& b) {
  const int from_outside = compare_distance(a.points[0], b.points[0], a.radius + b.radius);
  if (from_outside >= 0) return from_flags(false, from_outside == 0);
  if (ring_holds(a, b) || ring_holds(b, a)) {
    return from_flags(false, compare_distance(a.points[0], b.points[0], abs(a.radius - b.radius)) == 0);
  }
  return State::overlap;
}

// Signs of (least, greatest) distance of the chain's line from the centre, less the radius.
struct Reach {
  int least = 1;
  int greatest = -1;
};

[[nodiscard]] Reach reach(const FrozenShape& circle, const FrozenShape& chain) {
  Reach result;
  for (std::size_t i = 0; i < chain.edge_count(); ++i) {
    result.least = std::min(result.least,
                            compare_distance(circle.points[0], chain.edge_start(i), chain.edge_end(i), circle.radius));
  }
  for (const IntPoint& p : chain.points) {
    result.greatest = std::max(result.greatest, compare_distance(circle.points[0], p, circle.radius));
  }
  return result;
}

[[nodiscard]] Place place_of_centre(const FrozenShape& circle, const FrozenShape& polygon) {
  return place_of({circle.points[0].x, circle.points[0].y, 1}, polygon);
}

[[nodiscard]] State circle_chain(const FrozenShape& circle, const FrozenShape& chain) {
  Reach r = reach(circle, chain);
  const bool centre_inside = chain.is_solid_polygon() && place_of_centre(circle, chain) == Place::inside;
  if (circle.is_point()) return from_flags(centre_inside, r.least == 0);
  // A solid polygon around the centre is at distance 0 from it.
  if (centre_inside) r.least = -1;
  if (circle.is_ring()) return from_flags(r.least < 0 && r.greatest > 0, r.least <= 0 && r.greatest >= 0);
  return from_flags(r.least < 0, r.least == 0);
}

[[nodiscard]] State border_other(const FrozenShape& border, const FrozenShape& other) {
  const auto coordinate = [&](const IntPoint& p) -> Int { return (border.axis == Axis::x ? p.x : p.y) - border.at; };
  if (other.form == Form::circle) {
    const int s = sign(abs(coordinate(other.points[0])) - other.radius);
    return from_flags(s < 0, s == 0);
  }
  int least = 1;
  int greatest = -1;
  for (const IntPoint& p : other.points) {
    least = std::min(least, sign(coordinate(p)));
    greatest = std::max(greatest, sign(coordinate(p)));
  }
  return from_flags(least < 0 && greatest > 0, least <= 0 && greatest >= 0);
}

[[nodiscard]] State polygon_polygon(const FrozenShape& a, const FrozenShape& b) {
  const Passage a_in_b = passage(a, b);
  if (a.hollow && b.hollow) return from_flags(a_in_b.inside && a_in_b.outside, a_in_b.touches);
  if (a.hollow) return from_flags(a_in_b.inside, a_in_b.touches);
  const Passage b_in_a = passage(b, a);
  if (b.hollow) return from_flags(b_in_a.inside, b_in_a.touches);
  // Two insides meet when an outline runs through the other's inside, or the polygons are the same.
  const bool same = !a_in_b.inside && !a_in_b.outside;
  return from_flags(a_in_b.inside || b_in_a.inside || same, a_in_b.touches);
}

[[nodiscard]] State chain_chain(const FrozenShape& a, const FrozenShape& b) {
  if (a.closed && b.closed) return polygon_polygon(a, b);
  if (!a.closed && !b.closed) {
    const SegmentMeeting m = meeting(a.points[0], a.points[1], b.points[0], b.points[1]);
    return from_flags(m.crosses, m.touches);
  }
  const Passage p = a.closed ? passage(b, a) : passage(a, b);
  const bool hollow = a.closed ? a.hollow : b.hollow;
  return from_flags(hollow ? p.inside && p.outside : p.inside, p.touches);
}

[[nodiscard]] bool holds(const FrozenShape& outer, const FrozenShape& inner) {
  if (inner.form == Form::border) return false;
  if (outer.is_ring()) {
    return inner.form == Form::circle ? ring_holds(outer, inner) : reach(outer, inner).greatest <= 0;
  }
  if (!outer.is_arena()) return false;
  if (inner.form == Form::chain) return !passage(inner, outer).outside;
  return place_of_centre(inner, outer) != Place::outside && reach(inner, outer).least >= 0;
}

}  // namespace

State state_of(const FrozenShape& a, const FrozenShape& b) {
  if (a.form == Form::border && b.form == Form::border) throw std::logic_error("oracle: two borders have no state");
  if (a.form == Form::border) return border_other(a, b);
  if (b.form == Form::border) return border_other(b, a);
  if (a.form == Form::circle && b.form == Form::circle) return circle_circle(a, b);
  if (a.form == Form::circle) return circle_chain(a, b);
  if (b.form == Form::circle) return circle_chain(b, a);
  return chain_chain(a, b);
}

Side side_of(const FrozenShape& a, const FrozenShape& b) {
  return holds(a, b) || holds(b, a) ? Side::inner : Side::outer;
}

}  // namespace carom::oracle

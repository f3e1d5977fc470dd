#include <algorithm>
#include <stdexcept>

#include "lifted.hpp"
#include "oracle.hpp"
#include "state.hpp"

namespace carom::oracle {
namespace {

[[nodiscard]] Real distance(const IntPoint& p, const IntPoint& q) { return sqrt(Real(dot(p - q, p - q))); }

[[nodiscard]] Real distance(const IntPoint& p, const IntPoint& a, const IntPoint& b) {
  const IntPoint e = b - a;
  const IntPoint w = p - a;
  const Int along = dot(w, e);
  const Int length2 = dot(e, e);
  if (along <= 0) return distance(p, a);
  if (along >= length2) return distance(p, b);
  return Real(abs(cross(e, w))) / sqrt(Real(length2));
}

}  // namespace

State state_at(const MovingShape& a, const MovingShape& b, double t) {
  const LiftedPair pair = lift(a, b);
  const Dyadic instant = to_dyadic(t);
  return state_of(freeze(pair.a, instant), freeze(pair.b, instant));
}

Real clearance(const MovingShape& a, const MovingShape& b, double t, Side side) {
  const LiftedPair pair = lift(a, b);
  const bool a_is_circle = pair.a.form == Form::circle;
  const Dyadic instant = to_dyadic(t);
  const FrozenShape circle = freeze(a_is_circle ? pair.a : pair.b, instant);
  const FrozenShape chain = freeze(a_is_circle ? pair.b : pair.a, instant);
  if (circle.form != Form::circle || chain.form != Form::chain) {
    throw std::logic_error("oracle: clearance is for a circle and a chain");
  }
  const IntPoint& centre = circle.points[0];
  Real least = distance(centre, chain.points[0]);
  Real greatest = least;
  for (std::size_t i = 0; i < chain.edge_count(); ++i) {
    least = std::min(least, distance(centre, chain.edge_start(i), chain.edge_end(i)));
    greatest = std::max(greatest, distance(centre, chain.edge_end(i)));
  }
  const bool from_inside = circle.is_ring() && side == Side::inner && !chain.is_arena();
  // A ring in an arena or around one: whichever holds the other, the smaller gap is the one that closes.
  const Real radius(circle.radius);
  Real gap = from_inside ? Real(radius - greatest) : Real(least - radius);
  if (circle.is_ring() && chain.is_arena() && side == Side::inner && abs(radius - greatest) < abs(gap)) {
    gap = radius - greatest;
  }
  return ldexp(gap, pair.exponent - static_cast<int>(instant.shift));
}

}  // namespace carom::oracle

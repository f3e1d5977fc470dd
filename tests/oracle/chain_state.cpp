#include "chain_state.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace carom::oracle {
namespace {

[[nodiscard]] bool between(const Int& x, const Int& end0, const Int& end1) {
  return end0 <= end1 ? (end0 <= x && x <= end1) : (end1 <= x && x <= end0);
}

[[nodiscard]] bool boxes_apart(const Int& a0, const Int& a1, const Int& b0, const Int& b1) {
  return std::max(a0, a1) < std::min(b0, b1) || std::max(b0, b1) < std::min(a0, a1);
}

[[nodiscard]] int turn(const IntPoint& a, const IntPoint& b, const IntPoint& p) { return sign(cross(b - a, p - a)); }

// A place along an edge as a fraction of its length.
using Fraction = Rational;

// Every fraction in (0, 1) at which the edge meets the outline's edge c d; says whether it meets it in [0, 1].
[[nodiscard]] bool collect_cuts(const IntPoint& start, const IntPoint& end, const IntPoint& c, const IntPoint& d,
                                std::vector<Fraction>& cuts) {
  if (boxes_apart(start.x, end.x, c.x, d.x) || boxes_apart(start.y, end.y, c.y, d.y)) return false;
  // An edge that has shrunk to a point has no direction and nothing to cut.
  if (start == end) return turn(c, d, start) == 0;
  const IntPoint e = end - start;
  const int side_c = turn(start, end, c);
  const int side_d = turn(start, end, d);
  if (side_c * side_d > 0) return false;
  bool meets = false;
  const auto note = [&](Int num, Int den) {
    if (den < 0) {
      num = -num;
      den = -den;
    }
    if (num < 0 || num > den) return;
    meets = true;
    if (num > 0 && num < den) cuts.push_back({std::move(num), std::move(den)});
  };
  if (side_c == 0 && side_d == 0) {
    note(dot(c - start, e), dot(e, e));
    note(dot(d - start, e), dot(e, e));
    // In line, and the boxes meet: then so do the pieces, even if no end of c d falls into this edge.
    return true;
  }
  const IntPoint f = d - c;
  note(cross(c - start, f), cross(e, f));
  return meets;
}

// The middle of the piece from u to v of the edge.
[[nodiscard]] HomogeneousPoint middle(const IntPoint& start, const IntPoint& e, const Fraction& u, const Fraction& v) {
  const Int num = u.num * v.den + v.num * u.den;
  const Int den = 2 * u.den * v.den;
  return {start.x * den + e.x * num, start.y * den + e.y * num, den};
}

}  // namespace

Place place_of(const HomogeneousPoint& p, const FrozenShape& polygon) {
  bool odd = false;
  for (std::size_t i = 0; i < polygon.edge_count(); ++i) {
    const IntPoint& c = polygon.edge_start(i);
    const IntPoint& d = polygon.edge_end(i);
    const Int cy = c.y * p.w;
    const Int dy = d.y * p.w;
    if (!between(p.y, cy, dy)) continue;
    const Int cx = c.x * p.w;
    const int side = sign((d.x - c.x) * (p.y - cy) - (d.y - c.y) * (p.x - cx));
    if (side == 0 && between(p.x, cx, d.x * p.w)) return Place::boundary;
    // A ray to the right crosses an edge that starts below and ends above, or the other way, and has p on its left.
    const bool c_above = cy > p.y;
    const bool d_above = dy > p.y;
    if (c_above != d_above && (d_above ? side > 0 : side < 0)) odd = !odd;
  }
  return odd ? Place::inside : Place::outside;
}

// Cut each edge where it meets the outline: every piece then lies wholly inside, outside or in the outline, as its middle does.
Passage passage(const FrozenShape& chain, const FrozenShape& polygon) {
  Passage result;
  std::vector<Fraction> cuts;
  for (std::size_t i = 0; i < chain.edge_count(); ++i) {
    const IntPoint& start = chain.edge_start(i);
    const IntPoint& end = chain.edge_end(i);
    cuts.assign({{0, 1}, {1, 1}});
    for (std::size_t j = 0; j < polygon.edge_count(); ++j) {
      const bool meets = collect_cuts(start, end, polygon.edge_start(j), polygon.edge_end(j), cuts);
      result.touches = result.touches || meets;
    }
    std::ranges::sort(cuts, [](const Fraction& u, const Fraction& v) { return u.num * v.den < v.num * u.den; });
    for (std::size_t k = 1; k < cuts.size(); ++k) {
      const Place place = place_of(middle(start, end - start, cuts[k - 1], cuts[k]), polygon);
      result.inside = result.inside || place == Place::inside;
      result.outside = result.outside || place == Place::outside;
    }
  }
  return result;
}

SegmentMeeting meeting(const IntPoint& a0, const IntPoint& a1, const IntPoint& b0, const IntPoint& b1) {
  if (boxes_apart(a0.x, a1.x, b0.x, b1.x) || boxes_apart(a0.y, a1.y, b0.y, b1.y)) return {};
  const int side_b0 = turn(a0, a1, b0);
  const int side_b1 = turn(a0, a1, b1);
  const int side_a0 = turn(b0, b1, a0);
  const int side_a1 = turn(b0, b1, a1);
  if (side_b0 * side_b1 < 0 && side_a0 * side_a1 < 0) return {true, true};
  const auto on = [](int side, const IntPoint& p, const IntPoint& c, const IntPoint& d) {
    return side == 0 && between(p.x, c.x, d.x) && between(p.y, c.y, d.y);
  };
  return {on(side_b0, b0, a0, a1) || on(side_b1, b1, a0, a1) || on(side_a0, a0, b0, b1) || on(side_a1, a1, b0, b1),
          false};
}

}  // namespace carom::oracle

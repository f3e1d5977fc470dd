#include "toi/straight/chain_border.hpp"

#include <algorithm>
#include <cmath>

#include "overlap/depth.hpp"

namespace carom::detail {
namespace {

class BorderSearch {
 public:
  BorderSearch(const Chain& chain, const Border& border) noexcept : chain_(chain), border_(border) {}

  [[nodiscard]] Sign start_sign(int i) const noexcept {
    return sign_of(coordinate(chain_.from[i], border_.axis) - border_.at);
  }
  [[nodiscard]] Sign end_sign(int i) const noexcept {
    return certified_sign([&](auto lift) { return end(lift, i); });
  }
  /// Just after the start: a vertex on the border goes where it ends.
  [[nodiscard]] Sign sign_after_start(int i) const noexcept {
    const Sign start = start_sign(i);
    return start != Sign::zero ? start : end_sign(i);
  }
  /// Does vertex i, not on the border at the start, reach it within the step?
  [[nodiscard]] bool reaches(int i) const noexcept {
    return start_sign(i) != Sign::zero && end_sign(i) != start_sign(i);
  }

  /// Does vertex i reach the border before vertex j does, continued beyond the step? Both start on the same side.
  [[nodiscard]] bool earlier(int i, int j) const noexcept {
    // s1_i / s0_i < s1_j / s0_j
    const Sign order =
        certified_sign([&](auto lift) { return end(lift, i) * start(lift, j) - end(lift, j) * start(lift, i); });
    return order == Sign::negative;
  }

  [[nodiscard]] double time_of(int i) const noexcept {
    const DoubleDouble s0 = two_difference(coordinate(chain_.from[i], border_.axis), border_.at);
    const DoubleDouble s1 = two_difference(coordinate(chain_.to[i], border_.axis), border_.at) +
                            DoubleDouble(coordinate(chain_.shift, border_.axis));
    return std::clamp(fraction(s0, s0 - s1).rounded(), 0.0, 1.0);
  }

  /// The first vertex to reach the border, or -1.
  [[nodiscard]] int first_to_reach() const noexcept {
    int first = -1;
    double first_time = 2;
    for (int i = 0; i < chain_.count; ++i) {
      if (!reaches(i)) continue;
      const double t = time_of(i);
      const bool close = std::abs(t - first_time) <= k_time_error;  // then only exact numbers know the order
      if (close ? earlier(i, first) : t < first_time) {
        first = i;
        first_time = t;
      }
    }
    return first;
  }

  /// Some vertex stays on the border: is another one still on the old side once vertex `first` has passed?
  [[nodiscard]] bool splits_at(int first) const noexcept {
    for (int i = 0; i < chain_.count; ++i) {
      // One that has just left the border never comes back to it.
      if (start_sign(i) == Sign::zero ? sign_after_start(i) != Sign::zero : earlier(first, i)) return true;
    }
    return false;
  }

  [[nodiscard]] Contact contact(int vertex, double t, Sign side) const noexcept {
    const Vec2 axis = direction(border_.axis);
    Contact contact{
        .t = t, .point = chain_.vertex(vertex).at(t), .normal = side == Sign::negative ? Vec2{} - axis : axis};
    contact.point = middle_of_face(vertex, t);
    (border_.axis == Axis::x ? contact.point.x : contact.point.y) = border_.at;
    return contact;
  }

 private:
  template <class Lift>
  auto start(Lift lift, int i) const noexcept {
    return lift(coordinate(chain_.from[i], border_.axis)) - lift(border_.at);
  }
  template <class Lift>
  auto end(Lift lift, int i) const noexcept {
    return (lift(coordinate(chain_.to[i], border_.axis)) - lift(border_.at)) +
           lift(coordinate(chain_.shift, border_.axis));
  }

  /// Of the faces next to the vertex that lie along the border at t, the middle of what they cover.
  [[nodiscard]] Vec2 middle_of_face(int vertex, double t) const noexcept {
    const Vec2 p = chain_.vertex(vertex).at(t);
    Vec2 low = p;
    Vec2 high = p;
    const Axis other = border_.axis == Axis::x ? Axis::y : Axis::x;
    for (const int neighbour : {chain_.previous(vertex), chain_.next(vertex)}) {
      const Vec2 q = chain_.vertex(neighbour).at(t);
      // From differences of the vertices given: far from the origin q - p has lost the direction.
      const Vec2 face =
          unit(lerp(chain_.from[neighbour] - chain_.from[vertex], chain_.to[neighbour] - chain_.to[vertex], t));
      if (face == Vec2{} || std::abs(coordinate(face, border_.axis)) > k_parallel_sine) continue;
      if (coordinate(q, other) < coordinate(low, other)) low = q;
      if (coordinate(q, other) > coordinate(high, other)) high = q;
    }
    return lerp(low, high, 0.5);
  }

  const Chain& chain_;
  const Border& border_;
};

struct Sides {
  bool left = false;
  bool right = false;
  bool on = false;
  int last_on = -1;

  void add(Sign sign, int vertex) noexcept {
    left |= sign == Sign::negative;
    right |= sign == Sign::positive;
    if (sign == Sign::zero) {
      on = true;
      last_on = vertex;
    }
  }
  [[nodiscard]] bool split() const noexcept { return left && right; }
};

/// They touch at the start and vertices are on both sides just after: the one that goes furthest through tells.
Impact hit_at_start(const Chain& chain, const BorderSearch& search, const Sides& start) noexcept {
  // Everything on the border: it turns through it, and either side would do.
  const Sign side = start.left ? Sign::negative : Sign::positive;
  for (int i = 0; i < chain.count; ++i) {
    if (search.start_sign(i) == Sign::zero && search.sign_after_start(i) == -side) {
      return {Outcome::hit, search.contact(i, 0, side)};
    }
  }
  return {};
}

}  // namespace

Impact chain_border(const Chain& chain, const Border& border) noexcept {
  const BorderSearch search(chain, border);
  Sides start;
  Sides after;
  for (int i = 0; i < chain.count; ++i) start.add(search.start_sign(i), i);
  if (start.split()) {
    const Overlap deep = overlap_depth(chain, border);
    return {Outcome::overlap, {0, deep.point, deep.normal, Side::outer, deep.depth}};
  }
  for (int i = 0; i < chain.count; ++i) after.add(search.sign_after_start(i), i);
  if (after.split()) return hit_at_start(chain, search, start);
  const int first = search.first_to_reach();
  if (first < 0) return {};
  if (after.on && !search.splits_at(first)) return {};
  return {Outcome::hit, search.contact(first, search.time_of(first), search.start_sign(first))};
}

}  // namespace carom::detail

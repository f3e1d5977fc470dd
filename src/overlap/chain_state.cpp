#include "overlap/chain_state.hpp"

#include <algorithm>

namespace carom {
namespace {

template <class Moment>
Sign turn(const Track& a, const Track& b, const Track& c, const Moment& moment) noexcept {
  return moment.sign(cross_quadratic(a, b, a, c));
}

/// +1 for counterclockwise.
template <class Moment>
Sign winding_of(const Chain& chain, const Moment&) noexcept {
  return chain.winding == Winding::counterclockwise ? Sign::positive : Sign::negative;
}

/// Vertices may turn a polygon inside out on their way; then its area tells.
Sign winding_of(const Chain& chain, const BesideEvent& moment) noexcept {
  return moment.sign([&](auto lift) {
    auto sum = cross_quadratic(chain.vertex(0), chain.vertex(1), chain.vertex(0), chain.vertex(2))(lift);
    for (int i = 2; i + 1 < chain.count; ++i) {
      const auto part = cross_quadratic(chain.vertex(0), chain.vertex(i), chain.vertex(0), chain.vertex(i + 1))(lift);
      sum = {sum.c0 + part.c0, sum.m + part.m, sum.c2 + part.c2};
    }
    return sum;
  });
}

enum class Way : std::uint8_t { in, out, forward, backward };

/// A walk along the boundary of `walker` with respect to `region`, which may be a segment: then only crossings count.
template <class Moment>
class Walk {
 public:
  Walk(const Chain& walker, const Chain& region, const Moment& moment) noexcept
      : walker_(walker), region_(region), moment_(moment) {
    if (region.closed()) winding_ = winding_of(region, moment);
    if (walker.closed()) walker_winding_ = winding_of(walker, moment);
  }

  /// Vertices of the walker on the region's edges.
  void visit_own_vertices() noexcept {
    const int edges = std::max(region_.edges(), 1);  // a point is an edge without length
    for (int i = 0; i < walker_.count; ++i) {
      for (int j = 0; j < edges; ++j) {
        const Place place = place_on_edge(walker_.vertex(i), region_.vertex(j), region_.edge_end(j), moment_);
        if (place == Place::off) continue;
        touching = true;
        // The end of an edge is the start of the next one.
        if (!region_.closed() || place == Place::at_end) continue;
        if (walker_.edges() == 0) continue;
        if (walker_.closed() || i == 0) leave(place, j, walker_.vertex(i), walker_.edge_end(i), true);
        if (walker_.closed() || i == 1) leave(place, j, walker_.vertex(i), walker_.vertex(walker_.previous(i)), false);
      }
    }
  }

  /// Vertices of the region in the middle of the walker's edges.
  void visit_region_vertices() noexcept {
    if (!region_.closed()) return;
    for (int j = 0; j < region_.count; ++j) {
      for (int i = 0; i < walker_.edges(); ++i) {
        const Track start = walker_.vertex(i);
        const Track end = walker_.edge_end(i);
        if (place_on_edge(region_.vertex(j), start, end, moment_) != Place::interior) continue;
        touching = true;
        leave(Place::at_start, j, start, end, true);
        leave(Place::at_start, j, end, start, false);
      }
    }
  }

  Course course;
  bool touching = false;
  bool same_side = false;  ///< runs along the other's boundary with both insides on one side

 private:
  /// The boundary leaves a touching point (on edge `j` of the region, or at its start) in the direction from `origin` to
  /// `target`; `ahead` when that is the way the walker's vertices are numbered.
  void leave(Place place, int j, const Track& origin, const Track& target, bool ahead) noexcept {
    const Way way = place == Place::interior ? way_off_edge(j, origin, target) : way_off_vertex(j, origin, target);
    if (way == Way::in) course.inside = true;
    if (way == Way::out) course.outside = true;
    if (way != Way::forward && way != Way::backward) return;
    // Both boundaries, walked with their insides on the left, run the same way.
    const bool counterclockwise = ahead == (walker_winding_ == Sign::positive);
    const bool region_ahead = (way == Way::forward) == (winding_ == Sign::positive);
    if (walker_.closed() && counterclockwise == region_ahead) same_side = true;
  }

  Way way_off_edge(int j, const Track& origin, const Track& target) const noexcept {
    const Track start = region_.vertex(j);
    const Track end = region_.edge_end(j);
    const Sign side = turn(start, end, target, moment_) * winding_;
    if (side != Sign::zero) return side == Sign::positive ? Way::in : Way::out;
    return moment_.sign(dot_quadratic(start, end, origin, target)) == Sign::negative ? Way::backward : Way::forward;
  }

  Way way_off_vertex(int j, const Track& origin, const Track& target) const noexcept {
    const Track before = region_.vertex(region_.previous(j));
    const Track corner = region_.vertex(j);
    const Track after = region_.edge_end(j);
    const Sign first = turn(before, corner, target, moment_) * winding_;
    const Sign second = turn(corner, after, target, moment_) * winding_;
    const Sign bend = turn(before, corner, after, moment_) * winding_;
    if (bend == Sign::zero) {
      if (first != Sign::zero) return first == Sign::positive ? Way::in : Way::out;
      return moment_.sign(dot_quadratic(corner, after, origin, target)) == Sign::negative ? Way::backward
                                                                                          : Way::forward;
    }
    // Seen from a convex corner the inside is where both edges are on the right hand side; seen from a reflex one the
    // outside is. `bend` turns the second case into the first.
    const Sign a = first * bend;
    const Sign b = second * bend;
    const Way within = bend == Sign::positive ? Way::in : Way::out;
    const Way beyond = bend == Sign::positive ? Way::out : Way::in;
    if (a == Sign::positive && b == Sign::positive) return within;
    if (a == Sign::positive && b == Sign::zero) return Way::forward;
    if (a == Sign::zero && b == Sign::positive) return Way::backward;
    return beyond;
  }

  const Chain& walker_;
  const Chain& region_;
  const Moment& moment_;
  Sign winding_ = Sign::positive;
  Sign walker_winding_ = Sign::positive;
};

/// The moments at which places are known well enough for a quick look at boxes.
template <class Moment>
concept AtRest = requires(const Track& track, const Moment& moment) { rounded_place(track, moment); };

bool boxes_apart(Vec2 p, Vec2 q, Vec2 u, Vec2 v) noexcept {
  return std::max(p.x, q.x) < std::min(u.x, v.x) || std::max(u.x, v.x) < std::min(p.x, q.x) ||
         std::max(p.y, q.y) < std::min(u.y, v.y) || std::max(u.y, v.y) < std::min(p.y, q.y);
}

template <class Moment>
bool edges_cross(const Chain& a, const Chain& b, const Moment& moment) noexcept {
  for (int i = 0; i < a.edges(); ++i) {
    const Track p = a.vertex(i);
    const Track q = a.edge_end(i);
    for (int j = 0; j < b.edges(); ++j) {
      const Track u = b.vertex(j);
      const Track v = b.edge_end(j);
      if constexpr (AtRest<Moment>) {
        if (boxes_apart(rounded_place(p, moment), rounded_place(q, moment), rounded_place(u, moment),
                        rounded_place(v, moment))) {
          continue;
        }
      }
      if (turn(u, v, p, moment) * turn(u, v, q, moment) != Sign::negative) continue;
      if (turn(p, q, u, moment) * turn(p, q, v, moment) == Sign::negative) return true;
    }
  }
  return false;
}

bool overlaps(const Chain& a, const Chain& b, const Course& a_course, const Course& b_course, bool same_side) noexcept {
  const bool a_solid = a.kind == ChainKind::solid;
  const bool b_solid = b.kind == ChainKind::solid;
  if (a_solid && b_solid) return a_course.inside || b_course.inside || same_side;
  if (b_solid) return a_course.inside;
  if (a_solid) return b_course.inside;
  return (a_course.inside && a_course.outside) || (b_course.inside && b_course.outside);
}

}  // namespace

template <class Moment>
Place place_on_edge(const Track& p, const Track& a, const Track& b, const Moment& moment) noexcept {
  if constexpr (AtRest<Moment>) {
    const Vec2 place = rounded_place(p, moment);
    if (boxes_apart(place, place, rounded_place(a, moment), rounded_place(b, moment))) return Place::off;
  }
  if (turn(a, b, p, moment) != Sign::zero) return Place::off;
  const Sign from_start = moment.sign(dot_quadratic(a, p, a, b));
  const Sign from_end = moment.sign(dot_quadratic(b, p, b, a));
  if (from_start == Sign::negative || from_end == Sign::negative) return Place::off;
  if (from_start == Sign::zero && from_end == Sign::zero) {  // an edge that has shrunk to a point
    return moment.sign(dot_quadratic(a, p, a, p)) == Sign::zero ? Place::at_start : Place::off;
  }
  if (from_start == Sign::zero) return Place::at_start;
  return from_end == Sign::zero ? Place::at_end : Place::interior;
}

template <class Moment>
bool is_inside(const Track& p, const Chain& chain, const Moment& moment) noexcept {
  bool inside = false;
  bool start_above = moment.sign(height_quadratic(chain.vertex(0), p)) == Sign::positive;
  for (int i = 0; i < chain.count; ++i) {
    const Track a = chain.vertex(i);
    const Track b = chain.edge_end(i);
    const bool end_above = moment.sign(height_quadratic(b, p)) == Sign::positive;
    if (start_above != end_above) {
      const Sign side = turn(a, b, p, moment);
      if (side == (end_above ? Sign::positive : Sign::negative)) inside = !inside;
    }
    start_above = end_above;
  }
  return inside;
}

template <class Moment>
Classification classify(const Chain& a, const Chain& b, const Moment& moment) noexcept {
  if (edges_cross(a, b, moment)) return {ChainState::overlapping, false};
  Walk<Moment> of_a(a, b, moment);
  Walk<Moment> of_b(b, a, moment);
  of_a.visit_own_vertices();
  of_a.visit_region_vertices();
  of_b.visit_own_vertices();
  of_b.visit_region_vertices();
  const bool touching = of_a.touching || of_b.touching;
  if (!touching) {
    if (b.closed()) (is_inside(a.vertex(0), b, moment) ? of_a.course.inside : of_a.course.outside) = true;
    if (a.closed()) (is_inside(b.vertex(0), a, moment) ? of_b.course.inside : of_b.course.outside) = true;
  }
  const bool same_side = of_a.same_side || of_b.same_side;
  if (overlaps(a, b, of_a.course, of_b.course, same_side)) return {ChainState::overlapping, false};
  // What has no point outside an arena is inside it, lying along its wall included.
  const auto is_within = [&](const Chain& arena, const Course& course) {
    return arena.kind == ChainKind::hollow && !course.outside && (course.inside || touching);
  };
  const bool inner = is_within(b, of_a.course) || is_within(a, of_b.course);
  return {touching ? ChainState::touching : ChainState::apart, inner};
}

#define CAROM_INSTANTIATE(Moment)                                                                         \
  template Classification classify<Moment>(const Chain&, const Chain&, const Moment&) noexcept;           \
  template Place place_on_edge<Moment>(const Track&, const Track&, const Track&, const Moment&) noexcept; \
  template bool is_inside<Moment>(const Track&, const Chain&, const Moment&) noexcept;
CAROM_INSTANTIATE(AtStart)
CAROM_INSTANTIATE(AtEnd)
CAROM_INSTANTIATE(AfterStart)
CAROM_INSTANTIATE(BesideEvent)
#undef CAROM_INSTANTIATE

}  // namespace carom

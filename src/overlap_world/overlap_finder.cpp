#include "overlap_world/overlap_finder.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "carom/broadphase/flight_grid.hpp"
#include "carom/toi/polygon_polygon.hpp"
#include "contact/contact_side.hpp"
#include "world/bodies/shape_box.hpp"
#include "world/pairs/narrow.hpp"

namespace carom::detail {
namespace {

/// Units of work (StepGuard) of asking a pair.
constexpr std::uint64_t k_pair_work = 8;

constexpr Edge k_edges[] = {Edge::left, Edge::right, Edge::lower, Edge::upper};

bool is_infinite(const Body& body) noexcept { return !std::isfinite(body.reach); }

/// Can a body be so near to a border that they overlap? Conservative: true more often than needed.
bool near_border(const Body& body, const Body& border) noexcept {
  const auto* line = std::get_if<Border>(&border.shape);
  if (line == nullptr) return true;
  const double distance = coordinate(body.state.at - border.state.at, line->axis) - line->at;
  return std::abs(distance) <= 2 * body.reach;
}

auto order(const FoundOverlap& o) noexcept {
  return std::tuple(o.a, o.edge.has_value(), o.b, o.edge.value_or(Edge::left), o.shift.x, o.shift.y);
}

class Finder {
 public:
  Finder(const BodyStore& store, std::span<const BodyId> bodies, const std::optional<Bounds>& bounds, StepGuard* guard)
      : store_(store), ids_(bodies), bounds_(bounds), guard_(guard) {}

  std::vector<FoundOverlap> found() {
    for (std::uint32_t k = 0; k < ids_.size(); ++k) (is_infinite(body(k)) ? infinite_ : bounded_).push_back(k);
    look_among_bounded();
    look_at_endless();
    if (stops()) return {};
    if (bounds_ && bounds_->edges == Edges::rebound) look_at_edges();
    std::ranges::sort(found_, [](const FoundOverlap& x, const FoundOverlap& y) { return order(x) < order(y); });
    return std::move(found_);
  }

 private:
  [[nodiscard]] const Body& body(std::uint32_t k) const noexcept { return store_.at_slot(ids_[k].slot); }

  void look_among_bounded() {
    std::vector<Flight> standing;
    for (const std::uint32_t k : bounded_) {
      standing.push_back({body(k).state.at, {}, body(k).reach});
    }
    std::optional<PeriodicBox> box;
    Vec2 period;
    if (bounds_ && bounds_->edges == Edges::periodic) {
      box = PeriodicBox{bounds_->min, bounds_->max};
      period = bounds_->max - bounds_->min;
    }
    FlightGrid grid;
    grid.build(standing, 0, box);
    std::vector<NearPair> pairs;
    grid.pairs(pairs, guard_);
    for (const NearPair& pair : pairs) {
      const std::uint32_t first = bounded_[grid.order()[pair.first]];
      const std::uint32_t second = bounded_[grid.order()[pair.second]];
      const Vec2 shift{pair.image_x * period.x, pair.image_y * period.y};
      first < second ? test_pair(first, second, shift) : test_pair(second, first, -shift);
      if (stops()) return;
    }
  }

  void look_at_endless() {
    for (const std::uint32_t border : infinite_) {
      for (const std::uint32_t k : bounded_) {
        if (near_border(body(k), body(border))) test_pair(std::min(k, border), std::max(k, border), {});
        if (stops()) return;
      }
    }
  }

  void look_at_edges() {
    for (const std::uint32_t k : bounded_) {
      if (body(k).fixed()) continue;
      for (const Edge edge : k_edges) {
        if (const auto overlap = overlap_of(body(k), *bounds_, edge)) found_.push_back({k, 0, edge, {}, *overlap});
      }
    }
  }

  [[nodiscard]] bool stops() noexcept {
    return guard_ != nullptr && (guard_->spend(k_pair_work) || guard_->keeps(found_.size()));
  }

  void test_pair(std::uint32_t a, std::uint32_t b, Vec2 shift) {
    if (!may_meet(body(a), body(b))) return;
    if (const auto overlap = overlap_of(body(a), body(b), shift)) found_.push_back({a, b, {}, shift, *overlap});
  }

  const BodyStore& store_;
  std::span<const BodyId> ids_;
  const std::optional<Bounds>& bounds_;
  std::vector<std::uint32_t> bounded_;
  std::vector<std::uint32_t> infinite_;
  std::vector<FoundOverlap> found_;
  StepGuard* guard_;
};

/// A shape at a place; a polygon only at its own origin.
Shape placed(const BodyShape& shape, Vec2 at) noexcept {
  if (const auto* circle = std::get_if<Circle>(&shape)) return Circle{circle->radius, at, circle->hollow};
  if (const auto* border = std::get_if<Border>(&shape)) {
    return Border{border->axis, border->at + coordinate(at, border->axis)};
  }
  if (const auto* segment = std::get_if<Segment>(&shape))
    return Segment{{segment->ends[0] + at, segment->ends[1] + at}};
  return std::get_if<Polygon>(&shape);
}

/// A polygon whose origin is at `at` from that of another. Computed as a motion of length zero, whose vertices need not make
/// up a Polygon again.
std::optional<Overlap> overlap_of(const Polygon& a, Vec2 at, const Polygon& b) {
  std::vector<Vec2> vertices(a.vertices().begin(), a.vertices().end());
  for (Vec2& vertex : vertices) vertex = vertex + at;
  const MovingPolygon moved{vertices, vertices, {}, a.hollow(), a.convex(), a.winding()};
  const Impact impact = time_of_impact(moved, still(b));
  if (impact.outcome != Outcome::overlap) return std::nullopt;
  return Overlap{impact.contact.point, impact.contact.normal, impact.contact.depth};
}

}  // namespace

// In the frame of one of the two, so that the overlap does not depend on where in the plane they are: of a polygon, whose
// vertices are then used as they are, else of a border, else of b.
std::optional<Overlap> overlap_of(const Body& a, const Body& b, Vec2 shift) {
  const Vec2 at_b = b.state.at + shift;
  const Vec2 apart = a.state.at - at_b;
  const auto* polygon_a = std::get_if<Polygon>(&a.shape);
  const auto* polygon_b = std::get_if<Polygon>(&b.shape);
  const bool a_stands = polygon_b == nullptr && (polygon_a != nullptr || std::holds_alternative<Border>(a.shape));
  std::optional<Overlap> found;
  if (polygon_a != nullptr && polygon_b != nullptr) {
    found = overlap_of(*polygon_a, apart, *polygon_b);
  } else {
    found = a_stands ? overlap(placed(a.shape, {}), placed(b.shape, -apart))
                     : overlap(placed(a.shape, apart), placed(b.shape, {}));
  }
  if (found) found->point = found->point + (a_stands ? a.state.at : at_b);
  return found;
}

double depth_beyond(const BodyShape& shape, Vec2 at, const Bounds& bounds, Edge edge) noexcept {
  const ShapeBox box = shape_box(shape);
  switch (edge) {
    case Edge::left: return bounds.min.x - (at.x + box.low.x);
    case Edge::right: return (at.x + box.high.x) - bounds.max.x;
    case Edge::lower: return bounds.min.y - (at.y + box.low.y);
    default: return (at.y + box.high.y) - bounds.max.y;
  }
}

std::optional<Overlap> overlap_of(const Body& body, const Bounds& bounds, Edge edge) noexcept {
  if (is_infinite(body)) return std::nullopt;
  const double depth = depth_beyond(body.shape, body.state.at, bounds, edge);
  if (!(depth > 0)) return std::nullopt;
  constexpr Vec2 k_inward[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  const Vec2 normal = k_inward[static_cast<std::size_t>(edge)];
  // The outermost point, brought to the edge.
  const Vec2 outermost = body.state.at + touching_point(body.shape, -normal);
  return Overlap{outermost + depth * normal, normal, depth};
}

bool may_meet(const Body& a, const Body& b) noexcept { return filters_match(a, b) && !(a.fixed() && b.fixed()); }

std::vector<FoundOverlap> find_overlaps(const BodyStore& store, std::span<const BodyId> bodies,
                                        const std::optional<Bounds>& bounds, StepGuard* guard) {
  return Finder(store, bodies, bounds, guard).found();
}

}  // namespace carom::detail

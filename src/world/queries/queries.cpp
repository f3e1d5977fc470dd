#include "world/queries/queries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/math/tolerances.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/images.hpp"
#include "world/bodies/make_body.hpp"
#include "world/bodies/shape_box.hpp"
#include "world/queries/box_tree.hpp"
#include "world/queries/shape_cast.hpp"
#include "world/rules/faults.hpp"
#include "world/state.hpp"

namespace carom {
namespace detail {
namespace {

/// In a periodic box a ray is followed for so many halves of its shorter side.
constexpr double k_most_pieces = 1024;
/// Bodies are passed over unasked only if they are further off than by this fraction of the distances.
constexpr double k_slack = 1e-9;
/// From so many queries on a tree of the bodies is made.
constexpr std::size_t k_many = 4;

bool is_askable(Vec2 p) noexcept { return std::abs(p.x) <= k_coordinate_limit && std::abs(p.y) <= k_coordinate_limit; }

/// Two borders have one if they cross, or are the same line.
bool have_a_point_in_common(const Shape& a, const Shape& b) noexcept {
  const auto* const line_a = std::get_if<Border>(&a);
  const auto* const line_b = std::get_if<Border>(&b);
  if (line_a != nullptr && line_b != nullptr) return line_a->axis != line_b->axis || line_a->at == line_b->at;
  const auto closest = closest_points(a, b);
  return closest && closest->distance == 0;
}

Whereabouts whereabouts(const Body& body) noexcept { return {body.state.at, body.reach}; }

bool passes(const QueryFilter& filter, const Body& body) noexcept {
  return (body.category & filter.mask) != 0 && (filter.sensors || !body.sensor) && filter.except != body.id;
}

/// The bodies that queries are about, in order of creation, each where it is now.
class Candidates {
 public:
  Candidates(World::State& state, const QueryFilter& filter, std::size_t queries)
      : period_(detail::period(state.settings.bounds)) {
    if (state.running == nullptr) state.loop->settle();
    for (const std::uint32_t slot : state.now.bodies.in_order()) {
      Body& body = state.now.bodies.at_slot(slot);
      if (!passes(filter, body)) continue;
      if (state.running != nullptr) state.running->refresh(body);
      bodies_.push_back(&body);
    }
    // Images are found body by body.
    if (queries >= k_many && !period_) tree_.emplace(boxes());
  }

  [[nodiscard]] const std::optional<Vec2>& period() const noexcept { return period_; }
  [[nodiscard]] std::span<const Body* const> all() const noexcept { return bodies_; }

  /// Calls `visit(body, at)` for every image of a body that may have a point between `low` and `high`.
  template <class Visit>
  void for_each_near(Vec2 low, Vec2 high, const Visit& visit) const {
    const auto visit_images = [&](const Body& body) {
      any_image(period_, whereabouts(body), low, high, [&](Vec2 at) {
        visit(body, at);
        return false;
      });
    };
    if (tree_) {
      tree_->for_each_near(low, high, [&](std::uint32_t k) { visit_images(*bodies_[k]); });
    } else {
      for (const Body* const body : bodies_) visit_images(*body);
    }
  }

 private:
  /// Wider than what any_image asks.
  [[nodiscard]] std::vector<ShapeBox> boxes() const {
    std::vector<ShapeBox> boxes;
    for (const Body* const body : bodies_) {
      const Vec2 at = body->state.at;
      const double reach = body->reach + 2 * k_slack * (body->reach + std::abs(at.x) + std::abs(at.y));
      boxes.push_back({at - Vec2{reach, reach}, at + Vec2{reach, reach}});
    }
    return boxes;
  }

  std::optional<Vec2> period_;
  std::vector<const Body*> bodies_;
  std::optional<BoxTree> tree_;
};

/// Piece by piece in a periodic box, so that few images of each body lie near: every piece tests the whole way.
std::optional<RayHit> first_on_the_way(const Candidates& candidates, CastSearch cast) {
  const auto& period = candidates.period();
  const Vec2 around = {cast.reach(), cast.reach()};
  const double pieces =
      period ? std::max(1.0, std::ceil(cast.length_of_way() / (0.5 * std::min(period->x, period->y)))) : 1;
  for (double piece = 0; piece < std::min(pieces, k_most_pieces); piece += 1) {
    const Vec2 start = cast.at(piece / pieces);
    const Vec2 end = cast.at((piece + 1) / pieces);
    const Vec2 low = Vec2{std::min(start.x, end.x), std::min(start.y, end.y)} - around;
    const Vec2 high = Vec2{std::max(start.x, end.x), std::max(start.y, end.y)} + around;
    candidates.for_each_near(low, high, [&](const Body& body, Vec2 at) { cast.meet(body, at); });
    if (cast.has_met_by((piece + 1) / pieces)) break;
  }
  return cast.hit();
}

std::optional<RayHit> first_on_the_ray(const Candidates& candidates, const Ray& ray) {
  if (!is_askable(ray.from) || !is_askable(ray.to)) return std::nullopt;
  return first_on_the_way(candidates, CastSearch(ray.from, ray.to));
}

std::optional<Error> check_angle(const char* place, double angle) {
  Faults faults;
  faults.number(place, angle);
  return faults.first();
}

Checked<std::optional<RayHit>> first_on_the_cast(const Candidates& candidates, const BodyShape& shape, const Pose& from,
                                                 const Pose& to) {
  if (auto error = check_shape(shape)) return *std::move(error);
  if (std::holds_alternative<Border>(shape)) return Error{"/border", "expected a shape that can be moved"};
  if (auto error = check_angle("/from/angle", from.angle)) return *std::move(error);
  if (auto error = check_angle("/to/angle", to.angle)) return *std::move(error);
  if (std::abs(to.angle - from.angle) > k_most_turn) {
    return Error{"/to/angle", "expected a turn by at most " + number_text(k_most_turn) + " radians, found one by " +
                                  number_text(to.angle - from.angle)};
  }
  if (!is_askable(from.at) || !is_askable(to.at)) return std::optional<RayHit>();
  auto cast = CastSearch::make(shape, from, to);
  if (!cast) return cast.error();
  return first_on_the_way(candidates, std::move(cast).value());
}

bool have_a_point_in_common(const BodyShape& shape, const Body& body, Vec2 way_to_body) {
  const auto here = placed_at(shape, -way_to_body);
  if (!here) return false;
  bool common = false;
  for_each_part(*here, [&](const auto& part) {
    for_each_part(body.shape,
                  [&](const auto& other) { common = common || have_a_point_in_common(at_rest(part), at_rest(other)); });
  });
  return common;
}

Checked<std::vector<BodyId>> overlapping(const Candidates& candidates, const BodyShape& shape, const Pose& at) {
  if (auto error = check_shape(shape)) return *std::move(error);
  if (auto error = check_angle("/at/angle", at.angle)) return *std::move(error);
  const bool border = std::holds_alternative<Border>(shape);
  if (border && candidates.period()) return Error{"/border", "expected a shape that ends, because edges are periodic"};
  if (border && at.angle != 0) {
    return Error{"/at/angle", "expected 0, because a border is not turned, found " + number_text(at.angle)};
  }
  if (!is_askable(at.at)) return std::vector<BodyId>();
  const auto there = turned(shape, at.angle);
  if (!there) return Error{"/at/angle", "turned by it: " + there.error().reason};
  const ShapeBox box = shape_box(there.value());
  std::vector<const Body*> found;
  candidates.for_each_near(box.low + at.at, box.high + at.at, [&](const Body& body, Vec2 image) {
    if (!found.empty() && found.back() == &body) return;  // another image of it
    if (have_a_point_in_common(there.value(), body, image - at.at)) found.push_back(&body);
  });
  std::ranges::sort(found, {}, &Body::serial);
  std::vector<BodyId> ids;
  for (const Body* const body : found) ids.push_back(body->id);
  return ids;
}

/// The answers of many queries, or the first error, its place after the number of the query.
template <class Answer, class Queries, class Ask>
Checked<std::vector<Answer>> answers(const Queries& queries, const Ask& ask) {
  std::vector<Answer> all;
  all.reserve(queries.size());
  for (std::size_t k = 0; k < queries.size(); ++k) {
    auto answer = ask(queries[k]);
    if (!answer) return Error{"/" + std::to_string(k) + answer.error().place, answer.error().reason};
    all.push_back(std::move(answer).value());
  }
  return all;
}

}  // namespace

namespace {

Checked<Circle> moved_by(const Circle& circle, Vec2 way) {
  return Circle{circle.radius, circle.center + way, circle.hollow};
}
Checked<Border> moved_by(const Border& border, Vec2 way) {
  return Border{border.axis, border.at + (border.axis == Axis::x ? way.x : way.y)};
}
Checked<Segment> moved_by(const Segment& segment, Vec2 way) {
  return Segment{{segment.ends[0] + way, segment.ends[1] + way}};
}
Checked<Polygon> moved_by(const Polygon& polygon, Vec2 way) {
  std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
  for (Vec2& vertex : vertices) vertex = vertex + way;
  return Polygon::make(std::move(vertices), polygon.hollow());
}
Checked<Compound> moved_by(const Compound& compound, Vec2 way) {
  Compound result;
  for (const Part& part : compound.parts) {
    auto moved = placed(part, 0, way);
    if (!moved) return moved.error();
    result.parts.push_back(std::move(moved).value());
  }
  return result;
}

}  // namespace

std::optional<BodyShape> placed_at(const BodyShape& shape, Vec2 at) {
  return std::visit(
      [&](const auto& one) -> std::optional<BodyShape> {
        auto moved = moved_by(one, at);
        if (!moved) return std::nullopt;
        return std::move(moved).value();
      },
      shape);
}

std::optional<Region> region(Vec2 min, Vec2 max) {
  if (!(min.x <= max.x && min.y <= max.y)) return std::nullopt;
  if (min == max) return Circle{0, min, false};
  if (min.x == max.x || min.y == max.y) return Segment{{min, max}};
  auto box = Polygon::make({min, {max.x, min.y}, max, {min.x, max.y}});
  if (!box) return std::nullopt;
  return std::move(box).value();
}

Shape at_rest(const Region& region) noexcept {
  return std::visit([](const auto& shape) { return at_rest(shape); }, region);
}

}  // namespace detail

std::optional<RayHit> World::ray_cast(Vec2 from, Vec2 to, const QueryFilter& filter) const {
  return detail::first_on_the_ray(detail::Candidates(*state_, filter, 1), {from, to});
}

std::vector<std::optional<RayHit>> World::ray_casts(std::span<const Ray> rays, const QueryFilter& filter) const {
  const detail::Candidates candidates(*state_, filter, rays.size());
  std::vector<std::optional<RayHit>> hits;
  hits.reserve(rays.size());
  for (const Ray& ray : rays) hits.push_back(detail::first_on_the_ray(candidates, ray));
  return hits;
}

Checked<std::optional<RayHit>> World::cast(const BodyShape& shape, const Pose& from, const Pose& to,
                                           const QueryFilter& filter) const {
  return detail::first_on_the_cast(detail::Candidates(*state_, filter, 1), shape, from, to);
}

Checked<std::vector<std::optional<RayHit>>> World::casts(std::span<const ShapeCast> casts,
                                                         const QueryFilter& filter) const {
  const detail::Candidates candidates(*state_, filter, casts.size());
  return detail::answers<std::optional<RayHit>>(casts, [&](const ShapeCast& cast) {
    return detail::first_on_the_cast(candidates, cast.shape, cast.from, cast.to);
  });
}

Checked<std::vector<BodyId>> World::overlaps(const BodyShape& shape, const Pose& at, const QueryFilter& filter) const {
  return detail::overlapping(detail::Candidates(*state_, filter, 1), shape, at);
}

Checked<std::vector<std::vector<BodyId>>> World::overlaps(std::span<const PlacedShape> shapes,
                                                          const QueryFilter& filter) const {
  const detail::Candidates candidates(*state_, filter, shapes.size());
  return detail::answers<std::vector<BodyId>>(
      shapes, [&](const PlacedShape& placed) { return detail::overlapping(candidates, placed.shape, placed.at); });
}

std::vector<BodyId> World::at_point(Vec2 point, const QueryFilter& filter) const {
  return in_region(point, point, filter);
}

std::vector<BodyId> World::in_region(Vec2 min, Vec2 max, const QueryFilter& filter) const {
  std::vector<BodyId> found;
  if (!detail::is_askable(min) || !detail::is_askable(max)) return found;
  const detail::Candidates candidates(*state_, filter, 1);
  candidates.for_each_near(min, max, [&](const Body& body, Vec2 at) {
    if (!found.empty() && found.back() == body.id) return;  // another image of it
    const auto region = detail::region(min - at, max - at);
    bool common = false;
    detail::for_each_part(body.shape, [&](const auto& part) {
      common = common || (region && detail::have_a_point_in_common(detail::at_rest(*region), detail::at_rest(part)));
    });
    if (common) found.push_back(body.id);
  });
  return found;
}

std::optional<World::Nearest> World::nearest(Vec2 point, const QueryFilter& filter) const {
  std::optional<Nearest> best;
  if (!detail::is_askable(point)) return best;
  const detail::Candidates candidates(*state_, filter, 1);
  const auto& period = candidates.period();
  // A body's nearest point is at most half a period away along each axis: another image has a nearer one otherwise.
  constexpr double endless = std::numeric_limits<double>::infinity();
  const Vec2 half = period ? 0.5 * *period : Vec2{endless, endless};
  candidates.for_each_near(point - half, point + half, [&](const Body& body, Vec2 at) {
    if (best && length(at - point) > (1 + detail::k_slack) * (body.reach + best->distance)) return;
    detail::for_each_part(body.shape, [&](const auto& part) {
      const auto closest = closest_points(Circle{0, point - at, false}, detail::at_rest(part));
      if (closest && (!best || closest->distance < best->distance)) {
        best = Nearest{body.id, closest->distance, closest->on_b + at};
      }
    });
  });
  return best;
}

}  // namespace carom

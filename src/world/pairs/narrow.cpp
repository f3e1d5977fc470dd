#include "world/pairs/narrow.hpp"

#include <algorithm>
#include <cmath>

#include "carom/toi/circle_circle.hpp"
#include "carom/toi/time_of_impact.hpp"
#include "math/kernel_work.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/pairs/face_touch.hpp"

namespace carom::detail {
namespace {

/// How far a pair is moved apart before it is tested again, as a fraction of sizes and distances: some rounding errors.
constexpr double k_least_gap = 1.0 / (1ULL << 46U);
/// An overlap deeper than this fraction of the sizes is none of rounding: nothing is taken back, they must part first.
constexpr double k_shallow = 1.0 / (1ULL << 20U);
/// A ball may overlap by rounding with some walls of an arena at once; each is taken back on its own.
constexpr int k_most_attempts = 8;
/// Two that pass through each other have parted when the gap is wider than this fraction of sizes and distances.
constexpr double k_in_touch = 4 * k_least_gap;
/// From the beginning of a pass to its end, so many looks for a time at which something is amidst something that has room.
constexpr int k_looks = 63;

double size(Vec2 v) noexcept { return std::abs(v.x) + std::abs(v.y); }

/// Which of two moves in the frame of the other: the simpler shape, so that a polygon's vertices are taken as they are.
int simplicity(const BodyShape& shape) noexcept {
  switch (shape.index()) {
    case 0: return 0;   // circle
    case 1: return 3;   // border: never moves in a kernel
    case 2: return 1;   // segment
    default: return 2;  // polygon; a compound is the rotating step's business
  }
}

/// `shape` placed at `at`, moving by `way`. A polygon's vertices are put into `scratch`.
MovingShape placed(const BodyShape& shape, Vec2 at, Vec2 way, std::vector<Vec2>& scratch) {
  if (const auto* circle = std::get_if<Circle>(&shape)) {
    return MovingCircle{circle->radius, at, at + way, circle->hollow};
  }
  if (const auto* segment = std::get_if<Segment>(&shape)) {
    return sliding(Segment{{segment->ends[0] + at, segment->ends[1] + at}}, way);
  }
  if (const auto* border = std::get_if<Border>(&shape)) return *border;
  const Polygon& polygon = std::get<Polygon>(shape);
  scratch.assign(polygon.vertices().begin(), polygon.vertices().end());
  for (Vec2& vertex : scratch) vertex = vertex + at;
  return MovingPolygon{scratch, scratch, way, polygon.hollow(), polygon.convex(), polygon.winding()};
}

MovingShape unmoved(const BodyShape& shape) noexcept {
  if (const auto* circle = std::get_if<Circle>(&shape)) return MovingCircle{circle->radius, {}, {}, circle->hollow};
  if (const auto* segment = std::get_if<Segment>(&shape)) return still(*segment);
  if (const auto* border = std::get_if<Border>(&shape)) return *border;
  return still(std::get<Polygon>(shape));
}

/// The pair seen from the less simple one: it stands at the origin, the other one moves.
struct Relative {
  const BodyShape& mover;
  const BodyShape& stander;
  Vec2 from;  ///< the mover's place at `start`
  Vec2 velocity;
  double start;     ///< seconds into the step
  double duration;  ///< to the step's end
  bool a_moves;
  double scale;  ///< sizes and distances that rounding is measured by
  double still;  ///< closing speeds up to here are rounding
};

Relative relative(const SweepPair& pair) noexcept {
  const double start = std::max({pair.a.since, pair.b.since, pair.not_before});
  const Vec2 a = pair.a.position(start);
  const Vec2 b = pair.b.position(start) + pair.shift;
  const bool a_moves = simplicity(pair.shape_a) <= simplicity(pair.shape_b);
  const Vec2 velocity = pair.a.velocity - pair.b.velocity;
  const double duration = pair.horizon - start;
  const auto reach = [](const Sweep& sweep) { return std::isfinite(sweep.radius) ? sweep.radius : 0.0; };
  const double scale = size(a) + size(b) + reach(pair.a) + reach(pair.b) + duration * size(velocity);
  const double still = std::max(k_still_closing * (size(pair.a.velocity) + size(pair.b.velocity)), pair.idle);
  const BodyShape& mover = a_moves ? pair.shape_a : pair.shape_b;
  const BodyShape& stander = a_moves ? pair.shape_b : pair.shape_a;
  return {mover, stander, a_moves ? a - b : b - a, a_moves ? velocity : -velocity, start, duration, a_moves,
          scale, still};
}

/// The contact as the pair knows it: seconds into the step, where it is, pushing a off b.
Contact told(const SweepPair& pair, const Relative& r, Contact contact) noexcept {
  contact.t = r.start + contact.t * r.duration;
  const Vec2 origin = r.a_moves ? pair.b.position(contact.t) + pair.shift : pair.a.position(contact.t);
  contact.point = contact.point + origin;
  if (!r.a_moves) contact.normal = -contact.normal;
  return contact;
}

/// What a search has found, its contact as the kernel knows it.
struct Found {
  std::optional<Contact> contact;
  bool deep = false;  ///< they overlap by more than rounding, and part
};

/// The way of the mover with rounding taken back, until the kernel finds a contact that closes.
Found closing_contact(const BodyShape& mover, const BodyShape& stander, const Relative& r, std::vector<Vec2>& scratch) {
  Vec2 from = r.from;
  Vec2 way = r.duration * r.velocity;
  for (int attempt = 0; attempt < k_most_attempts; ++attempt) {
    const Impact impact = time_of_impact(placed(mover, from, way, scratch), unmoved(stander));
    if (impact.outcome != Outcome::hit && impact.outcome != Outcome::overlap) return {};
    const Contact& contact = impact.contact;
    const double closing = -dot(r.velocity, contact.normal);
    if (closing > r.still) return {contact, false};
    if (contact.depth > k_shallow * r.scale) return {contact, true};
    const double apart = contact.depth + k_least_gap * r.scale;
    from = from + apart * contact.normal;
    if (closing > 0) way = way + (2 * closing * r.duration) * contact.normal;
  }
  return {};
}

/// A wall of a shape, with the side that it may be met from.
struct Wall {
  BodyShape shape;
  Vec2 outward;  ///< zero: from any side
};

/// The edges of a polygon that is hollow or not convex, each by itself; any other shape as a whole.
std::vector<Wall> walls_of(const BodyShape& shape) {
  const auto* const polygon = std::get_if<Polygon>(&shape);
  if (polygon == nullptr || (!polygon->hollow() && polygon->convex())) return {{shape, {}}};
  std::vector<Wall> walls;
  const auto vertices = polygon->vertices();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Segment edge{{vertices[i], vertices[(i + 1) % vertices.size()]}};
    const Vec2 left = perpendicular(edge.ends[1] - edge.ends[0]);
    const Vec2 outward = polygon->winding() == Winding::counterclockwise ? -left : left;
    walls.push_back({edge, polygon->hollow() ? Vec2{} : outward});
  }
  return walls;
}

/// Of a pair that overlaps one wall by more than rounding, and parts from it: the first contact with another wall.
std::optional<Contact> meets_other_wall(const SweepPair& pair, const Relative& r, std::vector<Vec2>& scratch) {
  std::optional<Contact> first;
  bool deep_whole = false;
  const std::vector<Wall> standers = walls_of(r.stander);
  for (const Wall& mover : walls_of(r.mover)) {
    for (const Wall& stander : standers) {
      const Found found = closing_contact(mover.shape, stander.shape, r, scratch);
      if (found.deep) deep_whole = true;
      if (!found.contact || found.deep || (first && !(found.contact->t < first->t))) continue;
      // Out of a solid body nothing stops.
      const Vec2 normal = found.contact->normal;
      if (dot(normal, stander.outward) < 0 || dot(-normal, mover.outward) < 0) continue;
      first = found.contact;
    }
  }
  if (first) return told(pair, r, *first);
  const auto is_ring = [](const BodyShape& shape) {
    const auto* const circle = std::get_if<Circle>(&shape);
    return circle != nullptr && circle->hollow;
  };
  if (!deep_whole || (!is_ring(r.mover) && !is_ring(r.stander))) return std::nullopt;
  // A ring is one wall all around: it can be met again once it has been left.
  const auto parted = parting_time(pair, r.start, scratch);
  if (!parted || !(*parted > r.start)) return std::nullopt;
  SweepPair later = pair;
  later.not_before = *parted;
  const Relative rest = relative(later);
  if (!(rest.duration > 0)) return std::nullopt;
  const Found again = closing_contact(rest.mover, rest.stander, rest, scratch);
  return again.contact && !again.deep ? std::optional(told(later, rest, *again.contact)) : std::nullopt;
}

/// Of two convex polygons that lie on each other along a face: what closing_contact() would find, without asking a kernel
/// which of them rounding has made of apart, touching and overlapping. Nothing where they do not lie so.
std::optional<Found> contact_of_faces(const Relative& r) noexcept {
  const auto* const mover = std::get_if<Polygon>(&r.mover);
  const auto* const stander = std::get_if<Polygon>(&r.stander);
  if (mover == nullptr || stander == nullptr) return std::nullopt;
  const auto touch = face_touch(*mover, *stander, r.from, k_least_gap * r.scale);
  if (!touch) return std::nullopt;
  const double closing = -dot(r.velocity, touch->normal);
  // Apart along the normal, but for rounding, and not closing: convex shapes do not meet then.
  if (!(closing > r.still)) return Found{};
  const double wait = std::max(touch->gap, 0.0) / closing;
  if (!(wait * size(r.velocity) < touch->room)) return std::nullopt;
  if (!(wait <= r.duration)) return Found{};
  return Found{Contact{.t = wait / r.duration, .point = touch->point, .normal = touch->normal}, false};
}

std::optional<Contact> first_contact(const SweepPair& pair, bool deep_counts, std::vector<Vec2>& scratch) {
  const Relative r = relative(pair);
  if (!(r.duration > 0)) return std::nullopt;
  count_edge_pairs(1, 1);
  if (const auto faces = contact_of_faces(r)) {
    return faces->contact ? std::optional(told(pair, r, *faces->contact)) : std::nullopt;
  }
  const Found found = closing_contact(r.mover, r.stander, r, scratch);
  if (found.contact && (!found.deep || deep_counts)) return told(pair, r, *found.contact);
  if (!found.deep || (!may_part_twice(r.mover) && !may_part_twice(r.stander))) return std::nullopt;
  return meets_other_wall(pair, r, scratch);
}

/// Time run backward: the first contact then is the last one now. Nothing where they have a point in common at `until`; the
/// beginning where they never had one.
std::optional<double> last_contact_before(const Relative& r, double until, std::vector<Vec2>& scratch) {
  const double duration = until - r.start;
  if (!(duration > 0)) return std::nullopt;
  const Vec2 way = duration * r.velocity;
  const Impact impact = time_of_impact(placed(r.mover, r.from + way, -way, scratch), unmoved(r.stander));
  switch (impact.outcome) {
    case Outcome::hit: return r.start + (1 - impact.contact.t) * duration;
    case Outcome::miss: return r.start;
    default: return std::nullopt;
  }
}

/// The same of two that have a point in common at `now`. What they had before was another pass; if nothing follows it, they
/// are apart at `until`, or it is rounding that keeps them so.
std::optional<double> end_of_pass(const Relative& r, double until, double now, std::vector<Vec2>& scratch) {
  const auto last = last_contact_before(r, until, scratch);
  if (!last || (*last >= now && *last > r.start)) return last;
  const double gap = distance_between(r.mover, {r.from + (until - r.start) * r.velocity, 0}, r.stander, {});
  return gap > k_in_touch * r.scale ? last : std::nullopt;
}

/// When the smaller of two circles is wholly inside the larger one, a ring: when their centres come as close as the radii
/// differ, that is, a point meets a disc of that size.
std::optional<double> inside_time(const Circle& mover, const Circle& stander, const Relative& r) noexcept {
  const Circle& larger = mover.radius > stander.radius ? mover : stander;
  const double room = std::abs(mover.radius - stander.radius);
  if (!larger.hollow || !(room > 0)) return std::nullopt;
  const Vec2 to = r.from + r.duration * r.velocity;
  const ImpactTime impact = impact_time(MovingCircle{0, r.from, to}, {room, {}, {}});
  if (impact.outcome != Outcome::hit) return std::nullopt;
  return r.start + impact.t * r.duration;
}

}  // namespace

std::optional<double> disc_contact_time(const Sweep& a, const Sweep& b, Vec2 shift, double horizon) noexcept {
  const double start = std::max(a.since, b.since);
  const double duration = horizon - start;
  const Vec2 from = a.position(start) - (b.position(start) + shift);
  const Vec2 velocity = a.velocity - b.velocity;
  const double closing = -dot(from, velocity);  // times the distance
  const double speeds = size(a.velocity) + size(b.velocity);
  if (!(closing > 0 && duration > 0)) return std::nullopt;
  const ImpactTime impact = impact_time(MovingCircle{a.radius, from, from + duration * velocity}, {b.radius, {}, {}});
  switch (impact.outcome) {
    case Outcome::hit: {
      // Grazing the other is no rounding; closing slower than rounding on the whole way is.
      if (size(velocity) <= k_still_closing * speeds) return std::nullopt;
      return start + duration * impact.t;
    }
    case Outcome::overlap: {
      if (closing <= k_still_closing * speeds * size(from)) return std::nullopt;
      return start;
    }
    default: return std::nullopt;
  }
}

std::optional<Contact> next_contact(const SweepPair& pair, std::vector<Vec2>& scratch) {
  return first_contact(pair, false, scratch);
}

std::optional<Contact> entering(const SweepPair& pair, std::vector<Vec2>& scratch) {
  return first_contact(pair, true, scratch);
}

std::optional<double> leaving_time(const SweepPair& pair, std::vector<Vec2>& scratch) {
  const Relative r = relative(pair);
  return last_contact_before(r, pair.horizon, scratch);
}

bool may_part_twice(const BodyShape& shape) noexcept {
  if (const auto* circle = std::get_if<Circle>(&shape)) return circle->hollow;
  const auto* polygon = std::get_if<Polygon>(&shape);
  return polygon != nullptr && (polygon->hollow() || !polygon->convex());
}

std::optional<double> parting_time(const SweepPair& pair, double now, std::vector<Vec2>& scratch) {
  const Relative r = relative(pair);
  const auto last = end_of_pass(r, pair.horizon, now, scratch);
  if (!may_part_twice(pair.shape_a) && !may_part_twice(pair.shape_b)) return last;
  if (!(r.duration > 0)) return last;
  const auto* mover = std::get_if<Circle>(&r.mover);
  const auto* stander = std::get_if<Circle>(&r.stander);
  if (mover != nullptr && stander != nullptr) {
    const auto inside = inside_time(*mover, *stander, r);
    return inside && *inside > now ? inside : last;
  }
  const auto first = first_contact(pair, true, scratch);
  // They have a point in common now: what is found later is another pass, and this one has begun with the flights.
  const double begin = first && first->t <= now ? first->t : r.start;
  const double end = last.value_or(pair.horizon);
  for (int k = 1; k <= k_looks; ++k) {
    const double look = begin + (end - begin) * k / (k_looks + 1.0);
    if (!(look > now)) continue;
    if (const auto before = end_of_pass(r, look, now, scratch)) return before;
  }
  return last;
}

bool within(const SweepPair& pair, Vec2 normal, double slack, std::vector<Vec2>& scratch) {
  SweepPair at_end = pair;
  at_end.not_before = pair.horizon;
  const Relative r = relative(at_end);
  const Vec2 toward = (r.a_moves ? -slack : slack) * normal;
  return time_of_impact(placed(r.mover, r.from, toward, scratch), unmoved(r.stander)).outcome != Outcome::miss;
}

Vec2 touching_point(const BodyShape& shape, Vec2 direction) noexcept {
  if (const auto* circle = std::get_if<Circle>(&shape)) return circle->radius * direction;
  std::span<const Vec2> points;
  if (const auto* segment = std::get_if<Segment>(&shape)) points = segment->ends;
  if (const auto* polygon = std::get_if<Polygon>(&shape)) points = polygon->vertices();
  if (points.empty()) return {};
  double farthest = dot(points.front(), direction);
  for (const Vec2 p : points) farthest = std::max(farthest, dot(p, direction));
  // Of a face that touches, the middle.
  Vec2 sum;
  double count = 0;
  for (const Vec2 p : points) {
    if (dot(p, direction) < farthest) continue;
    sum = sum + p;
    count += 1;
  }
  return (1 / count) * sum;
}

EdgeContact edge_contact(const BodyShape& shape, const ShapeBox& around, Vec2 at, const Bounds& bounds,
                         std::uint32_t edge) noexcept {
  const bool along_x = edge < 2;
  const bool lower = edge % 2 == 0;
  EdgeContact met;
  met.contact.normal = along_x ? Vec2{lower ? 1.0 : -1.0, 0} : Vec2{0, lower ? 1.0 : -1.0};
  const Vec2 corner = lower ? bounds.min : bounds.max;
  const Vec2 side = at + touching_point(shape, -met.contact.normal);
  met.contact.point = along_x ? Vec2{corner.x, side.y} : Vec2{side.x, corner.y};
  const Vec2 reach = lower ? around.low : around.high;
  met.placed = along_x ? Vec2{corner.x - reach.x, at.y} : Vec2{at.x, corner.y - reach.y};
  return met;
}

}  // namespace carom::detail

#include "carom/toi/rotating.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

#include "carom/shapes/mass.hpp"
#include "carom/toi/circle_border.hpp"
#include "carom/toi/circle_circle.hpp"
#include "toi/rotating/rotating_ring.hpp"
#include "toi/rotating/rotating_search.hpp"
#include "toi/rotating/rotating_start.hpp"

namespace carom {
namespace {

using detail::Frame;
using detail::GapAxis;
using detail::RotatingMoment;
using detail::RotatingPair;
using detail::RotatingPart;
using detail::RotatingParts;
using detail::RotatingStart;
using detail::SearchHit;
using detail::SearchRange;

/// A circle or a ring, its centre seen from what it turns about.
struct Round {
  Vec2 center;
  double radius = 0;
  bool hollow = false;
  Turn turn;

  [[nodiscard]] double reach() const noexcept { return length(center); }
  [[nodiscard]] RotatingPart part() const noexcept { return {&center, 1, reach()}; }
};

Round round_of(const MovingCircle& c) noexcept { return {{}, c.radius, c.hollow, {{c.from, 0}, {c.to, 0}}}; }
Round round_of(const RotatingCircle& c) noexcept { return {c.center, c.radius, false, c.turn}; }

/// Calls `see(part)` for the hull, or for every edge where the hull does not tell.
template <class See>
void for_each_part(const RotatingChain& chain, const See& see) noexcept {
  const auto count = static_cast<int>(chain.vertices.size());
  if (chain.is_hull) return see(RotatingPart{chain.vertices.data(), count, chain.reach, chain.winding});
  for (std::size_t i = 0; i < chain.vertices.size(); ++i) {
    std::array<Vec2, 2> edge = {chain.vertices[i], chain.vertices[i + 1 == chain.vertices.size() ? 0 : i + 1]};
    if (chain.winding == Winding::clockwise) std::swap(edge[0], edge[1]);
    const double reach = std::sqrt(std::max(dot(edge[0], edge[0]), dot(edge[1], edge[1]))) * (1 + 1e-15);
    const Vec2 half = 0.5 * (edge[1] - edge[0]);
    see(RotatingPart{edge.data(), 2, reach, Winding::counterclockwise, edge[0] + half,
                     std::sqrt(dot(half, half)) * (1 + 1e-15), chain.kind == ChainKind::solid});
  }
}

/// Where two corners meet, or a corner meets the end of a face, the line between them says little: a face that touches too
/// tells the normal, of several the one that closes fastest.
GapAxis face_axis(const RotatingPair& pair, const RotatingParts& parts, const GapAxis& axis) noexcept {
  if (axis.frame != Frame::plane || pair.radius > 0) return axis;
  GapAxis best = axis;
  double fastest = std::numeric_limits<double>::infinity();
  const auto see = [&](const GapAxis& face) {
    if (face.gap < -pair.tolerance) return;
    if (const double growth = parts.growth(face); growth < fastest) fastest = growth, best = face;
  };
  for (int i = 0; i < parts.a().faces(); ++i) see(parts.face_of_a(i));
  for (int i = 0; i < parts.b().faces(); ++i) see(parts.face_of_b(i));
  return best;
}

/// The earliest arrival of many parts, and its contact.
class Earliest {
 public:
  Earliest(const RotatingPair& pair, double from, const SearchRange& range) noexcept
      : pair_(pair), start_(pair.moment(from)), range_(range) {}

  void see(const RotatingPart& a, const RotatingPart& b) noexcept {
    RotatingParts parts(pair_, a, b, start_);
    const auto arrival = detail::first_arrival(pair_, parts, range_);
    if (arrival) take(parts, *arrival, face_axis(pair_, parts, arrival->axis));
  }
  void see_along(const RotatingPart& a, const RotatingPart& b, const GapAxis& axis) noexcept {
    RotatingParts parts(pair_, a, b, start_);
    if (const auto arrival = detail::first_arrival_along(pair_, parts, axis, range_)) take(parts, *arrival, axis);
  }
  /// `b` is the way of b's centre, from which the point is seen.
  [[nodiscard]] Impact impact(const Turn& b, bool inner) const noexcept {
    if (!contact_) return {};
    Impact result{Outcome::hit, *contact_};
    result.contact.point = b.at(contact_->t).at + contact_->point;
    result.contact.side = inner ? Side::inner : Side::outer;
    return result;
  }

 private:
  void take(const RotatingParts& parts, const SearchHit& arrival, const GapAxis& axis) noexcept {
    const RotatingParts::Touch touch = parts.touch(axis);
    contact_ = Contact{.t = arrival.t, .point = touch.point, .normal = touch.normal};
    range_.until = arrival.t;
  }

  const RotatingPair& pair_;
  RotatingMoment start_;
  SearchRange range_;
  std::optional<Contact> contact_;
};

Impact overlapping(Contact contact, Vec2 origin) noexcept {
  contact.point = contact.point + origin;
  return {Outcome::overlap, contact};
}

/// Both hulls: the search itself tells whether they overlap. Most are apart along the line of centres already; others along
/// one direction up to `until`, and need no search.
RotatingStart start_of_hulls(const RotatingPair& pair, const RotatingChain& a, const RotatingChain& b, double until) {
  RotatingStart start;
  for_each_part(a, [&](const RotatingPart& p) {
    for_each_part(b, [&](const RotatingPart& q) {
      const RotatingParts parts(pair, p, q, pair.moment(0));
      const GapAxis centers = parts.along(parts.now().c);
      if (centers.gap > pair.tolerance) return;
      const auto [best, distance] = parts.best_axis(centers);
      if (best.gap > pair.tolerance) {
        const double farthest = std::max(length(pair.between(0)), length(pair.between(until)));
        start.apart = !(parts.safe_time(best, 0.5 * pair.tolerance, until, farthest) < until);
        return;
      }
      start.resting = distance <= pair.tolerance || parts.nearest_axis().gap <= pair.tolerance;
      if (best.gap < -pair.tolerance) start.overlap = Contact{};
    });
  });
  return start.overlap ? detail::rotating_start(a, b, pair.between(0), pair.tolerance) : start;
}

/// Is what reaches `reach` around a centre certain never to come to the outline of `chain`, and is the centre not inside a
/// solid one? Seen from the chain the centre goes no faster than it does itself and the chain turns. Most that roll in a drum
/// are decided here, for a fraction of what an answer costs.
bool stays_clear(const RotatingPair& pair, const RotatingChain& chain, bool chain_is_a, double reach) noexcept {
  const Vec2 from = chain_is_a ? -pair.between(0) : pair.between(0);
  const double turned_by = std::abs(chain_is_a ? pair.a_spin : pair.b_spin);
  const double farthest = std::sqrt(std::max(dot(from, from), dot(pair.between(1), pair.between(1))));
  const double least = (reach + pair.speed + turned_by * farthest) * (1 + 1e-9) + 2 * pair.tolerance;
  const SinCos angle = sin_cos(chain.turn.from.angle);
  const Vec2 center = turned(from, {-angle.sin, angle.cos});
  bool inside = false;
  const std::size_t count = chain.vertices.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 p = chain.vertices[i], q = chain.vertices[i + 1 == count ? 0 : i + 1];
    const Vec2 edge = q - p, way = center - p;
    const double along = std::clamp(dot(way, edge), 0.0, dot(edge, edge));
    const Vec2 apart = way - (along / dot(edge, edge)) * edge;
    if (!(dot(apart, apart) > least * least)) return false;
    if ((p.y > center.y) != (q.y > center.y)) inside ^= (cross(edge, way) > 0) == (q.y > p.y);
  }
  return chain.kind != ChainKind::solid || !inside;
}

Impact chain_chain(const RotatingChain& a, const RotatingChain& b) {
  const RotatingPair pair(a.turn, a.reach, b.turn, b.reach, 0);
  const auto window = pair.window();
  if (!window.open) return {};
  if (!b.is_hull && stays_clear(pair, b, false, a.reach)) return {};
  if (!a.is_hull && stays_clear(pair, a, true, b.reach)) return {};
  RotatingStart start;
  if (window.from == 0) {
    start = a.is_hull && b.is_hull ? start_of_hulls(pair, a, b, window.to)
                                   : detail::rotating_start(a, b, pair.between(0), pair.tolerance);
    if (start.apart) return {};
    if (start.overlap) return overlapping(*start.overlap, b.turn.from.at);
  }
  Earliest earliest(pair, window.from, {window.to, start.resting});
  for_each_part(a,
                [&](const RotatingPart& p) { for_each_part(b, [&](const RotatingPart& q) { earliest.see(p, q); }); });
  return earliest.impact(b.turn, start.inner);
}

/// The vertices of `a` inside a ring that does not turn, which is narrower by `radius` to them.
Impact inside_ring(const RotatingPart& vertices, const Turn& turn, double radius, const Round& ring, bool resting) {
  const RotatingPair pair(turn, vertices.reach, ring.turn, 0, ring.radius);
  const auto window = pair.window();
  const auto arrival = detail::first_arrival_in_ring(pair, vertices, ring.radius - radius, {window.to, resting});
  if (!arrival) return {};
  const Vec2 point = ring.turn.at(arrival->t).at + arrival->point - radius * arrival->normal;
  return {Outcome::hit, {arrival->t, point, arrival->normal, Side::inner}};
}

Impact round_chain(const Round& a, const RotatingChain& b) {
  const RotatingPair pair(a.turn, a.reach(), b.turn, b.reach, a.radius);
  const auto window = pair.window();
  if (!window.open) return {};
  if (!b.is_hull && stays_clear(pair, b, false, a.reach() + a.radius)) return {};
  RotatingStart start;
  if (window.from == 0) {
    const Vec2 center = pair.between(0) + turned(a.center, sin_cos(a.turn.from.angle));
    start = detail::rotating_start(MovingCircle{a.radius, {}, {}, a.hollow}, b, center, pair.tolerance);
  }
  if (start.overlap) return overlapping(*start.overlap, b.turn.from.at);
  if (start.held) {
    const auto count = static_cast<int>(b.vertices.size());
    return mirrored(inside_ring({b.vertices.data(), count, b.reach, b.winding}, b.turn, 0, a, start.resting));
  }
  Earliest earliest(pair, window.from, {window.to, start.resting});
  for_each_part(b, [&](const RotatingPart& part) { earliest.see(a.part(), part); });
  return earliest.impact(b.turn, start.inner);
}

/// `a` is carried around; `b` may be a ring, if it is not.
Impact round_round(const Round& a, const Round& b) {
  const RotatingPair pair(a.turn, a.reach(), b.turn, b.reach(), a.radius + b.radius);
  const auto window = pair.window();
  if (!window.open) return {};
  bool resting = false;
  if (window.from == 0) {
    const Vec2 from_b = turned(b.center, sin_cos(b.turn.from.angle));
    const Vec2 way = pair.between(0) + turned(a.center, sin_cos(a.turn.from.angle)) - from_b;
    const double distance = length(way);
    const Vec2 out = distance > 0 ? unit(way) : Vec2{1, 0};
    const double apart = distance - (a.radius + b.radius), room = b.radius - a.radius - distance;
    if (b.hollow && room >= -pair.tolerance && room > apart) {
      return inside_ring(a.part(), a.turn, a.radius, b, room <= pair.tolerance);
    }
    if (apart < -pair.tolerance) {
      // Out of a ring, or back into it: whichever is nearer.
      const bool in = b.hollow && room > apart;
      const Contact deep{0, from_b + b.radius * out, in ? -out : out, Side::outer, in ? -room : -apart};
      return overlapping(deep, b.turn.from.at);
    }
    resting = apart <= pair.tolerance;
  }
  Earliest earliest(pair, window.from, {window.to, resting});
  earliest.see(a.part(), b.part());
  Impact impact = earliest.impact(b.turn, false);
  // The two radii are seen as one, of a.
  impact.contact.point = impact.contact.point + b.radius * impact.contact.normal;
  return impact;
}

/// A part with a radius around its vertices. `deep` tells how deep it stands in the border, seen from the border's point
/// below what the part turns about.
template <class Deep>
Impact part_border(const RotatingPart& part, const Turn& turn, double radius, const Border& b, const Deep& deep) {
  // The border's point below the part's centre goes along with it, so that only the way across counts.
  const Vec2 across = direction(b.axis), along = perpendicular(across);
  const auto foot = [&](Vec2 at) { return b.at * across + dot(along, at) * along; };
  const Turn ground{{foot(turn.from.at), 0}, {foot(turn.to.at), 0}};
  const RotatingPair pair(turn, part.reach, ground, 0, radius);
  const std::array<Vec2, 2> piece = {2 * part.reach * along, -2 * part.reach * along};
  const RotatingPart border{piece.data(), 2, 0};

  const RotatingParts parts(pair, part, border, pair.moment(0));
  const double ahead = parts.gap_along(across), behind = parts.gap_along(-across);
  const GapAxis axis{ahead >= behind ? across : -across, Frame::plane, std::max(ahead, behind)};
  if (axis.gap < -pair.tolerance) return overlapping(deep(axis, pair.between(0)), ground.from.at);
  // Before the circle around it is there, nothing of it is.
  const double reach = part.reach + radius + pair.tolerance;
  const double start = dot(axis.normal, pair.between(0)) - reach, end = dot(axis.normal, pair.between(1)) - reach;
  if (start > 0 && end > 0) return {};
  Earliest earliest(pair, start > 0 ? start / (start - end) : 0, {1, axis.gap <= pair.tolerance});
  earliest.see_along(part, border, axis);
  return earliest.impact(ground, false);
}

Impact chain_border(const RotatingChain& a, const Border& b) {
  const auto count = static_cast<int>(a.vertices.size());
  return part_border({a.vertices.data(), count, a.reach, a.winding}, a.turn, 0, b,
                     [&](const GapAxis&, Vec2 between) { return detail::rotating_overlap(a, b.axis, between); });
}

Impact round_border(const Round& a, const Border& b) {
  return part_border(a.part(), a.turn, a.radius, b, [&](const GapAxis& axis, Vec2 between) {
    const Vec2 center = between + turned(a.center, sin_cos(a.turn.from.angle));
    const Vec2 foot = center - dot(center, axis.normal) * axis.normal;
    return Contact{0, foot, axis.normal, Side::outer, -axis.gap};
  });
}

/// An order of chains that does not depend on which is called a, so that swapping them gives the same bits.
bool in_order(const RotatingChain& a, const RotatingChain& b) noexcept {
  const auto key = [](const RotatingChain& c) {
    const auto& [from, to] = c.turn;
    return std::tuple(c.kind, c.vertices.size(), from.at.x, from.at.y, to.at.x, to.at.y, from.angle, to.angle);
  };
  if (key(a) != key(b)) return key(a) < key(b);
  const auto less = [](Vec2 p, Vec2 q) { return std::tuple(p.x, p.y) < std::tuple(q.x, q.y); };
  return !std::lexicographical_compare(b.vertices.begin(), b.vertices.end(), a.vertices.begin(), a.vertices.end(),
                                       less);
}

bool in_order(const RotatingCircle& a, const RotatingCircle& b) noexcept {
  const auto key = [](const RotatingCircle& c) {
    const auto& [from, to] = c.turn;
    return std::tuple(c.radius, c.center.x, c.center.y, from.at.x, from.at.y, to.at.x, to.at.y, from.angle, to.angle);
  };
  return key(a) <= key(b);
}

// Every pair of kinds, segments and polygons seen as chains.
Impact answer(const MovingCircle& a, const MovingCircle& b) { return time_of_impact(a, b); }
Impact answer(const MovingCircle& a, const Border& b) { return time_of_impact(a, b); }
Impact answer(const MovingCircle& a, const RotatingChain& b) { return round_chain(round_of(a), b); }
Impact answer(const MovingCircle& a, const RotatingCircle& b) {
  return mirrored(round_round(round_of(b), round_of(a)));
}
Impact answer(const Border& a, const MovingCircle& b) { return mirrored(time_of_impact(b, a)); }
Impact answer(const Border&, const Border&) { return {Outcome::unanswerable, {}}; }
Impact answer(const Border& a, const RotatingChain& b) { return mirrored(chain_border(b, a)); }
Impact answer(const Border& a, const RotatingCircle& b) { return mirrored(round_border(round_of(b), a)); }
Impact answer(const RotatingChain& a, const MovingCircle& b) { return mirrored(round_chain(round_of(b), a)); }
Impact answer(const RotatingChain& a, const RotatingCircle& b) { return mirrored(round_chain(round_of(b), a)); }
Impact answer(const RotatingChain& a, const Border& b) { return chain_border(a, b); }
Impact answer(const RotatingChain& a, const RotatingChain& b) {
  return in_order(a, b) ? chain_chain(a, b) : mirrored(chain_chain(b, a));
}

Impact answer(const RotatingCircle& a, const MovingCircle& b) { return round_round(round_of(a), round_of(b)); }
Impact answer(const RotatingCircle& a, const Border& b) { return round_border(round_of(a), b); }
Impact answer(const RotatingCircle& a, const RotatingChain& b) { return round_chain(round_of(a), b); }
Impact answer(const RotatingCircle& a, const RotatingCircle& b) {
  return in_order(a, b) ? round_round(round_of(a), round_of(b)) : mirrored(round_round(round_of(b), round_of(a)));
}

const MovingCircle& view_of(const MovingCircle& c) noexcept { return c; }
const RotatingCircle& view_of(const RotatingCircle& c) noexcept { return c; }
const Border& view_of(const Border& b) noexcept { return b; }
RotatingChain view_of(const RotatingSegment& s) noexcept { return chain_of(s); }
RotatingChain view_of(const RotatingPolygon& p) noexcept { return chain_of(p); }

}  // namespace

Impact rotating_impact(const RotatingShape& a, const RotatingShape& b) {
  return std::visit([](const auto& x, const auto& y) { return answer(view_of(x), view_of(y)); }, a, b);
}

}  // namespace carom

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "carom/overlap/overlap.hpp"
#include "swept/rest_solver.hpp"
#include "swept/swept_step.hpp"
#include "world/narrow.hpp"

// Bodies that were in touch when the last step ended are held together: pressed by the fields, solved all at once, before
// anything is foretold and again when the step ends. What they do to each other in between is no news.
namespace carom::detail {
namespace {

/// How far apart, as a fraction of size and distances, still counts as touching at the end of a step.
constexpr double k_touching_gap = 1e-9;
/// Pairs that were in touch are pressed together if the gap is less than what the resting speed closes in so many steps.
constexpr double k_pressed_gap = 4;
/// See solve_resting.
constexpr double k_over_relaxation = 1.3;
/// Where bodies attract each other, a share of the gap is left: one that is closed to the last bit is a contact.
constexpr double k_closed_share = 0.9;
/// Of the resting speed: the precision to which resting pairs are solved.
constexpr double k_solved = 1.0 / (1U << 28U);
/// Of a ring's radius: how far from its wall a disc that rests in it is to end its chord.
constexpr double k_chord_gap = 1e-10;
/// How often chords are fitted anew: each changes what the others are solved with.
constexpr int k_most_fits = 8;

/// A pair of which one rests inside the other's ring.
struct ChordInRing {
  std::size_t pair = 0;
  double free = 0;      ///< how far the disc's centre may be from the ring's
  double distance = 0;  ///< how far it is
};

/// A straight drift along the wall would lead into it. The relative velocity along the normal that ends the drift at the wall
/// instead: (distance - un T)² + (us T)² = free².
std::optional<double> chord_speed(const RestingPair& pair, const ChordInRing& chord, double time) noexcept {
  const Vec2 relative = pair.a->velocity - (pair.b != nullptr ? pair.b->velocity : Vec2{});
  const double along = time * dot(relative, perpendicular(pair.normal));
  const double free = chord.free * (1 - k_chord_gap);
  if (!(std::abs(along) < free)) return std::nullopt;
  return (chord.distance - std::sqrt((free - along) * (free + along))) / time;
}

/// All at once, with the chords of those that rest in rings.
void solve_with_chords(std::vector<RestingPair>& pairs, const std::vector<ChordInRing>& chords, double time,
                       double tolerance, double relaxation, StepGuard& guard) {
  solve_resting(pairs, tolerance, relaxation, &guard);
  for (int fit = 0; fit < k_most_fits; ++fit) {
    bool changed = false;
    for (const ChordInRing& chord : chords) {
      RestingPair& pair = pairs[chord.pair];
      const auto speed = chord_speed(pair, chord, time);
      if (!speed || !(std::abs(*speed - pair.least) > tolerance)) continue;
      pair.least = *speed;
      changed = true;
    }
    if (!changed) return;
    solve_resting(pairs, tolerance, relaxation, &guard);
  }
}

}  // namespace

/// Half of what the fields give in a step: no slower rebound can be told from rest.
double SweptStep::resting_speed(std::uint32_t a, std::uint32_t b) const noexcept {
  const auto pull = [&](std::uint32_t place) { return is_edge(place) ? Vec2{} : member(place).pull; };
  return 0.5 * dt_ * std::max(length(pull(a)), length(pull(b)));
}

/// Closing speeds of a pair at rest below this are what solving has left.
double SweptStep::idle_speed(std::uint32_t a, std::uint32_t b) const {
  if (!accelerated_ || rested_.empty() || !rested_.contains(key(a, b))) return 0;
  return 4 * k_solved * resting_speed(a, b);
}

/// The gap between a disc and what it is in touch with, and the normal that pushes the disc off; nothing for pairs that are
/// left to their contacts.
std::optional<SweptStep::Gap> SweptStep::gap_of_disc(std::uint32_t disc, std::uint32_t other, double time) const {
  const Flier& f = flier(disc);
  const Flier& g = flier(other);
  // A point on a line does not tell on which side it is.
  if (!(f.radius > 0)) return std::nullopt;
  const Vec2 at = f.position(time);
  const Vec2 from = g.position(time) + nearest_shift(at, g.position(time));
  if (const auto* circle = std::get_if<Circle>(&shape(other))) {
    const Vec2 apart = at - from;
    const double distance = length(apart);
    if (!(distance > 0)) return std::nullopt;
    const Vec2 out = unit(apart);
    if (circle->hollow && distance < circle->radius) return Gap{circle->radius - f.radius - distance, -out};
    return Gap{distance - f.radius - circle->radius, out};
  }
  const Circle centre{.radius = 0, .center = at - from, .hollow = false};
  std::optional<ClosestPoints> closest;
  if (const auto* segment = std::get_if<Segment>(&shape(other))) closest = closest_points(centre, *segment);
  if (const auto* border = std::get_if<Border>(&shape(other))) closest = closest_points(centre, *border);
  if (const auto* polygon = std::get_if<Polygon>(&shape(other))) closest = closest_points(centre, polygon);
  if (!closest || !(closest->distance > 0)) return std::nullopt;
  return Gap{closest->distance - f.radius, unit(closest->on_a - closest->on_b)};
}

/// The same for two with straight sides, each a convex solid, a segment or a border: of the normals of their faces the one with
/// the largest gap. Nothing for others.
std::optional<SweptStep::Gap> SweptStep::gap_of_convex(std::uint32_t a, std::uint32_t b, double time) const {
  const auto points_of = [&](std::uint32_t place) -> std::span<const Vec2> {
    if (const auto* segment = std::get_if<Segment>(&shape(place))) return segment->ends;
    const auto* polygon = std::get_if<Polygon>(&shape(place));
    return polygon != nullptr && polygon->convex() && !polygon->hollow() ? polygon->vertices()
                                                                         : std::span<const Vec2>();
  };
  const Vec2 at = flier(a).position(time);
  const Vec2 from = flier(b).position(time);
  const Vec2 apart = at - from - nearest_shift(at, from);
  if (std::holds_alternative<Border>(shape(a))) {
    if (std::holds_alternative<Border>(shape(b))) return std::nullopt;
    auto mirrored = gap_of_convex(b, a, time);
    if (mirrored) mirrored->normal = -mirrored->normal;
    return mirrored;
  }
  const auto points_a = points_of(a);
  if (points_a.empty()) return std::nullopt;
  if (const auto* border = std::get_if<Border>(&shape(b))) {
    const double line = border->at - coordinate(apart, border->axis);  // in the frame of a
    const double below = line - coordinate(member(a).high, border->axis);
    const double above = coordinate(member(a).low, border->axis) - line;
    const Vec2 normal = direction(border->axis);
    return above > below ? Gap{above, normal} : Gap{below, -normal};
  }
  const auto points_b = points_of(b);
  if (points_b.empty()) return std::nullopt;
  std::optional<Gap> largest;
  const auto ask = [&](Vec2 normal) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec2 p : points_a) nearest = std::min(nearest, dot(normal, apart + p));
    double farthest = -std::numeric_limits<double>::infinity();
    for (const Vec2 q : points_b) farthest = std::max(farthest, dot(normal, q));
    if (!largest || nearest - farthest > largest->size) largest = Gap{nearest - farthest, normal};
  };
  for (const auto& points : {points_a, points_b}) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec2 normal = unit(perpendicular(points[(i + 1) % points.size()] - points[i]));
      // Which of them is outward is told by the gap: through a body there is none.
      ask(normal);
      ask(-normal);
    }
  }
  return largest;
}

/// How far a is from b, or from the origin where that is an edge, along the normal.
double SweptStep::apart_along(std::uint32_t a, std::uint32_t b, Vec2 normal, double time) const {
  const Vec2 at = flier(a).position(time);
  if (is_edge(b)) return dot(normal, at);
  const Vec2 from = flier(b).position(time);
  return dot(normal, at - from - nearest_shift(at, from));
}

/// Of any two, the normal pushes a off b.
std::optional<SweptStep::Gap> SweptStep::gap_of_pair(std::uint32_t a, std::uint32_t b, double time) const {
  if (member(a).disc) return gap_of_disc(a, b, time);
  if (!member(b).disc) return gap_of_convex(a, b, time);
  auto gap = gap_of_disc(b, a, time);
  if (gap) gap->normal = -gap->normal;
  return gap;
}

SweptStep::Gap SweptStep::gap_to_edge(std::uint32_t place, std::uint32_t edge, double time) const {
  const Bounds& bounds = *state_.settings.bounds;
  const Member& m = member(place);
  const Vec2 at = flier(place).position(time);
  switch (edge - k_first_edge) {
    case 0: return {at.x + m.low.x - bounds.min.x, {1, 0}};
    case 1: return {bounds.max.x - (at.x + m.high.x), {-1, 0}};
    case 2: return {at.y + m.low.y - bounds.min.y, {0, 1}};
    default: return {bounds.max.y - (at.y + m.high.y), {0, -1}};
  }
}

/// All pairs that were in touch, with their gaps now, as (place a, place b or edge, gap).
template <class Visit>
void SweptStep::each_in_touch(const Visit& visit) {
  const auto place_of = [&](std::uint64_t serial) {
    const auto found = std::ranges::lower_bound(w_.members, serial, {}, &Member::serial);
    return found != w_.members.end() && found->serial == serial ? std::optional(found->place) : std::nullopt;
  };
  for (const PairKey& pair : state_.now.touching) {
    const auto a = place_of(pair.a);
    if (!a) continue;
    if (pair.b == k_edges_serial) {
      for (std::uint32_t edge = k_first_edge; edge < k_first_edge + 4; ++edge) {
        if (!passes_edge(*a, edge)) visit(*a, edge, gap_to_edge(*a, edge, now_));
      }
      continue;
    }
    const auto b = place_of(pair.b);
    if (!b) continue;
    if (const auto gap = gap_of_pair(*a, *b, now_)) visit(*a, *b, *gap);
  }
}

/// Before anything is foretold: the drift of what is at rest, all of it at once.
void SweptStep::press() {
  if (!accelerated_ || state_.now.touching.empty()) return;
  std::vector<RestingPair> pairs;
  std::vector<ChordInRing> chords;
  std::vector<Vec2> start;
  double resting = 0;
  const double share = relaxation() > 1 ? k_closed_share : 1;
  each_in_touch([&](std::uint32_t a, std::uint32_t b, const Gap& gap) {
    const double speed = resting_speed(a, b);
    if (!(gap.size < k_pressed_gap * speed * dt_)) return;
    Flier* const other = is_edge(b) ? nullptr : &flier(b);
    const Vec2 before = (flier(a).velocity + lag(a, 0)) - (other != nullptr ? other->velocity + lag(b, 0) : Vec2{});
    const double closing = std::max(-dot(before, gap.normal), 0.0);
    // Faster than the fields drive it in a step: that will be an impact, not rest.
    if (closing > 2 * speed) return;
    resting = std::max(resting, speed);
    if (const auto free = is_edge(b) ? std::nullopt : room_in_ring(a, b)) {
      chords.push_back({pairs.size(), *free, *free - gap.size});
    }
    pairs.push_back({&flier(a), other, gap.normal, -share * gap.size / dt_, 0});
    start.push_back(before);
    const Touching touch{a, b, 0, {}, {}};
    // What it came in with, it may go on with.
    const double allowed = law(touch).restitution * closing;
    const std::uint32_t id = is_edge(b) ? b : other->member;
    hold({flier(a).member, id, gap.normal, allowed, 0, apart_along(a, b, gap.normal, now_) - gap.size});
    rested_.insert(key(a, b));
  });
  solve_with_chords(pairs, chords, dt_, k_solved * resting, relaxation(), guard());
  book_rest(pairs, start);
  for (const RestingPair& pair : pairs) {
    state_.now.policies.rests += pair.pushed > 0 ? 1 : 0;
    // What holds a body is there during the whole drift, as the fields are: a contact on the way must see both.
    const auto support = [&](const Flier* f, double sign) {
      if (f == nullptr || !(f->inverse_mass > 0)) return;
      Member& m = w_.members[f->member];
      m.acceleration = m.acceleration + (sign * pair.pushed * f->inverse_mass / lead_) * pair.normal;
    };
    support(pair.a, 1);
    support(pair.b, -1);
  }
  if (!drift_.integrated) keep_held(pairs);
}

/// For those who ask later how a body that is held moved within the step; an integrated drift keeps that of everybody.
void SweptStep::keep_held(const std::vector<RestingPair>& pairs) {
  std::vector<HeldFlight>& held = state_.last.held;
  for (const RestingPair& pair : pairs) {
    for (const Flier* const f : {pair.a, pair.b}) {
      if (f != nullptr && f->inverse_mass > 0) held.push_back({f->member, w_.members[f->member].acceleration});
    }
  }
  std::ranges::sort(held, {}, &HeldFlight::member);
  held.erase(std::ranges::unique(held, {}, &HeldFlight::member).begin(), held.end());
}

/// And where it landed: what holds it takes from its velocity after the drift, so that the end does not tell that of the drift.
void SweptStep::keep_landings() {
  if (drift_.integrated || !accelerated_) return;
  std::vector<std::uint32_t> members;
  for (const auto& [id, hold] : w_.holds) {
    members.push_back(hold.a);
    if (!is_edge(hold.b)) members.push_back(hold.b);
  }
  std::ranges::sort(members);
  members.erase(std::ranges::unique(members).begin(), members.end());
  for (const std::uint32_t k : members) {
    const Flier& f = flier(w_.members[k].place);
    if (!w_.members[k].gone && f.inverse_mass > 0) {
      state_.last.corners.push_back({k, dt_, f.at, f.velocity, f.velocity});
    }
  }
}

/// Where bodies that attract each other lose energy they come to lie in clumps, which are pressed from all sides and many
/// across.
double SweptStep::relaxation() const noexcept { return lossy_ && state_.settings.attraction ? k_over_relaxation : 1; }

/// The work that holding bodies does: impulse times the mean of their relative velocities before the fields' kick and now. A
/// pile that something falls onto, or a clump that goes around, loses by it what its contacts lose.
void SweptStep::book_rest(std::span<const RestingPair> pairs, std::span<const Vec2> before) {
  double work = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const RestingPair& pair = pairs[k];
    const Vec2 now = pair.a->velocity - (pair.b != nullptr ? pair.b->velocity : Vec2{});
    work += 0.5 * pair.pushed * dot(before[k] + now, pair.normal);
  }
  state_.now.exchanged_energy.add(work);
}

/// Of one pair and one wall the last word counts.
void SweptStep::hold(const Hold& hold) {
  const int sector = (hold.normal.x > 0 ? 1 : 0) + (hold.normal.y > 0 ? 2 : 0) +
                     (std::abs(hold.normal.x) > std::abs(hold.normal.y) ? 4 : 0);
  w_.holds.insert_or_assign(HoldKey{hold.a, hold.b, sector}, hold);
}

/// All that is at rest, solved at once in the middle of a drift.
void SweptStep::disentangle(Lane& lane, double t) {
  ++solves_;
  ++state_.now.policies.calms;
  std::map<std::uint32_t, Flier> tried;  // by place
  const auto attempt = [&](std::uint32_t place) { return &tried.try_emplace(place, flier(place)).first->second; };
  std::vector<RestingPair> pairs;
  std::vector<Vec2> before;
  double resting = 0;
  for (const auto& [id, hold] : w_.holds) {
    const Member& a = w_.members[hold.a];
    const bool edge = is_edge(hold.b);
    if (a.gone || a.clump >= 0 || (!edge && (w_.members[hold.b].gone || w_.members[hold.b].clump >= 0))) continue;
    const std::uint32_t b = edge ? hold.b : w_.members[hold.b].place;
    std::optional<Gap> gap;
    if (edge) {
      gap = gap_to_edge(a.place, b, t);
    } else {
      gap = gap_of_pair(a.place, b, t);
      // Nothing turns here: between straight sides the gap changes as the places do.
      if (!gap) gap = Gap{apart_along(a.place, b, hold.normal, t) - hold.apart, hold.normal};
    }
    const double speed = resting_speed(a.place, b);
    if (!gap || gap->size > speed * dt_) continue;
    resting = std::max(resting, speed);
    const double least = t < dt_ ? -std::max(gap->size, 0.0) / (dt_ - t) : 0;
    pairs.push_back({attempt(a.place), edge ? nullptr : attempt(b), gap->normal, least, 0});
    // What they have beyond the drift's velocity they have before and after.
    const Vec2 other = edge ? Vec2{} : flier(b).velocity;
    before.push_back(flier(a.place).velocity - other + 2 * (lag(a.place, t) - lag(b, t)));
  }
  solve_resting(pairs, k_solved * resting, relaxation(), &guard());
  book_rest(pairs, before);
  for (const auto& [place, solved] : tried) {
    Flier& f = flier(place);
    w_.members[f.member].quick = 0;
    if (solved.velocity == f.velocity) continue;
    refly(lane, place, t, f.position(t), solved.velocity);
    foretell_flight(lane, place, t);
  }
}

/// After the last kick: what is at rest is not pressed further into each other than it was before.
void SweptStep::hold_to_the_end() {
  if (w_.holds.empty() && state_.now.touching.empty()) return;
  std::set<PairKey> touching;
  std::vector<RestingPair> pairs;
  std::vector<Vec2> landed;
  const auto landed_with = [&](std::uint32_t place) {
    const bool known = !is_edge(place) && flier(place).member < landed_.size();
    return known ? landed_[flier(place).member] : Vec2{};
  };
  double resting = 0;
  for (const auto& [id, hold] : w_.holds) {
    if (!still_touching(hold)) continue;
    const Member& a = w_.members[hold.a];
    const std::uint32_t b = is_edge(hold.b) ? hold.b : w_.members[hold.b].place;
    touching.insert(key(a.place, b));
    resting = std::max(resting, resting_speed(a.place, b));
    pairs.push_back({&flier(a.place), is_edge(b) ? nullptr : &flier(b), normal_at_end(hold), -hold.allowed, 0});
    landed.push_back(landed_with(a.place) - landed_with(b));
  }
  solve_resting(pairs, k_solved * resting, relaxation(), &guard());
  book_rest(pairs, landed);
  state_.now.touching = {touching.begin(), touching.end()};
}

/// Where two round bodies have moved along each other, their normal is another one when the step ends.
Vec2 SweptStep::normal_at_end(const Hold& hold) const {
  if (is_edge(hold.b)) return hold.normal;
  const Member& a = w_.members[hold.a];
  const Member& b = w_.members[hold.b];
  const auto is_round = [&](const Member& m) { return std::holds_alternative<Circle>(shape(m.place)); };
  if (!is_round(a) || !is_round(b)) return hold.normal;
  if (a.disc) {
    const auto gap = gap_of_disc(a.place, b.place, dt_);
    return gap ? gap->normal : hold.normal;
  }
  const auto gap = b.disc ? gap_of_disc(b.place, a.place, dt_) : std::nullopt;
  return gap ? -gap->normal : hold.normal;
}

/// How far the centre of a disc may be from that of the ring that it is in.
std::optional<double> SweptStep::room_in_ring(std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t ring = member(a).disc ? b : a;
  const std::uint32_t disc = member(a).disc ? a : b;
  const auto* const circle = std::get_if<Circle>(&shape(ring));
  if (circle == nullptr || !circle->hollow || !(flier(disc).radius < circle->radius)) return std::nullopt;
  const Vec2 at = flier(disc).position(now_);
  const Vec2 from = flier(ring).position(now_);
  if (!(length(at - from - nearest_shift(at, from)) < circle->radius)) return std::nullopt;
  return circle->radius - flier(disc).radius;
}

bool SweptStep::still_touching(const Hold& hold) {
  const Member& a = w_.members[hold.a];
  if (a.gone || (!is_edge(hold.b) && w_.members[hold.b].gone)) return false;
  const Flier& fa = flier(a.place);
  const auto reach = [](const Flier& f) { return std::isfinite(f.radius) ? f.radius : 0; };
  const double size = reach(fa) + length(fa.at);
  if (is_edge(hold.b)) {
    const double slack = hold.slack + k_touching_gap * size + k_solved * resting_speed(a.place, hold.b) * dt_;
    return gap_to_edge(a.place, hold.b, dt_).size <= slack;
  }
  const std::uint32_t b = w_.members[hold.b].place;
  const Flier& fb = flier(b);
  double slack = hold.slack + k_touching_gap * (size + reach(fb) + length(fb.at));
  // Two that lie on each other and go around each other leave their arcs by a second-order way in every drift. Where bodies
  // attract each other all of a clump do: it is pressed together in the next step, as one, and need not meet pair by pair.
  if (relaxation() > 1) slack = std::max(slack, k_pressed_gap * resting_speed(a.place, b) * dt_);
  const Vec2 shift = nearest_shift(fa.position(dt_), fb.position(dt_));
  return within(pair(a.place, b, shift), hold.normal, slack, w_.lanes.front().scratch);
}

}  // namespace carom::detail

#include <algorithm>
#include <cmath>

#include "carom/toi/thrown.hpp"
#include "event/event_run.hpp"
#include "world/body_shape.hpp"
#include "world/falling_time.hpp"
#include "world/leaving.hpp"
#include "world/shape_box.hpp"

// What a body meets that is no mover: fixtures, edges, the end of its life.
namespace carom::detail {
namespace {

/// Coordinates are rounded by this much of their size before they are made relative.
constexpr double k_blur = 0x1p-50;

/// When all of a body is inside an edge again that it passes: the gap, now negative, opens. One that goes out does not part,
/// wherever its flight began.
double back_time(double gap, double closing, double pull) noexcept {
  if (gap >= 0 && (closing < 0 || (closing == 0 && !(pull > 0)))) return 0;
  if (pull == 0) return closing < 0 ? gap / closing : k_never;
  // Of the two roots the one where the gap opens.
  const double square = closing * closing + 2 * pull * gap;
  if (square < 0) return k_never;
  const double root = std::sqrt(square);
  const double t = closing > 0 ? -(closing + root) / pull : 2 * gap / (closing - root);
  return t >= 0 ? t : k_never;
}

}  // namespace

/// All but other movers: fixtures, edges, the end of its life.
void EventRun::look_alone(std::uint32_t who, Best& best) {
  if (w_.traits.peculiar) {
    const auto& expires = body(who).expires;
    if (expires && *expires - clock_.epoch < best.t) best = {std::max(*expires - clock_.epoch, now_), k_event_expires};
  }
  if (!w_.fixtures.empty()) look_at_fixtures(who, best);
  if (state_.settings.bounds && !box_) look_at_edges(who, best);
}

void EventRun::look_at_edges(std::uint32_t who, Best& best) {
  const Bounds& bounds = *state_.settings.bounds;
  const Mover& m = w_.movers[who];
  // A line has no end that could reach an edge.
  if (!std::isfinite(m.radius)) return;
  const EventGrid& grid = w_.grid;
  // Most cells are so far inside that nobody in them reaches an edge. In windows there are none.
  const auto is_inside = [&](const CellPlace& cell) {
    return cell.level != k_no_level && grid.left(cell.x) - m.radius > bounds.min.x &&
           grid.right(cell.x) + m.radius < bounds.max.x && grid.lower(cell.y) - m.radius > bounds.min.y &&
           grid.upper(cell.y) + m.radius < bounds.max.y;
  };
  if (!windows_ && is_inside(aside(who).cell)) return;
  if (bounds.edges == Edges::remove) return look_outside(who, best);
  Vec2 below{-m.radius, -m.radius};
  Vec2 above{m.radius, m.radius};
  if (!w_.traits.all_discs) {
    const ShapeBox around = shape_box(body(who).shape);
    below = around.low;
    above = around.high;
  }
  const Vec2 low = m.at + below;
  const Vec2 high = m.at + above;
  const auto edge = [&](double gap, double closing, double pull, std::uint32_t number) {
    const std::uint32_t partner = k_event_edges + number;
    double t = k_never;
    if (!plain_ && is_passing(who, partner)) {
      t = m.since + back_time(gap, closing, pull);
    } else {
      t = m.since + falling_time(gap, closing, pull);
    }
    t = std::max(t, now_);
    if (t < best.t) best = {t, partner};
  };
  const Vec2 v = m.velocity;
  const Vec2 g = gravity_;
  edge(low.x - bounds.min.x, -v.x, -g.x, 0);
  edge(bounds.max.x - high.x, v.x, g.x, 1);
  edge(low.y - bounds.min.y, -v.y, -g.y, 2);
  edge(bounds.max.y - high.y, v.y, g.y, 3);
}

/// Where edges remove.
void EventRun::look_outside(std::uint32_t who, Best& best) {
  const Mover& m = w_.movers[who];
  const Outline outline = outline_of(body(who).shape);
  const double flies = leaving_time(outline, m.at, m.velocity, gravity_, *state_.settings.bounds);
  const double t = std::max(m.since + flies, now_);
  if (t < best.t) best = {t, k_event_outside};
}

void EventRun::look_at_fixtures(std::uint32_t who, Best& best) {
  for (const std::uint32_t place : w_.roving) look_at_rover(who, place, best);
  if (w_.still.empty()) return;
  // What it passes until it leaves its cell; the rest is looked at then.
  const double until = std::min({w_.asides[who].leave, best.t, clock_.length});
  const Vec2 from = position(who, now_);
  const double span = std::max(until - now_, 0.0);
  // The parabola is within g t²/8 of its chord.
  const double sag = falling_ ? 0.125 * span * span * length(gravity_) : 0;
  w_.near.clear();
  w_.fixture_grid.near({from, position(who, now_ + span) - from, w_.movers[who].radius + sag}, 0, w_.near);
  for (const Near& near : w_.near) {
    const std::uint32_t place = w_.still[w_.fixture_grid.order()[near.place]];
    look_at_fixture(who, place, {near.image_x * period_.x, near.image_y * period_.y}, best);
  }
}

/// In a periodic box, all of its images that come near before the mover leaves its cell.
void EventRun::look_at_rover(std::uint32_t who, std::uint32_t place, Best& best) {
  if (!box_) return look_at_fixture(who, place, {}, best);
  const double until = std::max(std::min({w_.asides[who].leave, best.t, clock_.length}), now_);
  const double near = (w_.movers[who].radius + fixture(place).reach) * (1 + k_blur);
  const Vec2 d0 = position(who, now_) - position(place, now_);
  const Vec2 d1 = position(who, until) - position(place, until);
  const auto first = [&](double from, double to, double period) {
    return std::ceil((std::min(from, to) - near) / period);
  };
  const auto last = [&](double from, double to, double period) {
    return std::floor((std::max(from, to) + near) / period);
  };
  for (double y = first(d0.y, d1.y, period_.y); y <= last(d0.y, d1.y, period_.y); ++y) {
    for (double x = first(d0.x, d1.x, period_.x); x <= last(d0.x, d1.x, period_.x); ++x) {
      look_at_fixture(who, place, {x * period_.x, y * period_.y}, best);
    }
  }
}

/// `shift` is added to the fixture.
void EventRun::look_at_fixture(std::uint32_t who, std::uint32_t place, Vec2 shift, Best& best) {
  if (gone(place)) return;
  double t = k_never;
  if (falling_) {
    if (const auto contact = thrown_meeting(who, place, shift)) t = contact->t;
  } else {
    t = member(who) < member(place) ? pair_time(who, place, shift) : pair_time(place, who, -shift);
  }
  t = std::max(t, now_);
  if (t < best.t || (t == best.t && is_fixture(best.partner) && member(place) < member(best.partner)))
    best = {t, place};
}

/// Under gravity: a mover on its parabola and a fixture. The contact is the mover's: its normal pushes the mover off; of a
/// pair that passes through each other it is the end of that.
std::optional<Contact> EventRun::thrown_meeting(std::uint32_t who, std::uint32_t place, Vec2 shift) {
  const Body& mover = body(who);
  const Body& stander = body(place);
  if ((mover.mask & stander.category) == 0 || (stander.mask & mover.category) == 0) return std::nullopt;
  if (!plain_ && passes(who, place)) {
    return is_passing(who, place) ? thrown_pass_end(who, place, shift) : thrown_pass_begin(who, place, shift);
  }
  return first_throw(who, place, shift, std::max(w_.movers[who].since, fixture(place).since));
}

std::optional<Contact> EventRun::first_throw(std::uint32_t who, std::uint32_t place, Vec2 shift, double start) {
  Throw way = thrown(who, place, shift, start);
  way.horizon = clock_.length - start;
  auto contact = thrown_contact(view_of(body(who).shape), way, view_of(body(place).shape));
  if (!contact) return contact;
  contact->t = start + contact->t;
  contact->point = contact->point + fixture(place).position(contact->t) + shift;
  return contact;
}

/// How the mover is seen from the fixture at `start`.
Throw EventRun::thrown(std::uint32_t who, std::uint32_t place, Vec2 shift, double start) const {
  const Vec2 at = position(who, start);
  const Vec2 stands = position(place, start) + shift;
  return {
      at - stands, velocity(who, start) - velocity(place, start), gravity_, 0, k_blur * (size(at) + size(stands)), 0};
}

}  // namespace carom::detail

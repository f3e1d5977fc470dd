#include "event/event_alone.hpp"

#include <algorithm>
#include <cmath>

#include "event/event_edges.hpp"
#include "event/event_paths.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/leaving.hpp"
#include "world/bodies/shape_box.hpp"
#include "world/forces/falling_time.hpp"

namespace carom::detail {
namespace {

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

NextEvent EventAlone::earlier(std::uint32_t mover, NextEvent best) {
  if (bodies_.traits().special) {
    const auto& expires = bodies_.body(BodyRef::mover(mover)).expires;
    if (expires && *expires - ctx_.clock().epoch < best.t) {
      best = {std::max(*expires - ctx_.clock().epoch, ctx_.now), EventPartner::expires()};
    }
  }
  if (!bodies_.fixed().empty()) search_fixed(mover, best);
  if (ctx_.bounds() && !ctx_.box) search_edges(mover, best);
  return best;
}

void EventAlone::search_edges(std::uint32_t mover, NextEvent& best) {
  const Bounds& bounds = *ctx_.bounds();
  const EventBody& m = bodies_.mover(mover);
  // A line has no end that could reach an edge.
  if (!std::isfinite(m.radius)) return;
  if (cells_.is_inside(mover, bounds)) return;
  if (bounds.edges == Edges::remove) return search_outside(mover, best);
  Vec2 below{-m.radius, -m.radius};
  Vec2 above{m.radius, m.radius};
  if (!bodies_.traits().all_discs) {
    const ShapeBox around = shape_box(bodies_.body(BodyRef::mover(mover)).shape);
    below = around.low;
    above = around.high;
  }
  visit_edges(bounds, m.at + below, m.at + above, m.velocity, ctx_.gravity,
              [&](double gap, double closing, double pull, std::uint32_t edge) {
                const BodyRef partner = BodyRef::edge(edge);
                double t = k_never;
                if (!ctx_.unobserved && rules_.overlap(BodyRef::mover(mover), partner)) {
                  t = m.since + back_time(gap, closing, pull);
                } else {
                  t = m.since + falling_time(gap, closing, pull);
                }
                t = std::max(t, ctx_.now);
                if (t < best.t) best = {t, partner};
              });
}

/// Where edges remove.
void EventAlone::search_outside(std::uint32_t mover, NextEvent& best) {
  const EventBody& m = bodies_.mover(mover);
  const Outline outline = outline_of(bodies_.body(BodyRef::mover(mover)).shape);
  const double flies = leaving_time(outline, m.at, m.velocity, ctx_.gravity, *ctx_.bounds());
  const double t = std::max(m.since + flies, ctx_.now);
  if (t < best.t) best = {t, EventPartner::outside()};
}

/// What the mover passes until it leaves its cell; the rest is searched then.
double EventAlone::until(std::uint32_t mover, const NextEvent& best) const noexcept {
  return std::min({cells_.leave_time(mover), best.t, ctx_.clock().length});
}

void EventAlone::search_fixed(std::uint32_t mover, NextEvent& best) {
  for (const BodyRef fixed : fixed_grid_.anywhere()) search_images(mover, fixed, best);
  fixed_grid_.near(mover, until(mover, best),
                   [&](BodyRef fixed, Vec2 shift) { search_one(mover, fixed, shift, best); });
}

/// In a periodic box, all images that come near before the mover leaves its cell.
void EventAlone::search_images(std::uint32_t mover, BodyRef fixed, NextEvent& best) {
  if (!ctx_.box) return search_one(mover, fixed, {}, best);
  const double end = std::max(until(mover, best), ctx_.now);
  const double near = (bodies_.mover(mover).radius + bodies_.fixed(fixed).reach) * (1 + k_blur);
  const Vec2 d0 = bodies_.position(mover, ctx_.now) - bodies_.position(fixed, ctx_.now);
  const Vec2 d1 = bodies_.position(mover, end) - bodies_.position(fixed, end);
  const auto first = [&](double from, double to, double period) {
    return std::ceil((std::min(from, to) - near) / period);
  };
  const auto last = [&](double from, double to, double period) {
    return std::floor((std::max(from, to) + near) / period);
  };
  const Vec2 period = ctx_.period;
  for (double y = first(d0.y, d1.y, period.y); y <= last(d0.y, d1.y, period.y); ++y) {
    for (double x = first(d0.x, d1.x, period.x); x <= last(d0.x, d1.x, period.x); ++x) {
      search_one(mover, fixed, {x * period.x, y * period.y}, best);
    }
  }
}

/// `shift` is added to the fixed body.
void EventAlone::search_one(std::uint32_t mover, BodyRef fixed, Vec2 shift, NextEvent& best) {
  if (bodies_.gone(fixed)) return;
  const BodyRef own = BodyRef::mover(mover);
  double t = k_never;
  if (ctx_.falling) {
    if (const auto contact = finder_.next_ballistic_contact(own, fixed, shift)) t = contact->t;
  } else {
    const bool first = bodies_.body_index(own) < bodies_.body_index(fixed);
    t = first ? finder_.pair_time(own, fixed, shift) : finder_.pair_time(fixed, own, -shift);
  }
  t = std::max(t, ctx_.now);
  const auto created_before = [&](EventPartner other) {
    return other.is_fixed() && bodies_.body_index(fixed) < bodies_.body_index(other.ref());
  };
  if (t < best.t || (t == best.t && created_before(best.partner))) best = {t, fixed};
}

}  // namespace carom::detail

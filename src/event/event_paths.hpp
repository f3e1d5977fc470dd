#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "carom/toi/ballistic.hpp"
#include "event/event_bodies.hpp"
#include "world/bodies/body_shape.hpp"

/// The flights of two bodies of an event run, seen from each other, as the kernels of shapes take them. `shift` is added to
/// the second one: its image in a periodic box.
namespace carom::detail {

/// Coordinates are rounded by this much of their size before they are made relative.
inline constexpr double k_blur = 0x1p-50;

/// Two flights, and the end of the interval that is searched.
struct TwoSweeps {
  Sweep a;
  Sweep b;
  double horizon = 0;
};

/// The horizon is when two that fly straight have passed each other, if they ever do: later times are not searched, because
/// what lies far ahead is rounded more.
[[nodiscard]] inline TwoSweeps two_sweeps(const EventContext& ctx, const EventBodies& bodies, BodyRef a, BodyRef b,
                                          Vec2 shift) noexcept {
  const double start = std::max(bodies.since(a), bodies.since(b));
  TwoSweeps two{bodies.sweep(a, start), bodies.sweep(b, start), ctx.clock().length};
  const double speed = size(two.a.velocity - two.b.velocity);
  const double way = size(two.a.position(start) - two.b.position(start) - shift) + two.a.radius + two.b.radius;
  if (speed > 0 && std::isfinite(way)) two.horizon = std::min(two.horizon, start + 4 * way / speed);
  return two;
}

/// Under gravity: how a mover is seen from a fixed body at `start`.
[[nodiscard]] inline BallisticPath ballistic_path(const EventContext& ctx, const EventBodies& bodies, BodyRef mover,
                                                  BodyRef fixed, Vec2 shift, double start) noexcept {
  const Vec2 at = bodies.position(mover, start);
  const Vec2 stands = bodies.position(fixed, start) + shift;
  return {at - stands,
          bodies.velocity(mover, start) - bodies.velocity(fixed, start),
          ctx.gravity,
          0,
          k_blur * (size(at) + size(stands)),
          0};
}

/// Their first contact from `start` on, up to the end of the epoch.
[[nodiscard]] inline std::optional<Contact> first_ballistic_contact(const EventContext& ctx, const EventBodies& bodies,
                                                                    BodyRef mover, BodyRef fixed, Vec2 shift,
                                                                    double start) {
  BallisticPath path = ballistic_path(ctx, bodies, mover, fixed, shift, start);
  path.horizon = ctx.clock().length - start;
  auto contact = ballistic_contact(view_of(bodies.body(mover).shape), path, view_of(bodies.body(fixed).shape));
  if (!contact) return contact;
  contact->t = start + contact->t;
  contact->point = contact->point + bodies.position(fixed, contact->t) + shift;
  return contact;
}

}  // namespace carom::detail

#include "io/observe/contact_pressure.hpp"

#include <array>
#include <variant>

namespace carom::io {
namespace {

const Circle* disc(const Body& body) {
  const auto* const circle = std::get_if<Circle>(&body.shape);
  return circle != nullptr && !circle->hollow && circle->center == Vec2{} ? circle : nullptr;
}

/// From the centre of b to that of a, at the moment of their contact.
Vec2 between_centres(const World& world, const ContactEvent& event, const Body& a, const Body& b) {
  const Circle* const disc_a = disc(a);
  const Circle* const disc_b = disc(b);
  if (disc_a != nullptr && disc_b != nullptr) return (disc_a->radius + disc_b->radius) * event.normal;
  const BodyState state_a = world.state_at(event.a.id, event.t).value_or(a.state);
  const BodyState state_b = world.state_at(event.b->id, event.t).value_or(b.state);
  std::optional<ObservedBox> period;
  if (const auto& bounds = world.settings().bounds; bounds && bounds->edges == Edges::periodic) {
    period = {bounds->min, bounds->max - bounds->min, true};
  }
  return nearest_way(center_of_mass(b, state_b), center_of_mass(a, state_a), period);
}

Tensor motion_of(std::span<const ObservedBody> bodies) {
  Tensor motion;
  for (const ObservedBody& body : bodies) {
    const Vec2 v = body.velocity;
    motion.xx += body.mass * v.x * v.x;
    motion.yy += body.mass * v.y * v.y;
    motion.xy += body.mass * v.x * v.y;
  }
  return motion;
}

}  // namespace

void ContactPressure::add_contacts(const World& world) {
  if (!then_) return;
  for (const ContactEvent& event : world.events()) {
    if (!event.b || event.impulse == 0 || event.t < *then_) continue;
    // One of them may have gone since.
    const auto then = [&](const Party& party) {
      const Body* const body = world.body(party.id);
      return body != nullptr ? body : world.body_at(party.id, event.t);
    };
    const Body* const a = then(event.a);
    const Body* const b = then(*event.b);
    if (a == nullptr || b == nullptr || a->fixed() || b->fixed()) continue;
    const Vec2 way = between_centres(world, event, *a, *b);
    const Vec2 push = event.impulse * event.normal;
    virial_.xx += push.x * way.x;
    virial_.yy += push.y * way.y;
    virial_.xy += (push.x * way.y + push.y * way.x) / 2;
  }
}

std::optional<Tensor> ContactPressure::add_moment(double t, std::span<const ObservedBody> bodies, double area) {
  const Tensor motion = motion_of(bodies);
  std::optional<Tensor> pressure;
  if (then_ && t > *then_) {
    const double interval = t - *then_;
    pressure = {((motion.xx + motion_.xx) / 2 + virial_.xx / interval) / area,
                ((motion.yy + motion_.yy) / 2 + virial_.yy / interval) / area,
                ((motion.xy + motion_.xy) / 2 + virial_.xy / interval) / area};
    means_.add(std::array{pressure->xx, pressure->yy, pressure->xy, (pressure->xx + pressure->yy) / 2});
  }
  then_ = t;
  motion_ = motion;
  virial_ = {};
  return pressure;
}

ObservedQuantity ContactPressure::result() const {
  return {"pressure",
          {{"xx", means_.mean(0)}, {"yy", means_.mean(1)}, {"xy", means_.mean(2)}, {"mean", means_.mean(3)}},
          std::nullopt,
          means_.count() == 0 ? "it takes two samples" : ""};
}

}  // namespace carom::io

#include "world/sums/balance.hpp"

#include <algorithm>
#include <cmath>

#include "world/forces/fields.hpp"
#include "world/forces/nbody_forces.hpp"
#include "world/rules/capabilities.hpp"
#include "world/sums/totals.hpp"

namespace carom {
namespace detail {
namespace {

bool pulls(const Body& body) noexcept { return body.mass > 0 && std::isfinite(body.reach); }

/// Of one body and all others where they are now, fixed ones among themselves left out.
double potential_among_others(World::State& state, const Body& body) {
  const auto& law = state.settings.attraction;
  if (!law || !pulls(body)) return 0;
  const Vec2 here = body.state.at + mass_center(body.shape);
  CompensatedSum sum;
  for (const std::uint32_t slot : state.now.bodies.in_order()) {
    Body& other = state.now.bodies.at_slot(slot);
    if (other.id == body.id || !pulls(other) || (body.fixed() && other.fixed())) continue;
    if (state.running != nullptr) state.running->refresh(other);
    const Vec2 way = other.state.at + mass_center(other.shape) - here;
    const double shell = std::max(shell_of(body.shape), shell_of(other.shape));
    sum.add(pair_potential(*law, way, body.mass, other.mass, shell));
  }
  return sum.value();
}

/// Places and masses of the bodies that attract, or of the fixed ones alone.
struct Pullers {
  std::vector<Vec2> at;
  std::vector<double> mass;
  std::vector<double> shell;

  Pullers(const World& world, bool fixed_only) {
    for (const BodyId id : world.bodies()) {
      const Body& body = *world.body(id);
      if (!fixed_only || body.fixed()) add(body, body.state.at + mass_center(body.shape));
    }
  }
  Pullers(std::span<const BodyThen> bodies, bool fixed_only) {
    for (const auto& [body, state] : bodies) {
      if (!fixed_only || body->fixed()) add(*body, center_of_mass(*body, state));
    }
  }
  void add(const Body& body, Vec2 center) {
    if (!pulls(body)) return;
    at.push_back(center);
    mass.push_back(body.mass);
    shell.push_back(shell_of(body.shape));
  }
  [[nodiscard]] Pulling pulling() const noexcept { return {at, mass, shell}; }
};

template <class Term>
double sum_over_movable(const World& world, const Term& term) {
  CompensatedSum sum;
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    if (!body.fixed()) sum.add(term(body));
  }
  return sum.value();
}

/// I ω. A spin that contacts cannot change is prescribed, like the motion of a fixed body, and does not count.
double own_spin(const Body& body, const BodyState& state) {
  return body.inverse_inertia > 0 ? state.spin / body.inverse_inertia : 0;
}
double own_spin(const Body& body) { return own_spin(body, body.state); }

double spin_about_origin(const Body& body, const BodyState& state, Vec2 center) {
  return body.mass * cross(center, state.velocity) + own_spin(body, state);
}
double spin_about_origin(const Body& body) {
  return spin_about_origin(body, body.state, body.state.at + mass_center(body.shape));
}

/// ½ m v² + ½ I ω².
double kinetic_energy(const Body& body, const BodyState& state) {
  return 0.5 * body.mass * dot(state.velocity, state.velocity) + 0.5 * own_spin(body, state) * state.spin;
}
double kinetic_energy(const Body& body) { return kinetic_energy(body, body.state); }

/// Fields act where steps look for them: at the centre of mass of what turns about it or is attracted there, else at the
/// shape's origin.
bool fields_act_at_center(bool rotates, const WorldSettings& settings) { return rotates || integrates(settings); }

double field_energy(const World::State& state, const Fields& fields, const Body& body) {
  const bool at_center = fields_act_at_center(state.now.rotating, state.settings);
  return body.mass * fields.potential(at_center ? body.state.at + mass_center(body.shape) : body.state.at);
}

/// Of all that attract; the potential of fixed bodies among themselves does not count.
double attraction_energy(const WorldSettings& settings, const Pullers& all, const Pullers& fixed) {
  if (!settings.attraction) return 0;
  ShellAttractor attractor(*settings.attraction);
  double potential = attractor.potential(all.pulling(), settings.threads);
  if (fixed.at.size() > 1) potential -= attractor.potential(fixed.pulling(), settings.threads);
  return potential;
}

}  // namespace

void record_body(World::State& state, const Body& body, double sign) {
  state.now.exchanged_energy.add(sign * potential_among_others(state, body));
  if (body.fixed()) return;
  const Fields fields(state.settings);
  state.now.exchanged_energy.add(sign * (kinetic_energy(body) + field_energy(state, fields, body)));
  state.now.exchanged_momentum = state.now.exchanged_momentum + (sign * body.mass) * body.state.velocity;
  state.now.exchanged_angular_momentum += sign * spin_about_origin(body);
}

double finite_probe(Vec2 at, Vec2 velocity, double inverse_mass) noexcept {
  const double energy = inverse_mass > 0 ? dot(velocity, velocity) / inverse_mass : velocity.x + velocity.y;
  return 0 * at.x + 0 * at.y + 0 * energy;
}

void add_gas(GasSums& gas, const BodyStore& bodies, double duration) {
  if (!(duration > 0)) return;
  CompensatedSum speeds;
  CompensatedSum kinetic;
  double number = 0;
  for (const std::uint32_t slot : bodies.in_order()) {
    const Body& body = bodies.at_slot(slot);
    if (body.fixed()) continue;
    speeds.add(length(body.state.velocity));
    kinetic.add(0.5 * body.mass * dot(body.state.velocity, body.state.velocity));
    ++number;
  }
  gas.time += duration;
  gas.speeds += duration * speeds.value();
  gas.kinetic += duration * kinetic.value();
  gas.bodies += duration * number;
}

Totals totals(const World& world) {
  CompensatedSum kinetic;
  CompensatedSum x;
  CompensatedSum y;
  CompensatedSum angular;
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    if (body.fixed()) continue;
    kinetic.add(kinetic_energy(body));
    x.add(body.mass * body.state.velocity.x);
    y.add(body.mass * body.state.velocity.y);
    angular.add(spin_about_origin(body));
  }
  const bool free = Fields(world.settings()).none() && !world.settings().attraction;
  return {free ? Energy{kinetic.value(), 0} : world.energy(), {x.value(), y.value()}, angular.value()};
}

Totals totals_of(const World& world, std::span<const BodyThen> bodies) {
  CompensatedSum kinetic;
  CompensatedSum potential;
  CompensatedSum x;
  CompensatedSum y;
  CompensatedSum angular;
  const Fields fields(world.settings());
  const bool at_center = fields_act_at_center(world.rotates(), world.settings());
  for (const auto& [body, state] : bodies) {
    if (body->fixed()) continue;
    const Vec2 center = center_of_mass(*body, state);
    kinetic.add(kinetic_energy(*body, state));
    if (!fields.none()) potential.add(body->mass * fields.potential(at_center ? center : state.at));
    x.add(body->mass * state.velocity.x);
    y.add(body->mass * state.velocity.y);
    angular.add(spin_about_origin(*body, state, center));
  }
  const double pulled = attraction_energy(world.settings(), {bodies, false}, {bodies, true});
  return {{kinetic.value(), potential.value() + pulled}, {x.value(), y.value()}, angular.value()};
}

}  // namespace detail

Energy World::energy() const {
  const detail::Fields fields(state_->settings);
  Energy energy;
  energy.kinetic = detail::sum_over_movable(*this, [](const Body& b) { return detail::kinetic_energy(b); });
  if (!fields.none()) {
    energy.potential =
        detail::sum_over_movable(*this, [&](const Body& b) { return detail::field_energy(*state_, fields, b); });
  }
  if (state_->settings.attraction) {
    energy.potential += detail::attraction_energy(state_->settings, {*this, false}, {*this, true});
  }
  return energy;
}

std::optional<Party> World::first_not_finite() const {
  if (state_->loop->is_finite()) return std::nullopt;
  for (const BodyId id : bodies()) {
    const Body& b = *body(id);
    double sum = detail::finite_probe(b.state.at, b.state.velocity, b.inverse_mass) + 0 * b.state.angle;
    sum += 0 * (b.inverse_inertia > 0 ? b.state.spin * b.state.spin / b.inverse_inertia : b.state.spin);
    if (sum != 0) return Party{id, b.serial};
  }
  return std::nullopt;
}

Vec2 World::momentum() const {
  return {detail::sum_over_movable(*this, [](const Body& b) { return b.mass * b.state.velocity.x; }),
          detail::sum_over_movable(*this, [](const Body& b) { return b.mass * b.state.velocity.y; })};
}

double World::momentum_scale() const {
  return detail::sum_over_movable(*this, [](const Body& b) { return b.mass * length(b.state.velocity); });
}

double World::angular_momentum() const {
  return detail::sum_over_movable(*this, [](const Body& b) { return detail::spin_about_origin(b); });
}

double World::angular_momentum_scale() const {
  return detail::sum_over_movable(*this, [](const Body& b) {
    const double path = b.mass * length(b.state.at + detail::mass_center(b.shape)) * length(b.state.velocity);
    return path + std::abs(detail::own_spin(b));
  });
}

bool World::keeps_momentum() const noexcept {
  const WorldSettings& settings = state_->settings;
  const bool walls = settings.bounds && settings.bounds->edges == Edges::rebound;
  return !state_->now.had_fixed && !walls && settings.sources.empty() && settings.gravity == Vec2{};
}

bool World::keeps_angular_momentum() const noexcept {
  const auto& bounds = state_->settings.bounds;
  const bool periodic = bounds && bounds->edges == Edges::periodic;
  if (!keeps_momentum() || periodic) return false;
  if (!state_->now.rotating) return !state_->now.had_corners;
  const auto turns = [this](BodyId id) {
    const Body& one = *body(id);
    return one.inverse_inertia > 0 && detail::has(detail::rotation_of(one.shape), state_->settings);
  };
  return std::ranges::all_of(bodies(), turns);
}

double World::force_error(std::size_t samples) const {
  const auto& law = state_->settings.attraction;
  if (!law) return 0;
  const detail::Pullers all(*this, false);
  std::vector<Vec2> acceleration(all.at.size());
  Attractor(*law).accelerations(all.at, all.mass, acceleration, state_->settings.threads);
  return carom::force_error(*law, all.at, all.mass, acceleration, samples);
}

}  // namespace carom

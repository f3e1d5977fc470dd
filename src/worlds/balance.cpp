#include "worlds/balance.hpp"

#include <algorithm>
#include <cmath>

#include "worlds/fields.hpp"
#include "worlds/orrery.hpp"

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
    const double distance = std::sqrt(dot(way, way) + law->softening * law->softening);
    if (distance > 0) sum.add(-law->G * body.mass * other.mass / distance);
  }
  return sum.value();
}

/// Places and masses of those who pull, the fixed ones alone if asked for.
struct Pullers {
  std::vector<Vec2> at;
  std::vector<double> mass;

  Pullers(const World& world, bool fixed_only) {
    for (const BodyId id : world.bodies()) {
      const Body& body = *world.body(id);
      if (!pulls(body) || (fixed_only && !body.fixed())) continue;
      at.push_back(body.state.at + mass_center(body.shape));
      mass.push_back(body.mass);
    }
  }
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

double spin_about_origin(const Body& body) {
  return body.mass * cross(body.state.at + mass_center(body.shape), body.state.velocity);
}

}  // namespace

void book_body(World::State& state, const Body& body, double sign) {
  state.now.exchanged_energy.add(sign * potential_among_others(state, body));
  if (body.fixed()) return;
  const Fields fields(state.settings);
  const double kinetic = 0.5 * body.mass * dot(body.state.velocity, body.state.velocity);
  state.now.exchanged_energy.add(sign * (kinetic + body.mass * fields.potential(body.state.at)));
  state.now.exchanged_momentum = state.now.exchanged_momentum + (sign * body.mass) * body.state.velocity;
  state.now.exchanged_angular_momentum += sign * spin_about_origin(body);
}

}  // namespace detail

Energy World::energy() const {
  const detail::Fields fields(state_->settings);
  Energy energy;
  energy.kinetic = detail::sum_over_movable(
      *this, [](const Body& b) { return 0.5 * b.mass * dot(b.state.velocity, b.state.velocity); });
  if (!fields.none()) {
    energy.potential =
        detail::sum_over_movable(*this, [&](const Body& b) { return b.mass * fields.potential(b.state.at); });
  }
  if (const auto& law = state_->settings.attraction) {
    Attractor attractor(*law);
    const unsigned threads = state_->settings.threads;
    const detail::Pullers all(*this, false);
    const detail::Pullers fixed(*this, true);
    energy.potential += attractor.potential(all.at, all.mass, threads);
    // What those who never move have among themselves is nobody's energy.
    if (fixed.at.size() > 1) energy.potential -= attractor.potential(fixed.at, fixed.mass, threads);
  }
  return energy;
}

Vec2 World::momentum() const {
  return {detail::sum_over_movable(*this, [](const Body& b) { return b.mass * b.state.velocity.x; }),
          detail::sum_over_movable(*this, [](const Body& b) { return b.mass * b.state.velocity.y; })};
}

double World::momentum_scale() const {
  return detail::sum_over_movable(*this, [](const Body& b) { return b.mass * length(b.state.velocity); });
}

double World::angular_momentum() const { return detail::sum_over_movable(*this, detail::spin_about_origin); }

double World::angular_momentum_scale() const {
  return detail::sum_over_movable(*this, [](const Body& b) {
    return b.mass * length(b.state.at + detail::mass_center(b.shape)) * length(b.state.velocity);
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
  return keeps_momentum() && !periodic && !state_->now.had_corners;
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

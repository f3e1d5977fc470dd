#include "worlds/swept_step.hpp"

#include <algorithm>
#include <cmath>

#include "carom/broadphase/good_window.hpp"
#include "worlds/shape_box.hpp"

namespace carom::detail {

SweptStep::SweptStep(World& world, World::State& state, SweptWorkspace& workspace, double end)
    : world_(world),
      state_(state),
      w_(workspace),
      fields_(state.settings),
      start_(state.now.time),
      dt_(end - state.now.time) {
  const auto& bounds = state.settings.bounds;
  if (bounds && bounds->edges == Edges::periodic) {
    box_ = PeriodicBox{bounds->min, bounds->max};
    period_ = bounds->max - bounds->min;
  }
}

void SweptStep::run() {
  gather();
  while (window_start_ < dt_) {
    open_window();
    play_window();
    window_start_ = window_end_;
  }
  land();
  kick_again();
}

// Bodies become fliers, and get the first half of the kick.
void SweptStep::gather() {
  w_.members.clear();
  w_.movers.clear();
  w_.fixtures.clear();
  w_.boundless.clear();
  w_.gridded.clear();
  w_.holds.clear();
  plain_ = state_.rules.empty() && state_.listener == nullptr && !state_.response && state_.now.passing.empty();
  accelerated_ = !fields_.none();
  lossy_ = state_.settings.restitution < 1;
  for (const Rule& rule : state_.settings.rules) lossy_ = lossy_ || rule.restitution.value_or(1) < 1;
  for (const std::uint32_t slot : state_.now.bodies.in_order()) enroll(state_.now.bodies.at_slot(slot));
  if (w_.in_turn > 0) --w_.in_turn;
  strips_ = can_work_in_strips() ? std::min(state_.settings.threads, k_most_strips) : 1;
  if (w_.lanes.size() < strips_ + 1U) w_.lanes.resize(strips_ + 1U);
}

void SweptStep::enroll(Body& body) {
  Member m;
  m.slot = body.id.slot;
  m.serial = body.serial;
  m.mass = body.mass;
  m.sensor = body.sensor;
  m.category = body.category;
  m.mask = body.mask;
  m.own_restitution = body.restitution.has_value();
  m.restitution = body.restitution.value_or(0);
  const auto* circle = std::get_if<Circle>(&body.shape);
  m.disc = circle != nullptr && !circle->hollow;
  if (body.expires) m.expires = *body.expires - start_;
  if (!state_.rules.empty()) m.rules = state_.rules.class_of(body);
  const ShapeBox box = shape_box(body.shape);
  m.low = box.low;
  m.high = box.high;
  Vec2 velocity = body.state.velocity;
  if (!body.fixed()) {
    m.acceleration = fields_.acceleration(body.state.at) + body.inverse_mass * body.force;
    // The velocity of the drift is that of its middle.
    velocity = velocity + (0.5 * dt_ - now_) * m.acceleration;
    accelerated_ = accelerated_ || !(m.acceleration == Vec2{});
    if (body.damping > 0) velocity = (1 / (1 + body.damping * dt_)) * velocity;
    all_discs_ = all_discs_ && m.disc;
  }
  lossy_ = lossy_ || (m.own_restitution && m.restitution < 1);
  plain_ = plain_ && !body.expires && !body.sensor && body.category == 1 && body.mask == 0xffff'ffffU;

  Flier f;
  f.at = body.state.at;
  f.velocity = velocity;
  f.radius = body.reach;
  f.inverse_mass = body.inverse_mass;
  f.since = now_;
  f.member = static_cast<std::uint32_t>(w_.members.size());
  if (w_.member_of_slot.size() <= m.slot) w_.member_of_slot.resize(m.slot + 1U);
  w_.member_of_slot[m.slot] = f.member;
  const bool boundless = !std::isfinite(body.reach);
  if (body.fixed() || boundless) {
    m.place = k_fixture_base + static_cast<std::uint32_t>(w_.fixtures.size());
    (boundless ? w_.boundless : w_.gridded).push_back(m.place);
    moving_fixtures_ = moving_fixtures_ || !(velocity == Vec2{});
    w_.fixtures.push_back(f);
  } else {
    m.place = static_cast<std::uint32_t>(w_.movers.size());
    w_.movers.push_back(f);
  }
  w_.members.push_back(m);
}

Flight SweptStep::flight(const Flier& f) const noexcept {
  return {f.at + (window_start_ - f.since) * f.velocity, f.velocity, f.radius, w_.members[f.member].disc};
}

/// What has left the box since comes in at the other side.
void SweptStep::wrap(Flier& f, Flight& here) const noexcept {
  const auto back = [](double x, double low, double period) { return -period * std::floor((x - low) / period); };
  const Vec2 way{back(here.at.x, box_->min.x, period_.x), back(here.at.y, box_->min.y, period_.y)};
  if (way == Vec2{}) return;
  f.at = f.at + way;
  here.at = here.at + way;
}

// Chooses the window's length and sorts everybody into the grids.
void SweptStep::open_window() {
  now_ = window_start_;
  w_.flights.clear();
  for (Flier& f : w_.movers) {
    Flight here = flight(f);
    if (box_) wrap(f, here);
    w_.flights.push_back(here);
  }
  if (window_start_ == 0) window_ = good_window(w_.flights, dt_);
  window_end_ = window_start_ + window_;
  // The last one ends with the step, whatever has been rounded on the way.
  if (!(window_end_ < dt_ - 0.5 * window_)) window_end_ = dt_;
  sort_movers();
  sort_fixtures();
}

void SweptStep::sort_movers() {
  w_.grid.build(w_.flights, window_end_ - window_start_, box_, strips_);
  const auto order = w_.grid.order();
  w_.resorted.resize(w_.movers.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    w_.resorted[place] = w_.movers[order[place]];
    w_.members[w_.resorted[place].member].place = static_cast<std::uint32_t>(place);
  }
  w_.movers.swap(w_.resorted);
}

// Fixtures that stand still are sorted once a step.
void SweptStep::sort_fixtures() {
  if (w_.gridded.empty() || (window_start_ > 0 && !moving_fixtures_)) return;
  w_.flights.clear();
  for (const std::uint32_t place : w_.gridded) w_.flights.push_back(flight(flier(place)));
  w_.fixture_grid.build(w_.flights, moving_fixtures_ ? window_end_ - window_start_ : dt_, box_, 1);
}

// Everybody to where the step ends.
void SweptStep::land() {
  now_ = dt_;
  const auto to_body = [&](const Flier& f) {
    const Member& m = w_.members[f.member];
    if (m.gone) return;
    Body& body = state_.now.bodies.at_slot(m.slot);
    body.state.at = f.position(dt_);
    body.state.velocity = f.velocity;
    if (!box_) return;
    const auto wrapped = [](double x, double low, double high) {
      x -= (high - low) * std::floor((x - low) / (high - low));
      return x < high ? std::max(x, low) : low;
    };
    body.state.at = {wrapped(body.state.at.x, box_->min.x, box_->max.x),
                     wrapped(body.state.at.y, box_->min.y, box_->max.y)};
  };
  for (const Flier& f : w_.movers) to_body(f);
  for (const Flier& f : w_.fixtures) to_body(f);
}

// The second half of the kick, from where they are now; then what rests is held.
void SweptStep::kick_again() {
  const bool kicked = !fields_.none();
  for (const Flier& f : w_.movers) {
    const Member& m = w_.members[f.member];
    if (m.gone) continue;
    Body& body = state_.now.bodies.at_slot(m.slot);
    const bool pushed = !(body.force == Vec2{});
    if (!kicked && !pushed) continue;
    const Vec2 acceleration = fields_.acceleration(body.state.at) + body.inverse_mass * body.force;
    body.state.velocity = body.state.velocity + (0.5 * dt_) * acceleration;
    body.force = {};
  }
  hold_to_the_end();
}

}  // namespace carom::detail

#include "event/event_bodies.hpp"

#include "contact/contact_side.hpp"
#include "world/bodies/wrap.hpp"

namespace carom::detail {
namespace {

/// All other shapes fly without rotating.
double spin_of(const Body& body) noexcept { return std::holds_alternative<Circle>(body.shape) ? body.state.spin : 0; }

}  // namespace

void EventBodies::clear(std::size_t room, bool lossy) {
  directory_.clear(room);
  movers_.clear();
  cold_.clear();
  fixed_.clear();
  turns_.clear();
  in_windows_ = false;
  traits_ = {};
  traits_.lossy = lossy;
  movers_.reserve(room);
  cold_.reserve(room);
}

BodyRef EventBodies::add(const Body& body, bool held) {
  const auto body_index = static_cast<std::uint32_t>(directory_.count());
  const bool stands = body.fixed() || held;
  const BodyRef ref =
      stands ? BodyRef::fixed(static_cast<std::uint32_t>(fixed_.size())) : BodyRef::mover(mover_count());
  directory_.add(body, ref);
  traits_.special = traits_.special || body.expires || body.sensor || has_filter(body);
  traits_.lossy = traits_.lossy || body.restitution.value_or(1) < 1 || body.friction.value_or(0) > 0;
  note_rotation(body);
  if (traits_.rotates) {
    turns_.resize(body_index + 1U);
    turns_[body_index] = {body.state.angle, held ? 0 : spin_of(body)};
  }
  if (stands) {
    FixedBody f;
    f.at = body.state.at;
    f.velocity = held ? Vec2{} : body.state.velocity;
    f.held = held;
    f.since = ctx_.now;
    f.reach = body.reach;
    f.body_index = body_index;
    fixed_.push_back(f);
    return ref;
  }
  EventBody m;
  m.at = body.state.at;
  m.velocity = body.state.velocity;
  m.since = ctx_.now;
  m.radius = body.reach;
  m.body_index = body_index;
  const auto* circle = std::get_if<Circle>(&body.shape);
  traits_.all_discs = traits_.all_discs && circle != nullptr && !circle->hollow;
  movers_.push_back(m);
  cold_.push_back({body.inverse_mass, false});
  return ref;
}

void EventBodies::note_change(const Body& body) {
  traits_.special = traits_.special || has_filter(body);
  note_rotation(body);
}

/// Of the bodies before the first one that spins or rubs none does: all stand as they were given.
void EventBodies::note_rotation(const Body& body) {
  if (traits_.rotates) return;
  traits_.rotates = spin_of(body) != 0 || body.friction.value_or(0) > 0 || ctx_.settings->friction > 0;
  if (!traits_.rotates) return;
  turns_.clear();
  for (std::uint32_t k = 0; k < directory_.count(); ++k) turns_.push_back({directory_.body(k).state.angle, 0});
}

void EventBodies::set_turn(const Body& body) noexcept {
  if (traits_.rotates) turns_[directory_.index_of(body)] = {body.state.angle, spin_of(body)};
}

double EventBodies::inverse_inertia(BodyRef ref) const noexcept {
  if (!ref.is_mover()) return 0;
  const Body& one = body(ref);
  return std::holds_alternative<Circle>(one.shape) ? one.inverse_inertia : 0;
}

bool EventBodies::is_disc(BodyRef ref) const noexcept {
  if (traits_.all_discs && ref.is_mover()) return true;
  const auto* circle = std::get_if<Circle>(&body(ref).shape);
  return circle != nullptr && !circle->hollow;
}

Sweep EventBodies::sweep(BodyRef ref, double start) const noexcept {
  Sweep f;
  f.since = ctx_.falling ? start : since(ref);
  f.at = position(ref, f.since);
  f.velocity = velocity(ref, f.since);
  f.radius = reach(ref);
  f.inverse_mass = inverse_mass(ref);
  f.body_index = body_index(ref);
  return f;
}

void EventBodies::refresh(Body& body) const noexcept {
  const BodyRef ref = directory_.ref(body);
  body.state.at = wrapped(position(ref, ctx_.now), ctx_.bounds());
  body.state.velocity = velocity(ref, ctx_.now);
  put_turn(turn(directory_.index_of(body)), body.shape, ctx_.now - since(ref), body.state);
}

void EventBodies::use_windows() {
  if (in_windows_) return;
  for (std::uint32_t mover = 0; mover < mover_count(); ++mover) {
    movers_[mover].inverse_mass = cold_[mover].inverse_mass;
    movers_[mover].changes = 0;
  }
  cold_ = {};
  in_windows_ = true;
}

void EventBodies::use_calendar() {
  if (!in_windows_) return;
  cold_.resize(movers_.size());
  for (std::uint32_t mover = 0; mover < mover_count(); ++mover) {
    cold_[mover].inverse_mass = movers_[mover].inverse_mass;
    set_event(mover, {});
  }
  in_windows_ = false;
}

void EventBodies::reorder(std::vector<std::uint32_t>& from, bool all_gridded) {
  in_windows_ ? permute(from, movers_) : permute(from, movers_, cold_);
  for (std::uint32_t mover = 0; mover < mover_count(); ++mover) {
    directory_.set_ref(movers_[mover].body_index, BodyRef::mover(mover));
  }
  traits_.all_discs = traits_.all_discs && all_gridded;
}

}  // namespace carom::detail

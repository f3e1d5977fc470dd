#include "swept/step_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "contact/body_properties.hpp"
#include "world/bodies/shape_box.hpp"
#include "world/bodies/shells.hpp"
#include "world/forces/nbody_forces.hpp"

namespace carom::detail {

void StepBodies::clear() noexcept {
  data_.clear();
  movers_.clear();
  fixed_.clear();
  infinite_.clear();
  gridded_.clear();
  traits_ = {};
}

BodyData& StepBodies::add(const Body& body, const Details& details) {
  BodyData m;
  copy_properties(body, details.rules, m);
  m.force = details.force;
  m.own_restitution = body.restitution.has_value();
  m.restitution = body.restitution.value_or(0);
  const auto* circle = std::get_if<Circle>(&body.shape);
  m.disc = circle != nullptr && !circle->hollow;
  const ShapeBox box = shape_box(body.shape);
  m.low = box.low;
  m.high = box.high;
  if (details.with_center) {
    m.center = mass_center(body.shape);
    m.shell = shell_of(body.shape);
  }

  Sweep f;
  f.at = body.state.at;
  f.velocity = body.state.velocity;
  f.radius = body.reach;
  f.inverse_mass = body.inverse_mass;
  f.body_index = static_cast<std::uint32_t>(data_.size());
  if (index_of_slot_.size() <= m.id.slot) index_of_slot_.resize(m.id.slot + 1U);
  index_of_slot_[m.id.slot] = f.body_index;
  const bool infinite = !std::isfinite(body.reach);
  if (body.fixed() || infinite) {
    m.ref = BodyRef::fixed(static_cast<std::uint32_t>(fixed_.size()));
    (infinite ? infinite_ : gridded_).push_back(m.ref);
    traits_.moving_fixed = traits_.moving_fixed || !(f.velocity == Vec2{});
    fixed_.push_back(f);
  } else {
    m.ref = BodyRef::mover(static_cast<std::uint32_t>(movers_.size()));
    traits_.all_discs = traits_.all_discs && m.disc;
    movers_.push_back(f);
  }
  traits_.special = traits_.special || body.expires || body.sensor || has_filter(body);
  traits_.lossy = traits_.lossy || (m.own_restitution && m.restitution < 1);
  traits_.forced = traits_.forced || !(m.force == Vec2{});
  traits_.damped = traits_.damped || body.damping > 0;
  return data_.emplace_back(m);
}

BodyRef StepBodies::remove(BodyId id) noexcept {
  BodyData& m = at(index_of(id));
  m.gone = true;
  traits_.departed = true;
  ++sweep(m.ref).version;
  return m.ref;
}

void StepBodies::take_out_of_grid(BodyRef ref, bool newcomer) {
  if (std::ranges::find(infinite_, ref) != infinite_.end()) return;
  if (newcomer) gridded_.pop_back();
  infinite_.push_back(ref);
}

void StepBodies::number_movers() noexcept {
  for (std::size_t k = 0; k < movers_.size(); ++k) {
    data_[movers_[k].body_index].ref = BodyRef::mover(static_cast<std::uint32_t>(k));
  }
}

}  // namespace carom::detail

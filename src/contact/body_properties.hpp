#pragma once

#include "carom/world/body.hpp"
#include "world/rules/rule_table.hpp"

/// What the swept steps copy of a body unchanged: each keeps its bodies in records of its own, the rotating one with more.
namespace carom::detail {

/// What decides which others it meets: also after a callback has changed it.
template <class StepBody>
void copy_filter(const Body& body, RuleClass rules, StepBody& to) noexcept {
  to.category = body.category;
  to.mask = body.mask;
  to.rules = rules;
}

template <class StepBody>
void copy_properties(const Body& body, RuleClass rules, StepBody& to) noexcept {
  to.id = body.id;
  to.serial = body.serial;
  to.mass = body.mass;
  to.damping = body.damping;
  to.sensor = body.sensor;
  if (body.expires) to.expires = *body.expires;
  copy_filter(body, rules, to);
}

}  // namespace carom::detail

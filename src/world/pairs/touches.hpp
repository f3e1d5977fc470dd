#pragma once

#include "world/state.hpp"

/// When contacts begin and end.
///
/// Pairs that pass through each other are reported by the step itself, at their moment. What there is to report of ordinary
/// contacts follows from the step's events and from which pairs were in touch before and after it, so it is found only
/// when a user asks or listens:
///   a hit from which they part     begin and end, both at its time
///   they stay in touch             begin, once: at the first contact, or at the step's start where none was reported
///   they are in touch no more      end at the pair's last contact in the step, or at the step's start if it had none
///   one is removed or teleported   end at that time; this goes for passing pairs too
namespace carom::detail {

/// Makes `last.touches` complete and puts it in order; in a swept world, after a step.
void complete_touches(World::State& state);

/// The contacts of a body that goes or is taken elsewhere end now.
void break_contacts(World::State& state, const Body& body);

/// Calls the listener, which is there.
void tell_touch(World& world, World::State& state, const Touch& touch);
/// At the end of a step: the listener gets what was not reported at its moment.
void notify_touches(World& world, World::State& state);

}  // namespace carom::detail

#pragma once

#include <functional>

#include "world/law.hpp"

namespace carom::detail {

/// How a world does what a contact asks for.
struct Answerer {
  std::function<bool()> both_there;      ///< nobody has been removed
  std::function<void(const Law&)> act;   ///< moves the two
  std::function<void(const Law&)> pass;  ///< lets them go on, if they are still there
  std::function<EventRecord*()> record;  ///< of the contact; null: nobody is told
};

/// Two at the moment they touch, at scene time t; without b, the edges.
[[nodiscard]] Meeting meeting_of(double t, const Party& a, const std::optional<Party>& b, const Contact& contact,
                                 const Encounter& encounter);

/// Prologue, answer, epilogue: the effects of the law's rule, and the listener.
void answer_aloud(World& world, World::State& state, const Meeting& meeting, Law law, const Answerer& answerer);

/// Two begin or end to touch, at scene time t; without b, one and the edges. It is kept, and the listener hears it at once.
void tell_touch(World& world, World::State& state, double t, const Party& a, const std::optional<Party>& b,
                TouchChange change);

}  // namespace carom::detail

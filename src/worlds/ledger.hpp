#pragma once

#include "worlds/state.hpp"

/// What a world counts: energy that came and went, contacts told in full, the hash of the state.
namespace carom::detail {

[[nodiscard]] ContactEvent contact_event(const World::State& state, const EventRecord& record);

/// A body comes (sign 1) or goes (-1), with its energy and momentum.
void book_body(World::State& state, const Body& body, double sign);

/// In order of time, ties in order of creation.
void sort_events(StepRecord& step);

/// Adds up the step's contacts.
void close_step(World::State& state);

}  // namespace carom::detail

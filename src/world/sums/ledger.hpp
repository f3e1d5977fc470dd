#pragma once

#include "world/state.hpp"

/// What a world counts: contacts told in full, the hash of the state.
namespace carom::detail {

/// In full; the record's handles must have been looked up.
[[nodiscard]] ContactEvent contact_event(World::State& state, const EventRecord& record);

/// Looks up handles and serials, and sorts by time, ties in order of creation.
void sort_events(World::State& state);

/// Adds up the step's contacts.
void close_step(World::State& state);

/// After bodies and record were put back, which may be those of a world with other settings: what does not fit is left out.
void fit_to_settings(World::State& state);

}  // namespace carom::detail

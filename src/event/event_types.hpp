#pragma once

#include <optional>

#include "event/event_jam.hpp"
#include "event/event_schedule.hpp"
#include "event/event_windows.hpp"
#include "event/event_zeno.hpp"

/// What the event loop keeps from run to run, and how the world sees it between runs.
namespace carom::detail {

/// The parts of the event loop that own data.
struct EventWorkspace {
  bool current = false;      ///< the flights are the bodies' own; the bodies' stored states may be older
  bool newcomers = false;    ///< bodies came or went
  std::uint64_t newest = 0;  ///< serials from here on came after the last run
  double epoch = 0;          ///< of the flights, also when they have been given up
  EventContext context;
  EventBodies bodies{context};
  EventFlightLog past{context};
  EventCells cells{context, bodies};
  EventFixedGrid fixed_grid{context, bodies};
  EventSchedule schedule{context, bodies, cells};
  EventZenoGuard zeno{context, bodies};
  EventJamGuard jams{context, bodies, cells, fixed_grid};
  EventGas gas{context, bodies};
  EventWindows windows{context, bodies, gas, past};

  EventWorkspace() = default;
  EventWorkspace(const EventWorkspace&) = delete;  // its parts know each other by address
  EventWorkspace& operator=(const EventWorkspace&) = delete;
};

/// Between runs the flights are the bodies' own. These bring stored states up to date, write the flights down for a
/// snapshot, and give them up when something is changed from outside.
void refresh_from_flight(const World::State& state, const EventWorkspace& w, Body& body) noexcept;
void settle_flights(World::State& state, const EventWorkspace& w) noexcept;
void keep_flights(World::State& state, const EventWorkspace& w);
void give_up_flights(World::State& state, EventWorkspace& w) noexcept;
/// Whether those written down are of all bodies, in order, and have them where their stored states do, to the bit.
[[nodiscard]] bool flights_lead_to_bodies(const World::State& state) noexcept;
/// At a time inside the last run, which must have been recorded. `flights`: all of the workspace's that have ended and are
/// this body's, and any others.
[[nodiscard]] std::optional<BodyState> state_in_flight(const World::State& state, const EventWorkspace& w,
                                                       std::span<const PastFlight> flights, const Body& body,
                                                       double time);

}  // namespace carom::detail

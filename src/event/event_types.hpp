#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "broadphase/event_grid.hpp"
#include "broadphase/sight_grid.hpp"
#include "carom/broadphase/flight_grid.hpp"
#include "event/event_calendar.hpp"
#include "math/large_array.hpp"
#include "world/rule_book.hpp"
#include "world/state.hpp"
#include "world/window_queue.hpp"

/// The data of the event world. Times are seconds since the epoch, see World::EventClock.
namespace carom::detail {

inline constexpr double k_never = std::numeric_limits<double>::infinity();

/// Partners that are no mover. Fixtures come after their base, edges are left, right, lower, upper.
inline constexpr std::uint32_t k_event_fixtures = 0x8000'0000U;
inline constexpr std::uint32_t k_event_edges = 0xffff'ff00U;
inline constexpr std::uint32_t k_event_outside = 0xffff'fff0U;  ///< all of it is outside bounds that remove
inline constexpr std::uint32_t k_event_expires = 0xffff'fff1U;
inline constexpr std::uint32_t k_event_around = 0xffff'fff2U;  ///< out of a periodic box and in at its other side
inline constexpr std::uint32_t k_event_nobody = 0xffff'ffffU;  ///< its partner has met somebody else: look again

/// A body in flight: what the search for partners touches, one cache line of it. The flight is exact: from `at` at `since`
/// it goes on until something happens to the body, whatever steps and cells are about.
struct alignas(64) Mover {
  Vec2 at;
  Vec2 velocity;
  double since = 0;
  double radius = 0;  ///< of the disc, or of the circle around the shape
  union {
    double event = k_never;  ///< by the calendar
    double inverse_mass;     ///< in windows, where a queue knows what happens next
  };
  union {
    std::uint32_t partner = k_event_nobody;  ///< by the calendar: whom it meets at `event`; movers name each other
    std::uint32_t changes;                   ///< in windows: of its flight, counted
  };
  std::uint32_t member = 0;  ///< place in the order of creation among the bodies of the run
};
static_assert(sizeof(Mover) == 64);

/// What is asked of a mover only when something happens to it.
struct Aside {
  double leave = k_never;  ///< when it leaves its cell
  double inverse_mass = 0;
  CellPlace cell;
  std::int8_t dx = 0;  ///< the way it leaves, in cells
  std::int8_t dy = 0;
  bool gone = false;
};

/// A body that no contact moves, for as long as it is squeezed or for ever.
struct Fixture {
  Vec2 at;
  Vec2 velocity;
  double since = 0;
  double reach = 0;
  std::uint32_t member = 0;
  bool gone = false;
  bool held = false;         ///< it is a mover otherwise
  double release = k_never;  ///< of one that is held: when nothing passes over it any more

  [[nodiscard]] Vec2 position(double t) const noexcept { return at + (t - since) * velocity; }
};

/// What the bodies of a run have in common, so that nobody has to ask all of them.
struct EventTraits {
  bool all_discs = true;  ///< all movers are solid discs in the grid
  bool peculiar = false;  ///< lifetimes, sensors, filters
  bool lossy = false;     ///< some restitution is below 1
};

/// A flight that ended within the last step.
struct PastFlight {
  std::uint64_t serial = 0;
  double until = 0;  ///< scene time
  double epoch = 0;
  double since = 0;
  Vec2 at;
  Vec2 velocity;
  bool falls = true;
};

/// What happens within a window, unless somebody's flight changes before.
struct WindowItem {
  double t = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;         ///< a mover, an edge, or around
  std::uint32_t versions = 0;  ///< of their flights, added up
  std::uint32_t bounce = 0;    ///< place among the workspace's bounces, and one; none: not worked out yet
};

/// How two movers go on from a contact.
struct Bounce {
  Vec2 at_a;
  Vec2 at_b;
  Vec2 velocity_a;
  Vec2 velocity_b;
  double impulse = 0;
  std::uint32_t a = 0;  ///< created before b
  std::uint32_t b = 0;
};

/// What lives from step to step.
struct EventWorkspace {
  bool newcomers = false;    ///< somebody came or went
  bool current = false;      ///< the flights are the bodies' own; the bodies' stored states may be older
  std::uint64_t newest = 0;  ///< serials from here on came after the last run
  double epoch = 0;          ///< of the flights, also when they have been given up
  EventTraits traits;
  LargeArray<Mover> movers;   ///< in the order of their cells, so that neighbours share memory
  std::vector<Aside> asides;  ///< of the same; empty in windows
  std::vector<Fixture> fixtures;
  std::vector<std::uint32_t> giants;     ///< movers that no grid holds: movable borders
  std::vector<std::uint32_t> roving;     ///< fixtures that everyone may meet: those that move, and borders
  std::vector<std::uint32_t> slots;      ///< of the members
  std::vector<std::uint32_t> places;     ///< of the members: movers, or fixtures after their base
  std::vector<std::uint32_t> members;    ///< of the slots
  std::vector<RuleClass> rules;          ///< of the members; empty where there are none
  std::vector<double> last_contacts;     ///< of the members; empty where nothing loses energy
  std::vector<World::Squeeze> squeezes;  ///< of the members; empty where nothing is fixed
  std::vector<std::uint32_t> wayless;    ///< of the members: contacts in a row without a way between them
  std::vector<std::uint32_t> rapid;      ///< of the members: contacts in a row, each much sooner than a hop takes
  std::vector<PastFlight> past;          ///< of the last step, if it is recorded
  std::vector<std::uint32_t> candidates;
  std::vector<Vec2> scratch;
  EventGrid grid;
  Calendar calendar;
  SightGrid sight;  ///< from here on: of gases that fly from window to window
  WindowQueue<WindowItem, true> window;
  std::vector<Bounce> bounces;  ///< of the window's next items
  bool similar = false;         ///< discs of a gas that could fly from window to window
  bool in_windows = false;      ///< they do
  bool lined_up = false;        ///< the movers are in the order of the cells of a window, or nearly so
  bool window_open = false;
  double window_start = 0;
  double window_end = 0;
  double largest = 0;                ///< radius
  double speeds = 0;                 ///< squares of them, added up as the last window began
  double crowding = 1;               ///< cells are smaller by this where people are crowded
  std::vector<std::uint32_t> still;  ///< fixtures in the fixtures' grid
  FlightGrid fixture_grid;
  std::vector<Near> near;
  double rate = 0;      ///< entries of the calendar a second
  double shortest = 0;  ///< flights between two contacts at rest take at least this long
};

/// Of movers that no grid holds.
inline constexpr std::uint8_t k_no_level = 0xff;

/// Adds what `duration` seconds with the bodies' stored speeds bring.
void add_gas(GasSums& gas, const BodyStore& bodies, double duration);

/// What rounding is measured by.
[[nodiscard]] inline double size(Vec2 v) noexcept { return std::abs(v.x) + std::abs(v.y); }

/// A flight in a uniform field.
[[nodiscard]] inline Vec2 flown(Vec2 at, Vec2 velocity, Vec2 gravity, double time) noexcept {
  return at + time * (velocity + (0.5 * time) * gravity);
}

/// Between steps the flights are the bodies' own. These bring stored states up to date, write the flights down for a
/// snapshot, and give them up when something is changed from outside.
void refresh_from_flight(const World::State& state, Body& body) noexcept;
void settle_flights(World::State& state) noexcept;
void keep_flights(World::State& state);
void give_up_flights(World::State& state) noexcept;
/// Whether those written down are of all bodies, in order, and have them where their stored states do, to the bit.
[[nodiscard]] bool flights_lead_to_bodies(const World::State& state) noexcept;
/// At a time inside the last step, which must have been recorded.
[[nodiscard]] std::optional<BodyState> state_in_flight(const World::State& state, const Body& body, double time);

}  // namespace carom::detail

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "broadphase/gas_grid.hpp"
#include "carom/broadphase/flight_grid.hpp"
#include "math/large_array.hpp"
#include "world/flier.hpp"
#include "world/orrery.hpp"
#include "world/rule_book.hpp"
#include "world/state.hpp"
#include "world/window_queue.hpp"

/// The data of a swept step. Times are seconds into the step.
namespace carom::detail {

/// Places: movers stand where the grid has sorted them, those that no grid holds after this base.
inline constexpr std::uint32_t k_fixture_base = 0x8000'0000U;
/// In the place of a partner: the edges left, right, lower, upper.
inline constexpr std::uint32_t k_first_edge = 0xffff'fff0U;

/// More strips than this have more border than inside.
inline constexpr unsigned k_most_strips = 8;
/// Movers to a task of a few instructions for each: some microseconds.
inline constexpr std::size_t k_portion = 8192;
/// Fewer movers than this to a strip are not worth a thread.
inline constexpr std::size_t k_least_strip = 512;

/// What the event loop needs of a body only when something happens to it.
struct Member {
  BodyId id;
  std::uint32_t place = 0;
  std::uint64_t serial = 0;
  Vec2 acceleration;  ///< during the drift: the fields', and what holds it against them
  Vec2 pull;          ///< the fields' alone
  Vec2 bend;          ///< how the acceleration changes on a chord: see SweptStep::lag
  Vec2 force;         ///< per mass
  double damping = 0;
  Vec2 center;       ///< of mass, around `at`
  double shell = 0;  ///< in which it pulls nothing: shells.hpp
  Vec2 low;          ///< the shape's box around `at`
  Vec2 high;
  double mass = 0;
  double restitution = 0;
  bool own_restitution = false;
  bool disc = true;  ///< a solid circle
  bool sensor = false;
  bool gone = false;
  RuleClass rules = 0;
  std::uint32_t category = 1;
  std::uint32_t mask = 0xffff'ffffU;
  double expires = std::numeric_limits<double>::infinity();  ///< scene time
  double last_contact = -1;
  std::uint32_t quick = 0;    ///< contacts in quick succession up to the last one
  std::uint32_t wayless = 0;  ///< contacts of this drift in a row without a way between them
  std::uint32_t met = 0;      ///< contacts of this drift, counted where there are sources
  std::int32_t clump = -1;    ///< held together with others to the end of the step
  double came = 0;            ///< into the step, of a newcomer
};

enum class Happening : std::uint8_t {
  meet,     ///< first and second touch
  part,     ///< a pair that passes through each other has no point in common any more
  edge,     ///< first touches the edge that `second` names
  outside,  ///< all of first is outside bounds that remove
  expire,   ///< first's lifetime ends
};

/// Something foretold. Void once one of the two flies on another flight.
struct Item {
  double t = 0;
  std::uint32_t first = 0;  ///< places; the first is the one created first
  std::uint32_t second = 0;
  std::uint32_t versions = 0;  ///< of their flights, added up
  Happening what = Happening::meet;
};

/// Members, the second one or an edge, and the sector the normal points into: a corner has two walls.
struct HoldKey {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  int sector = 0;
  friend auto operator<=>(const HoldKey&, const HoldKey&) = default;
};

/// A pair that does not rebound: until the end of the step at least, they stay in touch.
struct Hold {
  std::uint32_t a = 0;  ///< members
  std::uint32_t b = 0;  ///< or an edge
  Vec2 normal;
  double allowed = 0;  ///< the closing speed that the fields may leave them with at the end
  double slack = 0;    ///< how far apart still counts as touching
  double apart = 0;    ///< their places along the normal, one relative to the other, when they touched
};

/// Held together to the end of the step.
struct Clump {
  std::vector<std::uint32_t> members;
  std::uint32_t edges = 0;  ///< a bit for each of the edges left, right, lower, upper that it is held at

  [[nodiscard]] bool at_edge(std::uint32_t place) const noexcept {
    return ((edges >> (place - k_first_edge)) & 1U) != 0;
  }
};

/// A flight that was changed: the one before; or, once that is undone, the one after.
struct Change {
  std::uint32_t place = 0;
  Flier other;
  bool undone = false;
};

/// A contact that has been played, for those who may have to take it back.
struct Past {
  Item item;
  std::uint32_t record = 0;  ///< its place among the lane's contacts, or else its events
  std::uint64_t grazes = 0;
  bool cancelled = false;
};

/// What one thread works with: what is foretold, in time order, and what came of it. Two lanes share no cache line, or
/// their threads would wait for each other's writing.
struct alignas(128) Lane {
  WindowQueue<Item> queue;
  std::vector<Near> near;
  std::vector<NearPair> pairs;
  std::vector<Vec2> scratch;
  std::vector<GasContact> contacts;  ///< of a simple gas, instead of events and corners
  std::vector<EventRecord> events;
  std::vector<PathCorner> corners;  ///< as many as changes
  std::vector<Change> changes;      ///< kept only while rows are played side by side, of those who may be in a band
  std::vector<Past> pasts;
  double now = 0;
  std::size_t played = 0;  ///< happenings so far, where they are counted
  std::uint64_t grazes = 0;
  // Of a gas:
  RowScope scope;                    ///< whom it may ask about
  RowScope sure;                     ///< rows whose contacts nobody will take back
  std::vector<std::uint32_t> loose;  ///< places that the cells do not hold
  double fastest = 0;                ///< the largest square of a speed
  bool too_far = false;              ///< somebody goes further than the cells were made for
  std::uint32_t sure_begin = 0;      ///< places of the sure rows
  std::uint32_t sure_end = 0;

  // What came before this window, and stays whatever happens.
  std::size_t first_event = 0;
  std::size_t first_corner = 0;
  std::size_t first_contact = 0;

  /// May it be taken back that its flight has changed?
  [[nodiscard]] bool doubts(std::uint32_t place) const noexcept { return place < sure_begin || place >= sure_end; }

  /// What was taken back.
  void drop_cancelled() {
    drop(contacts, first_contact);
    drop(events, first_event);
    for (const Past& past : pasts) {
      if (past.cancelled) grazes -= past.grazes;
    }
    if (corners.size() == first_corner) return;
    std::size_t kept = first_corner;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      if (!changes[i].undone) corners[kept++] = corners[first_corner + i];
    }
    corners.resize(kept);
  }

  /// All that came of it.
  void forget() {
    contacts.resize(first_contact);
    events.resize(first_event);
    corners.resize(first_corner);
    changes.clear();
    pasts.clear();
    grazes = 0;
    fastest = 0;
    loose.clear();
  }

 private:
  /// Of the records from `first` on, those of what was taken back.
  template <class Record>
  void drop(std::vector<Record>& records, std::size_t first) {
    if (records.size() == first) return;
    for (const Past& past : pasts) {
      if (past.cancelled) records[past.record].t = -1;
    }
    const auto begin = records.begin() + static_cast<std::ptrdiff_t>(first);
    records.erase(std::remove_if(begin, records.end(), [](const Record& record) { return record.t < 0; }),
                  records.end());
  }
};

/// What some member has, so that nobody has to ask all of them.
struct Traits {
  bool all_discs = true;  ///< all movers are
  bool moving_fixtures = false;
  bool peculiar = false;  ///< lifetimes, sensors, filters
  bool lossy = false;     ///< a restitution of its own below 1
  bool forced = false;
  bool damped = false;
  bool newcomers = false;  ///< came within the step
  bool departed = false;   ///< went within the step
  bool wayless = false;    ///< the last drift has left such counts with the members
  bool stirred = false;    ///< the last step has left accelerations, counts or clumps with the members
};

/// What lives from step to step: the fliers, which stay where the last step has left them, and buffers.
struct SweptWorkspace {
  bool current = false;  ///< the fliers are where the bodies are; the bodies' stored states may be older
  Traits traits;
  std::vector<Member> members;  ///< in order of creation, then newcomers as they came
  std::size_t gathered = 0;     ///< so many are no newcomers
  LargeArray<Flier> movers;     ///< by place
  LargeArray<Flier> resorted;
  std::vector<Flier> fixtures;           ///< by place - k_fixture_base
  std::vector<std::uint32_t> boundless;  ///< places of borders: everyone may meet them
  std::vector<std::uint32_t> gridded;    ///< places of the fixtures in the fixtures' grid
  std::vector<Flight> flights;
  std::vector<std::uint32_t> member_of_slot;
  GasGrid gas;                       ///< of the movers, if they are one
  std::vector<std::uint32_t> loose;  ///< places that its cells do not hold, as the window begins
  FlightGrid grid;                   ///< of all other movers
  FlightGrid fixture_grid;
  std::vector<Lane> lanes;  ///< one a strip, then one a band between two; in turn, the first one does everything
  std::map<HoldKey, Hold> holds;
  [[nodiscard]] Flier& flier(std::uint32_t place) noexcept {
    return place < k_fixture_base ? movers[place] : fixtures[place - k_fixture_base];
  }
  [[nodiscard]] const Flier& flier(std::uint32_t place) const noexcept {
    return place < k_fixture_base ? movers[place] : fixtures[place - k_fixture_base];
  }
  /// Calls work(member, flier) for all, in the order of the members, which are larger. Fliers stand elsewhere and are fetched
  /// some members ahead.
  template <class Work>
  void each_member(const Work& work) {
    constexpr std::size_t ahead = 8;
    for (std::size_t k = 0; k < members.size(); ++k) {
      if (k + ahead < members.size()) __builtin_prefetch(&flier(members[k + ahead].place), 1);
      work(members[k], flier(members[k].place));
    }
  }

  /// All bodies as points that pull, where something has to be integrated; member k is its body k.
  std::optional<Orrery> orrery;
  bool pulls_known = false;  ///< its accelerations are those of where the bodies are

  std::size_t hits = std::numeric_limits<std::size_t>::max();  ///< of the last step, if there was one
  std::uint32_t in_turn = 0;                                   ///< so many steps do without strips, because they failed
};

/// Puts everybody into the orrery, where their flights began: between drifts, where they are.
void point_out(SweptWorkspace& workspace);

}  // namespace carom::detail

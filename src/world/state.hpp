#pragma once

#include <memory>
#include <set>
#include <vector>

#include "carom/world/world.hpp"
#include "math/step_guard.hpp"
#include "world/bodies/body_store.hpp"
#include "world/journal/journal_keeper.hpp"
#include "world/pairs/pair_set.hpp"
#include "world/pairs/partner_index.hpp"
#include "world/rules/rule_table.hpp"
#include "world/snapshot/persistence.hpp"
#include "world/time_loop.hpp"

/// What stands behind a World.
namespace carom::detail {

/// The edges of the world in the place of a body's serial.
inline constexpr std::uint64_t k_edges_serial = ~std::uint64_t{0};
/// One of them, where each counts by itself: left, right, lower, upper.
[[nodiscard]] constexpr std::uint64_t edge_serial(std::uint32_t edge) noexcept { return k_edges_serial - edge; }
[[nodiscard]] constexpr bool is_edge_serial(std::uint64_t serial) noexcept { return serial >= edge_serial(3); }
/// And of a body's number.
inline constexpr std::uint32_t k_no_body_index = ~std::uint32_t{0};

/// One contact of a step, as small as it can be; ContactEvent is made of it on demand.
struct EventRecord {
  double t = 0;  ///< seconds into the step
  /// Body indices of the swept step, k_no_body_index for the edges; handles and serials are looked up when asked for.
  std::uint32_t body_index_a = 0;
  std::uint32_t body_index_b = 0;
  std::uint64_t serial_a = 0;
  std::uint64_t serial_b = 0;
  BodyId a;
  BodyId b;
  Vec2 point;
  Vec2 normal;
  double speed = 0;
  double impulse = 0;
  double energy = 0;  ///< what the contact took (negative) or brought; 0 for an elastic one
  Response response = Response::impulse;
  bool by_body_index = false;  ///< handles and serials are still to be looked up
  bool reported = true;        ///< false: only the energy counts, no event is reported
  std::int32_t effects = -1;   ///< index in StepRecord::effects
};

/// A contact in an elastic gas among edges, as it was found: its event, and the corners of the paths, are made of it when
/// they are read (gas_record.hpp). Velocities are those before it.
struct GasContact {
  double t = 0;  ///< seconds into the step
  std::uint32_t body_index_a = 0;
  PartnerIndex b = PartnerIndex::body(0);
  Vec2 at_a;
  Vec2 at_b;
  Vec2 velocity_a;
  Vec2 velocity_b;
};

/// A body's flight changed: its path within the step has a corner here.
struct PathCorner {
  std::uint32_t body_index = 0;
  double t = 0;  ///< seconds into the step
  Vec2 at;
  Vec2 velocity_before;
  Vec2 velocity_after;
};

/// What moves a body during the drift of a step, where something that it rests on holds it: fields, forces and support.
struct HeldFlight {
  std::uint32_t body_index = 0;
  Vec2 acceleration;
};

/// A corner in the path of a body that turns.
struct RotatingCorner {
  std::uint64_t serial = 0;
  double t = 0;  ///< seconds into the step
  Vec2 at;       ///< of what it turns about: its centre of mass; the pivot of a rigid clump
  Vec2 velocity;
  double angle = 0;
  double spin = 0;
  Vec2 offset;  ///< from its centre of mass to `at`, in the upright shape
};

/// What apply_force has given a body for one step.
struct Push {
  std::uint64_t serial = 0;
  Vec2 acceleration;
};

/// A body that came while the last step ran, or since. Times are scene times.
struct Arrival {
  std::uint64_t serial = 0;
  double t = 0;
  BodyState state;
};

/// One that went while it ran.
struct Departure {
  Body body;  ///< as it was then
  double came = 0;
  double went = 0;
};

/// Where the overlap world's move has brought a body, if a response has changed that since.
struct Landed {
  std::uint64_t serial = 0;
  Vec2 at;
  Vec2 velocity;
};

/// All bodies at the start of one of several drifts of a step, or of one that follows attraction.
struct DriftRecord {
  double start = 0;  ///< scene time
  double dt = 0;
  double kick_time = 0;  ///< see KickDrift::velocity_offset
  bool chord = false;
  std::vector<std::uint64_t> serials;  ///< in order, then those of newcomers as they came
  std::vector<double> came;            ///< of the newcomers: seconds into the drift
  std::vector<Vec2> at;                ///< of a newcomer: where its flight would have begun
  std::vector<Vec2> velocity;          ///< of the drift
  std::vector<Vec2> acceleration;
  std::vector<Vec2> bend;
  std::vector<PathCorner> corners;  ///< by place in `serials`
  // Where bodies turn, `at` is the centre of mass:
  std::vector<double> angle;
  std::vector<double> spin;
  std::vector<Vec2> center;  ///< in the upright shape
  std::vector<RotatingCorner> turns;
};

/// What is known of the last step.
struct StepRecord {
  double start = 0;
  double dt = 0;
  bool absolute = false;  ///< times of events are scene times

  [[nodiscard]] double scene_time(double t) const noexcept { return absolute ? t : start + t; }

  /// Keeps the memory for the next one.
  void clear() noexcept {
    events.clear();
    for (auto& contacts : gas) contacts.clear();
    effects.clear();
    effect_records = 0;
    touches.clear();
    untold.clear();
    touched.clear();
    corners.clear();
    held.clear();
    pushes.clear();
    arrivals.clear();
    departures.clear();
    landed.clear();
    earlier.clear();
    drifts.clear();
  }

  /// Keeps what the effects of a contact did. Its index in `effects`.
  std::int32_t keep_effects(std::vector<Effect> done) {
    effect_records += k_records_an_effect * done.size();
    effects.push_back(std::move(done));
    return static_cast<std::int32_t>(effects.size() - 1);
  }

  [[nodiscard]] std::size_t contact_count() const noexcept {
    std::size_t count = events.size();
    for (const auto& contacts : gas) count += contacts.size();
    return count;
  }

  std::vector<EventRecord> events;
  std::vector<std::vector<GasContact>> gas;  ///< by worker; their events are not among the others yet
  std::vector<std::vector<Effect>> effects;
  /// An effect, with its texts, takes the memory of so many records of some 100 bytes (StepLimits).
  static constexpr std::size_t k_records_an_effect = sizeof(Effect) / 100 + 2;
  std::size_t effect_records = 0;  ///< of all effects
  std::vector<Touch> touches;      ///< as they came; those of ordinary contacts are found when asked for: touches.hpp
  std::vector<Touch> untold;       ///< those of `touches` that no listener has been told of
  std::vector<PairKey> touched;    ///< pairs in touch when the step began, in order
  std::vector<PathCorner> corners;
  std::vector<HeldFlight> held;       ///< in order of bodies
  std::vector<Push> pushes;           ///< in order of creation
  std::vector<Arrival> arrivals;      ///< as they came; one that two have become comes again
  std::vector<Departure> departures;  ///< as they went; see stays.hpp
  std::vector<Landed> landed;         ///< in order of creation
  std::vector<EventRecord> earlier;   ///< of the step's drifts that are over; their times are scene times
  std::vector<DriftRecord> drifts;
};

/// Its part of `pushes`.
[[nodiscard]] Vec2 push_on(const StepRecord& last, std::uint64_t serial) noexcept;

/// All that a snapshot keeps but the bodies.
struct WorldRecord : Ledger {
  std::set<PairKey> passing;  ///< edges one by one, see edge_serial; in the overlap world they are one
  PairSet touching;
  std::vector<Touch> parted;  ///< ends of contacts broken from outside since the last step, for the next one to tell
};

/// All that a snapshot keeps.
struct Persistent : WorldRecord {
  BodyStore bodies;
};

/// How everything was when the step began that is running, so that it can be abandoned: see step_undo.hpp.
struct StepUndo {
  struct State {
    std::uint32_t slot = 0;
    BodyState state;
  };
  struct Force {
    std::uint32_t slot = 0;
    Vec2 force;
  };
  WorldRecord record;
  std::vector<State>
      states;  ///< of loops that work on the stored bodies; another puts its own back (TimeLoop::abandon)
  std::vector<Force> forces;  ///< those that are not zero

  void keep_state(const Body& body) {
    states.push_back({body.id.slot, body.state});
    keep_force(body);
  }
  void keep_force(const Body& body) {
    if (!(body.force == Vec2{})) forces.push_back({body.id.slot, body.force});
  }
};

}  // namespace carom::detail

namespace carom {

struct World::Snapshot::Data {
  detail::Persistent persistent;
};

struct World::State {
  WorldSettings settings;
  detail::RuleTable rules;
  detail::Persistent now;
  detail::StepRecord last;
  std::vector<ContactEvent> told;  ///< `last.events` in full, made when asked for
  bool told_is_fresh = false;
  bool touches_are_complete = true;
  bool notifying = false;          ///< the listener is called at the end of a step
  bool recording = true;           ///< see World::set_recording
  bool pushed_on_the_way = false;  ///< apply_force was called while a step ran
  Listener* listener = nullptr;
  CustomResponse response;
  std::function<bool()> interrupt;
  StepLimits limits;
  detail::StepGuard guard;
  detail::StepUndo undo;
  detail::RunningStep* running = nullptr;
  std::unique_ptr<detail::TimeLoop> loop;    ///< made with the world
  std::unique_ptr<detail::StepPaths> paths;  ///< of `last`, made when many bodies are queried, until `last` changes
  std::unique_ptr<detail::JournalKeeper> journal;  ///< null: none is kept
};

}  // namespace carom

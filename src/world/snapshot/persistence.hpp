#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "carom/world/world.hpp"
#include "math/sums.hpp"

/// What a run needs beside its bodies to go on in the same bits. Snapshots, checkpoints and the states of scenes keep it;
/// users of the library see snapshots alone.
namespace carom::detail {

/// Of a body in the event world: its latest hits by fixed bodies that move, if each followed at once.
struct Jam {
  std::uint32_t hits = 0;   ///< in a row, each after a way that is short for its size
  std::uint32_t stuck = 0;  ///< in a row, each after no way at all
  double speed = 0;         ///< with which the first of them closed
  friend bool operator==(const Jam&, const Jam&) = default;
};

/// A body's flight in the event world, in seconds of its clock.
struct BodyFlight {
  std::uint64_t serial = 0;
  Vec2 at;  ///< where it was at `since`, with `velocity`
  Vec2 velocity;
  double since = 0;
  double angle = 0;  ///< then
  double last_contact = 0;
  Jam jam;
  std::uint32_t without_way = 0;  ///< contacts in a row without a way between them
  std::uint32_t rapid = 0;        ///< contacts in a row, under gravity, each much sooner than a hop takes
  friend bool operator==(const BodyFlight&, const BodyFlight&) = default;
};

/// Times inside are seconds since `epoch`, so that they stay small however long a run is.
struct EventClock {
  double epoch = 0;             ///< scene time
  double length = 0;            ///< of this epoch; 0: none has begun
  std::uint64_t happened = 0;   ///< contacts in it so far
  double contact_duration = 0;  ///< of the world, given or chosen
  double hop = 0;               ///< under gravity: seconds that a hop of what lies still takes
  double now = 0;               ///< when the last run ended: finer than scene time
  friend bool operator==(const EventClock&, const EventClock&) = default;
};

/// Two bodies that passed through each other and have parted in this epoch: how soon they may meet again.
struct PartedPair {
  std::uint64_t a = 0;  ///< serials, the smaller first
  std::uint64_t b = 0;
  double t = 0;             ///< seconds of the event world's clock
  std::uint32_t count = 0;  ///< how often they have
  friend bool operator==(const PartedPair&, const PartedPair&) = default;
};

/// A point at which two bodies that turn rest on each other, with the impulse that held it last: where solving goes on.
struct HeldPoint {
  std::uint64_t a = 0;        ///< serials
  std::uint64_t b = 0;        ///< or an edge of the world
  std::uint64_t feature = 0;  ///< which corners and faces
  double impulse = 0;
  double friction_impulse = 0;
  friend bool operator==(const HeldPoint&, const HeldPoint&) = default;
};

/// All that goes on from one step to the next beside the bodies and the pairs that touch.
struct Ledger {
  double time = 0;
  std::uint64_t steps = 0;
  std::uint64_t collisions = 0;
  CompensatedSum exchanged_energy;
  Vec2 exchanged_momentum;
  double exchanged_angular_momentum = 0;
  PolicyCounts policies;
  /// Of the event world: as of the last snapshot, resumption or end of a run; empty where the stored states are all there is.
  std::vector<BodyFlight> flights;
  EventClock clock;
  std::vector<PartedPair> just_parted;  ///< of the event world's epoch, in order
  GasSums gas;
  std::set<std::uint64_t> held;  ///< serials of bodies that something fixed has squeezed and passes over
  bool had_fixed = false;
  bool had_corners = false;       ///< bodies that are no circles: contacts would turn them, and none rotates
  bool rotating = false;          ///< a body spins, rubs, or is turned by contacts: see rotating_step.hpp
  std::vector<HeldPoint> points;  ///< of bodies that turn: where they rest on each other, in order
};

/// The ledger as a scene's text can say it, which knows bodies by name and the edges of the world as one partner.
struct SavedLedger : Ledger {
  std::uint64_t next_serial = 0;
  std::vector<World::Pair> passing;
  std::vector<World::Pair> touching;
};

/// What readers and writers of scenes may do with a world.
struct Persistence {
  [[nodiscard]] static SavedLedger ledger(const World& world);
  /// The bytes of its snapshot, without a copy of all bodies on the way.
  [[nodiscard]] static std::vector<std::byte> snapshot_bytes(const World& world);
  /// Puts bodies back under the serials they had; only in a world without bodies. Which edges a body passes is seen from
  /// where it is. Flights count only if they lead to where the bodies are, bit for bit.
  [[nodiscard]] static std::optional<Error> resume(World& world, std::vector<Body> bodies, const SavedLedger& saved);
};

}  // namespace carom::detail

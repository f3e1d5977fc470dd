#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "carom/shapes/checked.hpp"
#include "carom/world/body.hpp"
#include "carom/world/events.hpp"
#include "carom/world/settings.hpp"

/// Bodies that move, meet and answer. Ten lines to a bouncing ball: examples/bouncing_ball.cpp.
namespace carom {

class World;

/// Told of contacts while a step runs. Everything that World offers may be called from inside, adding and removing bodies
/// too, the two of the contact included; it takes effect at that moment of scene time. Only `step` may not.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = default;
  Listener& operator=(const Listener&) = default;
  virtual ~Listener() = default;

  /// The prologue. False: the contact is ignored, as by a rule with the response `ignore`.
  virtual bool before(World& /*world*/, const Meeting& /*meeting*/) { return true; }
  /// The epilogue.
  virtual void after(World& /*world*/, const ContactEvent& /*event*/) {}
  /// Of pairs that pass through each other at that moment; of all others at the end of the step, in order of t, after its
  /// contacts and before step() returns: whether a hit was one from which they part is known only then.
  virtual void touch(World& /*world*/, const Touch& /*touch*/) {}
};

/// New velocities for the two of a meeting; nothing: the built-in response answers. So it does if one of them is not finite,
/// or beyond k_coordinate_limit: that is no answer. A fixed body's velocity is not changed.
struct NewVelocities {
  Vec2 a;
  Vec2 b;
};
using CustomResponse = std::function<std::optional<NewVelocities>(const World&, const Meeting&)>;

/// How often a policy that guarantees the end of every step has acted; all 0 in an elastic gas. docs/mathematics.md, 15, 17,
/// 20.
struct PolicyCounts {
  std::uint64_t rests = 0;   ///< contacts that do not rebound, because they would close again within the drift
  std::uint64_t calms = 0;   ///< contacts in quick succession, or after 2^16 on the spot, answered without rebound
  std::uint64_t clumps = 0;  ///< groups held together to the end of the step
  std::uint64_t grazes = 0;  ///< tangents to the inside of a ring turned into a shallow bounce
  std::uint64_t briefs = 0;  ///< event world: contacts that followed too soon to lose energy
  std::uint64_t hops = 0;    ///< event world: contacts too slow to rebound, answered with the least rebound there is
  /// Event world: bodies squeezed by something fixed that moves, held until it has passed; or wedged under gravity without
  /// room to hop, held until something from outside moves them.
  std::uint64_t holds = 0;
  /// Following a pull: inner steps of `extrapolation` whose error is above its tolerance, after 10 halvings of the step.
  std::uint64_t capped_extrapolations = 0;
  std::uint64_t capped_substeps = 0;  ///< parts of a step longer than `substep` asks for, after 16 halvings of the step
};

/// Sums over time and over the contacts between two moving bodies, since the event world was made: what a gas is measured
/// by. 0 in the other worlds.
struct GasSums {
  double time = 0;             ///< over which they were taken
  std::uint64_t contacts = 0;  ///< between two moving bodies
  double virial = 0;           ///< Σ impulse times distance of the centres
  double speeds = 0;           ///< ∫ Σ |v| dt
  double kinetic = 0;          ///< ∫ kinetic energy dt
  double bodies = 0;           ///< ∫ number of moving bodies dt
};

/// Kinetic plus the potential of every field and of the attraction, at the accuracy of its force; sums in a fixed order with compensation.
struct Energy {
  double kinetic = 0;
  double potential = 0;
  [[nodiscard]] double total() const noexcept { return kinetic + potential; }
};

struct RayHit {
  BodyId id;
  double distance = 0;
  Vec2 point;
  Vec2 normal;
};

/// A body at a time inside the last step.
struct BodyThen {
  const Body* body;  ///< as it is now, or as it was when it went
  BodyState state;
};

/// What one step may use at most, so that it ends with a message and not with the machine: see World::set_limits. Counted, so
/// that the same step ends at the same place on every machine, with any number of threads.
struct StepLimits {
  /// Units of work, about 20 to 100 ns each: predictions, contacts, rounds of the solvers. Of a step in which nothing meets
  /// without number they are some hundred for each body. Gases in strips and the attraction end by themselves, and do not count.
  std::uint64_t work = std::uint64_t{1} << 30U;
  std::uint64_t work_a_body = std::uint64_t{1} << 16U;
  /// Events, corners of paths, touches, pairs and predictions that are kept at one time, some 100 bytes each.
  std::uint64_t records = std::uint64_t{1} << 24U;
  std::uint64_t records_a_body = 256;
};

/// How a step has ended.
struct StepResult {
  enum class End : std::uint8_t {
    completed,
    interrupted,    ///< by World::set_interrupt
    limit_reached,  ///< of World::set_limits
  };
  End end = End::completed;
  std::string reason;  ///< of a limit, in words
  [[nodiscard]] bool completed() const noexcept { return end == End::completed; }
};

class World {
 public:
  /// The error's place is the key of the setting, as in a scene: "/gravity", "/bounds/max", "/rules/2/restitution".
  [[nodiscard]] static Checked<World> make(WorldSettings settings);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World();

  [[nodiscard]] const WorldSettings& settings() const noexcept;

  // Bodies.
  /// The error's place is the key: "/circle/radius", "/mass". A periodic box has the body where it belongs inside.
  Checked<BodyId> add(BodyDef def);
  /// False: there was no such body any more.
  bool remove(BodyId id);
  /// Null: the handle is old. Valid until a body is added or removed or a step begins.
  [[nodiscard]] const Body* body(BodyId id) const noexcept;
  [[nodiscard]] std::optional<BodyId> find(std::string_view name) const;
  [[nodiscard]] std::size_t body_count() const noexcept;
  /// In order of creation.
  [[nodiscard]] std::vector<BodyId> bodies() const;
  /// The name of a body by its place in the order of creation, also when it is gone.
  [[nodiscard]] std::string name(std::uint64_t serial) const;

  // All of these return false, and do nothing, when the handle is old or what a body is given is not finite (or beyond
  // k_coordinate_limit, as for `add`).
  bool teleport(BodyId id, Vec2 at);
  bool set_velocity(BodyId id, Vec2 velocity);
  /// Lasts for the next step. False also in the event world, which has no steps.
  bool apply_force(BodyId id, Vec2 force);
  /// At once, at the centre of mass or at a point of the plane.
  bool apply_impulse(BodyId id, Vec2 impulse);
  bool apply_impulse(BodyId id, Vec2 impulse, Vec2 point);
  /// False also where bodies do not turn: in the event and the overlap world, and with attraction.
  bool set_spin(BodyId id, double spin);
  bool set_user_data(BodyId id, std::uint64_t data);
  bool add_tag(BodyId id, std::string tag);
  bool set_filter(BodyId id, std::uint32_t category, std::uint32_t mask);

  // Time.
  [[nodiscard]] double time() const noexcept;
  [[nodiscard]] std::uint64_t step_count() const noexcept;
  /// One step of `dt` seconds; `step()` takes the settings' dt. A dt that is not positive and finite does nothing.
  StepResult step(double dt);
  StepResult step();
  /// The step ends at `end` exactly, whatever the rounding of end - time().
  ///
  /// A step that is not completed (set_interrupt, set_limits) is abandoned: the world is as it was before it, bit for bit, and
  /// whoever steps again gets the bits of a run that was never interrupted. Only events() and state_at() know nothing of the
  /// step before any more, and what listeners and custom responses were told cannot be taken back: they hear of the same
  /// contacts again. The event world has no steps to take back: it stops between two events, and time() tells where.
  StepResult step_to(double end);
  /// Of the last step, in order of t, then of creation of a, then of b.
  [[nodiscard]] std::span<const ContactEvent> events() const noexcept;
  /// In the same order.
  [[nodiscard]] std::span<const Touch> touches() const noexcept;
  /// At any time inside the last step, also when the body has been moved since, or has gone within that step: then up to the
  /// moment at which it went. Nothing before it came, for any other old handle or time, and while a step runs for any time
  /// but now. Damping acts where a step begins: at its start it has acted already.
  [[nodiscard]] std::optional<BodyState> state_at(BodyId id, double time) const;
  /// The same of many, for pictures: in their order, and in time that grows with their number, not with its product with
  /// that of contacts. Where `state_at` has nothing, the body's state now.
  [[nodiscard]] std::vector<BodyState> states_at(std::span<const BodyId> ids, double time) const;
  /// All that were there at a time inside the last step, in order of creation, as quickly: those too that have gone since,
  /// and nobody who had yet to come. Who went at that very moment is gone. Valid as what `body` returns.
  [[nodiscard]] std::vector<BodyThen> bodies_at(double time) const;
  /// Who has gone within the last step, as they went: what `state_at` takes.
  [[nodiscard]] std::vector<Party> departed() const;

  // Sums. `exchanged` is what removed and spawned bodies and inelastic contacts took or brought since the world was made.
  [[nodiscard]] Energy energy() const;
  [[nodiscard]] Vec2 momentum() const;
  /// Sum of m |v|.
  [[nodiscard]] double momentum_scale() const;
  /// About the origin: that of their paths, and of their spins where bodies turn.
  [[nodiscard]] double angular_momentum() const;
  /// Sum of m |x| |v|, and of what spins have.
  [[nodiscard]] double angular_momentum_scale() const;
  [[nodiscard]] double exchanged_energy() const noexcept;
  [[nodiscard]] Vec2 exchanged_momentum() const noexcept;
  [[nodiscard]] double exchanged_angular_momentum() const noexcept;
  /// No fixed bodies so far, no bounds that answer, no fields: momentum has nowhere to go.
  [[nodiscard]] bool keeps_momentum() const noexcept;
  /// And no periodic edges, and every contact turns whom it pushes off the centre: where bodies turn, all that move do; else
  /// only circles so far, which are pushed along the line of their centres.
  [[nodiscard]] bool keeps_angular_momentum() const noexcept;
  /// How far the attraction of the bodies as they stand is off direct summation, √(Σ|Δa|²/Σ|a|²) over at most so many of
  /// them; 0 where there is none.
  [[nodiscard]] double force_error(std::size_t samples) const;
  [[nodiscard]] std::uint64_t collision_count() const noexcept;
  [[nodiscard]] const PolicyCounts& policies() const noexcept;
  [[nodiscard]] GasSums gas() const;
  /// The first body, in order of creation, whose place, motion or kinetic energy is no longer a finite number: what comes
  /// after that is of no account. Takes a nanosecond or so a body where there is none.
  [[nodiscard]] std::optional<Party> first_not_finite() const;
  /// Of the bits of the state: time and, in order of creation, every body's.
  [[nodiscard]] std::uint64_t hash() const;

  // Who is told, who answers. The listener must outlive the world or be taken off with nullptr.
  void set_listener(Listener* listener) noexcept;
  void set_response(CustomResponse response);
  void set_threads(unsigned threads) noexcept;
  /// Whether a step of the event world keeps what happened in it: events, touches and the paths that state_at needs. It
  /// does unless told not to; a long step has a great many. Where attraction is followed, a step keeps the paths or not; any
  /// step so keeps bodies that have gone.
  void set_recording(bool recording) noexcept;
  /// Asked now and then while a step runs, some thousand times a second, on the thread that called step(); in the event world
  /// about a thousand events apart. True: the step ends, within some milliseconds in most worlds: see step_to(). Only in the
  /// event world may it look at bodies or change them; in the others a step is in the middle of something.
  void set_interrupt(std::function<bool()> interrupt);
  void set_limits(const StepLimits& limits) noexcept;

  // Questions about the world as it is now; answers in order of creation where there are several.
  /// The first body that a ray from `from` to `to` meets. A body that holds `from` inside is met at distance 0.
  [[nodiscard]] std::optional<RayHit> ray_cast(Vec2 from, Vec2 to, std::uint32_t mask = 0xffffffffU) const;
  [[nodiscard]] std::vector<BodyId> at_point(Vec2 point) const;
  /// Bodies that have a point in common with the box.
  [[nodiscard]] std::vector<BodyId> in_region(Vec2 min, Vec2 max) const;
  struct Nearest {
    BodyId id;
    double distance = 0;
    Vec2 point;
  };
  [[nodiscard]] std::optional<Nearest> nearest(Vec2 point) const;

  /// The whole state, in memory. Going on from a restored one is bit-equal to never having stopped.
  class Snapshot {
   public:
    Snapshot(const Snapshot&);
    Snapshot& operator=(const Snapshot&);
    Snapshot(Snapshot&&) noexcept;
    Snapshot& operator=(Snapshot&&) noexcept;
    ~Snapshot();

   private:
    friend class World;
    struct Data;
    explicit Snapshot(std::unique_ptr<Data> data) noexcept;
    std::unique_ptr<Data> data_;
  };
  [[nodiscard]] Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);

  // What a file needs beyond the bodies to go on in the same bits: see io/scene.hpp.
  struct Pair {
    std::uint64_t a = 0;             ///< serial
    std::optional<std::uint64_t> b;  ///< nothing: the edges
    friend bool operator==(const Pair&, const Pair&) = default;
  };
  /// Pairs answered `none` or `ignore` that have been reported and not parted since.
  [[nodiscard]] std::vector<Pair> passing() const;
  /// Pairs that touch at the end of the last step.
  [[nodiscard]] std::vector<Pair> touching() const;

  /// Of a body in the event world: its latest hits by fixed bodies that move, if each followed at once.
  struct Squeeze {
    std::uint32_t hits = 0;   ///< in a row, each after a way that is short for its size
    std::uint32_t stuck = 0;  ///< in a row, each after no way at all
    double speed = 0;         ///< with which the first of them closed
    friend bool operator==(const Squeeze&, const Squeeze&) = default;
  };
  /// A body's flight in the event world, in seconds of its clock.
  struct Flight {
    std::uint64_t serial = 0;
    Vec2 at;  ///< where it was at `since`, with `velocity`
    Vec2 velocity;
    double since = 0;
    double last_contact = 0;
    Squeeze squeeze;
    std::uint32_t without_way = 0;  ///< contacts in a row without a way between them
    std::uint32_t rapid = 0;        ///< contacts in a row, under gravity, each much sooner than a hop takes
    friend bool operator==(const Flight&, const Flight&) = default;
  };
  /// Times inside are seconds since `epoch`, so that they stay small however long a run is.
  struct EventClock {
    double epoch = 0;             ///< scene time
    double length = 0;            ///< of this epoch; 0: none has begun
    std::uint64_t happened = 0;   ///< contacts in it so far
    double contact_duration = 0;  ///< of the world, given or chosen
    double hop = 0;               ///< under gravity: seconds that a hop of what lies still takes
    friend bool operator==(const EventClock&, const EventClock&) = default;
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

  /// All that goes on from one run of the program to the next, beside the bodies themselves.
  struct Ledger {
    double time = 0;
    std::uint64_t steps = 0;
    std::uint64_t next_serial = 0;
    std::uint64_t collisions = 0;
    double exchanged_energy[2] = {0, 0};  ///< a sum and what rounding left of it
    Vec2 exchanged_momentum;
    double exchanged_angular_momentum = 0;
    PolicyCounts policies;
    std::vector<Pair> passing;
    std::vector<Pair> touching;
    bool had_fixed = false;
    bool had_corners = false;
    // Of the event world, where flights begin with a contact and not with a step.
    std::vector<Flight> flights;
    EventClock clock;
    GasSums gas;
    std::vector<std::uint64_t> held;  ///< serials of bodies that are squeezed, in order
    bool turning = false;             ///< bodies turn, or have turned
    std::vector<HeldPoint> points;
  };
  [[nodiscard]] Ledger ledger() const;
  /// Puts bodies back under the serials they had; only in a world without bodies.
  [[nodiscard]] std::optional<Error> resume(std::vector<Body> bodies, const Ledger& ledger);

  /// What stands behind a world; its definition is the library's own.
  struct State;

 private:
  explicit World(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace carom

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "carom/shapes/checked.hpp"
#include "carom/world/body.hpp"
#include "carom/world/events.hpp"
#include "carom/world/queries.hpp"
#include "carom/world/settings.hpp"

/// A world of bodies that move and collide. Ten lines to a bouncing ball: examples/bouncing_ball.cpp.
namespace carom {

class DebugDraw;
class Journal;
class World;

namespace detail {
struct Persistence;
}

/// Called back on contacts while a step runs. Every function of World may be called from inside but `step`: adding and
/// removing bodies too, the two of the contact included. It takes effect at that moment of scene time.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = default;
  Listener& operator=(const Listener&) = default;
  virtual ~Listener() = default;

  /// Called before a contact is resolved. False: the contact is ignored, as by a rule with the response `ignore`.
  virtual bool before(World& /*world*/, const PendingContact& /*contact*/) { return true; }
  /// Called after a contact has been resolved.
  virtual void after(World& /*world*/, const ContactEvent& /*event*/) {}
  /// Of pairs that pass through each other at that moment; of all others at the end of the step, in order of t, after its
  /// contacts and before step() returns: whether a hit was one from which they part is known only then.
  virtual void touch(World& /*world*/, const Touch& /*touch*/) {}
};

/// Velocities after a contact, from a custom response. nullopt, or a velocity that is not finite or beyond
/// k_coordinate_limit: the built-in response is used. The velocity of a fixed body is not changed.
struct NewVelocities {
  Vec2 a;
  Vec2 b;
};
using CustomResponse = std::function<std::optional<NewVelocities>(const World&, const PendingContact&)>;

/// How often a policy that guarantees the end of every step has acted; all 0 in an elastic gas. docs/mathematics.md, 15, 17,
/// 20.
struct PolicyCounts {
  std::uint64_t rests = 0;   ///< contacts that do not rebound, because they would close again within the drift
  std::uint64_t calms = 0;   ///< contacts in quick succession, or after 2^16 on the spot, resolved without rebound
  std::uint64_t clumps = 0;  ///< groups held together to the end of the step
  std::uint64_t grazes = 0;  ///< tangents to the inside of a ring turned into a shallow bounce
  std::uint64_t briefs = 0;  ///< event world: contacts that followed too soon to lose energy
  std::uint64_t hops = 0;    ///< event world: contacts too slow to rebound, resolved with the least rebound there is
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

/// A body at a time.
struct BodyMoment {
  BodyId id;
  double time = 0;
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
  /// By its place in the order of creation; nothing: it is gone, or never was.
  [[nodiscard]] std::optional<BodyId> find_serial(std::uint64_t serial) const noexcept;
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
  /// False also where bodies do not turn: in the overlap world, and of all but circles in the event world.
  bool set_spin(BodyId id, double spin);
  bool set_user_data(BodyId id, std::uint64_t data);
  bool add_tag(BodyId id, std::string tag);
  bool set_filter(BodyId id, std::uint32_t category, std::uint32_t mask);

  // These also return false while a step runs, and where `add` would refuse such a body.
  /// Turns it about its shape's origin, which stays where it is. Whatever it touched, it does so no more.
  bool set_angle(BodyId id, double angle);
  /// nullopt: the world's value counts.
  bool set_restitution(BodyId id, std::optional<double> restitution);
  bool set_friction(BodyId id, std::optional<double> friction);
  /// Its velocity and spin stay, its moment of inertia grows with the mass.
  bool set_mass(BodyId id, double mass);
  /// A fixed body with a velocity or spin is kinematic: it moves, and no contact changes that. One that is set free has the mass
  /// that it was given, or that of its density, and contacts turn it.
  bool set_fixed(BodyId id, bool fixed);
  /// Makes a body another one under its handle and its place in the order of creation: shape, mass, material, name, tags and
  /// all else that `add` takes. Contacts go on if neither where it is nor what it collides with has changed. An error as that of
  /// `add`, and nothing has changed; while a step runs it is one always.
  [[nodiscard]] std::optional<Error> redefine(BodyId id, BodyDef def);

  // Time.
  [[nodiscard]] double time() const noexcept;
  [[nodiscard]] std::uint64_t step_count() const noexcept;
  /// One step of `dt` seconds; `step()` takes the settings' dt. A dt that is not positive and finite does nothing.
  StepResult step(double dt);
  StepResult step();
  /// The step ends at `end` exactly, whatever the rounding of end - time().
  ///
  /// A step that is not completed (set_interrupt, set_limits) is abandoned: the world is as it was before it, bit for bit, and
  /// stepping again gives the bits of a run that was never interrupted. Only events() and state_at() know nothing of the step
  /// before any more, and callbacks that were made cannot be taken back: they are made again. The event world has no steps
  /// to take back: it stops between two events, at time().
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
  /// The same, each at a time of its own; nothing where `state_at` has nothing. Quick where the times grow.
  [[nodiscard]] std::vector<std::optional<BodyState>> states_at(std::span<const BodyMoment> moments) const;
  /// All bodies that existed at a time inside the last step, in order of creation, as quickly: including those removed since,
  /// excluding those added later. A body removed at that very moment is not among them. Valid as what `body` returns.
  [[nodiscard]] std::vector<BodyThen> bodies_at(double time) const;
  /// The body behind a handle at a time inside the last step, also one removed since or at that very moment; null where it was
  /// not there. Its state is that of now, or of when it went. Valid as what `body` returns.
  [[nodiscard]] const Body* body_at(BodyId id, double time) const;
  /// Bodies removed within the last step, in that order: what `state_at` takes.
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
  /// True if nothing outside of the bodies takes momentum: no fixed bodies so far, no rebounding bounds, no fields.
  [[nodiscard]] bool keeps_momentum() const noexcept;
  /// True if, besides, there are no periodic edges and every off-centre impulse changes the spin: where bodies rotate, all
  /// movable ones do; else there are only circles so far, whose impulses go through their centres.
  [[nodiscard]] bool keeps_angular_momentum() const noexcept;
  /// True if bodies rotate in this world, or have: one has spin or friction, or contacts rotate it.
  [[nodiscard]] bool rotates() const noexcept;
  /// How far the attraction of the bodies as they stand is off direct summation, √(Σ|Δa|²/Σ|a|²) over at most so many of
  /// them; 0 where there is none.
  [[nodiscard]] double force_error(std::size_t samples) const;
  [[nodiscard]] std::uint64_t collision_count() const noexcept;
  [[nodiscard]] const PolicyCounts& policies() const noexcept;
  [[nodiscard]] GasSums gas() const;
  /// The first body, in order of creation, whose place, motion or kinetic energy is no longer a finite number: results
  /// after that are meaningless. Takes a nanosecond or so a body where there is none.
  [[nodiscard]] std::optional<Party> first_not_finite() const;
  /// Of the bits of the state: time and, in order of creation, every body's.
  [[nodiscard]] std::uint64_t hash() const;

  // Callbacks and settings of a run. The listener must outlive the world or be removed with nullptr.
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
  /// From inside a callback of a contact: the step that runs ends as if it had been interrupted. In the event world at the next
  /// time at which its interrupt is polled. Nothing if no step runs.
  void abandon_step() noexcept;
  void set_limits(const StepLimits& limits) noexcept;

  // Queries about the world as it is now; several results are in order of creation. Of a point beyond k_coordinate_limit there
  // is nothing to find.
  /// The first body that a ray from `from` to `to` meets. A body that holds `from` inside is met at distance 0.
  [[nodiscard]] std::optional<RayHit> ray_cast(Vec2 from, Vec2 to, const QueryFilter& filter = {}) const;
  /// The same of many, in their order, each as if it were asked alone; quick where there are many bodies too.
  [[nodiscard]] std::vector<std::optional<RayHit>> ray_casts(std::span<const Ray> rays,
                                                             const QueryFilter& filter = {}) const;
  /// The first body that a shape meets which goes from one pose to another, straight and, where the angles differ, turning
  /// evenly; `point` is where they touch. What it overlaps at the start is met at distance 0. Exact where it does not turn (and
  /// for a circle); where it does, certified within the tolerance of rotating_impact. An error: the shape is a border, which
  /// cannot be moved, or none that `add` takes, or it turns by more than 1000 radians.
  [[nodiscard]] Checked<std::optional<RayHit>> cast(const BodyShape& shape, const Pose& from, const Pose& to,
                                                    const QueryFilter& filter = {}) const;
  /// As ray_casts; the place of an error begins with the cast's: "/3/circle/radius".
  [[nodiscard]] Checked<std::vector<std::optional<RayHit>>> casts(std::span<const ShapeCast> casts,
                                                                  const QueryFilter& filter = {}) const;
  /// Bodies that have a point in common with a shape, decided exactly. Of rings, arenas and borders the line counts.
  [[nodiscard]] Checked<std::vector<BodyId>> overlaps(const BodyShape& shape, const Pose& at,
                                                      const QueryFilter& filter = {}) const;
  /// As ray_casts, and errors as those of casts.
  [[nodiscard]] Checked<std::vector<std::vector<BodyId>>> overlaps(std::span<const PlacedShape> shapes,
                                                                   const QueryFilter& filter = {}) const;
  [[nodiscard]] std::vector<BodyId> at_point(Vec2 point, const QueryFilter& filter = {}) const;
  /// Bodies that have a point in common with the box.
  [[nodiscard]] std::vector<BodyId> in_region(Vec2 min, Vec2 max, const QueryFilter& filter = {}) const;
  struct Nearest {
    BodyId id;
    double distance = 0;
    Vec2 point;
  };
  [[nodiscard]] std::optional<Nearest> nearest(Vec2 point, const QueryFilter& filter = {}) const;

  /// What there is to see: bodies, contacts with normals and impulses, cells of the broad phase. See world/debug_draw.hpp.
  void draw(DebugDraw& draw) const;

  /// The whole state: bodies with their handles, time, counters, contacts that are open. Going on from a restored one is
  /// bit-equal to never having stopped. Settings, rules, listeners and what the last step has recorded are not in it.
  class Snapshot {
   public:
    Snapshot(const Snapshot&);
    Snapshot& operator=(const Snapshot&);
    Snapshot(Snapshot&&) noexcept;
    Snapshot& operator=(Snapshot&&) noexcept;
    ~Snapshot();

    /// Of the scene.
    [[nodiscard]] double time() const noexcept;
    [[nodiscard]] std::size_t body_count() const noexcept;

    /// To be kept in a file or sent elsewhere: the same bytes on every machine, equal for equal states.
    [[nodiscard]] std::vector<std::byte> bytes() const;
    /// Any bytes may be given. The error names the place of what is wrong, "/bodies/3/polygon/vertices", or no place where
    /// they are no snapshot's, of another format, cut off or damaged.
    [[nodiscard]] static Checked<Snapshot> from_bytes(std::span<const std::byte> bytes);

   private:
    friend class World;
    struct Data;
    explicit Snapshot(std::unique_ptr<Data> data) noexcept;
    std::unique_ptr<Data> data_;
  };
  [[nodiscard]] Snapshot snapshot() const;
  /// Takes the place of bodies, time and all else that a snapshot has; events() and state_at() know of no step. The world's
  /// own settings, rules, listener and limits stay: a world with others than the snapshot's goes on by its own from here. What
  /// these settings have no use for is left out: spins are kept but not followed where bodies do not turn, and flights of the
  /// event world count only if they lead to where the bodies are. An error, and nothing has changed: the snapshot has a body
  /// that this world cannot have ("/bodies/3/shapes"), or a step is running.
  std::optional<Error> restore(const Snapshot& snapshot);

  // A journal of every call that changes the world: see world/journal.hpp.
  /// Begins one here, in the place of any before. False, and nothing happens, while a step runs.
  bool start_journal();
  bool stop_journal() noexcept;
  [[nodiscard]] bool keeps_journal() const noexcept;
  /// All up to now; nothing: none was begun, or a step runs.
  [[nodiscard]] std::optional<Journal> journal() const;
  /// Restores the state in which a journal begins, and makes its calls again. Listener and custom response are not called: what
  /// they said is in the journal. An error: this world cannot have such a state, or it does not end as the journal says,
  /// because settings or rules are others; the world is then where that was noticed.
  [[nodiscard]] std::optional<Error> replay(const Journal& journal);

  struct Pair {
    std::uint64_t a = 0;             ///< serial
    std::optional<std::uint64_t> b;  ///< nothing: the edges
    friend bool operator==(const Pair&, const Pair&) = default;
  };
  /// Pairs let pass by `none` or `ignore` that have been reported and not parted since.
  [[nodiscard]] std::vector<Pair> passing() const;
  /// Pairs that touch at the end of the last step.
  [[nodiscard]] std::vector<Pair> touching() const;
  /// Bodies that have a point in common with a sensor, as the last step has left it, in order of creation: those whose touch with
  /// it has begun and not ended. Of any other body those that pass through it.
  [[nodiscard]] std::vector<BodyId> inside(BodyId sensor) const;

  /// What stands behind a world; its definition is the library's own.
  struct State;

 private:
  friend struct detail::Persistence;
  explicit World(std::unique_ptr<State> state) noexcept;
  StepResult take_step(double end);
  std::optional<Error> take_state(const Snapshot& snapshot);
  std::unique_ptr<State> state_;
};

}  // namespace carom

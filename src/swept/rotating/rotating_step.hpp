#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "carom/broadphase/flight_grid.hpp"
#include "carom/manifold/manifold.hpp"
#include "carom/response/rotating.hpp"
#include "carom/toi/rotating.hpp"
#include "contact/contact_pipeline.hpp"
#include "manifold/manifold_hull.hpp"
#include "solver/contact_solver.hpp"
#include "solver/islands.hpp"
#include "swept/kick_drift.hpp"
#include "swept/rotating/rotating_types.hpp"
#include "world/bodies/sweep.hpp"
#include "world/forces/fields.hpp"
#include "world/forces/nbody_forces.hpp"
#include "world/pairs/sensor_overlap.hpp"

/// One drift of the swept world with bodies that rotate: spin, friction, rest. A step is one, or as many as the integrator and
/// the sub-step rule ask for (advance.cpp).
///
/// 1. gather    all bodies, with the first of the two kicks by fields, forces and attraction
/// 2. search    pairs that are near each other, and the contact points of those that may rest on each other
/// 3. solve     resting contacts and the impacts of their islands, jointly: the drift does not press them together
/// 4. predict   the first contact of every pair on the arcs of the drift (carom/toi/rotating.hpp), certified
/// 5. play      in time order: an impact is resolved with spin and friction, and its bodies are predicted again
/// 6. land      all bodies where the step ends, with the second kick
/// 7. solve     again: resting contacts that the second kick has pressed
///
/// Contacts that persist keep a small gap (k_contact_skin), so that nothing that rests is ever found to meet. Impacts and rest
/// are told apart by the speed that the fields give in a step. docs/mathematics.md, section 22.
namespace carom::detail {

struct RotatingWorkspace;
/// `nbody`: the accelerations, of a drift that is integrated.
void rotating_step(World& world, World::State& state, std::shared_ptr<RotatingWorkspace> workspace, double end,
                   const Drift& drift = {}, NBodyMemory* nbody = nullptr);

/// Buffers that are used again in every step. No result depends on what a step finds in them.
struct RotatingWorkspace {
  std::vector<RotatingBody> body_data;
  RotatingPieces pieces;
  FlightGrid grid;
  std::vector<NearRotating> near;
  std::vector<PredictedRotatingEvent> queue;
  std::vector<RestingPoint> resting;
  std::vector<ContactPoint> points;
  std::vector<ContactBody> bodies;
  std::vector<ContactBody> before;
  ContactSolver solver;
  Islands islands;
  std::vector<ContactBody> pushes;
  std::vector<SinCos> turns;
  // While neighbours are looked for:
  std::vector<Flight> flights;
  std::vector<std::uint32_t> gridded;
  std::vector<NearPair> pairs;
  std::vector<SpottedPair> spotted;
  std::vector<SpottedPair> dealt;
  std::vector<std::uint32_t> ends;
  std::vector<std::uint32_t> neighbourhoods;
  /// By slot, of bodies whose centre of mass is not their origin: an angle, and its sine and cosine.
  struct Direction {
    double angle = 0;
    SinCos direction;
  };
  std::vector<Direction> directions;
  /// The forces that last for the step, per mass: for its later drifts.
  struct StepForce {
    BodyId id;
    Vec2 acceleration;
  };
  std::vector<StepForce> forces;
};

/// Sweeps of the push that takes back what has come too close.
inline constexpr int k_push_rounds = 500;
/// Units of work (StepGuard) of a search among bodies that turn, of two pieces.
inline constexpr std::uint64_t k_search_work = 128;

class RotatingStep final : public RunningStep {
 public:
  RotatingStep(World& world, World::State& state, std::shared_ptr<RotatingWorkspace> workspace, double end,
               const Drift& drift, NBodyMemory* nbody);
  ~RotatingStep();
  RotatingStep(const RotatingStep&) = delete;
  RotatingStep& operator=(const RotatingStep&) = delete;

  /// The table of contents.
  void run();

  [[nodiscard]] double now() const noexcept override { return start_ + now_; }
  void refresh(Body& body) noexcept override;
  void added(Body& body) override;
  void removed(const Body& body) override;
  void changed(const Body& body) override;

 private:
  void swap_buffers(RotatingWorkspace& workspace) noexcept;

  // Whether it goes on, in rotating_step.cpp.
  [[nodiscard]] StepGuard& guard() const noexcept { return state_.guard; }
  bool work(std::uint64_t units) const noexcept;
  [[nodiscard]] bool exceeds() const noexcept;

  // Stages, in rotating_step.cpp.
  void gather();
  void enroll(Body& body, bool takes_force);
  void recall_forces();
  void count_touches();
  [[nodiscard]] SinCos direction_of(const RotatingBody& m) const noexcept;
  void take_off(RotatingBody& m);
  void damp(RotatingBody& m) const noexcept;
  void keep_flights();

  // What pulls: rotating_forces.cpp.
  void load_nbody();
  void compute_accelerations(double shift);
  [[nodiscard]] Vec2 pull_on(const RotatingBody& m) const;
  void aim_chords();
  [[nodiscard]] Vec2 second_kick(const RotatingBody& m) const;

  // Who is near whom: rotating_search.cpp.
  void search();
  void take_flights();
  void sort_into_grid();
  void open_window();
  [[nodiscard]] double search_margin(const RotatingBody& m) const noexcept;
  [[nodiscard]] bool is_fast(std::uint32_t who) const noexcept { return !is_edge(who) && data_of(who).fast; }
  /// Up to when the two are predicted: what comes later is found in a later window.
  [[nodiscard]] double horizon(std::uint32_t a, std::uint32_t b) const noexcept {
    return playing_ || is_fast(a) || is_fast(b) ? window_end_ : dt_;
  }
  /// The grid knows of its new flight.
  void follow(const RotatingBody& m, double t) {
    if (!m.infinite) grid_.change(m.place, flight(m), t - window_start_);
  }
  [[nodiscard]] std::optional<SpottedPair> pair_of(std::uint32_t p, std::uint32_t q, Vec2 shift) const noexcept;
  void take_lines();
  template <class See>
  void for_each_near_line(std::uint32_t who, double radius, const See& see) const;
  void sort_spotted();
  void take_spotted();
  void find_neighbourhoods();
  [[nodiscard]] bool is_sure(const NearRotating& near) const noexcept;

  // Again in rotating_step.cpp.
  void play();
  void land();
  void kick_again();
  void write_back();
  void leave();

  // What will happen: rotating_predict.cpp.
  void predict_all();
  void predict_strays();
  void predict_near_pair(NearRotating& near);
  void predict_flight(std::uint32_t who);
  /// The same for many that have changed at once: each pair of them is asked once.
  void predict_flights(std::span<const std::uint32_t> who);
  void predict_near(std::uint32_t who, std::uint64_t already);
  void predict_alone(std::uint32_t who);
  void predict_pair(std::uint32_t p, std::uint32_t q, Vec2 shift);
  void predict_edge(std::uint32_t who, std::uint32_t edge);
  void predict_sensor_overlap(std::uint32_t a, std::uint32_t b, Vec2 shift);
  [[nodiscard]] std::optional<Contact> entering(std::uint32_t a, std::uint32_t b, Vec2 shift, double from) const;
  [[nodiscard]] std::optional<double> parting_time(std::uint32_t a, std::uint32_t b, Vec2 shift, double from) const;
  [[nodiscard]] int parting_looks(std::uint32_t a, std::uint32_t b, double from) const noexcept;
  [[nodiscard]] bool may_part_twice(std::uint32_t a, std::uint32_t b) const noexcept;
  /// Is a place on the outer side of an edge?
  [[nodiscard]] bool is_beyond(std::uint32_t edge, Vec2 place) const noexcept;
  [[nodiscard]] double distance_at(std::uint32_t a, std::uint32_t b, Vec2 shift, double t) const;
  [[nodiscard]] double search_end(std::uint32_t a, std::uint32_t b, double from) const noexcept;
  [[nodiscard]] std::optional<Contact> next_contact(std::uint32_t a, std::uint32_t b, Vec2 shift) const;
  [[nodiscard]] std::optional<Contact> contact_between(std::uint32_t a, std::uint32_t b, Vec2 shift, double start,
                                                       double end) const;
  [[nodiscard]] bool both_round(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] Sweep round_sweep(std::uint32_t who, double since) const noexcept;
  [[nodiscard]] std::optional<Contact> round_contact(std::uint32_t a, std::uint32_t b, Vec2 shift, double since) const;
  [[nodiscard]] double closing_speed_at(const Contact& deep, std::uint32_t a, std::uint32_t b, Vec2 shift,
                                        double t) const;
  /// Of an overlap by more than rounding, as nothing here has made it: do its bodies not part by themselves?
  [[nodiscard]] bool closes(const Contact& deep, std::uint32_t a, std::uint32_t b, Vec2 shift, double t) const {
    return closing_speed_at(deep, a, b, shift, t) > 0;
  }
  template <class See>
  void for_each_impact(std::uint32_t a, std::uint32_t b, Vec2 shift, double from, double to, const See& see) const;
  [[nodiscard]] Impact first_impact(std::uint32_t a, std::uint32_t b, Vec2 shift, double from, double to) const;
  void push(double t, std::uint32_t a, std::uint32_t b, Vec2 shift, RotatingEventKind what, const Contact& contact);
  [[nodiscard]] bool later(const PredictedRotatingEvent& x, const PredictedRotatingEvent& y) const noexcept;
  [[nodiscard]] bool is_void(const PredictedRotatingEvent& predicted) const noexcept;
  [[nodiscard]] bool passes(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] bool may_meet(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] bool may_rest(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] bool is_left(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> versions_of(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] bool has_callbacks(std::uint32_t a, std::uint32_t b) const;

  // Separation bounds: rotating_separation.cpp.
  [[nodiscard]] std::optional<Border> line_of(std::uint32_t who) const noexcept;
  [[nodiscard]] PlacedGap box_gap(const NearRotating& near) const noexcept;
  /// No two points of theirs come nearer faster.
  [[nodiscard]] double fastest_approach(const NearRotating& near) const noexcept;
  [[nodiscard]] double separation_bound(const NearRotating& near) const noexcept;
  [[nodiscard]] bool circles_stay_separated(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept;
  [[nodiscard]] bool disc_stays_clear(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept;
  [[nodiscard]] RelativeStep relative_step(const NearRotating& near) const noexcept;
  [[nodiscard]] bool stays_separated(NearRotating& near) const noexcept;
  [[nodiscard]] bool stays_off_line(const NearRotating& near, double level) const noexcept;
  void see_widest(NearRotating& near) const noexcept;

  // Resolving a contact: rotating_resolve.cpp.
  struct BodyImpact {
    std::uint32_t a = 0;
    std::uint32_t b = 0;  ///< or an edge
    double t = 0;
    Vec2 shift;
    Contact contact;
  };
  void meet(const PredictedRotatingEvent& predicted);
  void resolve_with_callbacks(const BodyImpact& touch, const Law& law);
  void let_pass(const BodyImpact& touch);
  void part(const PredictedRotatingEvent& predicted);
  void notify_touch(std::uint32_t a, std::uint32_t b, TouchChange change);
  [[nodiscard]] ContactSide side_of(std::uint32_t who) const noexcept;
  [[nodiscard]] Law law(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] double friction(std::uint32_t a, std::uint32_t b) const noexcept;
  void apply_response(const BodyImpact& touch, Law law);
  std::uint32_t drop_restitution(const BodyImpact& touch, double closing, Law& law);
  [[nodiscard]] bool is_endless(const BodyImpact& touch, bool elastic);
  [[nodiscard]] bool is_driven(std::uint32_t who) const noexcept;
  [[nodiscard]] bool is_jammed(const BodyImpact& touch) const noexcept;
  void apply_without_rotation(const BodyImpact& touch, const Law& law);
  [[nodiscard]] bool is_brought_back(const BodyImpact& touch, const ContactBody& a, const ContactBody& b) const;
  [[nodiscard]] bool comes_to_rest(const BodyImpact& touch, const Law& law, const ContactBody& a,
                                   const ContactBody& b) const;
  void apply_with_rotation(const BodyImpact& touch, const Law& law);
  void merge(const BodyImpact& touch, const Law& law);
  [[nodiscard]] std::optional<BodyImpact> swallowed(BodyId grown, double t) const;
  void record_contact(const BodyImpact& touch, const Law& law, double closing, double impulse, double energy,
                      bool reported);
  [[nodiscard]] bool silent(const BodyImpact& touch, double closing) const;
  /// Its own motion at a moment, without what only pushes it off others.
  [[nodiscard]] ContactBody body_at(std::uint32_t who, double t) const noexcept;
  /// The contact as a point of the two, which stand at places 0 and 1.
  [[nodiscard]] ContactPoint point_met(const BodyImpact& touch) const noexcept;
  void fly_on(std::uint32_t who, double t, const ContactBody& after, bool rests, const ContactBody& push = {});
  /// The same, without looking at it again; of a clump, all of it.
  void take_course(std::uint32_t who, double t, const ContactBody& after, bool rests, const ContactBody& push);
  void take_course_alone(std::uint32_t who, double t, const ContactBody& after, bool rests, const ContactBody& push);
  template <class See>
  void for_each_rider(std::uint32_t who, const See& see) const {
    if (!data_of(who).clump) return see(who);
    for (const ClumpRider& rider : clumps_[*data_of(who).clump].riders) see(rider.who);
  }

  // Several impacts at one instant: rotating_together.cpp.
  [[nodiscard]] double closing_at(const BodyImpact& touch) const noexcept;
  [[nodiscard]] std::vector<BodyImpact> met_at_once(const BodyImpact& touch);
  [[nodiscard]] std::vector<ContactPoint> points_struck(const BodyImpact& touch) const;
  void resolve_together(const BodyImpact& first, const Law& first_law, std::span<const BodyImpact> others);

  // What does not come apart: rotating_clump.cpp.
  struct OwnMotion {
    Vec2 at;  ///< the centre of mass
    Vec2 velocity;
    double spin = 0;
  };
  [[nodiscard]] std::uint32_t first_of_clump(std::uint32_t who) const noexcept;
  [[nodiscard]] bool is_same_clump(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] bool flies_with(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept;
  [[nodiscard]] OwnMotion own_motion(std::uint32_t who, double t) const noexcept;
  void release(std::uint32_t clump, double t);
  void clump(const BodyImpact& touch, const Law& law, double closing);
  void form_clump(RigidClump joined, const BodyImpact& touch, const Law& law, double closing);
  void break_up(const RotatingBody& m);
  void turn_about(RotatingBody& m, Vec2 pivot);
  void record_corner(std::uint32_t who, double t);

  // What happens to many at once: rotating_group.cpp.
  struct Group;
  [[nodiscard]] std::vector<ContactPoint> points_of(const BodyImpact& touch, double within) const;
  [[nodiscard]] double time_left(double t) const noexcept;
  void correct_position(const BodyImpact& touch, const ContactBody& a, const ContactBody& b);
  /// `rebound`: the speed by which the two that have met must part.
  void settle_group(const BodyImpact& touch, const ContactBody& a, const ContactBody& b, double closing, bool reported,
                    double rebound = 0);
  void see(Group& group, std::uint32_t p, std::uint32_t q, Vec2 shift) const;
  void see_impact(Group& group, const BodyImpact& touch) const;
  void see_neighbours(Group& group, std::uint32_t who) const;
  [[nodiscard]] bool grow(Group& group, std::span<const ContactBody> before) const;
  [[nodiscard]] bool keeps_drift(const RotatingBody& m) const noexcept { return m.held || drift_.integrated; }
  [[nodiscard]] Vec2 kick_left(std::uint32_t who, double t) const noexcept;
  void be_held(RotatingBody& m, const ContactBody& kicked, const ContactBody& solved, double time) const noexcept;
  void find_settled();
  [[nodiscard]] double energy_taken(const Group& group, std::span<const ContactBody> before) const;

  // Where two touch: rotating_places.cpp.
  /// A place at which a piece of each touches the other, for the solver; which bodies they are there is the caller's
  /// business.
  struct Touched {
    ManifoldPoint point;
    std::uint32_t piece_a = 0;
    std::uint32_t piece_b = 0;
  };
  void find_points(NearRotating& near);
  [[nodiscard]] RestGaps gaps_of(const NearRotating& near) const;
  void find_places(const NearRotating& near, double within);
  void find_hull_points(NearRotating& near, const RestGaps& gaps);
  void take_touches(const NearRotating& near, double hold);
  void take_places(const NearRotating& near);
  void find_deep(const NearRotating& near, std::vector<Touched>& found) const;
  [[nodiscard]] std::vector<Touched> places_of(std::uint32_t a, std::uint32_t b, double t, Vec2 shift,
                                               double within) const;
  [[nodiscard]] ContactPoint point_of(const Touched& place, std::uint32_t a, std::uint32_t b, double t,
                                      Vec2 shift) const;
  [[nodiscard]] std::uint64_t feature_of(const Touched& place, bool edge) const noexcept;

  // What rests: rotating_rest.cpp.
  void solve_resting_contacts();
  void take_motions();
  void choose_points();
  [[nodiscard]] bool in_island(std::uint32_t a, std::uint32_t b, bool touched) const;
  /// An impact that is solved with its island.
  struct IslandImpact {
    BodyImpact touch;
    double closing = 0;
    double rebound = 0;  ///< speed by which the two part when the step ends; 0: too slow to be noticed
    Vec2 impulse;        ///< on a
  };
  [[nodiscard]] bool moves(std::span<const std::uint32_t> points) const noexcept;
  [[nodiscard]] ContactSolver::Effort effort_of(std::span<const std::uint32_t> points) const noexcept;
  void find_island_impacts();
  void sum_island_impulses();
  void record_island_impacts();
  [[nodiscard]] IslandImpact* island_impact(std::uint32_t a, std::uint32_t b) noexcept;
  [[nodiscard]] bool rests(const NearRotating& near) const;
  [[nodiscard]] double restitution_of(const NearRotating& near) const;
  void solve_resting_contacts_at_end();
  void recall_impulses();
  void keep_impulses();
  [[nodiscard]] double resting_speed(std::uint32_t a, std::uint32_t b) const noexcept {
    return detail::resting_speed(data_of(a), data_of(is_edge(b) ? a : b), dt_);
  }
  [[nodiscard]] RestGaps rest_gaps(std::uint32_t a, std::uint32_t b) const noexcept {
    return detail::rest_gaps(data_of(a), data_of(is_edge(b) ? a : b), dt_);
  }
  [[nodiscard]] double contact_skin(std::uint32_t a, std::uint32_t b) const noexcept { return rest_gaps(a, b).hold; }
  [[nodiscard]] double speculative_margin(std::uint32_t a, std::uint32_t b) const noexcept {
    return rest_gaps(a, b).near;
  }
  void load_bodies();
  void bring_to_the_end(ContactPoint& point) const;
  void record_resting_work(std::span<const ContactBody> before);

  // Impacts that the solved drift still leads to: rotating_impacts.cpp.
  [[nodiscard]] bool joins_island(const PredictedRotatingEvent& predicted, double closing, const Law& how) const;
  void join_island(const BodyImpact& touch, double closing, double rebound);
  [[nodiscard]] bool join_predicted();
  void solve_joined(std::size_t first);
  void predict_changed(std::span<const std::uint32_t> versions);
  void solve_predicted_impacts();
  void close_island_impacts(std::size_t kept);
  void drop_beyond_window();
  [[nodiscard]] bool is_surely_near(const PredictedRotatingEvent& predicted) const noexcept;

  // What has come too close: rotating_push.cpp.
  void ask_to_push(ContactPoint& p, double end, double resting) const noexcept;
  void correct_positions(std::size_t joined);
  void push(std::span<ContactBody> bodies, std::span<ContactPoint> points, int most_rounds = k_push_rounds);
  void record_push(const RotatingBody& m, double t);

  [[nodiscard]] static bool is_edge(std::uint32_t who) noexcept { return who >= k_rotating_edge; }
  [[nodiscard]] RotatingBody& data_of(std::uint32_t who) noexcept { return body_data_[who]; }
  [[nodiscard]] const RotatingBody& data_of(std::uint32_t who) const noexcept { return body_data_[who]; }
  [[nodiscard]] const BodyShape& upright(std::uint32_t who) const noexcept {
    return state_.now.bodies.at_slot(body_data_[who].id.slot).upright;
  }
  /// Its way between two moments, seen from a frame that moves with `frame`.
  [[nodiscard]] Turn turn(std::uint32_t who, double from, double to, Vec2 shift, Vec2 frame) const noexcept;
  [[nodiscard]] Border edge(std::uint32_t edge) const noexcept;
  [[nodiscard]] PairKey key(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] PairKey overlap_key(std::uint32_t a, std::uint32_t b) const noexcept;
  /// Of b, as seen from a.
  [[nodiscard]] Vec2 shift_between(std::uint32_t a, std::uint32_t b, double t) const noexcept;
  [[nodiscard]] Vec2 shift_of(int image_x, int image_y) const noexcept {
    return period_ ? Vec2{image_x * period_->x, image_y * period_->y} : Vec2{};
  }
  [[nodiscard]] Party party(std::uint32_t who) const noexcept { return {data_of(who).id, data_of(who).serial}; }
  [[nodiscard]] Flight flight(const RotatingBody& m) const noexcept;
  [[nodiscard]] Vec2 velocity_offset(const RotatingBody& m, double t) const noexcept {
    const double since = t - m.kick_time;
    const Vec2 straight = since * m.acceleration;
    return drift_.plan.chord ? straight + (since * since - dt_ * dt_ / 12) * m.bend : straight;
  }

  World& world_;
  World::State& state_;
  ContactPipeline contacts_;
  std::shared_ptr<RotatingWorkspace> workspace_;
  Drift drift_;
  NBodyMemory* nbody_;
  Fields fields_;
  double start_;  ///< scene time
  double dt_;
  double kick_time_;         ///< seconds of the kick before the drift
  double window_start_ = 0;  ///< of neighbours, within the step
  double window_end_;
  bool playing_ = false;  ///< events are resolved: before, what does not fly far is predicted up to the step's end
  double now_ = 0;
  std::uint64_t round_ = 0;
  std::optional<Vec2> inherited_;  ///< by one made of two: what forces give it, per mass
  std::optional<PeriodicBox> box_;
  std::optional<Vec2> period_;
  bool unobserved_ = true;               ///< no rules, listeners, sensors, filters
  std::vector<RotatingBody> body_data_;  ///< in order of creation, but for those made of two within the step
  RotatingPieces pieces_;
  std::vector<std::uint32_t> body_index_of_slot_;
  std::vector<std::uint32_t> infinite_;
  std::vector<std::uint32_t> at_place_;  ///< bodies, by place in the grid
  FlightGrid grid_;
  std::vector<Near> near_scratch_;
  std::vector<NearRotating> near_;
  std::vector<std::uint32_t> first_near_;  ///< of every body: where the next one's begin
  /// A border or an edge.
  struct NearLine {
    std::uint32_t who = 0;
    bool known = false;  ///< where it is
    Border line;
    double speed = 0;  ///< across itself
  };
  std::vector<NearLine> lines_;
  std::vector<PredictedRotatingEvent> queue_;  ///< a heap
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Pair, std::uint32_t> contact_counts_;  ///< of a pair, in this step
  std::map<Pair, Parted> parted_;                 ///< of those that pass through each other, in this step
  std::set<Pair> left_;                           ///< pairs that are not asked about until the step ends: jammed
  std::map<Pair, Pair> slow_;                     ///< pairs that are not asked about while they have these versions
  std::vector<RigidClump> clumps_;
  std::set<Pair> settled_;  ///< pairs that have come to rest on each other in this step
  std::vector<RestingPoint> resting_;
  std::vector<ContactPoint> points_;          ///< of the same places
  std::vector<IslandImpact> island_impacts_;  ///< in the order of their pairs
  std::vector<IslandImpact> joined_;          ///< those that were found after the first solution
  std::vector<ContactBody> bodies_;           ///< by body; one more for the edges
  std::vector<ContactBody> before_;           ///< the same, before the fields' last kick
  ContactSolver solver_;
  Islands islands_;
  std::vector<SinCos> turns_;          ///< by body, and of the edges: within the step
  std::vector<ContactBody> pushes_;    ///< by body; empty: nobody is pushed
  std::vector<double> push_impulses_;  ///< by point: with what the last correction was made
  std::vector<Touched> places_;        ///< of the pair that is looked at
  HullTouches touches_;
  std::vector<PairKey> touching_;  ///< when the step ends
};

/// Calls `see(impact, piece, piece)` for every piece of one and every piece of the other, from one moment to another, t being
/// the fraction between. Backward, where `to` is before `from`.
template <class See>
void RotatingStep::for_each_impact(std::uint32_t a, std::uint32_t b, Vec2 shift, double from, double to,
                                   const See& see) const {
  const RotatingPieces::Range own = data_of(a).pieces;
  const auto way = [&](std::uint32_t who, Vec2 shift_of_it, Vec2 frame) {
    const Turn forward = turn(who, std::min(from, to), std::max(from, to), shift_of_it, frame);
    return from <= to || data_of(who).infinite ? forward : Turn{forward.to, forward.from};
  };
  // A border stands: what it does is taken off the other's way.
  const Vec2 frame_a = !is_edge(b) && data_of(b).infinite ? data_of(b).velocity : Vec2{};
  const Turn turn_a = way(a, {}, frame_a);
  if (is_edge(b)) {
    for (std::uint32_t p = own.first; p < own.end() && !work(k_search_work); ++p) {
      see(rotating_impact(pieces_.shape(p, turn_a), edge(b)), p, 0U);
    }
    return;
  }
  const RotatingPieces::Range other = data_of(b).pieces;
  const Turn turn_b = way(b, shift, data_of(a).infinite ? data_of(a).velocity : Vec2{});
  for (std::uint32_t p = own.first; p < own.end(); ++p) {
    const RotatingShape piece = pieces_.shape(p, turn_a);
    for (std::uint32_t q = other.first; q < other.end() && !work(k_search_work); ++q) {
      see(rotating_impact(piece, pieces_.shape(q, turn_b)), p, q);
    }
  }
}

}  // namespace carom::detail

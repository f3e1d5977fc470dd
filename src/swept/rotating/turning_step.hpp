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
#include "carom/response/turning.hpp"
#include "carom/toi/turning.hpp"
#include "manifold/manifold_hull.hpp"
#include "solver/contact_solver.hpp"
#include "swept/rotating/turning_types.hpp"
#include "world/fields.hpp"
#include "world/flier.hpp"
#include "world/law.hpp"
#include "world/passing.hpp"

/// One step of the swept world where bodies turn: spin, friction, rest.
///
/// 1. gather    everybody, with half of what the fields give in the step
/// 2. look      who is near whom, and where those touch that rest on each other
/// 3. hold      contacts that persist, solved jointly: the drift does not press them into each other
/// 4. foretell  every first contact on the arcs of the drift (toi/turning.hpp), certified
/// 5. play      in time order: an impact is answered with spin and friction, and its bodies are looked at again
/// 6. land      everybody to where the step ends, with the other half of the kick
/// 7. hold      again, what the second kick has pressed
///
/// Contacts that persist keep a small gap (k_hold_gap), so that nothing that rests is ever found to meet. Impacts and rest
/// are told apart by the speed that the fields give in a step. docs/mathematics.md, section 22.
namespace carom::detail {

void turning_step(World& world, World::State& state, double end);

/// Buffers, from step to step; nothing in them is remembered but what would come out the same.
struct TurningWorkspace {
  std::vector<TurningMember> members;
  TurningPieces pieces;
  FlightGrid grid;
  std::vector<NearTurning> near;
  std::vector<TurningItem> queue;
  std::vector<RestingPoint> resting;
  std::vector<ContactPoint> points;
  std::vector<ContactBody> bodies;
  std::vector<ContactBody> before;
  ContactSolver solver;
  std::vector<ContactBody> pushes;
  std::vector<SinCos> turns;
  // While neighbours are looked for:
  std::vector<Flight> flights;
  std::vector<std::uint32_t> gridded;
  std::vector<NearPair> pairs;
  std::vector<SpottedPair> spotted;
  std::vector<SpottedPair> dealt;
  std::vector<std::uint32_t> ends;
  /// By slot, of bodies whose centre of mass is not their origin: an angle, and its sine and cosine.
  struct Direction {
    double angle = 0;
    SinCos direction;
  };
  std::vector<Direction> directions;
};

/// Units of work (StepGuard) of a search among bodies that turn, of two pieces.
inline constexpr std::uint64_t k_search_work = 128;

class TurningStep final : public RunningStep {
 public:
  TurningStep(World& world, World::State& state, double end);
  ~TurningStep();
  TurningStep(const TurningStep&) = delete;
  TurningStep& operator=(const TurningStep&) = delete;

  /// The table of contents.
  void run();

  [[nodiscard]] double now() const noexcept override { return start_ + now_; }
  void refresh(Body& body) noexcept override;
  void added(Body& body) override;
  void removed(const Body& body) override;
  void changed(const Body& body) override;

 private:
  void swap_buffers(TurningWorkspace& workspace) noexcept;

  // Whether it goes on, in turning_step.cpp.
  [[nodiscard]] StepGuard& guard() const noexcept { return state_.guard; }
  bool work(std::uint64_t units) const noexcept;
  [[nodiscard]] bool exceeds() const noexcept;

  // Stages, in turning_step.cpp.
  void gather();
  void enroll(Body& body);
  [[nodiscard]] SinCos direction_of(const TurningMember& m) const noexcept;
  void take_off(TurningMember& m);
  void damp(TurningMember& m) const noexcept;
  void keep_flights();

  // Who is near whom: turning_look.cpp.
  void look();
  void take_flights();
  void sort_into_grid();
  void open_window();
  /// The grid knows of its new flight.
  void follow(const TurningMember& m, double t) {
    if (!m.boundless) grid_.change(m.place, flight(m), t - window_start_);
  }
  [[nodiscard]] std::optional<SpottedPair> pair_of(std::uint32_t p, std::uint32_t q, Vec2 shift) const noexcept;
  void take_lines();
  template <class See>
  void for_each_near_line(std::uint32_t who, double radius, const See& see) const;
  void sort_spotted();
  void take_spotted();

  // Again in turning_step.cpp.
  void play();
  void land();
  void kick_again();
  void write_back();
  void leave();

  // What will happen: turning_foretell.cpp.
  void foretell_all();
  void foretell_near_pair(NearTurning& near);
  void foretell_flight(std::uint32_t who);
  /// The same for many that have changed at once: each pair of them is asked once.
  void foretell_flights(std::span<const std::uint32_t> who);
  void foretell_near(std::uint32_t who, std::uint64_t already);
  void foretell_alone(std::uint32_t who);
  void foretell_pair(std::uint32_t p, std::uint32_t q, Vec2 shift);
  void foretell_edge(std::uint32_t who, std::uint32_t edge);
  void foretell_passing(std::uint32_t a, std::uint32_t b, Vec2 shift);
  [[nodiscard]] std::optional<Contact> entering(std::uint32_t a, std::uint32_t b, Vec2 shift, double from) const;
  [[nodiscard]] std::optional<double> parting_time(std::uint32_t a, std::uint32_t b, Vec2 shift, double from) const;
  [[nodiscard]] int parting_looks(std::uint32_t a, std::uint32_t b, double from) const noexcept;
  [[nodiscard]] bool may_part_twice(std::uint32_t a, std::uint32_t b) const noexcept;
  /// Is a place on the outer side of an edge?
  [[nodiscard]] bool is_beyond(std::uint32_t edge, Vec2 place) const noexcept;
  [[nodiscard]] double distance_at(std::uint32_t a, std::uint32_t b, Vec2 shift, double t) const;
  [[nodiscard]] std::optional<Contact> meeting(std::uint32_t a, std::uint32_t b, Vec2 shift) const;
  [[nodiscard]] bool both_round(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] Flier round_flier(std::uint32_t who, double since) const noexcept;
  [[nodiscard]] std::optional<Contact> round_meeting(std::uint32_t a, std::uint32_t b, Vec2 shift, double since) const;
  [[nodiscard]] double closing_speed_at(const Contact& deep, std::uint32_t a, std::uint32_t b, Vec2 shift,
                                        double t) const;
  /// Of an overlap by more than rounding, as nothing here has made it: do its bodies not part by themselves?
  [[nodiscard]] bool closes(const Contact& deep, std::uint32_t a, std::uint32_t b, Vec2 shift, double t) const {
    return closing_speed_at(deep, a, b, shift, t) > 0;
  }
  template <class See>
  void for_each_impact(std::uint32_t a, std::uint32_t b, Vec2 shift, double from, double to, const See& see) const;
  [[nodiscard]] Impact first_impact(std::uint32_t a, std::uint32_t b, Vec2 shift, double from, double to) const;
  void push(double t, std::uint32_t a, std::uint32_t b, TurningHappening what, const Contact& contact);
  [[nodiscard]] bool later(const TurningItem& x, const TurningItem& y) const noexcept;
  [[nodiscard]] bool is_void(const TurningItem& item) const noexcept;
  [[nodiscard]] bool passes(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] bool may_meet(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] bool may_rest(std::uint32_t a, std::uint32_t b) const;

  // Who stays apart: turning_apart.cpp.
  [[nodiscard]] std::optional<Border> line_of(std::uint32_t who) const noexcept;
  [[nodiscard]] PlacedGap box_gap(const NearTurning& near) const noexcept;
  /// No two points of theirs come nearer faster.
  [[nodiscard]] double fastest_approach(const NearTurning& near) const noexcept;
  [[nodiscard]] double clear_of(const NearTurning& near) const noexcept;
  [[nodiscard]] bool circles_stay_apart(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept;
  [[nodiscard]] bool disc_stays_clear(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept;
  [[nodiscard]] RelativeStep relative_step(const NearTurning& near) const noexcept;
  [[nodiscard]] bool stays_apart(NearTurning& near) const noexcept;
  [[nodiscard]] bool stays_off_line(const NearTurning& near, double level) const noexcept;
  void see_widest(NearTurning& near) const noexcept;

  // What happens: turning_answer.cpp.
  struct Touching {
    std::uint32_t a = 0;
    std::uint32_t b = 0;  ///< or an edge
    double t = 0;
    Vec2 shift;
    Contact contact;
  };
  void meet(const TurningItem& item);
  void answer_aloud(const Touching& touch, const Law& law);
  void let_pass(const Touching& touch);
  void part(const TurningItem& item);
  void tell_touch(std::uint32_t a, std::uint32_t b, TouchChange change) const;
  [[nodiscard]] Law law(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] double friction(std::uint32_t a, std::uint32_t b) const noexcept;
  void act(const Touching& touch, Law law);
  std::uint32_t calm(const Touching& touch, double closing, Law& law);
  [[nodiscard]] bool is_endless(const Touching& touch, bool elastic);
  [[nodiscard]] bool is_driven(std::uint32_t who) const noexcept;
  [[nodiscard]] bool is_squeezed(const Touching& touch) const noexcept;
  void act_plainly(const Touching& touch, const Law& law);
  [[nodiscard]] bool is_brought_back(const Touching& touch, const ContactBody& a, const ContactBody& b) const;
  [[nodiscard]] bool comes_to_rest(const Touching& touch, const Law& law, const ContactBody& a,
                                   const ContactBody& b) const;
  void act_turning(const Touching& touch, const Law& law);
  void merge(const Touching& touch, const Law& law);
  [[nodiscard]] std::optional<Touching> swallowed(BodyId grown, double t) const;
  void book(const Touching& touch, const Law& law, double closing, double impulse, double energy, bool reported);
  [[nodiscard]] bool silent(const Touching& touch, double closing) const;
  /// Its own motion at a moment, without what only pushes it off others.
  [[nodiscard]] ContactBody body_at(std::uint32_t who, double t) const noexcept;
  /// The contact as a point of the two, which stand at places 0 and 1.
  [[nodiscard]] ContactPoint point_met(const Touching& touch) const noexcept;
  void fly_on(std::uint32_t who, double t, const ContactBody& after, bool rests, const ContactBody& push = {});
  /// The same, without looking at it again; of a clump, all of it.
  void take_course(std::uint32_t who, double t, const ContactBody& after, bool rests, const ContactBody& push);
  void take_course_alone(std::uint32_t who, double t, const ContactBody& after, bool rests, const ContactBody& push);
  template <class See>
  void for_each_rider(std::uint32_t who, const See& see) const {
    if (!member(who).clump) return see(who);
    for (const ClumpRider& rider : clumps_[*member(who).clump].riders) see(rider.who);
  }

  // Several impacts at one instant: turning_together.cpp.
  [[nodiscard]] double closing_at(const Touching& touch) const noexcept;
  [[nodiscard]] std::vector<Touching> met_at_once(const Touching& touch);
  [[nodiscard]] std::vector<ContactPoint> points_struck(const Touching& touch) const;
  void act_together(const Touching& first, const Law& first_law, std::span<const Touching> others);

  // What does not come apart: turning_clump.cpp.
  struct OwnMotion {
    Vec2 at;  ///< the centre of mass
    Vec2 velocity;
    double spin = 0;
  };
  [[nodiscard]] std::uint32_t first_of_clump(std::uint32_t who) const noexcept;
  [[nodiscard]] bool is_same_clump(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] OwnMotion own_motion(std::uint32_t who, double t) const noexcept;
  void release(std::uint32_t clump, double t);
  void clump(const Touching& touch, const Law& law, double closing);
  void form_clump(std::span<const std::uint32_t> who, std::span<const Vec2> shifts,
                  std::optional<std::uint32_t> carrier, int carried, const Touching& touch, const Law& law,
                  double closing);
  void break_up(const TurningMember& m);
  void turn_about(TurningMember& m, Vec2 pivot);
  void record_corner(std::uint32_t who, double t);

  // What happens to many at once: turning_group.cpp.
  struct Group;
  [[nodiscard]] std::vector<ContactPoint> points_of(const Touching& touch, double within) const;
  [[nodiscard]] double time_left(double t) const noexcept;
  void nudge(const Touching& touch, const ContactBody& a, const ContactBody& b);
  void settle_group(const Touching& touch, const ContactBody& a, const ContactBody& b, double closing, bool reported);
  void see(Group& group, std::uint32_t p, std::uint32_t q, Vec2 shift) const;
  void see_meeting(Group& group, const Touching& touch) const;
  void see_neighbours(Group& group, std::uint32_t who) const;
  [[nodiscard]] bool grow(Group& group, std::span<const ContactBody> before) const;
  [[nodiscard]] Vec2 kick_left(std::uint32_t who, double t) const noexcept;
  void be_held(TurningMember& m, const ContactBody& kicked, const ContactBody& solved, double time) const noexcept;
  double find_settled();
  [[nodiscard]] double energy_taken(const Group& group, std::span<const ContactBody> before) const;

  // Where two touch: turning_places.cpp.
  /// A place at which a piece of each touches the other, for the solver; which bodies they are there is the caller's
  /// business.
  struct Touched {
    ManifoldPoint point;
    std::uint32_t piece_a = 0;
    std::uint32_t piece_b = 0;
  };
  void find_points(NearTurning& near);
  void find_places(const NearTurning& near, double within);
  void find_hull_points(NearTurning& near, const RestGaps& gaps);
  void take_touches(const NearTurning& near, double hold);
  void take_places(const NearTurning& near);
  void find_deep(const NearTurning& near, std::vector<Touched>& found) const;
  [[nodiscard]] std::vector<Touched> places_of(std::uint32_t a, std::uint32_t b, double t, Vec2 shift,
                                               double within) const;
  [[nodiscard]] ContactPoint point_of(const Touched& place, std::uint32_t a, std::uint32_t b, double t,
                                      Vec2 shift) const;
  [[nodiscard]] std::uint64_t feature_of(const Touched& place, bool edge) const noexcept;

  // What rests: turning_rest.cpp.
  void hold();
  void take_motions();
  void choose_points();
  [[nodiscard]] bool rests(const NearTurning& near, bool touched) const;
  void hold_again();
  void recall_impulses();
  void keep_impulses();
  [[nodiscard]] double resting_speed(std::uint32_t a, std::uint32_t b) const noexcept {
    return detail::resting_speed(member(a), member(is_edge(b) ? a : b), dt_);
  }
  [[nodiscard]] RestGaps rest_gaps(std::uint32_t a, std::uint32_t b) const noexcept {
    return detail::rest_gaps(member(a), member(is_edge(b) ? a : b), dt_);
  }
  [[nodiscard]] double hold_gap(std::uint32_t a, std::uint32_t b) const noexcept { return rest_gaps(a, b).hold; }
  [[nodiscard]] double near_gap(std::uint32_t a, std::uint32_t b) const noexcept { return rest_gaps(a, b).near; }
  void load_bodies();
  void bring_to_the_end(ContactPoint& point) const;
  void book_work(std::span<const ContactBody> before);

  // What has come too close: turning_push.cpp.
  [[nodiscard]] double push_speed(const ContactPoint& p) const noexcept;
  void push_off();
  void push(std::span<ContactBody> bodies, std::span<ContactPoint> points);
  void book_push(const TurningMember& m, double t);

  [[nodiscard]] static bool is_edge(std::uint32_t who) noexcept { return who >= k_turning_edge; }
  [[nodiscard]] TurningMember& member(std::uint32_t who) noexcept { return members_[who]; }
  [[nodiscard]] const TurningMember& member(std::uint32_t who) const noexcept { return members_[who]; }
  [[nodiscard]] const BodyShape& upright(std::uint32_t who) const noexcept {
    return state_.now.bodies.at_slot(members_[who].id.slot).upright;
  }
  /// Its way between two moments, seen from a frame that moves with `frame`.
  [[nodiscard]] Turn turn(std::uint32_t who, double from, double to, Vec2 shift, Vec2 frame) const noexcept;
  [[nodiscard]] Border edge(std::uint32_t edge) const noexcept;
  [[nodiscard]] PairKey key(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] PairKey passing_key(std::uint32_t a, std::uint32_t b) const noexcept;
  /// Of b, as seen from a.
  [[nodiscard]] Vec2 shift_between(std::uint32_t a, std::uint32_t b, double t) const noexcept;
  [[nodiscard]] Vec2 shift_of(int image_x, int image_y) const noexcept {
    return period_ ? Vec2{image_x * period_->x, image_y * period_->y} : Vec2{};
  }
  [[nodiscard]] Party party(std::uint32_t who) const noexcept { return {member(who).id, member(who).serial}; }
  [[nodiscard]] Flight flight(const TurningMember& m) const noexcept;
  [[nodiscard]] Vec2 lag(const TurningMember& m, double t) const noexcept { return (t - m.lead) * m.acceleration; }

  World& world_;
  World::State& state_;
  std::shared_ptr<TurningWorkspace> workspace_;
  Fields fields_;
  double start_;  ///< scene time
  double dt_;
  double lead_;              ///< seconds of the kick before the drift
  double window_start_ = 0;  ///< of neighbours, within the step
  double window_end_;
  double now_ = 0;
  std::uint64_t round_ = 0;
  std::optional<Vec2> inherited_;  ///< by one made of two: what forces give it, per mass
  std::optional<PeriodicBox> box_;
  std::optional<Vec2> period_;
  bool plain_ = true;                   ///< no rules, listeners, sensors, filters
  std::vector<TurningMember> members_;  ///< in order of creation, but for those made of two within the step
  TurningPieces pieces_;
  std::vector<std::uint32_t> member_of_slot_;
  std::vector<std::uint32_t> boundless_;
  std::vector<std::uint32_t> at_place_;  ///< members, by place in the grid
  FlightGrid grid_;
  std::vector<Near> near_scratch_;
  std::vector<NearTurning> near_;
  std::vector<std::uint32_t> first_near_;  ///< of every member: where the next one's begin
  /// A border or an edge.
  struct NearLine {
    std::uint32_t who = 0;
    bool known = false;  ///< where it is
    Border line;
    double speed = 0;  ///< across itself
  };
  std::vector<NearLine> lines_;
  std::vector<TurningItem> queue_;  ///< a heap
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Pair, std::uint32_t> meetings_;  ///< of a pair, in this step
  std::map<Pair, Parted> parted_;           ///< of those that pass through each other, in this step
  std::set<Pair> left_;  ///< pairs that are not asked about until the step ends: jammed, or too short a time
  std::vector<RigidClump> clumps_;
  std::set<Pair> settled_;  ///< pairs that have come to rest on each other in this step
  std::vector<RestingPoint> resting_;
  std::vector<ContactPoint> points_;  ///< of the same places
  std::vector<ContactBody> bodies_;   ///< by member; one more for the edges
  std::vector<ContactBody> before_;   ///< the same, before the fields' last kick
  ContactSolver solver_;
  ContactSolver::Effort effort_;     ///< of what rests
  std::vector<SinCos> turns_;        ///< by member, and of the edges: within the step
  std::vector<ContactBody> pushes_;  ///< by member; empty: nobody is pushed
  std::vector<Touched> places_;      ///< of the pair that is looked at
  HullTouches touches_;
  std::vector<PairKey> touching_;  ///< when the step ends
};

/// Calls `see(impact, piece, piece)` for every piece of one and every piece of the other, from one moment to another, t being
/// the fraction between. Backward, where `to` is before `from`.
template <class See>
void TurningStep::for_each_impact(std::uint32_t a, std::uint32_t b, Vec2 shift, double from, double to,
                                  const See& see) const {
  const TurningPieces::Range own = member(a).pieces;
  const auto way = [&](std::uint32_t who, Vec2 shift_of_it, Vec2 frame) {
    const Turn forward = turn(who, std::min(from, to), std::max(from, to), shift_of_it, frame);
    return from <= to || member(who).boundless ? forward : Turn{forward.to, forward.from};
  };
  // A border stands: what it does is taken off the other's way.
  const Vec2 frame_a = !is_edge(b) && member(b).boundless ? member(b).velocity : Vec2{};
  const Turn turn_a = way(a, {}, frame_a);
  if (is_edge(b)) {
    for (std::uint32_t p = own.first; p < own.end() && !work(k_search_work); ++p) {
      see(turning_impact(pieces_.shape(p, turn_a), edge(b)), p, 0U);
    }
    return;
  }
  const TurningPieces::Range other = member(b).pieces;
  const Turn turn_b = way(b, shift, member(a).boundless ? member(a).velocity : Vec2{});
  for (std::uint32_t p = own.first; p < own.end(); ++p) {
    const TurningShape piece = pieces_.shape(p, turn_a);
    for (std::uint32_t q = other.first; q < other.end() && !work(k_search_work); ++q) {
      see(turning_impact(piece, pieces_.shape(q, turn_b)), p, q);
    }
  }
}

}  // namespace carom::detail

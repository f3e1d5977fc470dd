#pragma once

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "carom/broadphase/good_window.hpp"
#include "math/parallel.hpp"
#include "swept/rest_solver.hpp"
#include "swept/swept_types.hpp"
#include "world/fields.hpp"
#include "world/law.hpp"
#include "world/passing.hpp"

/// One step of the swept world: every body flies straight, every first contact is found, in time order.
///
/// A step is cut into windows so short that bodies hardly leave their neighbourhood; a window changes nothing but who is
/// asked about whom. A meeting is a pure function of the two flights and the step's length, so neither windows nor threads
/// nor the broad phase change a bit of any result.
namespace carom::detail {

/// Which of the drifts of a step this is, and how it follows what pulls. Left as it is: the only one, a leapfrog's.
struct Drift {
  DriftPlan plan;
  double whole = 0;         ///< length of the integrator's step
  bool integrated = false;  ///< accelerations are those of the workspace's orrery
  bool first = true;        ///< of the world's step
  bool last = true;
};

struct RestingPair;

class SweptStep final : public RunningStep {
 public:
  SweptStep(World& world, World::State& state, SweptWorkspace& workspace, double end, const Drift& drift = {});

  /// The table of contents.
  void run();

  [[nodiscard]] double now() const noexcept override { return start_ + now_; }
  void refresh(Body& body) noexcept override;
  void added(Body& body) override;
  void removed(const Body& body) override;
  void changed(const Body& body) override;

 private:
  friend class BandReplay;

  // Stages, in swept_step.cpp.
  void gather();
  void keep_states();
  [[nodiscard]] StepGuard& guard() const noexcept { return state_.guard; }
  [[nodiscard]] bool exceeds();
  [[nodiscard]] bool exceeds(const Lane& lane);
  /// Counts some work. True: the step is abandoned. In strips it would not be the same for any number of threads.
  bool work(std::uint64_t units) noexcept { return elastic_ && gas_ ? guard().pause(units) : guard().spend(units); }
  void open_window();
  void wrap(Flier& flier, Flight& here) const noexcept;
  /// Calls work(piece, place) for all movers, in pieces side by side where strips are.
  template <class Work>
  void each_piece(const Work& work) {
    const std::size_t count = w_.movers.size();
    parallel_for(strips_, state_.settings.threads, [&](std::size_t piece) {
      for (std::size_t i = piece * count / strips_; i < (piece + 1) * count / strips_; ++i) work(piece, i);
    });
  }
  /// Calls work(flier) for all: in the order of the members, if those are worked on as well, because they are larger.
  template <class Work>
  void each_flier(bool with_members, const Work& work) {
    if (with_members) {
      w_.each_member([&](const Member& /*member*/, Flier& f) { work(f); });
    } else {
      parallel_portions(w_.movers.size(), k_portion, state_.settings.threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) work(w_.movers[i]);
      });
      for (Flier& f : w_.fixtures) work(f);
    }
  }
  void gather_flights();
  void sort_movers();
  void number_places();
  void sort_fixtures();
  void land();
  void kick_again();

  // The search among the discs of a gas: swept_gas.cpp.
  [[nodiscard]] bool is_gas() const;
  [[nodiscard]] bool measure_gas();
  void plan_gas();
  void sort_gas();
  [[nodiscard]] Way way_of(const Flier& f, double from) const noexcept {
    return w_.gas.way(f.at + (from - f.since) * f.velocity, f.at + (window_end_ - f.since) * f.velocity, f.radius);
  }
  [[nodiscard]] int lap(const Lane& lane, std::uint32_t place) const noexcept;
  void foretell_rows(Lane& lane, int first, int last);
  template <class Visit>
  void ask_loose(const Lane& lane, std::uint32_t place, const Way& way, double since, std::size_t k,
                 const Visit& visit) const;
  void foretell_in_gas(Lane& lane, std::uint32_t place, double since);
  void foretell_two_in_gas(Lane& lane, std::uint32_t a, std::uint32_t b, double since);
  void foretell_discs(Lane& lane, std::uint32_t p, std::uint32_t q, Vec2 shift);
  void tell_gas(Lane& lane, std::uint32_t place);
  [[nodiscard]] bool stays_sure(const Lane& lane, const Way& way) const noexcept;

  // What will happen: swept_foretell.cpp.
  void foretell_all(Lane& lane);
  void foretell_flight(Lane& lane, std::uint32_t place, double since);
  void foretell_alone(Lane& lane, std::uint32_t place, double since);
  /// No edge can be reached within the window; of a disc.
  [[nodiscard]] bool far_from_edges(const Flier& f) const noexcept {
    const double left = (window_end_ - f.since) * (1 + 1e-9);
    const double x = f.radius + left * std::abs(f.velocity.x);
    const double y = f.radius + left * std::abs(f.velocity.y);
    return f.at.x - x > inner_.min.x && f.at.y - y > inner_.min.y && f.at.x + x < inner_.max.x &&
           f.at.y + y < inner_.max.y;
  }
  [[nodiscard]] Vec2 shift_of(int image_x, int image_y) const noexcept {
    return {image_x * period_.x, image_y * period_.y};
  }
  void foretell_edges(Lane& lane, std::uint32_t place);
  void foretell_leaving(Lane& lane, std::uint32_t place);
  void foretell_pair(Lane& lane, std::uint32_t p, std::uint32_t q, Vec2 shift);
  void foretell_passing(Lane& lane, std::uint32_t a, std::uint32_t b, Vec2 shift);
  [[nodiscard]] bool in_window(double t) const noexcept;
  void push(Lane& lane, const Item& item);
  void push(Lane& lane, double t, std::uint32_t first, std::uint32_t second, Happening what);

  // A window, in turn or in strips side by side: swept_window.cpp.
  void play_window();
  void lend_record();
  void open_lane(Lane& lane, RowScope scope, std::size_t expected);
  void play_in_turn();
  [[nodiscard]] bool play_in_strips();
  [[nodiscard]] bool cut_strips();
  void make_sure(unsigned strip);
  [[nodiscard]] bool hand_out_loose();
  [[nodiscard]] bool play_strips();
  [[nodiscard]] bool replay_bands();
  void keep_what_happened();

  // What happens: swept_play.cpp.
  struct GasHooks;
  void play(Lane& lane);
  [[nodiscard]] std::optional<Item> next(Lane& lane);
  [[nodiscard]] bool is_void(const Item& item) const noexcept;
  void happen(Lane& lane, const Item& item);
  void meet(Lane& lane, const Item& item);
  void meet_simply(Lane& lane, const Item& item);
  void meet_edge_simply(Lane& lane, const Item& item);
  void fly_simply(Lane& lane, std::uint32_t place, double t, Vec2 at, Vec2 velocity);
  [[nodiscard]] std::uint32_t versions(std::uint32_t first, std::uint32_t second) const noexcept {
    return flier(first).version + (is_edge(second) ? 0 : flier(second).version);
  }
  void meet_edge(Lane& lane, const Item& item);
  void part(Lane& lane, const Item& item);

  /// Two at the moment they touch.
  struct Touching {
    std::uint32_t a = 0;  ///< places
    std::uint32_t b = 0;  ///< or an edge
    double t = 0;
    Contact contact;
    std::optional<Vec2> placed;  ///< where a stands now, if not where its flight has rounded it to
    bool outruns = false;        ///< the pull of the drift's beginning tells nothing here: see outruns_pull
    /// What their velocities are beyond those of the drift, of a and b, where that is known already: see lag_at_contact.
    std::optional<std::pair<Vec2, Vec2>> lags = std::nullopt;
  };

  // What pulls: swept_pull.cpp.
  void aim();
  void aim_chords();
  void look_at_landing();
  [[nodiscard]] Vec2 pull_on(const Flier& flier) const;
  [[nodiscard]] Vec2 lag_at_contact(std::uint32_t place, std::uint32_t partner, double t) const;
  [[nodiscard]] bool all_pull(std::uint32_t place, std::uint32_t partner) const;
  [[nodiscard]] std::pair<Vec2, Vec2> lags_at_contact(const Touching& touch) const;
  [[nodiscard]] bool outruns_pull(const Touching& touch);
  void turn_the_pull(const Touching& touch, const Encounter& before, const Aftermath& after, Aftermath& drift) const;
  [[nodiscard]] Swing swing(std::uint32_t place, std::uint32_t partner, double t, Vec2 velocity) const;
  /// Does the change of the pull count at contacts?
  [[nodiscard]] bool curved() const noexcept { return drift_.integrated && !drift_.plan.chord; }
  void keep_flights();
  void keep_newcomer(const Member& m);
  void leave();

  // A contact and its answer: swept_answer.cpp.
  void answer(Lane& lane, const Touching& touch);
  [[nodiscard]] Law law(const Touching& touch) const;
  [[nodiscard]] Encounter encounter(const Touching& touch, double restitution) const;
  void act(Lane& lane, const Touching& met, Law law);
  [[nodiscard]] Aftermath aftermath(const Touching& touch, const Law& law, const Encounter& e) const;
  void fly_on(Lane& lane, const Touching& touch, const Aftermath& drift);
  void refly(Lane& lane, std::uint32_t place, double t, Vec2 at, Vec2 velocity);
  void tell_grid(Lane& lane, std::uint32_t place);
  void merge(Lane& lane, const Touching& touch, const Law& law);
  [[nodiscard]] std::optional<Touching> swallowed(BodyId grown, double t) const;
  [[nodiscard]] EventRecord record(const Touching& touch, Response response, const Encounter& before,
                                   const Aftermath& after) const;
  void book(Lane& lane, const Touching& touch, const Law& law, const Encounter& before, const Aftermath& after,
            bool reported);

  // Prologue and epilogue: swept_telling.cpp.
  void answer_aloud(Lane& lane, const Touching& touch, const Law& law);
  [[nodiscard]] Meeting meeting_of(const Touching& touch, const Encounter& e) const;
  void let_pass(Lane& lane, const Touching& touch);
  void tell_touch(std::uint32_t a, std::uint32_t b, TouchChange change);
  [[nodiscard]] Party party(std::uint32_t place) const;
  [[nodiscard]] std::optional<Party> other_party(std::uint32_t place) const;  ///< nothing: the edges

  // The policy that lets every step end: swept_policy.cpp.
  [[nodiscard]] bool has_no_room(const Touching& touch);
  void calm(const Touching& touch, Law& law);
  void rest(const Touching& touch, const Law& law, const Encounter& e, Aftermath& drift);
  void tilt(Lane& lane, const Touching& touch, Aftermath& drift);
  [[nodiscard]] bool entangled(const Touching& touch) const;
  [[nodiscard]] bool rested_too_often(const Touching& touch) const;
  [[nodiscard]] bool tired(const Touching& touch, const Law& law) const;
  [[nodiscard]] bool silent(const Touching& touch, const Encounter& e) const;
  void clump(Lane& lane, const Touching& touch);
  [[nodiscard]] const Clump* clump_of(std::uint32_t place) const noexcept {
    if (clumps_.empty() || is_edge(place) || member(place).clump < 0) return nullptr;
    return &clumps_[static_cast<std::size_t>(member(place).clump)];
  }
  [[nodiscard]] bool held_together(std::uint32_t a, std::uint32_t b) const noexcept {
    const Clump* clump = clump_of(a);
    if (clump == nullptr) return false;
    return is_edge(b) ? clump->at_edge(b) : clump == clump_of(b);
  }
  [[nodiscard]] Vec2 common_velocity(const Clump& clump) const;

  // What is at rest: swept_rest.cpp.
  struct Gap {
    double size = 0;
    Vec2 normal;
  };
  [[nodiscard]] double resting_speed(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] double idle_speed(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] Vec2 normal_at_end(const Hold& hold) const;
  [[nodiscard]] std::optional<double> room_in_ring(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] std::optional<Gap> gap_of_disc(std::uint32_t disc, std::uint32_t other, double time) const;
  [[nodiscard]] std::optional<Gap> gap_of_convex(std::uint32_t a, std::uint32_t b, double time) const;
  [[nodiscard]] double apart_along(std::uint32_t a, std::uint32_t b, Vec2 normal, double time) const;
  [[nodiscard]] std::optional<Gap> gap_of_pair(std::uint32_t a, std::uint32_t b, double time) const;
  [[nodiscard]] Gap gap_to_edge(std::uint32_t place, std::uint32_t edge, double time) const;
  template <class Visit>
  void each_in_touch(const Visit& visit);
  void press();
  [[nodiscard]] double relaxation() const noexcept;
  void book_rest(std::span<const RestingPair> pairs, std::span<const Vec2> before);
  void hold(const Hold& hold);
  void disentangle(Lane& lane, double t);
  [[nodiscard]] bool still_touching(const Hold& hold);
  void keep_held(const std::vector<RestingPair>& pairs);
  void keep_landings();
  void hold_to_the_end();

  [[nodiscard]] Flier& flier(std::uint32_t place) noexcept { return w_.flier(place); }
  [[nodiscard]] const Flier& flier(std::uint32_t place) const noexcept { return w_.flier(place); }
  [[nodiscard]] static bool is_edge(std::uint32_t place) noexcept { return place >= k_first_edge; }
  [[nodiscard]] Member& member(std::uint32_t place) noexcept { return w_.members[flier(place).member]; }
  [[nodiscard]] const Member& member(std::uint32_t place) const noexcept { return w_.members[flier(place).member]; }
  [[nodiscard]] const BodyShape& shape(std::uint32_t place) const noexcept {
    return state_.now.bodies.at_slot(member(place).id.slot).shape;
  }
  [[nodiscard]] bool both_discs(std::uint32_t a, std::uint32_t b) const noexcept {
    if (w_.traits.all_discs && a < k_fixture_base && b < k_fixture_base) return true;
    return member(a).disc && member(b).disc;
  }
  [[nodiscard]] PairKey key(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] PairKey passing_key(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] bool passes_edge(std::uint32_t place, std::uint32_t edge) const;
  [[nodiscard]] Vec2 nearest_shift(Vec2 a, Vec2 b) const noexcept;
  [[nodiscard]] FlierPair pair(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept;
  [[nodiscard]] bool before(const Item& x, const Item& y) const noexcept;
  [[nodiscard]] bool passes(std::uint32_t a, std::uint32_t b) const;
  /// What a member's velocity is beyond that of its drift, t seconds into the step.
  [[nodiscard]] Vec2 lag(const Member& m, double t) const noexcept {
    const double since = t - lead_;
    const Vec2 straight = since * m.acceleration;
    return drift_.plan.chord ? straight + (since * since - dt_ * dt_ / 12) * m.bend : straight;
  }
  /// How much of the acceleration's change goes into it.
  [[nodiscard]] double bending(double t) const noexcept {
    return lead_ * t - 0.5 * t * t - drift_.plan.shift_before * drift_.whole * drift_.whole;
  }
  [[nodiscard]] Vec2 lag(std::uint32_t place, double t) const noexcept {
    return is_edge(place) ? Vec2{} : lag(member(place), t);
  }
  [[nodiscard]] double inverse_mass(std::uint32_t place) const noexcept;
  /// As the window begins.
  [[nodiscard]] Flight flight(const Flier& f) const noexcept {
    return {f.at + (window_start_ - f.since) * f.velocity, f.velocity, f.radius};
  }
  void enroll(Body& body);
  void take_off(Flier& flier);

  World& world_;
  World::State& state_;
  SweptWorkspace& w_;
  Fields fields_;
  double start_;  ///< scene time
  double dt_;
  Drift drift_;
  double lead_;  ///< seconds of the kick before the drift: where a drift's velocity is a body's own
  double now_ = 0;
  double window_start_ = 0;
  double window_end_ = 0;
  double window_ = 0;
  std::optional<PeriodicBox> box_;
  Vec2 period_;
  std::vector<Clump> clumps_;
  std::set<PairKey> rested_;
  std::map<PairKey, Parted> parted_;        ///< of those that pass through each other, in this step
  std::map<PairKey, std::uint32_t> rests_;  ///< how often each of them was brought to rest by a contact of this drift
  std::uint32_t solves_ = 0;
  std::vector<Vec2> landed_;       ///< by member: velocities before the second kick, where bodies attract each other
  std::optional<Vec2> inherited_;  ///< the acceleration of one that two have become
  bool remembers_ = false;         ///< changes are kept, so that they can be undone
  unsigned strips_ = 1;
  unsigned retreats_ = 0;  ///< windows of strips in which somebody went too far
  bool gas_ = false;
  bool elastic_ = false;  ///< nothing is lost and nothing pulls: nobody comes to rest
  bool simple_ = false;   ///< an elastic gas among edges: the hot loops need ask nothing else
  Crowd crowd_;
  double largest_ = 0;        ///< radius of a gas
  bool alike_ = false;        ///< all its radii are about this
  double fastest_ = 0;        ///< square of a speed
  Bounds inner_;              ///< the edges, endless where there are none
  bool plain_ = true;         ///< no rules, listeners, sensors, filters: nothing but discs and physics between them
  bool accelerated_ = false;  ///< fields or forces: the velocity at a contact is not that of the drift
  bool sourced_ = false;      ///< some of the pull is that of fixed wells, and may be far from the same elsewhere
  bool lossy_ = false;        ///< some restitution is below 1
};

/// Between steps the fliers are where the bodies are; these bring the stored states up to date: of one body, of all, and
/// of all before something is changed from outside.
void refresh(const SweptWorkspace& workspace, Body& body) noexcept;
void settle(World::State& state) noexcept;
void take_over(World::State& state) noexcept;

}  // namespace carom::detail

#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "carom/toi/thrown.hpp"
#include "event/event_pairs.hpp"
#include "event/event_types.hpp"
#include "world/flier.hpp"
#include "world/law.hpp"
#include "world/passing.hpp"

/// The event world from now to `end`: every body flies exactly from hit to hit.
///
/// Each mover knows its next event, and with whom; both partners name each other. Whoever finds a partner earlier than the
/// partner's own next event takes them, and the one who is left looks again when that event would have been. So nothing is
/// looked for twice, and one event a body is all there is to store (Lubachevsky 1991).
///
/// Where a flight ends and the next one begins depends on nothing but what happens to the body: not on cells, not on the
/// calendar, not on where a run is cut into steps. Only at the end of an epoch all flights begin anew, so that times stay
/// small; how long the next one is depends on what happened in the last.
namespace carom::detail {

class EventRun final : public RunningStep {
 public:
  EventRun(World& world, World::State& state, EventWorkspace& workspace, double end);

  /// To the end, or to where it is interrupted: scene time.
  double run();

  [[nodiscard]] double now() const noexcept override { return clock_.epoch + now_; }
  void refresh(Body& body) noexcept override;
  void added(Body& body) override;
  void removed(const Body& body) override;
  void changed(const Body& body) override;

 private:
  /// The earliest that has been found so far.
  struct Best {
    double t = k_never;
    std::uint32_t partner = k_event_nobody;
  };
  /// The next line of the grid.
  struct Crossing {
    double t = k_never;
    int dx = 0;
    int dy = 0;
  };
  /// Two at the moment they touch; the first one is the one created first.
  struct Touching {
    std::uint32_t a = 0;  ///< places: movers, or fixtures after their base
    std::uint32_t b = 0;  ///< or an edge
    Contact contact;
    std::optional<Vec2> placed;  ///< where a stands now, if not where its flight has rounded it to
  };

  /// Whether a contact is told: bodies that lie still are no news.
  enum class News : std::uint8_t { told, none };

  // Epochs: event_epoch.cpp.
  [[nodiscard]] double next_departure() const;
  [[nodiscard]] double departure(const Fixture& fixture) const;
  void let_fixtures_go(double time);
  void gather();
  void gather_again();
  void enroll(Body& body);
  void choose_shortest();
  void begin_epoch();
  [[nodiscard]] double first_length() const;
  void next_epoch();
  void rebase(double t);
  void sort_movers();
  void number_places();
  [[nodiscard]] bool can_be_fast() const;
  void sort_fixtures();
  void open_year(double start);

  // What will happen: event_foretell.cpp.
  void foretell_everyone();
  void foretell(std::uint32_t who);
  void foretell_two(std::uint32_t a, std::uint32_t b);
  // What it meets that is no mover: event_alone.cpp.
  void look_alone(std::uint32_t who, Best& best);
  void look_at_edges(std::uint32_t who, Best& best);
  void look_outside(std::uint32_t who, Best& best);
  void look_at_fixtures(std::uint32_t who, Best& best);
  void look_at_rover(std::uint32_t who, std::uint32_t fixture, Best& best);
  void look_at_fixture(std::uint32_t who, std::uint32_t fixture, Vec2 shift, Best& best);
  [[nodiscard]] std::optional<Contact> thrown_meeting(std::uint32_t who, std::uint32_t place, Vec2 shift);
  [[nodiscard]] std::optional<Contact> first_throw(std::uint32_t who, std::uint32_t place, Vec2 shift, double start);
  [[nodiscard]] Throw thrown(std::uint32_t who, std::uint32_t place, Vec2 shift, double start) const;
  void look_around(std::uint32_t who, Best& best);
  void look_in(std::uint32_t who, const CellBlock& block, Best& best);
  void look_among(const Asker& asker, std::span<const std::uint32_t> names, Best& best);
  void settle_first(const Asker& asker, const First& first, std::span<const std::uint32_t> names, Best& best);
  [[nodiscard]] std::span<const std::uint32_t> names_in(const CellBlock& block, std::uint32_t who);
  void consider(std::uint32_t who, std::uint32_t other, Vec2 shift, Best& best);
  [[nodiscard]] double pair_time(std::uint32_t a, std::uint32_t b, Vec2 shift);
  [[nodiscard]] bool beats(double t, std::uint32_t who, std::uint32_t other, const Best& best) const;
  void take(std::uint32_t who, const Best& best);
  void release(std::uint32_t who);
  void schedule(std::uint32_t who);

  // Gases that fly from window to window: event_windows.cpp.
  [[nodiscard]] bool is_elastic_gas() const;
  [[nodiscard]] bool are_similar();
  [[nodiscard]] SightGrid::Plan window_plan() const;
  void enter_windows();
  void leave_windows();
  void give_up_windows();
  void line_up_movers();
  [[nodiscard]] bool play_windows(double horizon);
  void open_window();
  void sort_by_sight();
  struct WindowHooks;
  struct FetchingHooks;
  template <class Hooks>
  [[nodiscard]] bool play_window(double horizon, const Hooks& hooks);
  void work_out_bounces(std::span<WindowItem> items) noexcept;
  void bounce(const WindowItem& item);
  [[nodiscard]] bool happens_before(const WindowItem& x, const WindowItem& y) const noexcept;
  [[nodiscard]] std::uint32_t versions(std::uint32_t a, std::uint32_t b) const noexcept;
  void push(double t, std::uint32_t a, std::uint32_t b);
  void foretell_in_window(std::uint32_t who);
  void foretell_two_in_window(std::uint32_t a, std::uint32_t b);
  void foretell_pair(std::uint32_t p, std::uint32_t q, bool images);
  void foretell_edge(std::uint32_t who);
  void go_around(std::uint32_t who);
  void turn_in_window(std::uint32_t who);
  void forget_event(std::uint32_t who) noexcept;

  // Who passes through whom: event_passing.cpp.
  [[nodiscard]] std::optional<Contact> pass_begin(FlierPair pair);
  [[nodiscard]] std::optional<Contact> next_pass(std::uint32_t a, std::uint32_t b, FlierPair pair);
  [[nodiscard]] std::optional<Contact> thrown_pass_begin(std::uint32_t who, std::uint32_t place, Vec2 shift);
  [[nodiscard]] std::optional<Contact> thrown_pass_end(std::uint32_t who, std::uint32_t place, Vec2 shift);

  // What happens: event_play.cpp.
  [[nodiscard]] bool play(double horizon);
  [[nodiscard]] bool interrupted();
  [[nodiscard]] bool tried_by_sorting();
  void plan_anew();
  [[nodiscard]] std::uint32_t first_of_ties(const Calendar::Entry& entry);
  void happen(std::uint32_t who);
  void cross_line(std::uint32_t who);
  void look_ahead(std::uint32_t who, const Crossing& way, Best& best);
  void meet(std::uint32_t who, std::uint32_t other);
  void meet_discs(std::uint32_t who, std::uint32_t other);
  [[nodiscard]] std::optional<Contact> contact_of(std::uint32_t a, std::uint32_t b, Vec2 shift);
  void meet_edge(std::uint32_t who, std::uint32_t edge);
  void part(std::uint32_t who, std::uint32_t other);

  // The answer: event_answer.cpp.
  void answer(const Touching& touch);
  [[nodiscard]] Law law(const Touching& touch) const;
  [[nodiscard]] Encounter encounter(const Touching& touch, double restitution) const;
  void act(const Touching& touch, Law law, News news);
  [[nodiscard]] Aftermath aftermath(const Touching& touch, const Law& law, const Encounter& e) const;
  [[nodiscard]] bool has_no_room(const Touching& touch);
  bool count_brief(const Touching& touch, Law& law);
  [[nodiscard]] Aftermath without_loss(Encounter e);
  [[nodiscard]] bool hop(const Touching& touch, const Law& law, const Encounter& e, Aftermath& after);
  [[nodiscard]] double pressing(const Touching& touch, const Encounter& e) const;
  [[nodiscard]] bool is_hop(const Touching& touch, const Law& law) const;
  void graze(const Touching& touch, const Encounter& e, Aftermath& after);
  [[nodiscard]] bool takes_energy(const Touching& touch, const Law& law, const Encounter& e) const;
  void book(const Touching& touch, const Law& law, const Encounter& e, const Aftermath& after, News news);
  void end_flight(std::uint32_t who, const Touching& touch);
  void fly_on(const Touching& touch, const Aftermath& after);
  void refly(std::uint32_t who, Vec2 at, Vec2 velocity);
  void begin_flight(std::uint32_t who, Vec2 at, Vec2 velocity);
  void wrap_flight(std::uint32_t who, const Crossing& way);
  void count_gas(const Touching& touch, double impulse);

  // Who is squeezed, held and freed: event_squeeze.cpp.
  [[nodiscard]] bool squeezed(const Touching& touch, const Encounter& e);
  void hold(const Touching& touch, Aftermath& after);
  void wedge(const Touching& touch, Aftermath& after);
  void calm_jam(std::uint32_t who);
  void foretell_releases();
  [[nodiscard]] double release_time(std::uint32_t place);
  [[nodiscard]] double next_release() const;
  void release_held(double t);

  // Bodies that rattle on each other come to rest together: event_rest.cpp.
  struct RestingGroup;
  [[nodiscard]] bool rattles(const Touching& touch);
  [[nodiscard]] bool rest_together(const Touching& touch, const Law& law, News news);
  [[nodiscard]] std::optional<RestingGroup> resting_group(const Touching& touch);
  void find_touching(std::uint32_t who, RestingGroup& group);
  void find_touching_fixed(std::uint32_t who, RestingGroup& group);
  void add_contacts(std::uint32_t a, std::uint32_t b, Vec2 shift, RestingGroup& group);
  [[nodiscard]] bool settle(RestingGroup& group) const;
  void fly_on_together(const Touching& touch, const RestingGroup& group);

  // Prologue and epilogue, and what callbacks do: event_telling.cpp.
  void answer_aloud(const Touching& touch, const Law& law);
  [[nodiscard]] Party party(std::uint32_t place) const;
  [[nodiscard]] std::optional<Party> other_party(std::uint32_t place) const;  ///< nothing: the edges
  [[nodiscard]] Meeting meeting_of(const Touching& touch, const Encounter& e) const;
  void look_again(std::uint32_t who);
  void let_pass(const Touching& touch);
  void tell_touch(std::uint32_t a, std::uint32_t b, TouchChange change);
  [[nodiscard]] bool passes(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] PairKey passing_key(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] bool is_passing(std::uint32_t a, std::uint32_t b) const;

  // Where somebody is. Places are those of movers, or of fixtures after their base.
  [[nodiscard]] static bool is_mover(std::uint32_t place) noexcept { return place < k_event_fixtures; }
  [[nodiscard]] static bool is_fixture(std::uint32_t place) noexcept {
    return place >= k_event_fixtures && place < k_event_edges;
  }
  [[nodiscard]] static bool is_edge(std::uint32_t place) noexcept {
    return place >= k_event_edges && place < k_event_outside;
  }
  [[nodiscard]] static bool are_movers(const Touching& touch) noexcept {
    return is_mover(touch.a) && is_mover(touch.b);
  }
  [[nodiscard]] Fixture& fixture(std::uint32_t place) noexcept { return w_.fixtures[place - k_event_fixtures]; }
  [[nodiscard]] const Fixture& fixture(std::uint32_t place) const noexcept {
    return w_.fixtures[place - k_event_fixtures];
  }
  [[nodiscard]] std::uint32_t member(std::uint32_t place) const noexcept {
    return is_mover(place) ? w_.movers[place].member : fixture(place).member;
  }
  [[nodiscard]] Body& body(std::uint32_t place) noexcept { return state_.now.bodies.at_slot(w_.slots[member(place)]); }
  [[nodiscard]] const Body& body(std::uint32_t place) const noexcept {
    return state_.now.bodies.at_slot(w_.slots[member(place)]);
  }
  [[nodiscard]] const Aside& aside(std::uint32_t place) const noexcept { return w_.asides[place]; }
  /// Of a gas in windows nobody is: who takes one of it away ends that.
  [[nodiscard]] bool gone(std::uint32_t place) const noexcept {
    return is_mover(place) ? !w_.in_windows && aside(place).gone : fixture(place).gone;
  }
  [[nodiscard]] double inverse_mass(std::uint32_t place) const noexcept {
    return !is_mover(place) ? 0 : windows_ ? w_.movers[place].inverse_mass : w_.asides[place].inverse_mass;
  }
  [[nodiscard]] Vec2 position(std::uint32_t place, double t) const noexcept;
  [[nodiscard]] Vec2 velocity(std::uint32_t place, double t) const noexcept;
  /// Its flight, from its beginning or (gravity bends it) from `start` on.
  [[nodiscard]] Flier flier(std::uint32_t place, double start) const noexcept;
  /// Two flights, and until when they are asked about.
  struct TwoFliers {
    Flier a;
    Flier b;
    double horizon = 0;
  };
  [[nodiscard]] bool encloses(std::uint32_t a, std::uint32_t b, const Flier& fa, const Flier& fb, Vec2 shift) const;
  [[nodiscard]] TwoFliers fliers(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept;
  [[nodiscard]] double hour(std::uint32_t who) const noexcept {
    return std::min(w_.movers[who].event, w_.asides[who].leave);
  }
  [[nodiscard]] bool later(const Calendar::Entry& x, const Calendar::Entry& y) const noexcept {
    return x.t > y.t || (x.t == y.t && tied_later(x.who, y.who));
  }
  [[nodiscard]] bool tied_later(std::uint32_t x, std::uint32_t y) const noexcept;
  [[nodiscard]] Crossing crossing(std::uint32_t who) const noexcept;
  [[nodiscard]] Crossing leaving(const Mover& m, Vec2 low, Vec2 high) const noexcept;
  void look_for_line(std::uint32_t who) noexcept;
  [[nodiscard]] Vec2 fixture_shift(Vec2 a, Vec2 b) const noexcept;
  [[nodiscard]] Vec2 nearest_shift(Vec2 a, Vec2 b) const noexcept;
  [[nodiscard]] bool disc(std::uint32_t place) const noexcept;

  World& world_;
  World::State& state_;
  EventWorkspace& w_;
  World::EventClock& clock_;
  double end_;  ///< scene time
  double now_ = 0;
  Vec2 gravity_;
  bool falling_ = false;  ///< there is gravity
  std::optional<PeriodicBox> box_;
  Vec2 period_;
  bool plain_ = true;                 ///< nothing but physics: no rules, listeners, sensors, filters
  bool fast_ = false;                 ///< plain discs of one level that fly straight: four at a time
  bool elastic_ = false;              ///< plain, and nothing loses energy
  bool windows_ = false;              ///< an elastic gas: from window to window
  bool planning_ = false;             ///< an epoch begins: nothing is written into the calendar yet
  bool replan_ = false;               ///< somebody has come
  bool regroup_ = false;              ///< somebody is held, or no more
  std::map<PairKey, Parted> parted_;  ///< of those that pass through each other, in this epoch
  static constexpr std::uint32_t k_kernels_a_look = 128;
  std::uint32_t patience_ = 1;  ///< events until somebody is asked whether to go on
  std::uint32_t kernels_ = 0;   ///< questions to the kernels of shapes
  EventRecord last_record_;
  std::vector<std::uint32_t> ties_;
};

inline Vec2 EventRun::nearest_shift(Vec2 a, Vec2 b) const noexcept {
  if (!box_) return {};
  // Both are in the box.
  const auto nearest = [](double d, double period) {
    return d > 0.5 * period ? period : d < -0.5 * period ? -period : 0;
  };
  return {nearest(a.x - b.x, period_.x), nearest(a.y - b.y, period_.y)};
}

}  // namespace carom::detail

#pragma once

#include <vector>

#include "overlap_world/overlap_finder.hpp"
#include "world/fields.hpp"
#include "world/law.hpp"
#include "world/orrery.hpp"
#include "world/state.hpp"

/// One step of the a posteriori world, from the state's time to `end`: move everybody as if nobody were there, look who
/// overlaps, exchange momentum, push apart. What meets and parts within a step is not seen; a bullet that flies further in a
/// step than its target is thick passes through. That is the point: the swept world stands beside it.
///
/// 1. kick      half of the acceleration where the step begins; damping
/// 2. move      straight by dt; periodic bounds wrap
/// 3. kick      the other half, from where they are now: what follows sees the velocities that belong to the step's end
/// 4. expire    whose lifetime has ended within the step
/// 5. look      all overlaps at that one moment, in order of creation
/// 6. answer    each by its rule: prologue, new velocities if the two close, epilogue; one event per uninterrupted contact
/// 7. push      apart by inverse mass; some passes, because who is pushed off one neighbour may come to another
/// 8. leave     who is outside of bounds that remove, and whose lifetime ends with the step
/// 9. part      contacts that have ended
///
/// Callbacks and effects may remove, add and move bodies, so every stage asks for every body by its handle. Everything runs
/// in one fixed order. The caller keeps time and clears the record of the last step.
namespace carom::detail {

void overlap_step(World& world, World::State& state, double end);

class OverlapStep final : public RunningStep {
 public:
  OverlapStep(World& world, World::State& state, double end);

  /// The table of contents.
  void run();

  [[nodiscard]] double now() const noexcept override { return end_; }
  // Bodies are always up to date, and every stage asks for them anew.
  void refresh(Body&) noexcept override {}
  void added(Body&) override {}
  void removed(const Body&) override {}
  void changed(const Body&) override {}

 private:
  /// A body of this step; it may be gone.
  struct Member {
    BodyId id;
    std::uint64_t serial = 0;
    Vec2 force;
    Vec2 pull;   ///< its acceleration at the end, where that is integrated
    Vec2 start;  ///< where the step before left it
    Vec2 moved;  ///< where it was when the overlaps were found, and
    Vec2 speed;  ///< how fast
  };

  /// One contact on its way through the stages.
  struct Touching {
    FoundOverlap found;
    Party a;
    std::optional<Party> b;
    PairKey key;
    Law law;
  };

  enum class Half : std::uint8_t { first, second };

  // Stages, in overlap_step.cpp.
  [[nodiscard]] StepGuard& guard() const noexcept { return state_.guard; }
  void gather();
  void kick(Half half);
  void move();
  void follow_the_pull();
  void keep_flight(const Orrery& from, const Orrery& to);
  void arrive();
  void expire();
  void look();
  void answer_all();
  void push_apart();
  void leave();
  void part();
  void keep_landings();

  // A contact and its answer, in overlap_answer.cpp.
  void answer(const FoundOverlap& found);
  [[nodiscard]] std::optional<Touching> touching(const FoundOverlap& found) const;
  [[nodiscard]] std::optional<Overlap> overlap_now(const Touching& touch) const;
  void look_back(Touching& touch) const;
  [[nodiscard]] bool was_reported(const Touching& touch) const;
  [[nodiscard]] Law law(const Touching& touch);
  [[nodiscard]] Encounter encounter(const Touching& touch) const;
  [[nodiscard]] Meeting meeting(const Touching& touch, const Encounter& e) const;
  [[nodiscard]] std::vector<Effect> prologue(Touching& touch, const Encounter& e);
  [[nodiscard]] EventRecord record(const Touching& touch, const Encounter& e) const;
  void act(const Touching& touch, Encounter e, EventRecord& record);
  [[nodiscard]] bool rests(const Touching& touch, const Encounter& e) const;
  [[nodiscard]] std::optional<Aftermath> custom(const Touching& touch, const Encounter& e) const;
  void epilogue(const Touching& touch, EventRecord record, std::vector<Effect> effects);
  [[nodiscard]] std::vector<Effect> effects_of(const Touching& touch, const std::vector<Effect>& effects);

  void push(const Touching& touch);
  void wrap_all() noexcept;
  [[nodiscard]] Party party(std::uint64_t serial) const noexcept;
  [[nodiscard]] Body* body(const Party& party) noexcept { return state_.now.bodies.find(party.id); }
  [[nodiscard]] const Body* body(const Party& party) const noexcept { return state_.now.bodies.find(party.id); }
  [[nodiscard]] bool both_there(const Touching& touch) const noexcept {
    return body(touch.a) != nullptr && (!touch.b || body(*touch.b) != nullptr);
  }

  World& world_;
  World::State& state_;
  Fields fields_;
  bool integrated_;  ///< by the world's integrator, not by one kick, move, kick
  double end_;
  double dt_;
  std::vector<Member> members_;  ///< in order of creation
  std::vector<FoundOverlap> overlaps_;
  std::vector<Touching> pushed_;  ///< those whose answer moves bodies
  std::set<PairKey> touched_;     ///< when the step began
  std::set<PairKey> touching_;    ///< now
  std::set<PairKey> passing_;
};

}  // namespace carom::detail

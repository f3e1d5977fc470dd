#pragma once

#include <map>
#include <span>
#include <vector>

#include "contact/body_impact.hpp"
#include "swept/contact_gap.hpp"
#include "swept/kick_drift.hpp"
#include "swept/pair_laws.hpp"
#include "swept/rest_solver.hpp"
#include "swept/rested_pairs.hpp"

namespace carom::detail {

/// A pair that does not rebound: until the end of the step at least, they stay in touch.
struct RestingContact {
  std::uint32_t a = 0;  ///< body index
  PartnerIndex b = PartnerIndex::body(0);
  Vec2 normal;
  double allowed = 0;  ///< the closing speed that the fields may leave them with at the end
  double slack = 0;    ///< how far apart still counts as touching
  double apart = 0;    ///< their positions along the normal, one relative to the other, when they touched
};

/// Bodies that were in touch when the last step ended, or have come to rest on each other since. Pressed together by the
/// fields, they are solved all at once: before anything is predicted, where contacts do not come to an end, and when the step
/// ends. What they do to each other in between is not reported. docs/mathematics.md, section 15.
class RestingContacts {
 public:
  RestingContacts(const StepContext& context, const StepModes& modes, StepBodies& bodies, const KickDrift& motion,
                  const PairLaws& laws, RestedPairs& rested, World::State& state)
      : context_(context),
        modes_(modes),
        bodies_(bodies),
        motion_(motion),
        laws_(laws),
        rested_(rested),
        state_(state) {}

  /// Half of what the fields give in a step: no slower rebound can be told from rest.
  [[nodiscard]] double resting_speed(BodyRef a, BodyRef b) const noexcept;
  /// Closing speeds of a pair at rest below this are what solving has left.
  [[nodiscard]] double idle_speed(BodyRef a, BodyRef b) const {
    return !modes_.accelerated || rested_.empty() ? 0 : idle_speed_of_rested(a, b);
  }
  /// Above 1 where bodies attract each other and lose energy: they come to lie in clumps, which are pressed from all sides and
  /// are many across.
  [[nodiscard]] double relaxation() const noexcept;

  /// Of one pair and one sector of normals the last one counts.
  void add(const RestingContact& contact);

  /// Before anything is predicted: the drift of all that is at rest.
  void solve_at_start();
  struct NewVelocity {
    BodyRef ref;
    Vec2 velocity;
  };
  /// All that is at rest, solved at once in the middle of a drift: the velocities that change.
  [[nodiscard]] std::vector<NewVelocity> solve_at(double t);
  /// After the drift, before the kick: records where resting bodies have landed.
  void record_landings();
  /// After the last kick: what is at rest is not pressed further into each other than it was before.
  void solve_at_end();

 private:
  /// A pair has two contacts where a corner has two walls: by the sector that the normal points into.
  struct Key {
    std::uint32_t a = 0;
    PartnerIndex b = PartnerIndex::body(0);
    int sector = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  template <class Visit>
  void for_each_touching(const Visit& visit) const;
  /// The precision to which a pair at rest is solved.
  [[nodiscard]] double solved_speed(BodyRef a, BodyRef b) const noexcept;
  [[nodiscard]] double idle_speed_of_rested(BodyRef a, BodyRef b) const;
  [[nodiscard]] bool still_touching(const RestingContact& contact);
  [[nodiscard]] Vec2 normal_at_end(const RestingContact& contact) const;
  [[nodiscard]] bool can_be_solved(const RestingContact& contact) const noexcept;
  void add_support(const RestingPair& pair);
  void record_work(std::span<const RestingPair> pairs, std::span<const Vec2> before, double held);
  void record_held(std::span<const RestingPair> pairs);

  const StepContext& context_;
  const StepModes& modes_;
  StepBodies& bodies_;
  const KickDrift& motion_;
  const PairLaws& laws_;
  RestedPairs& rested_;
  World::State& state_;  ///< touching pairs, exchanged energy, the record of the step
  std::map<Key, RestingContact> contacts_;
  std::vector<Vec2> scratch_;
};

}  // namespace carom::detail

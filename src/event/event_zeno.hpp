#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "contact/law.hpp"
#include "event/event_encounter.hpp"

namespace carom::detail {

/// Keeps an event run from endlessly many contacts in no time: docs/mathematics.md, section 17. It remembers of each body how
/// soon its contacts follow each other.
///
///   too soon        a contact that follows within the contact duration loses no energy
///   micro-bounce    a body that lies on something under gravity hops, each hop as long as the shortest flight
///   no room         a body that meets others again and again without a way between them rebounds no more
///   rattling        many contacts much sooner than a hop takes: the group around comes to rest together (EventRestingGroups)
class EventZenoGuard {
 public:
  EventZenoGuard(const EventContext& context, const EventBodies& bodies) noexcept : ctx_(context), bodies_(bodies) {}

  /// The bodies are others: nothing is known of their contacts.
  void reset();
  /// A body has come.
  void add();
  /// What a snapshot or checkpoint has kept of a body, and what it is to keep.
  void restore(std::uint32_t body_index, const BodyFlight& flight);
  void save(std::uint32_t body_index, BodyFlight& flight) const;
  /// How close to each other a body's contacts may be and still lose energy, and how long the shortest hop lasts.
  void choose_durations();
  /// An epoch begins at `t` of the last one.
  void rebase(double t);

  [[nodiscard]] double shortest_flight() const noexcept { return shortest_; }
  /// True if it follows the last contact of one of them too soon. Then the law loses no energy any more: an inelastic gas
  /// would collapse. Of a custom response that is seen after it was called.
  [[nodiscard]] bool elastic_if_too_soon(const BodyImpact& impact, Law& law, bool custom_response);
  /// In the place of a response that takes energy, where a contact follows too soon.
  [[nodiscard]] Aftermath without_loss(Encounter e) const;
  /// True if one of them has met others again and again without getting anywhere.
  [[nodiscard]] bool has_no_room(const BodyImpact& impact);
  /// Counts contacts that follow each other much sooner than a hop takes. True: it is time to look at the group.
  [[nodiscard]] bool rattles(const BodyImpact& impact);
  /// A body that gravity presses onto something, and that would not leave it for as long as the shortest flight, leaves with
  /// just the speed that takes it so long to come back: by 1e-5 of its size. True: `after` is changed.
  [[nodiscard]] bool micro_bounce(const BodyImpact& impact, const Law& law, const Encounter& e, Aftermath& after);
  /// True if a body comes down from a micro-bounce: it lies still, which is not reported.
  [[nodiscard]] bool is_micro_bounce(const BodyImpact& impact, const Law& law) const;
  /// With what acceleration a mover comes back to what it has just left.
  [[nodiscard]] double pressing(const BodyImpact& impact, const Encounter& e) const;

  /// The body has come to rest.
  void note_rest(std::uint32_t body_index);
  /// The body is held.
  void note_held(std::uint32_t body_index) { without_way_[body_index] = 0; }

 private:
  [[nodiscard]] std::optional<double> way_in_ring(const BodyImpact& impact) const;
  [[nodiscard]] double pressing_lost(const BodyImpact& impact, const Encounter& e) const;

  const EventContext& ctx_;
  const EventBodies& bodies_;
  // By body index:
  std::vector<double> last_contacts_;       ///< empty where nothing loses energy
  std::vector<std::uint32_t> without_way_;  ///< contacts in a row without a way between them
  std::vector<std::uint32_t> rapid_;        ///< contacts in a row, each much sooner than a hop takes
  double shortest_ = 0;                     ///< flights between two contacts at rest take at least this long
};

}  // namespace carom::detail

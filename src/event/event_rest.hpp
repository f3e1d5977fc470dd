#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "event/event_cells.hpp"
#include "event/event_rules.hpp"
#include "event/event_zeno.hpp"
#include "event/least_change.hpp"

namespace carom::detail {

/// Movers in touch with each other, and with what is fixed, and how they go on together.
struct EventRestingGroup {
  /// A point at which two touch; its bodies are indices in `movers`.
  struct Point {
    AskingContact contact;
    std::uint64_t order = 0;  ///< by the body indices of both
    double hop = 0;           ///< speed with which gravity's hop leaves it
    double restitution = 1;
    bool pressing = false;  ///< by something fixed that moves
  };

  std::vector<std::uint32_t> movers;
  std::vector<Point> contacts;
  std::vector<Vec2> velocities;       ///< of the movers, after
  double within = 0;                  ///< bodies no farther apart are in touch
  std::vector<std::uint32_t> jammed;  ///< movers that something fixed presses and that have no way out

  [[nodiscard]] bool pressed() const noexcept;
  /// The number of movers if it is none of them.
  [[nodiscard]] std::uint32_t number_of(std::uint32_t mover) const noexcept;
};

/// Bodies that rattle on each other, under gravity or jammed, come to rest together: docs/mathematics.md, section 17.
class EventRestingGroups {
 public:
  EventRestingGroups(const EventContext& context, const EventBodies& bodies, const EventCells& cells,
                     const EventPairRules& rules, const EventZenoGuard& zeno) noexcept
      : ctx_(context), bodies_(bodies), cells_(cells), rules_(rules), zeno_(zeno) {}

  /// The group around an impact, with its velocities after; nothing: they do not rest, or under gravity there is nothing that
  /// they could rest on, or something that moves presses them.
  [[nodiscard]] std::optional<EventRestingGroup> settled_group(const BodyImpact& impact) const;

 private:
  [[nodiscard]] std::optional<EventRestingGroup> find(const BodyImpact& impact) const;
  void find_movers(std::uint32_t mover, EventRestingGroup& group) const;
  void find_fixed(std::uint32_t mover, EventRestingGroup& group) const;
  void find_edges(std::uint32_t mover, EventRestingGroup& group) const;
  void add_contacts(std::uint32_t mover, BodyRef other, Vec2 shift, EventRestingGroup& group) const;
  [[nodiscard]] bool settle(EventRestingGroup& group) const;
  [[nodiscard]] bool settle_jam(EventRestingGroup& group) const;
  [[nodiscard]] double hop_off(Vec2 normal) const noexcept;

  const EventContext& ctx_;
  const EventBodies& bodies_;
  const EventCells& cells_;
  const EventPairRules& rules_;
  const EventZenoGuard& zeno_;
};

}  // namespace carom::detail

#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "world/state.hpp"

namespace carom::detail {

/// What an overlap step remembers of a body, which may be gone by now.
struct OverlapBody {
  BodyId id;
  std::uint64_t serial = 0;
  Vec2 force;
  Vec2 start;  ///< where the step before left it
  Vec2 position_after_move;
  Vec2 velocity_after_move;

  [[nodiscard]] Party party() const noexcept { return {id, serial}; }
};

/// The bodies of an overlap step, by their numbers in the order of creation. Callbacks and effects may remove, add and move
/// bodies: what is stored of one is looked up by its handle, every time.
class OverlapBodies {
 public:
  explicit OverlapBodies(BodyStore& store) noexcept : store_(store) {}

  /// Forces are taken off at once: one that a callback applies is for the next step.
  void gather(StepUndo& undo) {
    for (const std::uint32_t slot : store_.in_order()) {
      Body& body = store_.at_slot(slot);
      undo.keep_state(body);
      bodies_.push_back({body.id, body.serial, std::exchange(body.force, Vec2{}), body.state.at, {}, {}});
    }
  }
  /// The move is over: what is different from here on, a response or a callback has done.
  void note_move() noexcept {
    for (OverlapBody& one : bodies_) {
      const BodyState& state = stored(one.id)->state;
      one.position_after_move = state.at;
      one.velocity_after_move = state.velocity;
    }
  }

  [[nodiscard]] std::span<const OverlapBody> all() const noexcept { return bodies_; }
  [[nodiscard]] const OverlapBody& operator[](std::size_t number) const noexcept { return bodies_[number]; }
  /// Null if it is gone.
  [[nodiscard]] Body* stored(BodyId id) noexcept { return store_.find(id); }
  [[nodiscard]] const Body* stored(BodyId id) const noexcept { return store_.find(id); }
  [[nodiscard]] const BodyStore& store() const noexcept { return store_; }

  /// A body that was gone before the step began has the handle of no body.
  [[nodiscard]] Party party(std::uint64_t serial) const noexcept {
    const auto found = std::ranges::lower_bound(bodies_, serial, {}, &OverlapBody::serial);
    const bool known = found != bodies_.end() && found->serial == serial;
    return {known ? found->id : BodyId{}, serial};
  }

 private:
  BodyStore& store_;
  std::vector<OverlapBody> bodies_;
};

}  // namespace carom::detail

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "event/event_body.hpp"
#include "event/event_context.hpp"
#include "math/large_array.hpp"

namespace carom::detail {

/// The flights of an event run: where movers and fixed bodies are, how they move, and what each mover meets next. Plain indices
/// are those of movers. EventBodies adds and removes bodies, and knows which ones they are.
class EventMotion {
 public:
  explicit EventMotion(const EventContext& context) noexcept : ctx_(context) {}

  [[nodiscard]] std::uint32_t mover_count() const noexcept { return static_cast<std::uint32_t>(movers_.size()); }
  [[nodiscard]] const EventBody& mover(std::uint32_t mover) const noexcept { return movers_[mover]; }
  [[nodiscard]] std::span<const EventBody> movers() const noexcept { return movers_; }
  [[nodiscard]] const FixedBody& fixed(BodyRef ref) const noexcept { return fixed_[ref.index()]; }
  [[nodiscard]] std::span<const FixedBody> fixed() const noexcept { return fixed_; }
  [[nodiscard]] std::uint32_t body_index(BodyRef ref) const noexcept {
    return ref.is_mover() ? movers_[ref.index()].body_index : fixed(ref).body_index;
  }
  [[nodiscard]] double reach(BodyRef ref) const noexcept {
    return ref.is_mover() ? movers_[ref.index()].radius : fixed(ref).reach;
  }

  [[nodiscard]] double since(BodyRef ref) const noexcept {
    return ref.is_mover() ? movers_[ref.index()].since : fixed(ref).since;
  }
  [[nodiscard]] Vec2 position(std::uint32_t mover, double t) const noexcept {
    const EventBody& m = movers_[mover];
    if (t == m.since) return m.at;
    return ctx_.falling ? flown(m.at, m.velocity, ctx_.gravity, t - m.since) : m.at + (t - m.since) * m.velocity;
  }
  [[nodiscard]] Vec2 position(BodyRef ref, double t) const noexcept {
    return ref.is_mover() ? position(ref.index(), t) : fixed(ref).position(t);
  }
  [[nodiscard]] Vec2 velocity(std::uint32_t mover, double t) const noexcept {
    const EventBody& m = movers_[mover];
    return ctx_.falling ? m.velocity + (t - m.since) * ctx_.gravity : m.velocity;
  }
  [[nodiscard]] Vec2 velocity(BodyRef ref, double t) const noexcept {
    return ref.is_mover() ? velocity(ref.index(), t) : fixed(ref).velocity;
  }
  void begin_flight(std::uint32_t mover, Vec2 at, Vec2 velocity, double since) noexcept {
    EventBody& m = movers_[mover];
    if (!turns_.empty()) begin_turn(m.body_index, m.since);
    m.at = at;
    m.velocity = velocity;
    m.since = since;
  }
  void begin_fixed_flight(BodyRef ref, Vec2 at, Vec2 velocity, double since) noexcept {
    FixedBody& f = fixed_[ref.index()];
    if (!turns_.empty()) begin_turn(f.body_index, f.since);
    f.at = at;
    f.velocity = velocity;
    f.since = since;
  }

  /// How it rotates; nothing where no body does: then each has the angle and spin that it was given.
  [[nodiscard]] std::optional<EventTurn> turn(std::uint32_t body_index) const noexcept {
    return turns_.empty() ? std::nullopt : std::optional(turns_[body_index]);
  }
  /// After begin_flight(), where something rotates: from now on.
  void set_spin(BodyRef ref, double spin) noexcept { turns_[body_index(ref)].spin = spin; }
  /// At the beginning of its flight.
  void set_angle(std::uint32_t body_index, double angle) noexcept { turns_[body_index].angle = angle; }

  // The schedule's data of a mover stands beside its flight.
  void set_event(std::uint32_t mover, const NextEvent& next) noexcept {
    movers_[mover].event = next.t;
    movers_[mover].partner = next.partner;
  }
  void set_partner(std::uint32_t mover, EventPartner partner) noexcept { movers_[mover].partner = partner; }
  /// Flights of a mover are counted in windows.
  void count_change(std::uint32_t mover) noexcept { ++movers_[mover].changes; }

 protected:
  const EventContext& ctx_;
  LargeArray<EventBody> movers_;
  std::vector<FixedBody> fixed_;
  std::vector<EventTurn> turns_;  ///< by body index; empty where nothing rotates

 private:
  void begin_turn(std::uint32_t body_index, double since) noexcept {
    EventTurn& turn = turns_[body_index];
    turn.angle = turn.turned(ctx_.now - since);
  }
};

}  // namespace carom::detail

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "carom/io/scene.hpp"
#include "carom/io/timetable.hpp"

namespace carom::wasm {

/// What stays the same until settings are changed: the scene that the world goes on from, and when steps end.
struct Era {
  Scene scene;
  TimeGrid steps;
};

struct Saved {
  World::Snapshot state;
  std::shared_ptr<const Era> era;
};

/// A world that is open in JavaScript.
class Session {
 public:
  Session(Scene scene, World world);

  [[nodiscard]] const World& world() const noexcept { return world_; }
  [[nodiscard]] Scene scene() const { return state_of(world_, era_->scene); }

  /// Up to `most` steps, as `carom run` takes them, not beyond `until`; in the event world, if it may be more than one,
  /// all at once, but not many more than `most` thousand events. How many steps; nothing: they are lost in the rounding
  /// of the time, which stands still. Without `record` events are not kept. A step that needs too much work or memory is
  /// abandoned, and `failure` says so: a page has one engine, and no other way to end a step.
  std::optional<std::uint32_t> forward(double until, std::uint32_t most, bool record);
  /// Why the last `forward` has ended before its time; empty: it has not.
  [[nodiscard]] const std::string& failure() const noexcept { return failure_; }
  /// Of all the steps that the last `forward` took.
  [[nodiscard]] std::span<const ContactEvent> events() const noexcept { return events_; }

  /// In order of creation.
  [[nodiscard]] std::span<const BodyId> bodies();
  /// Another number whenever bodies came or went.
  [[nodiscard]] std::uint32_t revision() const noexcept { return revision_; }
  /// Nothing: it is gone, or never was.
  [[nodiscard]] std::optional<BodyId> find(std::uint32_t serial);
  /// Also of one that has gone within the last step.
  [[nodiscard]] std::optional<BodyId> find_then(std::uint32_t serial);

  [[nodiscard]] Checked<std::uint32_t> add(BodyDef body);
  bool remove(std::uint32_t serial);
  bool teleport(std::uint32_t serial, Vec2 at);
  bool set_velocity(std::uint32_t serial, Vec2 velocity);
  /// Goes on with the settings and the duration of `wanted`; time, rules and bodies stay.
  [[nodiscard]] std::optional<Error> change(const Scene& wanted);

  [[nodiscard]] Saved snapshot() const { return {world_.snapshot(), era_}; }
  void restore(const Saved& saved);

 private:
  std::uint32_t fly(double until, std::uint32_t most);
  void step_to(double end);
  /// Bodies may be others than they were.
  void forget_bodies() noexcept;

  std::shared_ptr<const Era> era_;
  World world_;
  std::vector<ContactEvent> events_;
  std::string failure_;
  bool recording_ = true;
  std::vector<BodyId> ids_;
  std::vector<std::uint64_t> serials_;  // of ids_
  bool ids_are_fresh_ = false;
  std::uint32_t revision_ = 0;
};

}  // namespace carom::wasm

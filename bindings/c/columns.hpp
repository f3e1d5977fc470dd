#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include <carom/carom.h>
#include "carom/world/world.hpp"

/// What a caller reads of a world as whole arrays: one column a property. carom.h says what they mean.
namespace carom::c {

/// The struct that the caller sees, and the memory that it points to. While it is retained it is not filled anew.
class BodyColumns : public carom_bodies {
 public:
  BodyColumns() noexcept : carom_bodies() {}

  void fill(const World& world, std::span<const BodyId> ids, std::uint64_t number);

  void retain() const noexcept { holders_.fetch_add(1, std::memory_order_relaxed); }
  /// The last one deletes it.
  void release() const noexcept {
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
  [[nodiscard]] bool is_shared() const noexcept { return holders_.load(std::memory_order_acquire) > 1; }

 private:
  ~BodyColumns() = default;

  mutable std::atomic<std::uint64_t> holders_ = 1;
  std::vector<carom_body> body_;
  std::vector<std::uint8_t> kind_;
  std::vector<std::uint8_t> flags_;
  std::vector<carom_vec2> at_;
  std::vector<carom_vec2> velocity_;
  std::vector<double> angle_;
  std::vector<double> spin_;
  std::vector<double> radius_;
  std::vector<double> mass_;
};

class OutlineColumns : public carom_outlines {
 public:
  OutlineColumns() noexcept : carom_outlines() {}
  void fill(const World& world, std::span<const BodyId> ids);

 private:
  std::vector<carom_body> body_;
  std::vector<std::uint32_t> start_;
  std::vector<carom_vec2> points_;
};

class EventColumns : public carom_events {
 public:
  EventColumns() noexcept : carom_events() {}
  void fill(std::span<const ContactEvent> events);

 private:
  std::vector<double> t_;
  std::vector<carom_body> a_;
  std::vector<carom_body> b_;
  std::vector<carom_vec2> point_;
  std::vector<carom_vec2> normal_;
  std::vector<double> speed_;
  std::vector<double> impulse_;
  std::vector<std::uint8_t> response_;
  std::vector<std::uint32_t> effects_;
};

[[nodiscard]] bool is_hollow(const BodyShape& shape) noexcept;
/// Of a circle; of others how far they reach.
[[nodiscard]] double radius_of(const Body& body) noexcept;
[[nodiscard]] inline carom_body handle_of(const Party& party) noexcept { return party.serial; }
[[nodiscard]] inline carom_body handle_of(const std::optional<Party>& party) noexcept {
  return party ? party->serial : CAROM_EDGES;
}

}  // namespace carom::c

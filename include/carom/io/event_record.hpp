#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "carom/world/world.hpp"

namespace carom {

/// One contact as a log of events has it: the numbers, and in words what can only be said so.
struct EventRecord {
  double t = 0;
  std::uint64_t a = 0;             ///< place in the order of creation
  std::optional<std::uint64_t> b;  ///< nothing: the edges
  std::string name_a;
  std::string name_b;
  Vec2 point;
  Vec2 normal;
  double speed = 0;
  double impulse = 0;
  Response response = Response::impulse;
  std::string effects;  ///< objects of JSON, with commas between them
};

[[nodiscard]] EventRecord event_record(const World& world, const ContactEvent& event);

/// As a line of JSON, with its end: that of the event itself, byte for byte.
[[nodiscard]] std::string event_line(const EventRecord& record);

}  // namespace carom

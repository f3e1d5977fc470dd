#pragma once

#include <string>

#include "carom/worlds/world.hpp"

/// What `carom run --events` writes.
namespace carom {

/// One contact as a line of JSON, with its end; bodies by name.
[[nodiscard]] std::string event_line(const World& world, const ContactEvent& event);

}  // namespace carom

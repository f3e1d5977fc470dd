#pragma once

#include <string>
#include <string_view>

#include "carom/io/scene.hpp"

namespace carom {

/// All faults of a scene, one a line, each with its place; "" for none.
inline std::string all_faults(std::string_view text) {
  std::string all;
  for (const Error& fault : scene_faults(text)) all += (all.empty() ? "" : "\n") + fault.place + ": " + fault.reason;
  return all;
}

/// The same for a scene with one body, one fill, or one rule beside a ball.
inline std::string body_faults(std::string_view body) {
  return all_faults(R"({"carom": 1, "bodies": [)" + std::string(body) + "]}");
}
inline std::string fill_faults(std::string_view fill) {
  return all_faults(R"({"carom": 1, "fill": [)" + std::string(fill) + "]}");
}
inline std::string rule_faults(std::string_view rule) {
  return all_faults(R"({"carom": 1, "rules": [)" + std::string(rule) + "]}");
}
inline std::string world_faults(std::string_view world) {
  return all_faults(R"({"carom": 1, "world": )" + std::string(world) + "}");
}

}  // namespace carom

#include "io/scene/scene_units.hpp"

#include <algorithm>

#include "io/json/json_text.hpp"
#include "io/scene/scene_values.hpp"

namespace carom {
namespace io {
namespace {

/// Longer ones have no room beside an axis.
constexpr std::ptrdiff_t k_longest = 12;

std::string read_unit(Reading& in, const JsonNode* node) {
  if (node == nullptr) return {};
  std::string unit = read_text(in, node);
  if (node->kind != JsonKind::string) return unit;
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
  const auto letters = static_cast<std::ptrdiff_t>(unit.size()) - std::ranges::count_if(unit, continues);
  if (letters < 1 || letters > k_longest) in.unexpected(*node, "a unit of 1 to 12 characters, such as \"m\"");
  return unit;
}

}  // namespace

SceneUnits read_units(Reading& in, const JsonNode* node) {
  if (node == nullptr) return {};
  const Fields fields(in, *node, {"length", "time", "mass"});
  return {read_unit(in, fields.find("length")), read_unit(in, fields.find("time")), read_unit(in, fields.find("mass"))};
}

std::string units_text(const SceneUnits& units) {
  std::string text;
  const auto put = [&text](std::string_view key, const std::string& unit) {
    if (unit.empty()) return;
    text.append(text.empty() ? "{\"" : ", \"").append(key).append("\": ").append(json_string(unit));
  };
  put("length", units.length);
  put("time", units.time);
  put("mass", units.mass);
  return text.empty() ? "{}" : text + "}";
}

}  // namespace io

std::string speed_unit(const SceneUnits& units) {
  return units.length.empty() || units.time.empty() ? "" : units.length + "/" + units.time;
}

std::string momentum_unit(const SceneUnits& units) {
  const std::string speed = speed_unit(units);
  return units.mass.empty() || speed.empty() ? "" : units.mass + " " + speed;
}

std::string energy_unit(const SceneUnits& units) {
  if (momentum_unit(units).empty()) return {};
  return units.mass + " " + units.length + "²/" + units.time + "²";
}

std::string named_with(std::string_view name, std::string_view unit) {
  return unit.empty() ? std::string(name) : std::string(name).append(", ").append(unit);
}

std::string number_with(std::string_view number, std::string_view unit) {
  return unit.empty() ? std::string(number) : std::string(number).append(" ").append(unit);
}

}  // namespace carom

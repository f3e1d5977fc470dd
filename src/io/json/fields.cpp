#include "io/json/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "io/json/json_text.hpp"
#include "io/json/nearest_word.hpp"

namespace carom::io {
namespace {

std::string in_words(const JsonNode& node) {
  switch (node.kind) {
    case JsonKind::null: return "null";
    case JsonKind::boolean: return node.boolean ? "true" : "false";
    case JsonKind::number: return number_text(node.number);
    case JsonKind::non_finite: return clipped(node.text);
    case JsonKind::string: return fmt::format("the string \"{}\"", clipped(node.text));
    case JsonKind::array:
      return node.children.empty() ? "an empty array" : fmt::format("an array of {}", node.children.size());
    case JsonKind::object: return "an object";
  }
  return {};
}

}  // namespace

void Reading::fault(std::string place, std::string reason) {
  if (!full()) faults_.push_back({std::move(place), std::move(reason)});
}

void Reading::fault(const JsonNode& node, std::string reason) {
  if (!full()) fault(tree_.pointer(node), std::move(reason));
}

void Reading::unexpected(const JsonNode& node, std::string_view expected, std::string_view hint) {
  if (!full()) fault(node, fmt::format("expected {}, found {}{}", expected, in_words(node), hint));
}

Fields::Fields(Reading& in, const JsonNode& object, std::vector<std::string_view> known)
    : in_(in), object_(object), known_(std::move(known)) {
  if (object.kind == JsonKind::object) {
    keys_known_ = check_keys();
  } else {
    in.unexpected(object, "an object");
  }
}

bool Fields::check_keys() const {
  bool all_known = true;
  for (std::size_t k = 0; k < object_.children.size() && !in_.full(); ++k) {
    const JsonNode& value = in_.tree().child(object_, k);
    if (std::ranges::find(known_, value.key) == known_.end()) {
      const auto meant = nearest_word(value.key, known_);
      const auto hint = meant ? fmt::format("did you mean \"{}\"?", *meant)
                              : fmt::format("known here: \"{}\"", fmt::join(known_, "\", \""));
      in_.fault(value, fmt::format("unknown key \"{}\", {}", clipped(value.key), hint));
      all_known = false;
    } else if (&value != find(value.key)) {
      in_.fault(value, fmt::format("the key \"{}\" is there twice", value.key));
    }
  }
  return all_known;
}

const JsonNode* Fields::find(std::string_view key) const {
  if (object_.kind != JsonKind::object) return nullptr;
  for (std::size_t k = 0; k < object_.children.size(); ++k) {
    const JsonNode& value = in_.tree().child(object_, k);
    if (value.key == key) return &value;
  }
  return nullptr;
}

const JsonNode* Fields::require(std::string_view key) const {
  const JsonNode* const value = find(key);
  if (value == nullptr && keys_known_ && !in_.full()) {
    in_.fault(in_.tree().pointer(object_) + pointer_step(key), fmt::format("missing key \"{}\"", key));
  }
  return value;
}

bool Fields::repeated(std::string_view key) const {
  const auto has_key = [&](std::size_t index) { return in_.tree().node(index).key == key; };
  return object_.kind == JsonKind::object && std::ranges::count_if(object_.children, has_key) > 1;
}

std::vector<std::string_view> Fields::present() const {
  std::vector<std::string_view> keys;
  std::ranges::copy_if(known_, std::back_inserter(keys), [&](auto key) { return find(key) != nullptr; });
  return keys;
}

bool read_flag(Reading& in, const JsonNode* node) {
  if (node == nullptr) return false;
  if (node->kind != JsonKind::boolean) in.unexpected(*node, "true or false");
  return node->boolean;
}

double read_number(Reading& in, const JsonNode* node, std::string_view expected, bool (*accepts)(double),
                   double otherwise) {
  if (node == nullptr) return otherwise;
  if (node->kind == JsonKind::number && accepts(node->number)) return node->number;
  if (node->kind == JsonKind::number) {
    in.unexpected(*node, expected);
  } else {
    in.unexpected(*node, node->kind == JsonKind::non_finite ? "a finite number" : "a number");
  }
  return otherwise;
}

double read_coordinate(Reading& in, const JsonNode* node) {
  return read_number(in, node, "a coordinate from -1e60 to 1e60",
                     [](double value) { return std::abs(value) <= k_coordinate_limit; });
}

double read_radius(Reading& in, const JsonNode* node) {
  return read_number(in, node, "a radius from 0 to 1e60",
                     [](double value) { return value >= 0 && value <= k_coordinate_limit; });
}

Vec2 read_point(Reading& in, const JsonNode* node) {
  if (node == nullptr) return {};
  if (node->kind != JsonKind::array || node->children.size() != 2) {
    in.unexpected(*node, "a point [x, y]");
    return {};
  }
  const double x = read_coordinate(in, &in.tree().child(*node, 0));
  const double y = read_coordinate(in, &in.tree().child(*node, 1));
  return {x, y};
}

std::vector<Vec2> read_points(Reading& in, const JsonNode* node) {
  std::vector<Vec2> points;
  if (node == nullptr) return points;
  if (node->kind != JsonKind::array) {
    in.unexpected(*node, "an array of points [x, y]");
    return points;
  }
  points.reserve(node->children.size());
  for (std::size_t k = 0; k < node->children.size(); ++k) points.push_back(read_point(in, &in.tree().child(*node, k)));
  return points;
}

}  // namespace carom::io

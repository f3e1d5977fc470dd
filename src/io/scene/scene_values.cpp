#include "io/scene/scene_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "io/json/json_text.hpp"
#include "io/json/nearest_word.hpp"
#include "io/scene/scene_words.hpp"

namespace carom::io {
namespace {

bool is_moderate(double value) { return std::abs(value) <= k_coordinate_limit; }

/// A number that is whole as it stands, "3", or by its value, "3.0".
std::optional<std::uint64_t> whole_value(const JsonNode& node) {
  constexpr double all_exact_below = 9007199254740992.0;  // 2^53
  if (node.kind != JsonKind::number) return std::nullopt;
  if (node.whole) return node.whole;
  if (!(node.number >= 0 && node.number <= all_exact_below)) return std::nullopt;
  const auto whole = static_cast<std::uint64_t>(node.number);
  if (static_cast<double>(whole) != node.number) return std::nullopt;
  return whole;
}

void check_order(Reading& in, const JsonNode& max_node, std::string_view axis, double min, double max) {
  if (min < max || in.full()) return;
  in.fault(max_node,
           fmt::format("expected {0} above that of \"min\", {1}, found {2}", axis, number_text(min), number_text(max)));
}

}  // namespace

double read_number(Reading& in, const JsonNode* node, Takes takes, double otherwise) {
  switch (takes) {
    case Takes::any: return read_number(in, node, "a number from -1e60 to 1e60", is_moderate, otherwise);
    case Takes::positive:
      return read_number(
          in, node, "a number above 0, up to 1e60", [](double v) { return v > 0 && is_moderate(v); }, otherwise);
    case Takes::not_negative:
      return read_number(
          in, node, "a number from 0 to 1e60", [](double v) { return v >= 0 && is_moderate(v); }, otherwise);
    case Takes::fraction:
      return read_number(in, node, "a number from 0 to 1", [](double v) { return v >= 0 && v <= 1; }, otherwise);
  }
  return otherwise;
}

std::optional<double> read_optional(Reading& in, const JsonNode* node, Takes takes) {
  if (node == nullptr) return std::nullopt;
  return read_number(in, node, takes, 1);
}

std::uint64_t read_whole(Reading& in, const JsonNode* node, WholeRange range, std::uint64_t otherwise) {
  if (node == nullptr) return otherwise;
  const auto value = whole_value(*node);
  if (value && *value >= range.least && *value <= range.most) return *value;
  in.unexpected(*node, fmt::format("a whole number from {} to {}", range.least, range.most));
  return otherwise;
}

std::string read_text(Reading& in, const JsonNode* node) {
  if (node == nullptr) return {};
  if (node->kind != JsonKind::string) in.unexpected(*node, "a string");
  return node->kind == JsonKind::string ? node->text : std::string();
}

std::string read_label(Reading& in, const JsonNode* node) {
  std::string label = read_text(in, node);
  if (node == nullptr || node->kind != JsonKind::string) return label;
  if (label.empty()) in.unexpected(*node, "a string that is not empty");
  if (std::ranges::find(k_reserved, label) != std::end(k_reserved)) {
    in.fault(*node, fmt::format("\"{}\" has a meaning of its own in rules: expected another name", label));
  }
  return label;
}

std::vector<std::string> read_labels(Reading& in, const JsonNode* node) {
  std::vector<std::string> labels;
  for (const JsonNode* element : read_elements(in, node, "an array of strings")) {
    labels.push_back(read_label(in, element));
  }
  return labels;
}

std::optional<std::size_t> read_word(Reading& in, const JsonNode* node, std::span<const std::string_view> words) {
  if (node == nullptr) return std::nullopt;
  const bool is_text = node->kind == JsonKind::string;
  const auto found = is_text ? std::ranges::find(words, node->text) : words.end();
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  if (!in.full()) in.unexpected(*node, alternatives(words), is_text ? suggestion(node->text, words) : "");
  return std::nullopt;
}

std::vector<const JsonNode*> read_elements(Reading& in, const JsonNode* node, std::string_view expected) {
  std::vector<const JsonNode*> elements;
  if (node == nullptr) return elements;
  if (node->kind != JsonKind::array) {
    in.unexpected(*node, expected);
    return elements;
  }
  elements.reserve(node->children.size());
  for (const std::size_t child : node->children) elements.push_back(&in.tree().node(child));
  return elements;
}

Box read_box(Reading& in, const Fields& fields) {
  const std::size_t faults = in.faults().size();
  const JsonNode* const max_node = fields.require("max");
  const Box box{read_point(in, fields.require("min")), read_point(in, max_node)};
  if (max_node == nullptr || in.faults().size() > faults) return box;
  check_order(in, *max_node, "an x", box.min.x, box.max.x);
  check_order(in, *max_node, "a y", box.min.y, box.max.y);
  return box;
}

std::string alternatives(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) text += k + 1 < words.size() ? ", " : " or ";
    text.append("\"").append(words[k]).append("\"");
  }
  return text;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> known) {
  const auto meant = nearest_word(word, known);
  return meant ? fmt::format(", did you mean \"{}\"?", *meant) : std::string();
}

}  // namespace carom::io

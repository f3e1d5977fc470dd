#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/shapes/checked.hpp"

/// JSON text as a flat tree that knows where each value stands. Objects keep every key as it was written, twice if it
/// was there twice: which keys are right is for the reader to decide, which knows what part of the text matters.
namespace carom::io {

enum class JsonKind : std::uint8_t {
  null,
  boolean,
  number,
  non_finite,  ///< NaN, an infinity, or a number that no double can hold; `text` is how it was written
  string,
  array,
  object,
};

struct JsonNode {
  JsonKind kind = JsonKind::null;
  bool boolean = false;
  double number = 0;
  std::optional<std::uint64_t> whole;  ///< of a number written in digits alone, if it has at most 64 bits
  std::string text;                    ///< of strings and non-finite numbers
  std::string key;                     ///< of a value in an object
  std::size_t parent = 0;
  std::vector<std::size_t> children;
};

class JsonTree {
 public:
  /// Values nested deeper than this are checked as JSON and not kept; no reader looks that deep.
  static constexpr std::size_t k_deepest = 32;

  /// For one line: the error's place is "column N", in bytes from 1.
  [[nodiscard]] static Checked<JsonTree> parse(std::string_view line);
  /// For a file of many: the error's place is "line L, column C", both from 1.
  [[nodiscard]] static Checked<JsonTree> parse_lines(std::string_view text);

  [[nodiscard]] const JsonNode& root() const noexcept { return nodes_.front(); }
  [[nodiscard]] const JsonNode& node(std::size_t index) const noexcept { return nodes_[index]; }
  [[nodiscard]] const JsonNode& child(const JsonNode& node, std::size_t k) const noexcept {
    return nodes_[node.children[k]];
  }
  /// The JSON pointer of a node of this tree.
  [[nodiscard]] std::string pointer(const JsonNode& node) const;

 private:
  explicit JsonTree(std::vector<JsonNode> nodes) : nodes_(std::move(nodes)) {}

  std::vector<JsonNode> nodes_;  // never empty; the root comes first
};

}  // namespace carom::io

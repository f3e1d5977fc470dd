#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/fields.hpp"

/// The values that a scene is made of. All take the null of a field that is not there for `otherwise`, or for nothing.
namespace carom::io {

/// Which numbers a field takes. All are finite and at most k_coordinate_limit in size.
enum class Takes : std::uint8_t {
  any,
  positive,
  not_negative,
  fraction,  ///< from 0 to 1
};

[[nodiscard]] double read_number(Reading& in, const JsonNode* node, Takes takes, double otherwise);
[[nodiscard]] std::optional<double> read_optional(Reading& in, const JsonNode* node, Takes takes);

struct WholeRange {
  std::uint64_t least = 0;
  std::uint64_t most = UINT64_MAX;
};
[[nodiscard]] std::uint64_t read_whole(Reading& in, const JsonNode* node, WholeRange range, std::uint64_t otherwise);

[[nodiscard]] std::string read_text(Reading& in, const JsonNode* node);

/// A name or a tag to be given to a body: a text that is not empty and means nothing else in a rule.
[[nodiscard]] std::string read_label(Reading& in, const JsonNode* node);
[[nodiscard]] std::vector<std::string> read_labels(Reading& in, const JsonNode* node);

/// The place in `words` of the word that was read; nothing when it is not there or wrong.
[[nodiscard]] std::optional<std::size_t> read_word(Reading& in, const JsonNode* node,
                                                   std::span<const std::string_view> words);
/// The same for an enumeration that counts as `words` do.
template <class Enum, std::size_t count>
[[nodiscard]] Enum read_word(Reading& in, const JsonNode* node, const std::string_view (&words)[count],
                             Enum otherwise) {
  const auto index = read_word(in, node, std::span<const std::string_view>(words));
  return index ? static_cast<Enum>(*index) : otherwise;
}

/// The elements of an array; none, and a fault, for anything else.
[[nodiscard]] std::vector<const JsonNode*> read_elements(Reading& in, const JsonNode* node, std::string_view expected);

/// A box {"min": [x, y], "max": [x, y]} out of an object's fields; min is below max on both axes.
struct Box {
  Vec2 min;
  Vec2 max;
};
[[nodiscard]] Box read_box(Reading& in, const Fields& fields);

/// `"a", "b" or "c"`.
[[nodiscard]] std::string alternatives(std::span<const std::string_view> words);

/// `, did you mean "word"?`, or nothing.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string_view> known);

}  // namespace carom::io

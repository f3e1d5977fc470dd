#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom::io {

/// The shortest text that reads back as the same double; "nan" and "inf" for those.
[[nodiscard]] std::string number_text(double value);
void append_number(std::string& text, double value);

/// The same as JSON that every reader takes for a double: "1.0", because a reader may make an integer of "1", and of
/// "-0" one without its sign.
[[nodiscard]] std::string json_number(double value);
void append_json_number(std::string& text, double value);

/// A string as JSON, in quotes. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

/// The members of an object, each "key": value as it is written; `object` is known to be JSON.
[[nodiscard]] std::vector<std::string_view> member_texts(std::string_view object);

/// `text`, cut to a size fit for a message, never inside a character.
[[nodiscard]] std::string clipped(std::string_view text);

/// One step of a JSON pointer: "/" and the key, with its own "~" and "/" written as "~0" and "~1".
[[nodiscard]] std::string pointer_step(std::string_view key);

}  // namespace carom::io

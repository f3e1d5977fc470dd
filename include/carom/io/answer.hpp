#pragma once

#include <string>

#include "carom/io/query.hpp"

namespace carom {

/// The answer as one line of JSON, without the line's end. Numbers read back as the same doubles.
[[nodiscard]] std::string answer_line(const std::optional<std::string>& id, const Checked<Impact>& impact);

/// An error in one sentence, its place first.
[[nodiscard]] std::string sentence(const Error& error);

/// A shape and its motion in words: "disc of radius 1, from (-5, 0) to (5, 0)".
[[nodiscard]] std::string in_words(const QueryShape& shape);

/// Question and answer for people: a few aligned lines, each with its end.
[[nodiscard]] std::string readable_answer(const QueryLine& question, const Checked<Impact>& impact);

}  // namespace carom

#pragma once

#include <cstddef>
#include <cstdint>

/// Which cells are far enough from another to act on it as a whole.
namespace carom::detail {

/// The centres of one level's cells, and the one cell that is tested against them.
struct Question {
  const double* x;
  const double* y;
  const double* radius;
  std::uint32_t level_first;
  double own_x;
  double own_y;
  double own_radius;
  double ratio_squared;
};

/// Where the answers go; all three have room for one more than there are.
struct Answers {
  std::uint32_t* closer;   ///< far enough: numbers among the cells of all levels
  std::uint32_t* distant;  ///< the same, and farther than need be
  std::uint32_t* near;     ///< not: numbers within the level
};

/// Which of the list are far enough. The answers move on behind what has been written.
void ask_each(const Question& ask, const std::uint32_t* list, std::size_t count, Answers& answers) noexcept;

/// The same of all children of those in the list: the question is about the level below.
void ask_children(const Question& ask, const std::uint32_t* list, std::size_t count, Answers& answers) noexcept;

}  // namespace carom::detail

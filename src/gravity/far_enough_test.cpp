#include "gravity/far_enough.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

constexpr std::uint32_t k_level_first = 1000;

struct Level {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> radius;

  explicit Level(std::size_t count) {
    Random random(8);
    for (std::size_t k = 0; k < count; ++k) {
      x.push_back(random.uniform(-1, 1));
      y.push_back(random.uniform(-1, 1));
      radius.push_back(random.uniform(0, 0.3));
    }
  }
  [[nodiscard]] Question question(double ratio) const {
    return {x.data(), y.data(), radius.data(), k_level_first, 0.1, -0.2, 0.05, ratio * ratio};
  }
};

struct Lists {
  std::vector<std::uint32_t> closer;
  std::vector<std::uint32_t> distant;
  std::vector<std::uint32_t> near;
  friend bool operator==(const Lists&, const Lists&) = default;
};

template <class Ask>
Lists answers_of(std::size_t room, const Ask& ask) {
  Lists lists{std::vector<std::uint32_t>(room + 1), std::vector<std::uint32_t>(room + 1),
              std::vector<std::uint32_t>(room + 1)};
  Answers answers{lists.closer.data(), lists.distant.data(), lists.near.data()};
  ask(answers);
  lists.closer.resize(static_cast<std::size_t>(answers.closer - lists.closer.data()));
  lists.distant.resize(static_cast<std::size_t>(answers.distant - lists.distant.data()));
  lists.near.resize(static_cast<std::size_t>(answers.near - lists.near.data()));
  return lists;
}

/// By the definition, with roots.
Lists definition(const Level& level, const std::vector<std::uint32_t>& cells, double ratio) {
  Lists lists;
  for (const std::uint32_t k : cells) {
    const double distance = length({level.x[k] - 0.1, level.y[k] + 0.2});
    const double share = (level.radius[k] + 0.05) / distance;
    if (share >= ratio) {
      lists.near.push_back(k);
    } else {
      (share < 0.8 * ratio ? lists.distant : lists.closer).push_back(k_level_first + k);
    }
  }
  return lists;
}

TEST(FarEnough, EachAndAllChildrenByTheDefinition) {
  const Level level(400);
  const std::vector<std::uint32_t> parents = {3, 99, 0, 42, 7};
  std::vector<std::uint32_t> cells;
  for (const std::uint32_t parent : parents) {
    for (std::uint32_t n = 0; n < 4; ++n) cells.push_back(4 * parent + n);
  }
  for (const double ratio : {0.2, 0.5, 0.8}) {
    const Question ask = level.question(ratio);
    const Lists expected = definition(level, cells, ratio);
    EXPECT_FALSE(expected.near.empty());
    EXPECT_FALSE(expected.distant.empty());
    EXPECT_EQ(answers_of(20, [&](Answers& to) { ask_each(ask, cells.data(), cells.size(), to); }), expected);
    EXPECT_EQ(answers_of(20, [&](Answers& to) { ask_children(ask, parents.data(), parents.size(), to); }), expected);
  }
}

TEST(FarEnough, CellsAtOnePointAreNot) {
  Level level(4);
  for (std::size_t k = 0; k < 4; ++k) {
    level.x[k] = 0.1;
    level.y[k] = -0.2 + static_cast<double>(k) * 1e-26;
    level.radius[k] = 0;
  }
  Question ask = level.question(0.8);
  ask.own_radius = 0;
  const std::uint32_t parent = 0;
  EXPECT_EQ(answers_of(4, [&](Answers& to) { ask_children(ask, &parent, 1, to); }).near.size(), 4);
}

}  // namespace
}  // namespace carom::detail

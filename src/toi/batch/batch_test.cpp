#include "carom/toi/batch.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "carom/toi/circle_border.hpp"
#include "carom/toi/circle_circle.hpp"
#include "oracle/adversarial.hpp"

namespace carom {
namespace {

struct Columns {
  std::vector<double> from_x, from_y, to_x, to_y, radius;

  void add(const MovingCircle& c) {
    from_x.push_back(c.from.x);
    from_y.push_back(c.from.y);
    to_x.push_back(c.to.x);
    to_y.push_back(c.to.y);
    radius.push_back(c.radius);
  }
  [[nodiscard]] CircleArrays view() const { return {from_x, from_y, to_x, to_y, radius}; }
};

struct Answers {
  std::vector<Outcome> outcome;
  std::vector<double> t;

  explicit Answers(std::size_t count) : outcome(count, Outcome::unanswerable), t(count, -1) {}
  [[nodiscard]] ImpactArrays view() { return {outcome, t}; }
};

/// Every flavour: the easy ones fill the lanes, the hard ones must be decided again.
std::vector<std::pair<MovingCircle, MovingCircle>> mixed_circles(std::uint64_t seeds) {
  std::vector<std::pair<MovingCircle, MovingCircle>> pairs;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    for (int flavour = 0; flavour < oracle::k_flavours; ++flavour) {
      const auto question =
          oracle::adversarial_case(oracle::PairKind::circle_circle, static_cast<oracle::Flavour>(flavour), seed);
      pairs.emplace_back(std::get<MovingCircle>(question.a), std::get<MovingCircle>(question.b));
      pairs.back().first.hollow = pairs.back().second.hollow = false;
    }
  }
  return pairs;
}

TEST(Batch, CirclesHaveTheBitsOfTheOneByOneForm) {
  const auto pairs = mixed_circles(700);
  Columns a;
  Columns b;
  for (const auto& pair : pairs) {
    a.add(pair.first);
    b.add(pair.second);
  }
  Answers answers(pairs.size());
  impact_times(a.view(), b.view(), answers.view());
  int hits = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ImpactTime single = impact_time(pairs[i].first, pairs[i].second);
    ASSERT_EQ(answers.outcome[i], single.outcome) << i;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(answers.t[i]), std::bit_cast<std::uint64_t>(single.t)) << i;
    hits += single.outcome == Outcome::hit ? 1 : 0;
  }
  EXPECT_GT(hits, 1000);
  EXPECT_LT(hits, static_cast<int>(pairs.size()) - 1000);
}

TEST(Batch, BordersHaveTheBitsOfTheOneByOneForm) {
  for (const Axis axis : {Axis::x, Axis::y}) {
    const auto pairs = mixed_circles(300);
    // The border touches the first circle exactly, so that its answer hangs on the last bit.
    const Border border{axis, coordinate(pairs[0].first.from, axis) + pairs[0].first.radius};
    Columns circles;
    for (const auto& pair : pairs) circles.add(pair.first);
    Answers answers(pairs.size());
    impact_times(circles.view(), border, answers.view());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const ImpactTime single = impact_time(pairs[i].first, border);
      ASSERT_EQ(answers.outcome[i], single.outcome) << i;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(answers.t[i]), std::bit_cast<std::uint64_t>(single.t)) << i;
    }
  }
}

// Whatever is left over at the end of a block, or of a vector, is answered too, and nothing beyond it is written.
TEST(Batch, AnyLengthIsAnswered) {
  const MovingCircle flying{1, {-5, 0}, {3, 0}};
  const MovingCircle resting{1, {0, 0}, {0, 0}};
  for (const std::size_t count : {0U, 1U, 3U, 7U, 8U, 9U, 511U, 512U, 513U, 1025U}) {
    Columns a;
    Columns b;
    for (std::size_t i = 0; i < count; ++i) {
      a.add(flying);
      b.add(resting);
    }
    Answers answers(count + 1);
    impact_times(a.view(), b.view(), {std::span(answers.outcome).first(count), std::span(answers.t).first(count)});
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(answers.outcome[i], Outcome::hit) << count << " " << i;
      ASSERT_EQ(answers.t[i], 0.375) << count << " " << i;
    }
    EXPECT_EQ(answers.outcome[count], Outcome::unanswerable) << count;
    EXPECT_EQ(answers.t[count], -1) << count;
  }
}

}  // namespace
}  // namespace carom

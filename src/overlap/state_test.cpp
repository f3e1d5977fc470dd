#include "overlap/state.hpp"

#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

TEST(State, Circles) {
  const auto state = [](Circle a, Circle b) {
    EXPECT_EQ(detail::state_of(a, b), detail::state_of(b, a));
    return detail::state_of(a, b);
  };
  EXPECT_EQ(state({2, {0, 0}}, {3, {3, 4}}), k_touching);
  EXPECT_EQ(state({2, {0, 0}}, {3, {3, 4 - 0x1p-50}}), k_overlapping);
  EXPECT_EQ(state({2, {0, 0}}, {3, {3, 4 + 0x1p-50}}), k_apart);
  EXPECT_EQ(state({2, {0, 0}}, {9, {1, 1}}), k_overlapping);
  EXPECT_EQ(state({2, {0, 0}}, {9, {1, 1}, true}), k_apart);
  EXPECT_EQ(state({2, {3, 4}}, {7, {0, 0}, true}), k_touching);
  EXPECT_EQ(state({2, {3, 4}, true}, {7, {0, 0}}), k_overlapping);
  EXPECT_EQ(state({7, {0, 0}, true}, {7, {0, 0}, true}), k_touching);
  EXPECT_EQ(state({7, {0, 0}, true}, {7, {0x1p-200, 0}, true}), k_overlapping);
  EXPECT_EQ(state({0, {1, 1}}, {0, {1, 1}}), k_touching);
  EXPECT_EQ(state({0, {1, 1}}, {0, {1, 1}, true}), k_touching);
  EXPECT_EQ(state({0, {3, 4}}, {5, {0, 0}, true}), k_touching);
  EXPECT_EQ(state({0, {3, 4}, true}, {6, {0, 0}}), k_overlapping);
}

TEST(State, Borders) {
  EXPECT_EQ(detail::state_of(Circle{2, {5, 0}}, Border{Axis::x, 3}), k_touching);
  EXPECT_EQ(detail::state_of(Circle{2, {5, 0}}, Border{Axis::x, 2}), k_apart);
  EXPECT_EQ(detail::state_of(Circle{2, {5, 0}}, Border{Axis::y, 1}), k_overlapping);
  EXPECT_EQ(detail::state_of(Circle{0, {5, 0}}, Border{Axis::x, 5}), k_touching);
  const Segment wall{{Vec2{0, 0}, Vec2{4, 0}}};
  EXPECT_EQ(detail::state_of(chain_of(wall), Border{Axis::y, 0}), k_touching);
  EXPECT_EQ(detail::state_of(chain_of(wall), Border{Axis::x, 0}), k_touching);
  EXPECT_EQ(detail::state_of(chain_of(wall), Border{Axis::x, 1}), k_overlapping);
  EXPECT_EQ(detail::state_of(chain_of(wall), Border{Axis::x, 5}), k_apart);
}

TEST(State, ACircleOfRadiusZeroIsAPoint) {
  const Segment wall{{Vec2{0, 0}, Vec2{4, 0}}};
  EXPECT_EQ(detail::state_of(Circle{0, {2, 0}}, chain_of(wall)), k_touching);
  EXPECT_EQ(detail::state_of(Circle{0, {2, 0x1p-300}}, chain_of(wall)), k_apart);
  const Rest room = box(0, 0, 4, 4);
  EXPECT_EQ(detail::state_of(Circle{0, {2, 2}}, chain_of(std::get<Polygon>(room.value))), k_overlapping);
}

TEST(State, TheOrderOfChainsIsAnOrder) {
  const Segment a{{Vec2{0, 0}, Vec2{4, 0}}};
  const Segment b{{Vec2{0, 0}, Vec2{4, 1}}};
  const Rest room = box(0, 0, 4, 4);
  const Chain polygon = chain_of(std::get<Polygon>(room.value));
  EXPECT_TRUE(detail::comes_before(chain_of(a), chain_of(b)));
  EXPECT_FALSE(detail::comes_before(chain_of(b), chain_of(a)));
  EXPECT_FALSE(detail::comes_before(chain_of(a), chain_of(a)));
  EXPECT_TRUE(detail::comes_before(chain_of(a), polygon));
  EXPECT_FALSE(detail::comes_before(polygon, chain_of(a)));
}

}  // namespace
}  // namespace carom::resting

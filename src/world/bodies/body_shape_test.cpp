#include "world/bodies/body_shape.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::detail {
namespace {

const Polygon k_box = Polygon::make({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}).value();
const BodyShape k_dumbbell = Compound{{Circle{0.5, {-3, 0}}, k_box, Segment{{{{0, 0}, {0, 4}}}}}};

TEST(BodyShape, PartsAreSeenInTheirOrder) {
  std::string seen;
  for_each_part(k_dumbbell, [&](const auto& part) {
    using One = std::decay_t<decltype(part)>;
    seen += std::is_same_v<One, Circle> ? 'c' : std::is_same_v<One, Polygon> ? 'p' : 's';
  });
  EXPECT_EQ(seen, "cps");
  for_each_part(Border{Axis::x, 1}, [&](const auto&) { seen += 'b'; });
  EXPECT_EQ(seen, "cpsb");
}

TEST(BodyShape, Reach) {
  EXPECT_EQ(reach_around(Circle{2, {}}, {}), 2);
  EXPECT_TRUE(std::isinf(reach_around(Border{Axis::y, 0}, {})));
  EXPECT_NEAR(reach_around(k_box, {}), std::sqrt(2), 1e-14);
  EXPECT_GE(reach_around(k_box, {}), std::sqrt(2));
  EXPECT_NEAR(reach_around(k_dumbbell, {}), 4, 1e-14);
  EXPECT_NEAR(reach_around(k_dumbbell, {1, 0}), 4.5, 1e-14);
}

TEST(BodyShape, EqualIfAllNumbersAre) {
  const Polygon arena = Polygon::make({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, true).value();
  const BodyShape shapes[] = {Circle{1, {}},
                              Circle{1, {}, true},
                              Circle{2, {}},
                              Border{Axis::x, 1},
                              Border{Axis::y, 1},
                              Segment{{{{0, 0}, {5, 0}}}},
                              k_box,
                              Segment{{{{0, 0}, {6, 0}}}},
                              arena,
                              k_dumbbell,
                              Compound{{Circle{1, {1, 0}}}},
                              Compound{{Circle{1, {2, 0}}}}};
  for (const BodyShape& a : shapes) {
    for (const BodyShape& b : shapes) EXPECT_EQ(equal(a, b), &a == &b);
    EXPECT_TRUE(equal(a, BodyShape(a)));
  }
}

TEST(BodyShape, AreaOfWhatCoversSome) {
  EXPECT_EQ(covered_area(k_box), 4);
  EXPECT_EQ(covered_area(Segment{{{{0, 0}, {5, 0}}}}), 0);
  EXPECT_EQ(covered_area(Border{}), 0);
  EXPECT_NEAR(covered_area(k_dumbbell), 4 + 0.25 * k_pi, 1e-14);
  EXPECT_EQ(covered_area(Compound{{Segment{{{{0, 0}, {5, 0}}}}}}), 0);
  EXPECT_EQ(mass_properties(BodyShape(Segment{{{{0, 0}, {5, 0}}}})).area, 5);
  EXPECT_EQ(mass_properties(BodyShape(Border{})).area, 0);
}

TEST(BodyShape, TurnedAtOnceAndAgainIsTheSame) {
  for (const BodyShape& upright : {BodyShape(k_box), BodyShape(Segment{{{{1, 0}, {5, 0}}}}), k_dumbbell}) {
    const auto made = turned(upright, 0.7);
    ASSERT_TRUE(made);
    BodyShape again = upright;
    take_turned(upright, sin_cos(0.7), again);
    EXPECT_NEAR(reach_around(made.value(), {2, 1}), reach_around(again, {2, 1}), 1e-15);
    EXPECT_NE(reach_around(made.value(), {2, 1}), reach_around(upright, {2, 1}));
  }
  EXPECT_FALSE(turned(BodyShape(Compound{{Segment{{{{1, 0}, {1, 1e-17}}}}}}), 0.7));
}

}  // namespace
}  // namespace carom::detail

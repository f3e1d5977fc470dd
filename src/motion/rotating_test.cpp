#include "carom/motion/rotating.hpp"

#include <gtest/gtest.h>

#include <array>

namespace carom {
namespace {

TEST(Rotating, GoesFromPoseToPose) {
  const Turn turn{{{1, 2}, 0.3}, {{5, -2}, 12.3}};
  EXPECT_EQ(turn.spin(), 12);
  EXPECT_EQ(turn.at(0), turn.from);
  EXPECT_EQ(turn.at(1), turn.to);
  EXPECT_EQ(turn.at(0.5).at, (Vec2{3, 0}));
  EXPECT_DOUBLE_EQ(turn.at(0.25).angle, 3.3);
}

TEST(Rotating, ReachIsNeverTooShort) {
  EXPECT_GE(reach_of(std::array<Vec2, 2>{{{3, 4}, {-1, 0}}}), 5);
  EXPECT_LE(reach_of(std::array<Vec2, 2>{{{3, 4}, {-1, 0}}}), 5 * (1 + 1e-15));
  EXPECT_EQ(reach_of({}), 0);
}

TEST(Rotating, ChainsKnowWhetherTheirHullTells) {
  const auto square = Polygon::make({{0, 0}, {1, 0}, {1, 1}, {0, 1}}).value();
  const auto room = Polygon::make({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, true).value();
  const auto dart = Polygon::make({{0, 0}, {2, -1}, {1, 0}, {2, 1}}).value();
  EXPECT_TRUE(chain_of(rotating(square, {})).is_hull);
  EXPECT_FALSE(chain_of(rotating(room, {})).is_hull);
  EXPECT_FALSE(chain_of(rotating(dart, {})).is_hull);
  EXPECT_EQ(chain_of(rotating(room, {})).kind, ChainKind::hollow);
  EXPECT_EQ(chain_of(rotating(dart, {})).winding, dart.winding());
  const RotatingSegment rod{{{{{-3, 0}, {4, 0}}}}, {}};
  EXPECT_TRUE(chain_of(rod).is_hull);
  EXPECT_NEAR(chain_of(rod).reach, 4, 1e-14);
}

}  // namespace
}  // namespace carom

#include "event/event_cells.hpp"

#include <gtest/gtest.h>

#include "event/event_parts_test.hpp"

namespace carom::swept_test {
namespace {

World lattice(double speed) { return world_with(event_settings(), some_discs(12, 60, speed, 7)); }

TEST(EventCells, AMoverIsInItsCellUntilItLeaves) {
  EventParts parts(lattice(1));
  detail::EventCells& cells = parts.w.cells;
  const detail::EventBodies& bodies = parts.w.bodies;
  cells.sort();
  const auto is_in_cell = [&](std::uint32_t mover, double t) {
    const Vec2 at = bodies.position(mover, t);
    const detail::CellPlace& cell = cells.cell(mover);
    constexpr double slack = 1e-12;
    return at.x >= cells.grid().left(cell.x) - slack && at.x <= cells.grid().right(cell.x) + slack &&
           at.y >= cells.grid().lower(cell.y) - slack && at.y <= cells.grid().upper(cell.y) + slack;
  };
  for (std::uint32_t mover = 0; mover < bodies.mover_count(); ++mover) {
    parts.w.context.now = 0;
    ASSERT_TRUE(cells.is_gridded(mover));
    cells.find_next_line(mover);
    const double leaves = cells.leave_time(mover);
    ASSERT_TRUE(is_in_cell(mover, 0));
    if (leaves == detail::k_never) continue;
    ASSERT_TRUE(is_in_cell(mover, leaves));
    parts.w.context.now = leaves;
    EXPECT_FALSE(cells.cross(mover).around);
    EXPECT_TRUE(is_in_cell(mover, leaves));
  }
}

TEST(EventCells, WhatIsRemovedIsFoundNoMore) {
  EventParts parts(lattice(0));
  detail::EventCells& cells = parts.w.cells;
  cells.sort();
  const auto finds = [&](std::uint32_t wanted) {
    bool found = false;
    cells.near(wanted, true, [&](std::uint32_t other, int, int) { found = found || other == wanted; });
    return found;
  };
  EXPECT_TRUE(finds(5));
  cells.remove(5);
  EXPECT_FALSE(finds(5));
  EXPECT_TRUE(finds(6));
}

TEST(EventCells, OutOfABoxStraight) {
  detail::EventBody m;
  m.at = {1, 1};
  m.velocity = {2, -1};
  m.since = 3;
  const detail::Crossing way = detail::leaving(m, {0, 0}, {4, 4}, 0);
  EXPECT_EQ(way.t, 4);
  EXPECT_EQ(way.dx, 0);
  EXPECT_EQ(way.dy, -1);
}

}  // namespace
}  // namespace carom::swept_test

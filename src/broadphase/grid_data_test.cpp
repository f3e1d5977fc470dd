#include "carom/broadphase/grid_data.hpp"

#include <gtest/gtest.h>

namespace carom::detail {
namespace {

TEST(GridData, ColumnsRefuseWhatSinglePrecisionCannotHold) {
  FlightColumns columns;
  columns.resize(1);
  const ColumnUnits units{{100, 0}, 0.5, 1, 0.5, 64};
  EXPECT_TRUE(columns.set(0, {104, 2, 1, 0, 0.5, 1, {}}, units));
  EXPECT_EQ(columns.x[0], 2.0F);
  EXPECT_EQ(columns.y[0], 1.0F);
  EXPECT_EQ(columns.vx[0], 1.0F);
  EXPECT_GT(columns.radius[0], 0.25F);
  EXPECT_LT(columns.radius[0], 0.2501F);
  EXPECT_FALSE(columns.set(0, {1e9, 0, 0, 0, 1, 1, {}}, units));
  EXPECT_FALSE(columns.set(0, {0, 0, 1e308, 1e308, 1, 1, {}}, units));
  EXPECT_EQ(columns.x[0], 2.0F);
}

TEST(GridData, TheLooseAreFoundByPlaceAndKeepTheirOrder) {
  LooseList loose;
  for (std::uint32_t place : {5U, 3U, 9U}) {
    FlightRecord record;
    record.x = place;
    loose.add(place, record, 2.0 * place);
  }
  EXPECT_EQ(loose.find(9), 2U);
  EXPECT_EQ(loose.find(4), 3U);
  loose.erase(1);
  EXPECT_EQ(loose.place, (std::vector<std::uint32_t>{5, 9}));
  EXPECT_EQ(loose.records[1].x, 9);
  EXPECT_EQ(loose.reach[1], 18);
  loose.clear();
  EXPECT_EQ(loose.find(5), 0U);
}

TEST(GridData, TheParkedSayThatTheyAre) {
  GridData grid;
  grid.columns.resize(2);
  grid.records.resize(2);
  grid.park(1);
  EXPECT_FALSE(grid.records[0].parked());
  EXPECT_TRUE(grid.records[1].parked());
}

}  // namespace
}  // namespace carom::detail

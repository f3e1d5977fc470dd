#include "carom/broadphase/grid_data.hpp"

#include <gtest/gtest.h>

namespace carom::detail {
namespace {

TEST(GridData, TheUngriddedAreFoundByPlaceAndKeepTheirOrder) {
  UngriddedList ungridded;
  for (const std::uint32_t place : {5U, 3U, 9U}) ungridded.add(place, {{1.0 * place, 0}, {2.0 * place, 0}, 0.5});
  EXPECT_EQ(ungridded.find(9), 2U);
  EXPECT_EQ(ungridded.find(4), 3U);
  ungridded.erase(1);
  EXPECT_EQ(ungridded.place, (std::vector<std::uint32_t>{5, 9}));
  EXPECT_EQ(ungridded.ways[1].from.x, 9);
  EXPECT_EQ(ungridded.ways[1].to.x, 18);
  ungridded.clear();
  EXPECT_EQ(ungridded.find(5), 0U);
  EXPECT_TRUE(ungridded.ways.empty());
}

TEST(GridData, TheParkedSayThatTheyAre) {
  GridData grid;
  grid.boxes.resize(3);
  grid.boxes[2] = {std::numeric_limits<float>::max(), 0, 0, 0};
  grid.park(1);
  EXPECT_FALSE(grid.parked(0));
  EXPECT_TRUE(grid.parked(1));
  EXPECT_FALSE(grid.parked(2));
}

/// What the loop over a row relies on: four numbers, loaded at once.
TEST(GridData, ABoxIsOneVectorOfSixteenBytes) {
  EXPECT_EQ(sizeof(SweptBox), 16U);
  EXPECT_EQ(alignof(SweptBox), 16U);
}

}  // namespace
}  // namespace carom::detail

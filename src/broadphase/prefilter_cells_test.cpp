#include "broadphase/prefilter_cells.hpp"

#include <gtest/gtest.h>

#include <set>

namespace carom::detail {
namespace {

/// Discs of diameter 1 in a box of 20 times 10, cells about 2 wide.
PrefilterCells cells(bool periodic) {
  PrefilterCells made;
  made.lay({{-10, -5}, {10, 5}, periodic, 1, 2, 100});
  return made;
}

TEST(PrefilterCells, APositionIsInItsCellOrInTheOutermost) {
  const PrefilterCells grid = cells(false);
  EXPECT_EQ(grid.columns(), 10);
  EXPECT_EQ(grid.rows(), 5);
  EXPECT_EQ(grid.count(), 12U * 7U);
  const auto first = grid.at(grid.position({-9, -4}));
  EXPECT_EQ(first.x, 0);
  EXPECT_EQ(first.y, 0);
  const auto inner = grid.at(grid.position({3, 1.5}));
  EXPECT_EQ(inner.x, 6);
  EXPECT_EQ(inner.y, 3);
  const auto outside = grid.at(grid.position({100, -100}));
  EXPECT_EQ(outside.x, 9);
  EXPECT_EQ(outside.y, 0);
}

TEST(PrefilterCells, AnIndexTellsItsCell) {
  const PrefilterCells grid = cells(false);
  std::set<std::uint32_t> seen;
  for (std::int32_t y = -1; y <= grid.rows(); ++y) {
    for (std::int32_t x = -1; x <= grid.columns(); ++x) {
      const std::uint32_t index = grid.index(x, y);
      EXPECT_LT(index, grid.count());
      EXPECT_TRUE(seen.insert(index).second);
      EXPECT_EQ(grid.cell(index).x, x);
      EXPECT_EQ(grid.cell(index).y, y);
    }
  }
}

TEST(PrefilterCells, FarIsBeyondTheMargin) {
  const PrefilterCells grid = cells(false);
  ASSERT_GT(grid.margin(), 0.4);
  ASSERT_LT(grid.margin(), 0.5);
  const PrefilterCells::Cell cell{6, 3};  // from (12, 6) to (14, 8), told from the corner of the box
  EXPECT_FALSE(grid.is_far(cell, Two{13, 7}));
  EXPECT_FALSE(grid.is_far(cell, Two{14.4, 7}));
  EXPECT_TRUE(grid.is_far(cell, Two{14.6, 7}));
  EXPECT_TRUE(grid.is_far(cell, Two{13, 5.4}));
}

TEST(PrefilterCells, ACornerHasThreeImagesAnInnerCellNone) {
  const PrefilterCells grid = cells(true);
  std::set<std::uint32_t> images;
  grid.for_images(grid.index(0, 0), [&](std::uint32_t image, Two shift) {
    images.insert(image);
    const auto at = grid.cell(image);
    EXPECT_EQ(shift[0], at.x == 10 ? 20 : 0);
    EXPECT_EQ(shift[1], at.y == 5 ? 10 : 0);
  });
  EXPECT_EQ(images, (std::set{grid.index(10, 0), grid.index(0, 5), grid.index(10, 5)}));
  grid.for_images(grid.index(4, 2), [&](std::uint32_t, Two) { ADD_FAILURE(); });
}

TEST(PrefilterCells, BlocksCoverTheCellsOfAWay) {
  for (const bool periodic : {false, true}) {
    const PrefilterCells grid = cells(periodic);
    const auto range = grid.range(Two{1, 1}, Two{7, 3}, 1);
    std::set<std::uint32_t> of_blocks;
    grid.for_blocks(range, [&](std::uint32_t block) {
      ASSERT_LT(block, grid.block_count());
      grid.for_cells_of(block, [&](std::uint32_t cell) { of_blocks.insert(cell); });
    });
    int count = 0;
    grid.for_cells(range, [&](std::int32_t x, std::int32_t y) {
      ++count;
      EXPECT_TRUE(of_blocks.contains(grid.index(x, y)));
    });
    EXPECT_GE(count, 4 * 2);
  }
}

}  // namespace
}  // namespace carom::detail

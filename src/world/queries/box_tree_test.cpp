#include "world/queries/box_tree.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

constexpr double k_endless = std::numeric_limits<double>::infinity();

TEST(BoxTree, OfNoBoxesVisitsNone) {
  const BoxTree tree({});
  tree.for_each_near({-1, -1}, {1, 1}, [](std::uint32_t) { FAIL(); });
}

RC_GTEST_PROP(BoxTree, VisitsEachBoxThatIsNearOnce, (std::uint64_t seed)) {
  Random random(seed);
  std::vector<ShapeBox> boxes;
  const auto point = [&] { return Vec2{random.uniform(-10, 10), random.uniform(-10, 10)}; };
  for (std::uint64_t k = seed % 50; k > 0; --k) {
    const Vec2 low = point();
    boxes.push_back({low, low + Vec2{random.uniform(0, 2), random.uniform(0, 2)}});
  }
  // Many on the same spot, and what has no end.
  for (std::uint64_t k = seed % 7; k > 0; --k) boxes.push_back({{1, 1}, {2, 2}});
  if (seed % 3 == 0) boxes.push_back({{-k_endless, -k_endless}, {k_endless, k_endless}});
  if (seed % 3 == 1) boxes.push_back({{3, -k_endless}, {3, k_endless}});
  const BoxTree tree(boxes);
  for (int query = 0; query < 20; ++query) {
    const Vec2 low = query == 0 ? Vec2{2, 2} : point();
    const Vec2 high = query == 0 ? low : low + Vec2{random.uniform(0, 8), random.uniform(0, 8)};
    std::vector<int> visits(boxes.size());
    tree.for_each_near(low, high, [&](std::uint32_t k) { ++visits[k]; });
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      const bool near =
          boxes[k].low.x <= high.x && boxes[k].low.y <= high.y && boxes[k].high.x >= low.x && boxes[k].high.y >= low.y;
      RC_ASSERT(visits[k] == (near ? 1 : 0));
    }
  }
}

}  // namespace
}  // namespace carom::detail

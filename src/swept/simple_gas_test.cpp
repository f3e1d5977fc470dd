#include "swept/simple_gas.hpp"

#include "swept/bare_step_test.hpp"
#include "world/testing/gas_world_test.hpp"

// The short loop of an elastic gas is compared with the general one, which a body that meets nothing is enough for.
namespace carom::swept_test {
namespace {

TEST(SimpleGas, TheSameBitsAsTheGeneralLoop) {
  for (const Edges edges : {Edges::rebound, Edges::periodic}) {
    World simple = gas({.count = 300, .covered = 0.4, .edges = edges, .dt = 0.5});
    World general = with_a_ghost(simple);
    EXPECT_GT(expect_same(simple, general, 4), 100U);
  }
}

}  // namespace
}  // namespace carom::swept_test

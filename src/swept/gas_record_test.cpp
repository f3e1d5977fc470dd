#include "swept/gas_record.hpp"

#include "world/testing/gas_world_test.hpp"

// What a gas has left of its contacts is unfolded into events and paths. That these equal those of other worlds is tested in
// gas_search_test and band_replay_test; here, that nothing is reported twice or lost, in any order of queries.
namespace carom::swept_test {
namespace {

TEST(GasRecord, AllContactsAreCountedBeforeAndAfterTheyAreAskedFor) {
  for (const unsigned threads : {1U, 2U}) {
    World world = gas({.count = 2500, .dt = 0.5});
    world.set_threads(threads);
    std::uint64_t before = 0;
    for (int k = 0; k < 4; ++k) {
      world.step();
      const std::uint64_t contacts = world.collision_count() - before;
      EXPECT_GT(contacts, 500U);
      EXPECT_EQ(world.events().size(), contacts);
      EXPECT_EQ(world.events().size(), contacts);
      EXPECT_EQ(world.touches().size(), 2 * contacts);
      before = world.collision_count();
    }
  }
}

TEST(GasRecord, PathsAndEventsInAnyOrder) {
  World first = gas({.count = 600, .dt = 0.5});
  World second = gas({.count = 600, .dt = 0.5});
  first.step();
  second.step();
  const double middle = first.time() - 0.2;
  const std::vector<BodyId> ids = first.bodies();
  const std::vector<BodyState> paths = first.states_at(ids, middle);
  const std::vector<Told> events = told(first);
  EXPECT_TRUE(told(second) == events);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto state = second.state_at(ids[i], middle);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->at, paths[i].at);
    EXPECT_EQ(state->velocity, paths[i].velocity);
  }
}

/// Going on from an event of the step leads to where the step has left the body.
TEST(GasRecord, PathsLeadFromContactToContact) {
  World world = gas({.count = 600, .dt = 0.3});
  const std::vector<BodyId> ids = world.bodies();
  const std::vector<BodyState> start = world.states_at(ids, world.time());
  world.step();
  const std::vector<BodyState> soon = world.states_at(ids, world.time() - world.settings().dt + 1e-9);
  const std::vector<BodyState> late = world.states_at(ids, world.time() - 1e-9);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    EXPECT_LT(length(soon[i].at - start[i].at), 1e-6);
    EXPECT_LT(length(late[i].at - world.body(ids[i])->state.at), 1e-6);
  }
}

/// Bodies may be changed between the step and the question.
TEST(GasRecord, ABodyMovedAfterTheStepKeepsItsContacts) {
  World world = gas({.count = 600, .dt = 0.3});
  World same = gas({.count = 600, .dt = 0.3});
  world.step();
  same.step();
  for (const BodyId id : world.bodies()) world.set_velocity(id, {});
  world.teleport(world.bodies().front(), {1, 1});
  EXPECT_TRUE(told(world) == told(same));
}

}  // namespace
}  // namespace carom::swept_test

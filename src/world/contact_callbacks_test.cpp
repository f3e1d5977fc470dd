#include <gtest/gtest.h>

#include "world/testing/swept_world_test.hpp"

// What a listener sees of a contact, and may do to its two bodies: the same in both loops that find every contact. More of what
// callbacks do to a step or a run is in swept_callbacks_test and event_callbacks_test.
namespace carom::swept_test {
namespace {

/// Two discs that meet at t = 0.5.
struct Duel {
  World world;
  BodyId a = add(world, disc(1, {-4, 0}, {4, 0}));
  BodyId b = add(world, disc(1, {2, 0}, {-4, 0}));
  Recorder recorder;

  explicit Duel(Detection detection) : world(make_world(settings_of(detection))) { world.set_listener(&recorder); }

 private:
  static WorldSettings settings_of(Detection detection) {
    WorldSettings settings = settings_with(1);
    settings.detection = detection;
    return settings;
  }
};

class ContactCallbacks : public testing::TestWithParam<Detection> {};

INSTANTIATE_TEST_SUITE_P(Loops, ContactCallbacks, testing::Values(Detection::swept, Detection::event),
                         [](const auto& which) { return which.param == Detection::swept ? "swept" : "event"; });

TEST_P(ContactCallbacks, TheListenerIsCalledBeforeAndAfter) {
  Duel duel(GetParam());
  duel.recorder.on_before = [&](World& world, const PendingContact& pending) {
    EXPECT_EQ(world.time(), 0.5);
    EXPECT_EQ(at(world, duel.a), (Vec2{-2, 0})) << "bodies are where they are at that moment";
    EXPECT_EQ(pending.speed, 8);
    EXPECT_EQ(pending.restitution, 1);
    return true;
  };
  duel.recorder.on_after = [&](World& world, const ContactEvent& event) {
    EXPECT_EQ(event.impulse, 8);
    EXPECT_EQ(velocity(world, duel.a), (Vec2{-4, 0}));
  };
  duel.world.step_to(1);
  EXPECT_EQ(duel.recorder.meetings.size(), 1U);
  EXPECT_EQ(duel.recorder.events.size(), 1U);
  EXPECT_EQ(duel.world.events().size(), 1U);
}

TEST_P(ContactCallbacks, AListenerCanIgnoreAContact) {
  Duel duel(GetParam());
  duel.recorder.on_before = [](World&, const PendingContact&) { return false; };
  duel.world.step_to(1);
  EXPECT_EQ(duel.recorder.events.size(), 0U) << "no epilogue";
  ASSERT_EQ(duel.world.events().size(), 1U);
  EXPECT_EQ(duel.world.events()[0].response, Response::ignore);
  duel.world.step_to(3);
  EXPECT_EQ(velocity(duel.world, duel.a), (Vec2{4, 0}));
  EXPECT_EQ(duel.recorder.meetings.size(), 1U) << "once a pass";
  ASSERT_EQ(duel.recorder.touches.size(), 2U);
  EXPECT_EQ(duel.recorder.touches[0].t, 0.5);
  EXPECT_NEAR(duel.recorder.touches[1].t, 1.0, 1e-15);
}

TEST_P(ContactCallbacks, RemovingOneOfTheTwoBeforehand) {
  for (const bool first : {true, false}) {
    Duel duel(GetParam());
    const BodyId gone = first ? duel.a : duel.b;
    const BodyId left = first ? duel.b : duel.a;
    duel.recorder.on_before = [&](World& world, const PendingContact&) { return world.remove(gone); };
    duel.world.step_to(1);
    EXPECT_EQ(duel.world.body(gone), nullptr);
    EXPECT_EQ(velocity(duel.world, left), (Vec2{first ? -4.0 : 4.0, 0})) << "no body is left to respond";
    EXPECT_NEAR(duel.world.exchanged_energy(), -8, 1e-15);
    duel.world.step_to(2);
    EXPECT_EQ(duel.world.collision_count(), 1U);
  }
}

TEST_P(ContactCallbacks, RemovingBothAfterwards) {
  Duel duel(GetParam());
  duel.recorder.on_after = [&](World& world, const ContactEvent&) {
    EXPECT_TRUE(world.remove(duel.a));
    EXPECT_TRUE(world.remove(duel.b));
  };
  duel.world.step_to(1);
  EXPECT_EQ(duel.world.body_count(), 0U);
  ASSERT_EQ(duel.world.events().size(), 1U);
  EXPECT_EQ(duel.world.events()[0].b->serial, 1U) << "the log still has them";
  duel.world.step_to(3);
  EXPECT_TRUE(duel.world.events().empty());
}

}  // namespace
}  // namespace carom::swept_test

#include "contact/contact_pipeline.hpp"

#include <gtest/gtest.h>

#include "world/testing/swept_world_test.hpp"

// The order of callbacks for a contact, recorded by actions that only write down their calls.
namespace carom::detail {
namespace {

struct Stage {
  World world = swept_test::make_world({});
  World::State state;
  Rule rule;
  Law law;
  PendingContact pending;
  EventRecord record;
  bool there = true;
  std::vector<std::string> told;
  bool recorded = true;

  struct Ear : Listener {
    Stage* stage = nullptr;
    bool allows = true;
    bool before(World& /*world*/, const PendingContact& /*meeting*/) override {
      stage->told.emplace_back("before");
      return allows;
    }
    void after(World& /*world*/, const ContactEvent& event) override {
      stage->told.push_back("after with " + std::to_string(event.effects.size()) + " effects");
    }
    void touch(World& /*world*/, const Touch& touch) override {
      stage->told.emplace_back(touch.change == TouchChange::begin ? "begin" : "end");
    }
  } ear;

  Stage() {
    ear.stage = this;
    state.listener = &ear;
    rule.before = {SoundEffect{"hit"}};
    rule.after = {SoundEffect{"gone"}, NotifyEffect{"well"}};
    law.rule = &rule;
  }
  std::vector<std::string> resolve() {
    ContactPipeline(world, state)
        .resolve(pending, law,
                 ContactActions{[this] { return there; }, [this](const Law& /*how*/) { told.emplace_back("act"); },
                                [this](const Law& how) {
                                  told.emplace_back(how.response == Response::ignore ? "ignored" : "pass");
                                },
                                [this] { return recorded ? &record : nullptr; }});
    return told;
  }
};

using Told = std::vector<std::string>;

TEST(ContactPipeline, PrologueAnswerEpilogue) {
  Stage stage;
  EXPECT_EQ(stage.resolve(), (Told{"before", "act", "after with 3 effects"}));
  EXPECT_EQ(stage.record.serial_b, k_edges_serial);
}

TEST(ContactPipeline, AContactThatPassesHasAnEpilogueToo) {
  Stage stage;
  stage.law.response = Response::none;
  EXPECT_EQ(stage.resolve(), (Told{"before", "pass", "after with 3 effects"}));
}

TEST(ContactPipeline, AnIgnoredContactHasNone) {
  Stage stage;
  stage.law.response = Response::ignore;
  EXPECT_EQ(stage.resolve(), (Told{"before", "ignored"}));
  EXPECT_EQ(stage.state.last.effects.size(), 1U) << "the prologue's effects are reported with the event";
  EXPECT_EQ(stage.state.last.effects[0].size(), 1U);
}

TEST(ContactPipeline, AListenerThatSaysNoHasItIgnored) {
  Stage stage;
  stage.ear.allows = false;
  EXPECT_EQ(stage.resolve(), (Told{"before", "ignored"}));
}

TEST(ContactPipeline, NoCallbackForABodyThatIsGone) {
  Stage stage;
  stage.there = false;
  EXPECT_EQ(stage.resolve(), (Told{"pass", "after with 3 effects"})) << "it is reported all the same";
}

TEST(ContactPipeline, WithoutARecordThereIsNoCallback) {
  Stage stage;
  stage.recorded = false;
  EXPECT_EQ(stage.resolve(), (Told{"before", "act"}));
}

TEST(ContactPipeline, WithoutListenerAndRuleItIsTheAnswerAlone) {
  Stage stage;
  stage.state.listener = nullptr;
  stage.law.rule = nullptr;
  EXPECT_EQ(stage.resolve(), Told{"act"});
  EXPECT_TRUE(stage.state.last.effects.empty());
  EXPECT_EQ(stage.record.effects, -1);
}

TEST(ContactPipeline, ATouchIsKeptAndHeard) {
  Stage stage;
  ContactPipeline(stage.world, stage.state).notify_touch(1.5, {{}, 4}, Party{{}, 7}, TouchChange::begin);
  ContactPipeline(stage.world, stage.state).notify_touch(2.5, {{}, 4}, std::nullopt, TouchChange::end);
  EXPECT_EQ(stage.told, (Told{"begin", "end"}));
  const std::vector<Touch>& kept = stage.state.last.touches;
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].t, 1.5);
  EXPECT_EQ(kept[0].a.serial, 4U);
  ASSERT_TRUE(kept[0].b.has_value());
  EXPECT_EQ(kept[0].b->serial, 7U);
  EXPECT_EQ(kept[1].b, std::nullopt) << "the edges";
  EXPECT_EQ(kept[1].change, TouchChange::end);
}

TEST(ContactPipeline, ATouchIsKeptWithoutAListenerToo) {
  Stage stage;
  stage.state.listener = nullptr;
  ContactPipeline(stage.world, stage.state).notify_touch(1.5, {{}, 4}, std::nullopt, TouchChange::begin);
  EXPECT_EQ(stage.state.last.touches.size(), 1U);
}

TEST(ContactPipeline, OnlyTheEventWorldForgetsTouchesThatAreNotRecorded) {
  for (const Detection detection : {Detection::swept, Detection::overlap, Detection::event}) {
    Stage stage;
    stage.state.settings.detection = detection;
    stage.state.recording = false;
    ContactPipeline(stage.world, stage.state).notify_touch(1.5, {{}, 4}, std::nullopt, TouchChange::begin);
    EXPECT_EQ(stage.state.last.touches.empty(), detection == Detection::event);
    EXPECT_EQ(stage.told, Told{"begin"});
  }
}

}  // namespace
}  // namespace carom::detail

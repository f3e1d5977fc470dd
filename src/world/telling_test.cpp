#include "world/telling.hpp"

#include <gtest/gtest.h>

#include "world/swept_world_test.hpp"

// The order in which a contact is told, seen by an answerer that only writes down what it is asked.
namespace carom::detail {
namespace {

struct Stage {
  World world = swept_test::make_world({});
  World::State state;
  Rule rule;
  Law law;
  Meeting meeting;
  EventRecord record;
  bool there = true;
  std::vector<std::string> told;
  Answerer answerer;

  struct Ear : Listener {
    Stage* stage = nullptr;
    bool allows = true;
    bool before(World& /*world*/, const Meeting& /*meeting*/) override {
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
    answerer.both_there = [this] { return there; };
    answerer.act = [this](const Law& /*how*/) { told.emplace_back("act"); };
    answerer.pass = [this](const Law& how) {
      told.emplace_back(how.response == Response::ignore ? "ignored" : "pass");
    };
    answerer.record = [this] { return &record; };
  }
  std::vector<std::string> answer() {
    answer_aloud(world, state, meeting, law, answerer);
    return told;
  }
};

using Told = std::vector<std::string>;

TEST(Telling, PrologueAnswerEpilogue) {
  Stage stage;
  EXPECT_EQ(stage.answer(), (Told{"before", "act", "after with 3 effects"}));
  EXPECT_EQ(stage.record.serial_b, k_edges_serial);
}

TEST(Telling, WhoIsLetPassHasAnEpilogueToo) {
  Stage stage;
  stage.law.response = Response::none;
  EXPECT_EQ(stage.answer(), (Told{"before", "pass", "after with 3 effects"}));
}

TEST(Telling, WhoIsIgnoredHasNone) {
  Stage stage;
  stage.law.response = Response::ignore;
  EXPECT_EQ(stage.answer(), (Told{"before", "ignored"}));
  EXPECT_EQ(stage.state.last.effects.size(), 1U) << "the prologue's effects are told with the event";
  EXPECT_EQ(stage.state.last.effects[0].size(), 1U);
}

TEST(Telling, AListenerThatSaysNoHasItIgnored) {
  Stage stage;
  stage.ear.allows = false;
  EXPECT_EQ(stage.answer(), (Told{"before", "ignored"}));
}

TEST(Telling, WhoIsGoneIsNotAskedAbout) {
  Stage stage;
  stage.there = false;
  EXPECT_EQ(stage.answer(), (Told{"pass", "after with 3 effects"})) << "it is told all the same";
}

TEST(Telling, WithoutARecordNobodyIsTold) {
  Stage stage;
  stage.answerer.record = [] { return nullptr; };
  EXPECT_EQ(stage.answer(), (Told{"before", "act"}));
}

TEST(Telling, WithoutListenerAndRuleItIsTheAnswerAlone) {
  Stage stage;
  stage.state.listener = nullptr;
  stage.law.rule = nullptr;
  EXPECT_EQ(stage.answer(), Told{"act"});
  EXPECT_TRUE(stage.state.last.effects.empty());
  EXPECT_EQ(stage.record.effects, -1);
}

TEST(Telling, ATouchIsKeptAndHeard) {
  Stage stage;
  tell_touch(stage.world, stage.state, 1.5, {{}, 4}, Party{{}, 7}, TouchChange::begin);
  tell_touch(stage.world, stage.state, 2.5, {{}, 4}, std::nullopt, TouchChange::end);
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

TEST(Telling, ATouchIsKeptWithoutAListenerToo) {
  Stage stage;
  stage.state.listener = nullptr;
  tell_touch(stage.world, stage.state, 1.5, {{}, 4}, std::nullopt, TouchChange::begin);
  EXPECT_EQ(stage.state.last.touches.size(), 1U);
}

TEST(Telling, OnlyTheEventWorldForgetsTouchesThatNobodyRecords) {
  for (const Detection detection : {Detection::swept, Detection::overlap, Detection::event}) {
    Stage stage;
    stage.state.settings.detection = detection;
    stage.state.recording = false;
    tell_touch(stage.world, stage.state, 1.5, {{}, 4}, std::nullopt, TouchChange::begin);
    EXPECT_EQ(stage.state.last.touches.empty(), detection == Detection::event);
    EXPECT_EQ(stage.told, Told{"begin"});
  }
}

}  // namespace
}  // namespace carom::detail

#include "world/bodies/body_store.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "carom/math/elementary.hpp"

namespace carom::detail {
namespace {

Body named(std::string name) {
  Body body;
  body.name = std::move(name);
  return body;
}

std::vector<std::uint64_t> serials(const BodyStore& store) {
  std::vector<std::uint64_t> result;
  for (const std::uint32_t slot : store.in_order()) result.push_back(store.at_slot(slot).serial);
  return result;
}

TEST(BodyStore, GivesHandlesAndSerials) {
  BodyStore store;
  const BodyId a = store.add(named("a"));
  const BodyId b = store.add(named(""));
  EXPECT_EQ(store.count(), 2U);
  EXPECT_EQ(store.find(a)->serial, 0U);
  EXPECT_EQ(store.find(b)->serial, 1U);
  EXPECT_EQ(store.find(b)->id, b);
  EXPECT_EQ(store.next_serial(), 2U);
  EXPECT_NE(a, b);
}

TEST(BodyStore, NoticesOldHandles) {
  BodyStore store;
  const BodyId old = store.add(named("a"));
  EXPECT_TRUE(store.remove(old));
  EXPECT_EQ(store.find(old), nullptr);
  EXPECT_FALSE(store.remove(old));
  EXPECT_EQ(store.count(), 0U);

  const BodyId next = store.add(named("b"));
  EXPECT_EQ(next.slot, old.slot);
  EXPECT_NE(next.generation, old.generation);
  EXPECT_EQ(store.find(old), nullptr);
  EXPECT_FALSE(store.remove(old));
  EXPECT_EQ(store.find(next)->name, "b");
}

/// Three bodies have been there, one is left.
BodyStore store_with_history() {
  BodyStore store;
  const BodyId a = store.add(named("a"));
  store.add(named("b"));
  store.remove(store.add(named("")));
  store.remove(a);
  return store;
}

std::vector<Body> bodies_of(const BodyStore& store) {
  std::vector<Body> bodies;
  for (const std::uint32_t slot : store.in_order()) bodies.push_back(store.at_slot(slot));
  return bodies;
}

TEST(BodyStore, IsMadeOfBodiesAndHandles) {
  BodyStore store = store_with_history();
  auto made = BodyStore::make(bodies_of(store), store.handles());
  ASSERT_TRUE(made);
  BodyStore again = std::move(made).value();
  EXPECT_EQ(again.count(), 1U);
  EXPECT_EQ(again.find("b"), store.find("b"));
  EXPECT_EQ(again.name(0), "a");
  EXPECT_EQ(again.name(2), "#2");
  EXPECT_EQ(again.next_serial(), 3U);
  for (int k = 0; k < 3; ++k)
    EXPECT_EQ(again.add(named("")), store.add(named(""))) << "slots are taken in the same order";
}

TEST(BodyStore, IsNotMadeOfHandlesThatContradictEachOther) {
  const BodyStore store = store_with_history();
  const auto place = [&](auto&& change) {
    std::vector<Body> bodies = bodies_of(store);
    BodyStore::Handles handles = store.handles();
    change(bodies, handles);
    const auto made = BodyStore::make(std::move(bodies), std::move(handles));
    return made ? std::string("none") : made.error().place;
  };
  EXPECT_EQ(place([](auto&, auto&) {}), "none");
  EXPECT_EQ(place([](auto&, auto& handles) { handles.generations.push_back(1); }), "/generations");
  EXPECT_EQ(place([](auto& bodies, auto&) { bodies[0].id.slot = 9; }), "/0/id");
  EXPECT_EQ(place([](auto& bodies, auto&) { bodies[0].id.generation = 9; }), "/0/id");
  EXPECT_EQ(place([](auto& bodies, auto&) { bodies[0].serial = 3; }), "/0/serial");
  EXPECT_EQ(place([](auto&, auto& handles) { handles.free_slots[0] = 1; }), "/free_slots/0");
  EXPECT_EQ(place([](auto&, auto& handles) { handles.free_slots[1] = handles.free_slots[0]; }), "/free_slots/1");
  EXPECT_EQ(place([](auto&, auto& handles) { handles.gone[0].serial = 1; }), "/gone/0");
  EXPECT_EQ(place([](auto&, auto& handles) { handles.gone[0].serial = 3; }), "/gone/0");
  EXPECT_EQ(place([](auto& bodies, auto& handles) {
              bodies.push_back(bodies[0]);
              bodies[1].serial = 2;
              bodies[1].id = {handles.free_slots.back(), handles.generations[handles.free_slots.back()]};
              handles.free_slots.pop_back();
            }),
            "/1/name");
}

TEST(BodyStore, KnowsNoBodyByHandlesThatItNeverGave) {
  BodyStore store;
  EXPECT_EQ(store.find(BodyId{}), nullptr);
  EXPECT_EQ(store.find(BodyId{3, 1}), nullptr);
  store.remove(store.add(named("a")));
  EXPECT_EQ(store.find(BodyId{}), nullptr);
  EXPECT_FALSE(store.remove(BodyId{}));
}

TEST(BodyStore, KeepsTheOrderOfCreationThoughSlotsAreUsedAgain) {
  BodyStore store;
  std::vector<BodyId> ids;
  for (int k = 0; k < 5; ++k) ids.push_back(store.add(named("")));
  store.remove(ids[1]);
  store.remove(ids[3]);
  const BodyId fifth = store.add(named(""));
  EXPECT_TRUE(fifth.slot == ids[1].slot || fifth.slot == ids[3].slot);
  EXPECT_EQ(serials(store), (std::vector<std::uint64_t>{0, 2, 4, 5}));
}

TEST(BodyStore, FindsByNameOrNumber) {
  BodyStore store;
  const BodyId cue = store.add(named("cue"));
  const BodyId second = store.add(named(""));
  EXPECT_EQ(store.find("cue"), cue);
  EXPECT_EQ(store.find("#1"), second);
  EXPECT_EQ(store.find("#0"), std::nullopt);
  EXPECT_EQ(store.find(""), std::nullopt);
  store.remove(cue);
  EXPECT_EQ(store.find("cue"), std::nullopt);
  const BodyId again = store.add(named("cue"));
  EXPECT_EQ(store.find("cue"), again);
}

TEST(BodyStore, ANumberIsSpeltInOneWay) {
  BodyStore store;
  for (int k = 0; k < 12; ++k) store.add(named(k == 3 ? "cue" : ""));
  EXPECT_EQ(store.find("#11")->slot, 11U);
  for (const char* text : {"#", "#011", "#+1", "#-1", "# 1", "#1x", "#12", "#3", "#99999999999999999999", "1"}) {
    EXPECT_EQ(store.find(text), std::nullopt) << text;
  }
}

TEST(BodyStore, FindsBySerial) {
  BodyStore store;
  std::vector<BodyId> ids;
  for (int k = 0; k < 5; ++k) ids.push_back(store.add(named("")));
  store.remove(ids[2]);
  EXPECT_EQ(store.by_serial(4)->id, ids[4]);
  EXPECT_EQ(store.by_serial(2), nullptr);
  EXPECT_EQ(store.by_serial(5), nullptr);
}

TEST(BodyStore, RemembersNamesOfThoseThatAreGone) {
  BodyStore store;
  store.remove(store.add(named("cue")));
  store.remove(store.add(named("")));
  store.add(named("cue"));
  EXPECT_EQ(store.name(0), "cue");
  EXPECT_EQ(store.name(1), "#1");
  EXPECT_EQ(store.name(2), "cue");
}

TEST(BodyStore, OffersAFreeName) {
  BodyStore store;
  EXPECT_EQ(store.free_name("smoke"), "smoke");
  EXPECT_EQ(store.free_name(""), "");
  store.add(named("smoke"));
  EXPECT_EQ(store.free_name("smoke"), "smoke#2");
  const BodyId second = store.add(named("smoke#2"));
  store.add(named("smoke#3"));
  EXPECT_EQ(store.free_name("smoke"), "smoke#4");
  store.remove(second);
  EXPECT_EQ(store.free_name("smoke"), "smoke#2");
}

TEST(BodyStore, PutsBodiesBackUnderTheirSerials) {
  BodyStore store;
  for (const std::uint64_t serial : {2U, 7U}) {
    Body body = named("");
    body.serial = serial;
    store.add_back(body);
  }
  store.set_next_serial(9);
  EXPECT_EQ(store.find(store.add(named("")))->serial, 9U);
  EXPECT_EQ(serials(store), (std::vector<std::uint64_t>{2, 7, 9}));
}

TEST(BodyStore, ACopyIsASnapshot) {
  BodyStore store;
  const BodyId a = store.add(named("a"));
  const BodyStore before = store;
  store.find(a)->state.at = {1, 2};
  store.remove(a);
  ASSERT_NE(before.find(a), nullptr);
  EXPECT_EQ(before.find(a)->state.at, Vec2{});
  EXPECT_EQ(before.find("a"), a);
}

TEST(Body, HasTags) {
  Body body;
  body.tags = {"ball", "red"};
  EXPECT_TRUE(body.has_tag("red"));
  EXPECT_FALSE(body.has_tag("re"));
}

TEST(Body, TheCentreOfMassIsTurnedWithTheShape) {
  Body body;
  body.center = {2, 1};
  EXPECT_EQ(center_of_mass(body, {{5, 5}, {}, 0, 0}), (Vec2{7, 6}));
  const Vec2 turned = center_of_mass(body, {{5, 5}, {}, k_pi / 2, 0});
  EXPECT_NEAR(turned.x, 4, 1e-15);
  EXPECT_NEAR(turned.y, 7, 1e-15);
  body.center = {};
  EXPECT_EQ(center_of_mass(body, {{5, 5}, {}, 1, 0}), (Vec2{5, 5}));
}

RC_GTEST_PROP(BodyStore, AgreesWithAPlainList, (const std::vector<std::uint8_t>& choices)) {
  struct Known {
    BodyId id;
    std::uint64_t serial;
  };
  BodyStore store;
  std::vector<Known> alive;
  std::vector<BodyId> gone;
  std::uint64_t next = 0;
  for (const std::uint8_t choice : choices) {
    if (choice % 2 == 0 || alive.empty()) {
      alive.push_back({store.add(named("")), next++});
    } else {
      const auto victim = alive.begin() + (choice / 2) % static_cast<std::ptrdiff_t>(alive.size());
      RC_ASSERT(store.remove(victim->id));
      gone.push_back(victim->id);
      alive.erase(victim);
    }
  }
  std::vector<std::uint64_t> expected;
  for (const Known& known : alive) {
    expected.push_back(known.serial);
    RC_ASSERT(store.find(known.id) != nullptr);
    RC_ASSERT(store.find(known.id)->serial == known.serial);
  }
  RC_ASSERT(serials(store) == expected);
  RC_ASSERT(std::ranges::all_of(gone, [&](BodyId id) { return store.find(id) == nullptr; }));
}

/// Whatever is added, removed and changed: once it is taken back, both stores go on alike.
RC_GTEST_PROP(BodyStore, ChangesAreTakenBack, (const std::vector<std::uint8_t>& choices)) {
  BodyStore store;
  std::vector<BodyId> ids;
  for (int k = 0; k < 6; ++k) ids.push_back(store.add(named(k % 2 == 0 ? "body" + std::to_string(k) : "")));
  store.remove(ids[2]);
  const BodyStore before = store;
  store.begin_changes();
  for (const std::uint8_t choice : choices) {
    const BodyId one = ids[(choice / 4) % ids.size()];
    switch (choice % 4) {
      case 0: ids.push_back(store.add(named(store.free_name("new")))); break;
      case 1: store.remove(one); break;
      default:
        if (Body* const body = store.find(one)) {
          store.keep(*body);
          body->tags.push_back("changed");
        }
    }
  }
  store.take_back_changes();
  BodyStore other = before;
  for (int k = 0; k < 4; ++k)
    RC_ASSERT(store.add(named("later" + std::to_string(k))) == other.add(named("later" + std::to_string(k))));
  RC_ASSERT(serials(store) == serials(other));
  for (const std::uint32_t slot : store.in_order()) {
    const Body& mine = store.at_slot(slot);
    const Body& theirs = other.at_slot(slot);
    RC_ASSERT(mine.id == theirs.id);
    RC_ASSERT(mine.name == theirs.name);
    RC_ASSERT(mine.tags == theirs.tags);
    RC_ASSERT(store.find(store.name(mine.serial)) == other.find(store.name(mine.serial)));
  }
  for (std::uint64_t serial = 0; serial < 30; ++serial) RC_ASSERT(store.name(serial) == other.name(serial));
}

TEST(BodyStore, ChangesThatAreAcceptedStay) {
  BodyStore store;
  const BodyId a = store.add(named("a"));
  store.begin_changes();
  store.add(named("b"));
  store.remove(a);
  store.accept_changes();
  store.begin_changes();
  store.take_back_changes();
  EXPECT_EQ(store.count(), 1U);
  EXPECT_TRUE(store.find("b"));
  EXPECT_FALSE(store.find("a"));
}

}  // namespace
}  // namespace carom::detail

#include "carom/world/journal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <set>

#include "carom/math/random.hpp"
#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

struct Kind {
  const char* name;
  Detection detection = Detection::swept;
  double friction = 0;
  friend void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }
};

WorldSettings settings_of(const Kind& kind) {
  WorldSettings settings = bounded(settings_with(1.0 / 32, 0.9, {0, -3}), {-6, -6}, {6, 6});
  settings.detection = kind.detection;
  settings.friction = kind.friction;
  settings.rules.push_back(
      {{"bomb", "*"}, Response::impulse, {}, {}, {DestroyEffect{"bomb"}, SpawnEffect{disc(0.1, {0.3, 0.3})}}});
  settings.rules.push_back({{"ghost", "*"}, Response::none, {}, {}, {}});
  return settings;
}

/// Adds, removes, moves and refuses from inside callbacks, by numbers of its own.
class Meddler : public Listener {
 public:
  explicit Meddler(std::uint64_t seed) : random(seed) {}
  bool before(World& world, const PendingContact& contact) override {
    ++called;
    switch (random.below(8)) {
      case 0: return false;
      case 1: world.set_velocity(contact.a.id, {random.uniform(-2, 2), random.uniform(-2, 2)}); break;
      case 2: world.add_tag(contact.a.id, "touched"); break;
      default: break;
    }
    return true;
  }
  void after(World& world, const ContactEvent& event) override {
    if (random.below(6) == 0 && world.body_count() < 24) {
      BodyDef spark = disc(0.05, {random.uniform(-5, 5), random.uniform(-5, 5)}, {1, 1});
      spark.lifetime = 0.4;
      static_cast<void>(world.add(std::move(spark)));
    }
    if (event.b && random.below(12) == 0) world.remove(event.a.id);
  }
  void touch(World& world, const Touch& touch) override {
    if (random.below(5) == 0) world.set_user_data(touch.a.id, random.below(1000));
  }
  Random random;
  int called = 0;
};

/// One call from outside, whatever it is.
void meddle(World& world, Random& random) {
  const std::vector<BodyId> ids = world.bodies();
  const Vec2 some{random.uniform(-4, 4), random.uniform(-4, 4)};
  if (ids.empty() || random.below(9) == 0) {
    BodyDef def = random.below(3) == 0 ? moving(box({0.2, 0.3}, some), {1, 0}) : disc(0.2, some, {0, 1});
    if (random.below(3) == 0) def.tags = {random.below(2) == 0 ? "bomb" : "ghost"};
    static_cast<void>(world.add(std::move(def)));
    return;
  }
  const BodyId id = ids[random.below(ids.size())];
  switch (random.below(14)) {
    case 0: world.remove(id); break;
    case 1: world.teleport(id, some); break;
    case 2: world.set_velocity(id, some); break;
    case 3: world.apply_force(id, some); break;
    case 4: world.apply_impulse(id, some); break;
    case 5: world.apply_impulse(id, some, {0, 0}); break;
    case 6: world.set_spin(id, some.x); break;
    case 7: world.set_user_data(id, 7); break;
    case 8: world.set_filter(id, 1, random.below(4) == 0 ? 2 : 0xffffffffU); break;
    case 9: world.set_angle(id, some.x); break;
    case 10: world.set_restitution(id, random.below(2) == 0 ? std::optional(0.5) : std::nullopt); break;
    case 11: world.set_mass(id, 2); break;
    case 12: world.set_fixed(id, random.below(3) == 0); break;
    default: static_cast<void>(world.redefine(id, disc(0.3, some))); break;
  }
}

class Journals : public testing::TestWithParam<Kind> {};

TEST_P(Journals, ReplayToTheSameBits) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    World world = make_world(settings_of(GetParam()));
    for (int k = 0; k < 8; ++k) meddle(world, random);
    run_until(world, 0.5);
    Meddler meddler(seed);
    ASSERT_TRUE(world.start_journal());
    std::optional<World::Snapshot> saved;
    for (int k = 0; k < 60; ++k) {
      if (k == 10 || k == 40) world.set_listener(k == 10 ? &meddler : nullptr);
      if (k == 20) {
        world.set_response([&](const World&, const PendingContact& contact) -> std::optional<NewVelocities> {
          if (contact.b && random.below(2) == 0) return NewVelocities{-contact.velocity_a, -contact.velocity_b};
          return std::nullopt;
        });
      }
      if (k == 30) world.set_response(nullptr);
      if (k == 15) saved = world.snapshot();
      if (k == 50) {
        ASSERT_FALSE(world.restore(*saved));
      }
      if (random.below(3) == 0) meddle(world, random);
      world.step();
    }
    const auto journal = world.journal();
    ASSERT_TRUE(journal);
    const auto read = Journal::from_bytes(journal->bytes());
    ASSERT_TRUE(read) << read.error().place << ": " << read.error().reason;
    EXPECT_EQ(read.value().bytes(), journal->bytes());
    EXPECT_EQ(read.value().end_hash(), world.hash());
    EXPECT_GE(read.value().call_count(), 61U);
    World again = make_world(settings_of(GetParam()));
    const auto error = again.replay(read.value());
    ASSERT_FALSE(error) << error->place << ": " << error->reason;
    EXPECT_EQ(again.hash(), world.hash());
    EXPECT_EQ(again.snapshot().bytes(), world.snapshot().bytes());
  }
}

TEST_P(Journals, KeepingOneChangesNothing) {
  std::array<std::uint64_t, 2> hashes{};
  for (const bool keeps : {false, true}) {
    Random random(5);
    World world = make_world(settings_of(GetParam()));
    Meddler meddler(5);
    world.set_listener(&meddler);
    if (keeps) world.start_journal();
    for (int k = 0; k < 40; ++k) {
      meddle(world, random);
      world.step();
    }
    EXPECT_GT(meddler.called, 0);
    hashes[keeps ? 1 : 0] = world.hash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST_P(Journals, AStepThatWasAbandonedIsNotInIt) {
  World world = make_world(settings_of(GetParam()));
  for (int k = 0; k < 6; ++k) add(world, disc(0.3, {k - 2.5, 0.1 * k}, {3, 1}));
  world.start_journal();
  world.step();
  bool stop = true;
  world.set_interrupt([&] { return stop; });
  static_cast<void>(world.step_to(4));
  stop = false;
  world.set_interrupt(nullptr);
  world.step();
  World again = make_world(settings_of(GetParam()));
  const auto error = again.replay(*world.journal());
  EXPECT_FALSE(error) << error->place << ": " << error->reason;
  EXPECT_EQ(again.hash(), world.hash());
}

INSTANTIATE_TEST_SUITE_P(Loops, Journals,
                         testing::Values(Kind{"swept"}, Kind{"rotating", Detection::swept, 0.4},
                                         Kind{"overlap", Detection::overlap}, Kind{"event", Detection::event}),
                         testing::PrintToStringParamName());

Journal some_journal() {
  World world = make_world(settings_of({"swept"}));
  world.start_journal();
  add(world, called(disc(1, {0, 0}, {1, 2}), "ball"));
  for (int k = 0; k < 5; ++k) world.step();
  return *world.journal();
}

TEST(Journal, OfAnotherVersionIsRefused) {
  std::vector<std::byte> bytes = some_journal().bytes();
  // After the word and the length of the version's text.
  bytes[16] = std::byte{'9'};
  const auto read = Journal::from_bytes(bytes);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().place, "/header/version");
  EXPECT_NE(read.error().reason.find("a journal is read by the version of Carom that wrote it"), std::string::npos);
}

TEST(Journal, OfAnotherWorldIsNoticed) {
  WorldSettings settings = settings_of({"swept"});
  settings.gravity = {0, -4};
  World other = make_world(settings);
  const auto error = other.replay(some_journal());
  ASSERT_TRUE(error);
  EXPECT_EQ(error->place, "/end_hash");
}

TEST(Journal, BrokenBytesAreRefused) {
  const std::vector<std::byte> whole = some_journal().bytes();
  EXPECT_EQ(Journal::from_bytes({}).error().reason,
            "these bytes are no journal: expected them to begin with \"caromJNL\"");
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    EXPECT_FALSE(Journal::from_bytes(std::span(whole).first(size)));
  }
  Random random(1);
  for (int k = 0; k < 300; ++k) {
    std::vector<std::byte> bytes = whole;
    bytes[random.below(bytes.size())] ^= static_cast<std::byte>(1 + random.below(255));
    EXPECT_FALSE(Journal::from_bytes(bytes)) << "every bit is under the sum";
  }
}

TEST(Journal, NoneIsTakenWhereNoneIsKept) {
  World world = make_world(settings_with(1));
  EXPECT_FALSE(world.journal());
  EXPECT_FALSE(world.keeps_journal());
  EXPECT_TRUE(world.start_journal());
  EXPECT_TRUE(world.keeps_journal());
  EXPECT_TRUE(world.stop_journal());
  EXPECT_FALSE(world.journal());
}

}  // namespace
}  // namespace carom::swept_test

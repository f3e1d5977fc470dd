#include "world/snapshot/snapshot.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "carom/math/random.hpp"
#include "math/effort_test.hpp"
#include "world/testing/rotating_world_test.hpp"

namespace carom::swept_test {
namespace {

using Bytes = std::vector<std::byte>;

// Worlds with a little of everything that a snapshot has to keep.

struct Draw {
  WorldSettings settings;
  std::vector<BodyDef> bodies;
};

Rule rule(std::array<std::string, 2> between, Response response, std::vector<Effect> after = {}) {
  Rule made;
  made.between = std::move(between);
  made.response = response;
  made.after = std::move(after);
  return made;
}

/// Rules whose effects mark, hurt, remove and add bodies, with names and lifetimes.
std::vector<Rule> lively_rules() {
  BodyDef spark = disc(0.05, {}, {0.3, 0.2}, 0.1);
  spark.name = "spark";
  spark.lifetime = 0.4;
  spark.category = 2;
  spark.mask = 0;
  return {rule({"ghost", "*"}, Response::none), rule({"soft", "bounds"}, Response::impulse, {SpawnEffect{spark}}),
          rule({"soft", "soft"}, Response::impulse, {MarkEffect{"first", "hit"}, DamageEffect{0.3, 1, "soft"}})};
}

BodyDef any_body(Random& random, std::uint64_t k, Vec2 place, bool turns, bool compounds) {
  const Vec2 motion{random.uniform(-2, 2), random.uniform(-2, 2)};
  BodyDef body = disc(random.uniform(0.15, 0.35), place, motion, random.uniform(0.5, 2));
  if (k % 3 == 1) {
    body.shape = Polygon::make(some_polygon(random, 0.35)).value();
    body.angle = random.uniform(-3, 3);
    body.turns = turns;
  }
  if (k % 7 == 2 && compounds) {
    body.shape = Compound{{Circle{0.2, {-0.15, 0}, false}, Circle{0.15, {0.2, 0.05}, false}}};
    body.spin = random.uniform(-1, 1);
  }
  if (k % 4 == 0) body.name = "body " + std::to_string(k);
  if (k % 4 == 1) body.tags = {"soft", "round"};
  if (k % 4 == 1) body.health = 1.0;
  if (k % 9 == 3) body.tags = {"ghost"};
  if (k % 9 == 4) body.sensor = true;
  if (k % 11 == 5) body.lifetime = random.uniform(0.2, 2);
  if (k % 5 == 2) body.restitution = random.uniform(0, 1);
  body.user_data = k << 40U;
  return body;
}

enum class Kind { gas, straight, rotating, attraction, overlap, event, falling };

/// Some of the edges let bodies through or take them away.
Draw draw(Kind kind, std::uint64_t seed) {
  Random random(seed);
  Draw made;
  WorldSettings& s = made.settings;
  const bool rotates = kind == Kind::rotating;
  s.dt = 1.0 / 60;
  s.restitution = kind == Kind::gas || kind == Kind::event ? 1 : 0.5;
  s.bounds = Bounds{{0, 0}, {8, 8}, seed % 3 == 0 ? Edges::remove : Edges::rebound};
  if (kind == Kind::event || kind == Kind::falling) s.detection = Detection::event;
  if (kind == Kind::overlap) s.detection = Detection::overlap;
  if (kind == Kind::attraction) s.attraction = Attraction{.G = 0.3, .softening = 0.1, .opening = 0.5};
  if (kind == Kind::falling || rotates || kind == Kind::straight) s.gravity = {0, -3};
  if (rotates) s.friction = 0.4;
  if (kind != Kind::gas) s.rules = lively_rules();
  if (kind == Kind::gas && seed % 2 == 0) s.bounds->edges = Edges::periodic;
  const std::uint64_t side = kind == Kind::gas ? 8 : 5;
  for (std::uint64_t k = 0; k < side * side; ++k) {
    const double pitch = 8.0 / static_cast<double>(side);
    const Vec2 place{(static_cast<double>(k % side) + 0.5) * pitch, (static_cast<double>(k / side) + 0.5) * pitch};
    made.bodies.push_back(any_body(random, kind == Kind::gas ? 0 : k, place, rotates, rotates));
    if (kind == Kind::gas) made.bodies.back().name.clear();
  }
  // A piston: in the event world it squeezes what it meets.
  if (kind != Kind::gas && s.bounds->edges == Edges::rebound) {
    made.bodies.push_back(called(fixed(moving(box({0.1, 0.4}, {-0.5, 2}), {0.8, 0})), "piston"));
  }
  return made;
}

World world_of(const Draw& draw) {
  World world = make_world(draw.settings);
  for (const BodyDef& body : draw.bodies) add(world, body);
  return world;
}

/// Changes from outside that leave something for the next step: a force, an end of touch to be reported, a free slot.
void meddle(World& world) {
  const auto ids = world.bodies();
  world.apply_force(ids[1], {0.5, 0.25});
  world.set_user_data(ids[2], 77);
  world.add_tag(ids[3], "marked");
  world.set_filter(ids[4], 5, 7);
  world.remove(ids[0]);
  world.teleport(ids[6], {4.1, 9});
}

constexpr int k_before = 40;
constexpr int k_after = 40;

void advance(World& world, int steps, std::vector<std::uint64_t>& hashes) {
  for (int k = 0; k < steps; ++k) {
    world.step();
    hashes.push_back(world.hash());
  }
}

World::Snapshot read(const Bytes& bytes) {
  auto snapshot = World::Snapshot::from_bytes(bytes);
  EXPECT_TRUE(snapshot) << (snapshot ? "" : snapshot.error().place + ": " + snapshot.error().reason);
  return std::move(snapshot).value();
}

/// Never stopped; looked at; and gone on from bytes in another world: all the same.
void expect_same_bits(Kind kind, std::uint64_t seed, bool meddled) {
  const Draw drawn = draw(kind, seed);
  std::vector<std::uint64_t> never_stopped;
  World reference = world_of(drawn);
  advance(reference, k_before, never_stopped);
  if (meddled) meddle(reference);
  never_stopped.clear();
  advance(reference, k_after, never_stopped);

  std::vector<std::uint64_t> ignored;
  World watched = world_of(drawn);
  advance(watched, k_before, ignored);
  if (meddled) meddle(watched);
  const World::Snapshot snapshot = watched.snapshot();
  const Bytes bytes = snapshot.bytes();
  std::vector<std::uint64_t> seen;
  advance(watched, k_after, seen);
  EXPECT_EQ(seen, never_stopped) << "a snapshot changes nothing";

  World restored = make_world(drawn.settings);
  EXPECT_FALSE(restored.restore(read(bytes)));
  EXPECT_EQ(restored.snapshot().bytes(), bytes);
  EXPECT_EQ(read(bytes).body_count(), restored.body_count());
  std::vector<std::uint64_t> gone_on;
  advance(restored, k_after, gone_on);
  EXPECT_EQ(gone_on, never_stopped);
  // Not only the hash: counters, names, pairs in touch, flights, impulses of resting contacts.
  EXPECT_EQ(restored.snapshot().bytes(), reference.snapshot().bytes());
  EXPECT_EQ(restored.touches().size(), reference.touches().size());
}

class SnapshotOfEveryKind : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Worlds, SnapshotOfEveryKind,
                         testing::Values(Kind::gas, Kind::straight, Kind::rotating, Kind::attraction, Kind::overlap,
                                         Kind::event, Kind::falling));

TEST_P(SnapshotOfEveryKind, GoesOnFromBytesInTheSameBits) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const bool meddled : {false, true}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + (meddled ? ", meddled with" : ""));
      expect_same_bits(GetParam(), seed, meddled);
    }
  }
}

TEST(Snapshot, HandlesStayValid) {
  World world = make_world(settings_with(1));
  const BodyId first = add(world, called(disc(1, {0, 0}), "early"));
  const BodyId second = add(world, disc(1, {5, 0}));
  world.remove(first);
  World other = make_world(settings_with(1));
  other.restore(read(world.snapshot().bytes()));
  EXPECT_EQ(other.body(first), nullptr);
  ASSERT_NE(other.body(second), nullptr);
  EXPECT_EQ(other.name(0), "early") << "of one that is gone";
  EXPECT_EQ(add(other, disc(1, {9, 0})), add(world, disc(1, {9, 0}))) << "the next handle is the same, too";
  EXPECT_EQ(other.find("#2"), world.find("#2"));
}

/// Turned by rounding it crosses itself, and goes on; so it does from bytes.
TEST(Snapshot, ThinShapesThatHaveTurnedAreKept) {
  World world = make_world(settings_with(1.0 / 60));
  BodyDef sliver = rotating_polygon({{0, 0}, {1, 1e-16}, {2, 0}, {1, 2e-16}}, {0, 0}, {}, 1.5);
  sliver.mass = 1;
  ASSERT_TRUE(world.add(sliver));
  for (int k = 0; k < 50; ++k) world.step();
  const auto bytes = world.snapshot().bytes();
  World other = make_world(settings_with(1.0 / 60));
  other.restore(read(bytes));
  EXPECT_EQ(other.snapshot().bytes(), bytes);
}

// Another world than that of the snapshot.

TEST(Snapshot, SettingsAndRulesAreTheWorldsOwn) {
  World world = make_world(settings_with(1, 1));
  const BodyId ball = add(world, disc(1, {0, 0}, {4, 0}));
  world.step();
  World other = make_world(settings_with(0.5, 0.25, {0, -10}));
  other.restore(world.snapshot());
  EXPECT_EQ(other.settings().dt, 0.5);
  EXPECT_EQ(other.time(), 1);
  other.step();
  EXPECT_EQ(other.time(), 1.5);
  EXPECT_EQ(velocity(other, ball), (Vec2{4, -5}));
}

/// What one world has no use for is left out; what it cannot have is refused.
TEST(Snapshot, GoesIntoAnyWorldThatCanHaveItsBodies) {
  constexpr Kind kinds[] = {Kind::gas,     Kind::straight, Kind::rotating, Kind::attraction,
                            Kind::overlap, Kind::event,    Kind::falling};
  for (const Kind from : kinds) {
    World source = world_of(draw(from, 2));
    for (int k = 0; k < 20; ++k) source.step();
    const World::Snapshot snapshot = source.snapshot();
    for (const Kind to : kinds) {
      World world = make_world(draw(to, 4).settings);
      world.set_limits({.work = 1U << 22U, .work_a_body = 0, .records = 1U << 16U, .records_a_body = 0});
      const bool to_rotates = to != Kind::overlap && to != Kind::event && to != Kind::falling;
      const auto error = world.restore(snapshot);
      EXPECT_EQ(error.has_value(), from == Kind::rotating && !to_rotates) << "bodies of several shapes";
      if (error) {
        EXPECT_TRUE(error->place.starts_with("/bodies/") && error->place.ends_with("/shapes")) << error->place;
        EXPECT_EQ(world.body_count(), 0U) << "and nothing has changed";
        continue;
      }
      EXPECT_EQ(world.hash(), source.hash());
      EXPECT_EQ(world.rotates(), from == Kind::rotating);
      for (int k = 0; k < 5; ++k) static_cast<void>(world.step());
    }
  }
}

// Bytes that are no snapshot's.

Bytes small_snapshot() {
  WorldSettings settings = settings_with(0.25, 0.5, {0, -1});
  settings.rules = {rule({"ghost", "*"}, Response::none)};
  World world = make_world(bounded(settings, {-5, -5}, {5, 5}));
  add(world, called(disc(1, {0, 0}, {1, 0}), "a"));
  add(world, rotating_polygon({{0, 0}, {1, 0}, {0, 1}}, {0, -4.5}, {}, 0.5));
  add(world, tagged(disc(0.5, {0.2, 0.3}), {"ghost"}));
  world.remove(add(world, called(disc(1, {3, 3}), "gone")));
  for (int k = 0; k < 6; ++k) world.step();
  return world.snapshot().bytes();
}

std::span<const std::byte> content_of(const Bytes& bytes) {
  return std::span(bytes).subspan(detail::k_snapshot_header);
}

std::string fault(std::span<const std::byte> bytes) {
  const auto snapshot = World::Snapshot::from_bytes(bytes);
  return snapshot ? "" : snapshot.error().place + ": " + snapshot.error().reason;
}

TEST(SnapshotBytes, NothingElseIsOne) {
  EXPECT_NE(fault({}).find("these bytes are no snapshot"), std::string::npos);
  Bytes bytes = small_snapshot();
  bytes[0] = std::byte{'x'};
  EXPECT_NE(fault(bytes).find("these bytes are no snapshot"), std::string::npos);
}

TEST(SnapshotBytes, AnotherFormatIsRefused) {
  Bytes bytes = small_snapshot();
  bytes[8] = std::byte{200};
  EXPECT_EQ(fault(bytes),
            "/header/format: expected 3, found 200: a snapshot is read by the version of Carom that wrote it");
}

TEST(SnapshotBytes, EveryCutIsFound) {
  const Bytes bytes = small_snapshot();
  EXPECT_EQ(fault(bytes), "");
  for (std::size_t n = 0; n < bytes.size(); ++n) ASSERT_NE(fault(std::span(bytes).first(n)), "") << n;
  // And where the header is that of what is left.
  const auto content = content_of(bytes);
  for (std::size_t n = 0; n < content.size(); ++n) {
    ASSERT_NE(fault(detail::with_header(content.first(n))), "") << n;
  }
  Bytes longer(content.begin(), content.end());
  longer.push_back(std::byte{0});
  EXPECT_EQ(fault(detail::with_header(longer)), ": expected the end at byte " + std::to_string(content.size()));
}

TEST(SnapshotBytes, EveryFlippedBitIsFound) {
  const Bytes bytes = small_snapshot();
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    Bytes other = bytes;
    other[bit / 8] ^= std::byte{1} << (bit % 8);
    ASSERT_NE(fault(other), "") << bit;
  }
}

/// An error with a place, or a snapshot that is written as these bytes and that any world takes.
void expect_sound(const Bytes& bytes) {
  const auto snapshot = World::Snapshot::from_bytes(bytes);
  if (!snapshot) {
    EXPECT_FALSE(snapshot.error().reason.empty());
    return;
  }
  ASSERT_EQ(snapshot.value().bytes(), bytes);
  for (const Detection detection : {Detection::swept, Detection::overlap, Detection::event}) {
    WorldSettings settings = bounded(settings_with(0.25, 0.5, {0, -1}), {-5, -5}, {5, 5});
    settings.detection = detection;
    World world = make_world(settings);
    world.set_limits({.work = 10000, .work_a_body = 0, .records = 10000, .records_a_body = 0});
    if (world.restore(snapshot.value())) continue;
    for (int k = 0; k < 2; ++k) static_cast<void>(world.step());
  }
}

TEST(SnapshotBytes, FlippedBitsUnderAGoodSumAreFoundOrHarmless) {
  const Bytes bytes = small_snapshot();
  const auto content = content_of(bytes);
  constexpr test::Strides strides{1, 11};
  for (std::size_t bit = 0; bit < 8 * content.size(); ++bit) {
    if (!strides.ask(bit)) continue;
    SCOPED_TRACE(bit);
    Bytes other(content.begin(), content.end());
    other[bit / 8] ^= std::byte{1} << (bit % 8);
    expect_sound(detail::with_header(other));
  }
}

RC_GTEST_PROP(SnapshotBytes, AnyBytesUnderAGoodSumAreFoundOrHarmless, ()) {
  static const Bytes bytes = small_snapshot();
  Bytes other(content_of(bytes).begin(), content_of(bytes).end());
  const auto changes = *rc::gen::inRange(1, 6);
  for (int k = 0; k < changes; ++k) {
    const auto at = *rc::gen::inRange<std::size_t>(0, other.size());
    other[at] = static_cast<std::byte>(*rc::gen::inRange(0, 256));
  }
  expect_sound(detail::with_header(other));
}

TEST(SnapshotBytes, AnErrorNamesItsPlace) {
  World world = make_world(settings_with(1));
  add(world, disc(1, {0, 0}));
  const Bytes bytes = world.snapshot().bytes();
  Bytes content(content_of(bytes).begin(), content_of(bytes).end());
  std::string seen;
  for (std::size_t k = 0; k < content.size(); ++k) {
    Bytes other = content;
    other[k] = std::byte{0xff};
    seen += fault(detail::with_header(other)) + "\n";
  }
  for (const char* const place :
       {"/ledger/time: ", "/ledger/had_fixed: ", "/bodies/0/id: ", "/bodies/0/serial: ", "/bodies/0/upright/kind: ",
        "/circle/radius: ", "/bodies/0/inverse_mass: ", "/bodies/0/shape: ", "/bodies/handles/generations"}) {
    EXPECT_NE(seen.find(place), std::string::npos) << place << " in\n" << seen;
  }
}

}  // namespace
}  // namespace carom::swept_test

#include "carom/io/checkpoint.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <limits>

namespace carom {
namespace {

Body some_body(BodyShape shape) {
  Body body;
  body.id = {3, 2};
  body.serial = 1ULL << 40U;
  body.name = std::string("nul\0 in it", 10);
  body.upright = shape;
  body.shape = std::move(shape);
  body.state = {{-0.0, 5e-324}, {1e300, 0.1}, -0.0, 3};
  body.inverse_inertia = 0.3;
  body.center = {-0.0, 1e-300};
  body.reach = std::numeric_limits<double>::infinity();
  body.restitution = 0.3;
  body.expires = 7;
  body.tags = {"a", ""};
  body.mask = 7;
  body.sensor = true;
  body.user_data = ~std::uint64_t{0};
  return body;
}

Checkpoint some_checkpoint() {
  Checkpoint c;
  c.scene_file = "x.json";
  c.scene_text = "{}";
  c.dt = 0.1;
  c.detection = Detection::overlap;
  c.until = 5;
  c.threads = 2;
  c.events = {"/tmp/e.jsonl", 123456789012};
  c.every = 0.25;
  c.last_frame = 1.25;
  c.paths.emplace();
  c.paths->bodies.emplace_back().strokes = {{{1, 2}}, {{3, 4}, {5, 6}}};
  c.paths->hits = {{7, 8}};
  c.paths->sources = {{{9, 10}, 11}};
  c.paths->bounds = Bounds{{0, 0}, {1, 1}, Edges::periodic};
  c.start = {1, {2, 3}, {4, 5}, 6};
  c.wall_seconds = 1.5;
  c.ledger.time = 2.5;
  c.ledger.exchanged_energy[1] = -1e-20;
  c.ledger.passing = {{1, 2}, {3, std::nullopt}};
  c.ledger.had_fixed = true;
  c.ledger.policies.hops = 3;
  c.ledger.flights = {{1ULL << 40U, {-0.0, 5e-324}, {1, 2}, 0.5, 0.25, {2, 3, 0.75}},
                      {7, {3, 4}, {5, 6}, -1, 1e300, {}, 65535}};
  c.ledger.held = {7, 9};
  c.ledger.turning = true;
  c.ledger.points = {{1, 2, 3, 0.1, -0.0}, {4, 1ULL << 63U, ~std::uint64_t{0}, 5e-324, -1e300}};
  c.ledger.clock = {1e6, 0.125, 12345678901, 1e-5};
  c.ledger.gas = {2.5, 98765432109, 1, 2, 3, 4};
  for (BodyShape shape :
       {BodyShape(Circle{2, {}, true}), BodyShape(Border{Axis::y, -0.0}), BodyShape(Segment{{Vec2{0, 0}, Vec2{1, 1}}}),
        BodyShape(Polygon::make({{0, 0}, {0, 1}, {1, 0}}, true).value())}) {
    c.bodies.push_back(some_body(std::move(shape)));
  }
  return c;
}

TEST(Checkpoint, ReadsBackAsItWas) {
  const std::string text = write_checkpoint(some_checkpoint(), "1.2.3");
  const auto read = read_checkpoint(text, "1.2.3");
  ASSERT_TRUE(read) << read.error().reason;
  // All of it: what it is written as again has the same bytes.
  EXPECT_EQ(write_checkpoint(read.value(), "1.2.3"), text);
  const Checkpoint& c = read.value();
  EXPECT_EQ(c.scene_text, "{}");
  EXPECT_EQ(c.detection, Detection::overlap);
  EXPECT_FALSE(c.seed);
  EXPECT_EQ(c.events.bytes, 123456789012U);
  EXPECT_EQ(c.paths->bodies.at(0).strokes.at(1).at(1), (Vec2{5, 6}));
  EXPECT_EQ(c.paths->sources.at(0).strength, 11);
  EXPECT_EQ(c.ledger.passing.at(1), (World::Pair{3, std::nullopt}));
  EXPECT_EQ(c.ledger.policies.hops, 3U);
  EXPECT_EQ(c.ledger.flights, some_checkpoint().ledger.flights);
  EXPECT_TRUE(std::signbit(c.ledger.flights.at(0).at.x));
  EXPECT_EQ(c.ledger.clock, some_checkpoint().ledger.clock);
  EXPECT_TRUE(c.ledger.turning);
  EXPECT_EQ(c.ledger.points, some_checkpoint().ledger.points);
  EXPECT_TRUE(std::signbit(c.ledger.points.at(0).friction_impulse));
  EXPECT_EQ(c.ledger.gas.contacts, 98765432109U);
  EXPECT_EQ(c.ledger.gas.bodies, 4);
  ASSERT_EQ(c.bodies.size(), 4U);
  EXPECT_TRUE(std::get<Circle>(c.bodies[0].shape).hollow);
  EXPECT_TRUE(std::signbit(std::get<Border>(c.bodies[1].shape).at));
  EXPECT_EQ(std::get<Segment>(c.bodies[2].shape).ends[1], (Vec2{1, 1}));
  EXPECT_EQ(std::get<Polygon>(c.bodies[3].upright).winding(), Winding::clockwise);
}

TEST(Checkpoint, BodiesAreKeptBitForBit) {
  const auto read = read_checkpoint(write_checkpoint(some_checkpoint(), "1"), "1");
  ASSERT_TRUE(read);
  const Body& body = read.value().bodies[0];
  EXPECT_TRUE(std::signbit(body.state.at.x));
  EXPECT_EQ(body.state.at.y, 5e-324);
  EXPECT_EQ(body.inverse_inertia, 0.3);
  EXPECT_TRUE(std::signbit(body.center.x));
  EXPECT_EQ(body.center.y, 1e-300);
  EXPECT_TRUE(std::isinf(body.reach));
  EXPECT_EQ(body.name.size(), 10U);
  EXPECT_EQ(body.tags, (std::vector<std::string>{"a", ""}));
  EXPECT_EQ(body.restitution, 0.3);
  EXPECT_FALSE(body.friction);
  EXPECT_EQ(body.user_data, ~std::uint64_t{0});
}

TEST(Checkpoint, AnotherVersionIsRefused) {
  const auto read = read_checkpoint(write_checkpoint(some_checkpoint(), "1.2.3"), "1.2.4");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().reason.find("found \"9 1.2.3\", expected \"9 1.2.4\""), std::string::npos)
      << read.error().reason;
}

TEST(Checkpoint, OtherFilesAreRefused) {
  for (const char* const text : {"", "{}", "carom checkpoint ", "carom checkpoint 1 1 0 0"}) {
    const auto read = read_checkpoint(text, "1");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().reason.find("no checkpoint"), std::string::npos);
  }
}

RC_GTEST_PROP(Checkpoint, AnyChangedByteIsFound, ()) {
  std::string text = write_checkpoint(some_checkpoint(), "1");
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  text[at] = static_cast<char>(text[at] ^ *rc::gen::inRange(1, 256));
  RC_ASSERT(!read_checkpoint(text, "1").ok());
}

RC_GTEST_PROP(Checkpoint, AnyCutIsFound, ()) {
  const std::string text = write_checkpoint(some_checkpoint(), "1");
  const auto length = *rc::gen::inRange<std::size_t>(0, text.size());
  RC_ASSERT(!read_checkpoint(std::string_view(text).substr(0, length), "1").ok());
  RC_ASSERT(!read_checkpoint(text + "x", "1").ok());
}

}  // namespace
}  // namespace carom

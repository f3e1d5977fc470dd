#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>

#include "carom/io/scene.hpp"
#include "carom/math/tolerances.hpp"

namespace carom {
namespace {

Scene back(const Scene& scene) {
  auto result = read_scene(write_scene(scene));
  EXPECT_TRUE(result) << result.error().place << ": " << result.error().reason << "\n" << write_scene(scene);
  return result ? std::move(result).value() : Scene();
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

Polygon triangle(bool hollow) { return Polygon::make({{0, 0}, {0.1, -0.0}, {0, 0.3}}, hollow).value(); }

/// Something in every field, nothing that is the default; of what rotates see below: no world has all.
Scene full_scene() {
  Scene scene;
  scene.name = "quo\"te\n";
  scene.about = "ünïcode";
  scene.seed = UINT64_MAX;
  scene.duration = 0.1;
  scene.world.detection = Detection::overlap;
  scene.world.dt = 1.0 / 3;
  scene.world.restitution = 0.3;
  scene.world.gravity = {-0.0, 5e-324};
  scene.world.sources = {{{1e60, -1e60}, -2}};
  scene.world.bounds = Bounds{{-1e10, -1e10}, {1e10, 1e10}, Edges::remove};
  scene.world.time = -0.0;
  scene.world.contact_duration = -0.0;
  scene.world.attraction = Attraction{.G = 0.1, .softening = 0.25, .opening = 0};
  scene.world.integrator = Integrator::chin;
  scene.world.substep = 0.3;
  scene.observe = ObserveSettings{{Observable::clusters, Observable::velocity}, 0.1, -0.0, 0.3, 2e9, 1e-300, 7, 1.1};
  BodyDef body;
  body.name = "one";
  body.shape = Circle{0.1, {}, true};
  body.at = {-0.0, 0.1};
  body.velocity = {1e-300, -0.0};
  body.angle = -0.0;
  body.spin = -0.0;
  body.mass = 0.7;
  body.fixed = true;
  body.restitution = 0;
  body.friction = 0;
  body.turns = false;
  body.tags = {"a", "a b"};
  body.health = 3;
  body.lifetime = 0.1;
  body.sensor = true;
  body.category = 0;
  body.mask = 0xfffffffeU;
  body.damping = 0.01;
  scene.bodies.push_back(body);
  for (const BodyShape& shape : {BodyShape(triangle(true)), BodyShape(triangle(false)), BodyShape(Border{Axis::y, 0.1}),
                                 BodyShape(Border{Axis::x, -0.0}), BodyShape(Segment{{{{0, 0}, {0.1, 0.2}}}})}) {
    BodyDef other;
    other.shape = shape;
    other.density = 2.5;
    scene.bodies.push_back(other);
  }
  SceneFill fill;
  fill.def.count = 3;
  fill.def.radius_min = 0.1;
  fill.def.radius_max = 0.3;
  fill.def.max = {0.1, 0.2};
  fill.def.arrangement = Arrangement::hexagonal;
  fill.def.velocities = Velocities::uniform;
  fill.def.about = Vec2{0.3, -0.0};
  fill.def.speed = 0.1;
  fill.def.body.density = 7;
  fill.def.body.friction = 0;
  fill.def.body.turns = false;
  fill.def.body.tags = {"gas"};
  scene.fills.push_back(fill);
  fill.seed = 0;
  fill.def.radius_max = fill.def.radius_min;
  fill.def.annulus = Annulus{{-0.0, 0.1}, 0.2, 0.7};
  scene.fills.push_back(fill);
  scene.world.rules = {
      {{"one", "gas"}, Response::slide, 0.5, {SoundEffect{"hit"}, NotifyEffect{""}}, {}},
      {{"*", "bounds"},
       Response::ignore,
       {},
       {},
       {DestroyEffect{"first"}, SpawnEffect{body}, MarkEffect{"second", "m"}, DamageEffect{1, 2, "one"}}}};
  scene.passing = {{"one", "bounds"}};
  scene.touching = {{"one", "#1"}};
  scene.resting = {{{"one", "bounds"}, 3, UINT64_MAX, 1e300, -0.0}};
  return scene;
}

TEST(SceneWriter, WritesEverythingSoThatItReadsBack) {
  const Scene scene = full_scene();
  const Scene read = back(scene);
  EXPECT_EQ(write_scene(read), write_scene(scene));

  EXPECT_EQ(read.name, scene.name);
  EXPECT_EQ(read.about, scene.about);
  EXPECT_EQ(read.seed, scene.seed);
  EXPECT_EQ(read.duration, scene.duration);
  EXPECT_EQ(read.world.detection, scene.world.detection);
  EXPECT_EQ(bits(read.world.dt), bits(scene.world.dt));
  EXPECT_EQ(bits(read.world.time), bits(-0.0));
  EXPECT_EQ(bits(read.world.gravity.x), bits(-0.0));
  EXPECT_EQ(read.world.gravity.y, 5e-324);
  EXPECT_EQ(read.world.sources[0].strength, -2);
  EXPECT_EQ(read.world.attraction->G, 0.1);
  EXPECT_EQ(read.world.attraction->softening, 0.25);
  EXPECT_EQ(read.world.attraction->opening, 0);
  EXPECT_EQ(read.world.integrator, Integrator::chin);
  EXPECT_EQ(read.world.substep, 0.3);
  ASSERT_TRUE(read.observe);
  EXPECT_EQ(read.observe->quantities, scene.observe->quantities);
  EXPECT_EQ(bits(*read.observe->after), bits(-0.0));
  EXPECT_EQ(read.observe->wave, 1e-300);
  EXPECT_EQ(read.observe->bins, 7U);
  EXPECT_EQ(read.observe->reach, 1.1);
  EXPECT_EQ(read.world.bounds->edges, Edges::remove);
  EXPECT_EQ(bits(read.world.contact_duration.value()), bits(-0.0));
  ASSERT_EQ(read.bodies.size(), scene.bodies.size());
  const BodyDef& one = read.bodies[0];
  EXPECT_EQ(bits(one.at.x), bits(-0.0));
  EXPECT_EQ(bits(one.velocity.y), bits(-0.0));
  EXPECT_EQ(bits(one.angle), bits(-0.0));
  EXPECT_EQ(bits(one.spin), bits(-0.0));
  EXPECT_EQ(one.friction, 0);
  EXPECT_FALSE(one.turns);
  EXPECT_EQ(one.mass, 0.7);
  EXPECT_EQ(one.fixed, true);
  EXPECT_EQ(one.category, 0U);
  EXPECT_EQ(one.mask, 0xfffffffeU);
  EXPECT_EQ(one.tags, scene.bodies[0].tags);
  for (std::size_t k = 1; k < read.bodies.size(); ++k) EXPECT_EQ(read.bodies[k].density, 2.5);
  EXPECT_EQ(bits(std::get<Polygon>(read.bodies[1].shape).vertices()[1].y), bits(-0.0));
  EXPECT_TRUE(std::get<Polygon>(read.bodies[1].shape).hollow());
  EXPECT_EQ(bits(std::get<Border>(read.bodies[4].shape).at), bits(-0.0));
  EXPECT_EQ(read.fills[0].seed, std::nullopt);
  EXPECT_EQ(read.fills[0].def.body.friction, 0);
  EXPECT_FALSE(read.fills[0].def.body.turns);
  EXPECT_EQ(read.fills[1].seed, 0U);
  EXPECT_EQ(read.fills[0].def.radius_max, 0.3);
  EXPECT_EQ(read.fills[0].def.about, (Vec2{0.3, 0}));
  EXPECT_EQ(read.fills[1].def.annulus->inner, 0.2);
  EXPECT_EQ(read.fills[1].def.max.y, 0.1 + 0.7);
  EXPECT_EQ(read.world.rules.size(), 2U);
  EXPECT_EQ(read.world.rules[1].after.size(), 4U);
  EXPECT_EQ(read.passing, scene.passing);
  EXPECT_EQ(read.touching, scene.touching);
  ASSERT_EQ(read.resting.value().size(), 1U);
  EXPECT_EQ(read.resting->front().between, scene.resting->front().between);
  EXPECT_EQ(read.resting->front().edge, 3U);
  EXPECT_EQ(read.resting->front().feature, UINT64_MAX);
  EXPECT_EQ(bits(read.resting->front().friction_impulse), bits(-0.0));
}

TEST(SceneWriter, WritesWhatRotatesSoThatItReadsBack) {
  Scene scene;
  scene.world.friction = 0.7;
  BodyDef body;
  body.shape = Compound{{Circle{0.5, {0.1, 0.2}}, Segment{{{{-0.0, 0}, {0.1, 0.2}}}}, triangle(true)}};
  body.spin = 0.1;
  body.friction = 0.25;
  scene.bodies.push_back(body);
  SceneFill fill;
  fill.def.count = 1;
  fill.def.radius_min = fill.def.radius_max = 0.1;
  fill.def.max = {1, 1};
  fill.def.body.friction = 0.25;
  scene.fills.push_back(fill);
  const Scene read = back(scene);
  EXPECT_EQ(write_scene(read), write_scene(scene));
  EXPECT_EQ(read.world.friction, 0.7);
  EXPECT_EQ(read.bodies[0].spin, 0.1);
  EXPECT_EQ(read.bodies[0].friction, 0.25);
  EXPECT_EQ(read.fills[0].def.body.friction, 0.25);
  const auto& parts = std::get<Compound>(read.bodies[0].shape).parts;
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(std::get<Circle>(parts[0]).center, (Vec2{0.1, 0.2}));
  EXPECT_EQ(bits(std::get<Segment>(parts[1]).ends[0].x), bits(-0.0));
  EXPECT_TRUE(std::get<Polygon>(parts[2]).hollow());
}

TEST(SceneWriter, TheLeastScene) {
  EXPECT_EQ(write_scene(Scene{}),
            "{\n  \"carom\": 1,\n  \"world\": {\"detection\": \"swept\", \"dt\": 0.016666666666666666, \"duration\": "
            "10.0, \"restitution\": 1.0}\n}\n");
}

TEST(SceneWriter, AStateKeepsItsNumbers) {
  Scene scene;
  scene.created = 7;
  BodyDef body;
  body.name = "#5";
  scene.bodies.push_back(body);
  const Scene read = back(scene);
  EXPECT_EQ(read.created, 7U);
  EXPECT_EQ(read.bodies[0].name, "#5");
}

RC_GTEST_PROP(SceneWriter, NumbersKeepTheirBits, (std::uint64_t pattern)) {
  const auto value = std::bit_cast<double>(pattern);
  RC_PRE(std::abs(value) <= k_coordinate_limit);
  Scene scene;
  BodyDef body;
  body.at = {value, 0};
  body.velocity = {0, value};
  body.fixed = false;
  scene.bodies.push_back(body);
  const Scene read = back(scene);
  RC_ASSERT(bits(read.bodies[0].at.x) == pattern);
  RC_ASSERT(bits(read.bodies[0].velocity.y) == pattern);
}

}  // namespace
}  // namespace carom

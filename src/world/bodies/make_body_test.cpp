#include "world/bodies/make_body.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "carom/math/elementary.hpp"

namespace carom::detail {
namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();
constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

Polygon box(double half_width, double half_height) {
  return Polygon::make({{-half_width, -half_height},
                        {half_width, -half_height},
                        {half_width, half_height},
                        {-half_width, half_height}})
      .value();
}

BodyDef of(BodyShape shape) {
  BodyDef def;
  def.shape = std::move(shape);
  return def;
}

const BodyDef k_disc = of(Circle{2, {}, false});
const BodyDef k_line = of(Segment{{Vec2{-3, 0}, Vec2{0, 4}}});
const BodyDef k_border = of(Border{Axis::y, 1});

/// What is said about `def` after `change`, "" for nothing.
template <class Change>
std::string with(BodyDef def, Change change, const WorldSettings& settings = {}) {
  change(def);
  const auto body = make_body(std::move(def), settings, 0);
  return body ? "" : body.error().place + ": " + body.error().reason;
}
std::string said(const BodyDef& def, const WorldSettings& settings = {}) {
  return with(def, [](BodyDef&) {}, settings);
}
Body made(const BodyDef& def, double now = 0) { return make_body(def, {}, now).value(); }

TEST(MakeBody, AWorldWithoutStepsHasNoDamping) {
  WorldSettings settings;
  const auto damped = [](BodyDef& def) { def.damping = 0.5; };
  EXPECT_EQ(with(k_disc, damped, settings), "");
  settings.detection = Detection::event;
  EXPECT_EQ(said(k_disc, settings), "");
  EXPECT_EQ(with(k_disc, damped, settings),
            "/damping: expected 0, because with \"detection\": \"event\" there are no steps, at whose start damping "
            "acts, found 0.5");
}

TEST(MakeBody, CopiesWhatIsGiven) {
  BodyDef def = k_disc;
  def.name = "cue";
  def.at = {1, 2};
  def.velocity = {3, 4};
  def.restitution = 0.5;
  def.friction = 0;
  def.tags = {"ball"};
  def.health = 7;
  def.lifetime = 0.5;
  def.sensor = true;
  def.category = 4;
  def.mask = 6;
  def.damping = 0.25;
  def.user_data = 42;
  const Body body = made(def, 10);
  EXPECT_EQ(body.name, "cue");
  EXPECT_EQ(body.state.at, (Vec2{1, 2}));
  EXPECT_EQ(body.state.velocity, (Vec2{3, 4}));
  EXPECT_EQ(body.restitution, 0.5);
  EXPECT_EQ(body.friction, 0);
  EXPECT_EQ(body.tags, std::vector<std::string>{"ball"});
  EXPECT_EQ(body.health, 7);
  EXPECT_EQ(body.expires, 10.5);
  EXPECT_TRUE(body.sensor);
  EXPECT_EQ(body.category, 4U);
  EXPECT_EQ(body.mask, 6U);
  EXPECT_EQ(body.damping, 0.25);
  EXPECT_EQ(body.user_data, 42U);
  EXPECT_EQ(made(k_disc).expires, std::nullopt);
}

TEST(MakeBody, MassIsDensityTimesTheAreaEnclosed) {
  BodyDef def = k_disc;
  EXPECT_EQ(made(def).mass, k_pi * 4);
  def.density = 3;
  EXPECT_EQ(made(def).mass, 3 * (k_pi * 4));
  EXPECT_EQ(made(def).inverse_mass, 1 / (3 * (k_pi * 4)));
  def.shape = Circle{2, {}, true};
  EXPECT_EQ(made(def).mass, 3 * (k_pi * 4));
  def.shape = box(1, 0.5);
  EXPECT_EQ(made(def).mass, 6);
  def.mass = 5;
  EXPECT_EQ(made(def).mass, 5);
  EXPECT_EQ(made(def).inverse_mass, 0.2);
}

TEST(MakeBody, FixedBodiesAreNotMoved) {
  BodyDef def = k_disc;
  EXPECT_FALSE(made(def).fixed());
  def.fixed = true;
  def.mass = 3;
  EXPECT_TRUE(made(def).fixed());
  EXPECT_EQ(made(def).inverse_mass, 0);
  EXPECT_EQ(made(def).mass, 3);
  EXPECT_TRUE(made(k_line).fixed());
  EXPECT_TRUE(made(k_border).fixed());
  BodyDef ungridded = k_line;
  ungridded.fixed = false;
  ungridded.mass = 2;
  EXPECT_EQ(made(ungridded).inverse_mass, 0.5);
}

TEST(MakeBody, WithoutAreaAMovableBodyNeedsAMass) {
  const std::string needs = "/mass: expected a mass: a shape without area that is not fixed needs one";
  const auto loosen = [](BodyDef& def) { def.fixed = false; };
  EXPECT_EQ(with(k_line, loosen), needs);
  EXPECT_EQ(with(k_border, loosen), needs);
  EXPECT_EQ(said(of(Circle{0, {}, false})), needs);
  EXPECT_EQ(with(of(Circle{0, {}, false}), [](BodyDef& def) { def.fixed = true; }), "");
  EXPECT_EQ(with(of(Circle{0, {}, false}), [](BodyDef& def) { def.mass = 1; }), "");
}

TEST(MakeBody, AMassMustHaveAFiniteInverse) {
  EXPECT_EQ(with(k_disc, [](BodyDef& d) { d.mass = 1e-310; }),
            "/mass: expected a mass with a finite inverse, found 1e-310");
  EXPECT_EQ(with(of(Circle{1e-150, {}, false}), [](BodyDef& d) { d.density = 1e-20; }).substr(0, 42),
            "/mass: expected a mass: density 1e-20 time");
}

TEST(MakeBody, WhatFollowsFromAShapeMustBeANumber) {
  const auto triangle = [](double width, double height) {
    return of(Polygon::make({{0, 0}, {width, 0}, {0.5 * width, height}}).value());
  };
  const auto weighs_one = [](BodyDef& d) { d.mass = 1; };
  const auto stands = [](BodyDef& d) { d.fixed = true; };
  EXPECT_EQ(
      with(triangle(1, 5e-324), weighs_one),
      "/polygon/vertices: expected a shape with an area or length of at least 2.2250738585072014e-308, so that its "
      "centre of mass can be told, found 0");
  EXPECT_EQ(with(triangle(1, 5e-324), stands), "");
  EXPECT_EQ(with(triangle(1, 1e-300), weighs_one), "");
  // Too small to have a moment of inertia, which matters where contacts turn it.
  EXPECT_EQ(with(triangle(1e-100, 1e-100), weighs_one).substr(0, 89),
            "/polygon/vertices: expected a shape and a mass that make a moment of inertia from 2.22507");
  EXPECT_EQ(with(triangle(1e-100, 1e-100),
                 [](BodyDef& d) {
                   d.mass = 1;
                   d.turns = false;
                 }),
            "");
}

TEST(MakeBody, ReachIsTheFarthestPoint) {
  EXPECT_EQ(made(k_disc).reach, 2);
  EXPECT_EQ(made(k_border).reach, k_infinity);
  EXPECT_NEAR(made(k_line).reach, 4, 1e-14);
  EXPECT_NEAR(made(of(box(3, 4))).reach, 5, 1e-14);
}

RC_GTEST_PROP(MakeBody, NoCornerLiesBeyondTheReach, ()) {
  const auto number = [] { return std::ldexp(*rc::gen::inRange(-1'000'000, 1'000'000), *rc::gen::inRange(-30, 5)); };
  const Segment segment{{Vec2{number(), number()}, Vec2{number(), number()}}};
  RC_PRE(!(segment.ends[0] == segment.ends[1]));
  BodyDef def = of(segment);
  def.angle = number();
  const auto body = make_body(def, {}, 0);
  RC_PRE(body.ok());
  // In 64 bits the squares of the sum are rounded far less than the reach is rounded up.
  const auto square = [](double x) { return static_cast<long double>(x) * static_cast<long double>(x); };
  for (const Vec2 end : std::get<Segment>(body.value().shape).ends) {
    RC_ASSERT(square(end.x) + square(end.y) <= square(body.value().reach));
  }
}

TEST(MakeBody, TurnsTheShapeAndKeepsTheUprightOne) {
  BodyDef def = of(box(2, 1));
  def.angle = k_pi / 2;
  const Body body = made(def);
  EXPECT_EQ(body.state.angle, k_pi / 2);
  const Vec2 corner = std::get<Polygon>(body.shape).vertices()[0];  // was (-2, -1)
  EXPECT_NEAR(corner.x, 1, 1e-15);
  EXPECT_NEAR(corner.y, -2, 1e-15);
  EXPECT_EQ(std::get<Polygon>(body.upright).vertices()[0], (Vec2{-2, -1}));
  EXPECT_EQ(body.mass, 8);

  BodyDef line = k_line;
  line.angle = k_pi;
  EXPECT_NEAR(std::get<Segment>(made(line).shape).ends[0].x, 3, 1e-15);
}

TEST(MakeBody, RefusesToTurnABorder) {
  EXPECT_EQ(with(k_border, [](BodyDef& d) { d.angle = 0.5; }), "/angle: a border is not turned: expected 0, found 0.5");
  EXPECT_EQ(with(k_border, [](BodyDef& d) { d.spin = 0.5; }), "/spin: a border is not turned: expected 0, found 0.5");
  EXPECT_EQ(with(k_border, [](BodyDef& d) { d.friction = 0.5; }), "");
}

TEST(MakeBody, WeighsWhatTurnsAboutItsCentreOfMass) {
  BodyDef def = k_disc;
  def.mass = 3;
  EXPECT_EQ(made(def).inverse_inertia, 1 / 6.0);  // ½ m r²
  EXPECT_EQ(made(def).center, Vec2{});
  def = of(Polygon::make({{0, 0}, {2, 0}, {2, 1}, {0, 1}}).value());
  def.angle = 0.5;
  def.mass = 6;
  EXPECT_NEAR(made(def).inverse_inertia, 1 / 2.5, 1e-15);  // m (a² + b²) / 12
  EXPECT_EQ(made(def).center, (Vec2{1, 0.5}));             // as if it were upright
  def = k_line;
  def.fixed = false;
  def.mass = 12;
  EXPECT_NEAR(made(def).inverse_inertia, 1 / 25.0, 1e-16);  // m L² / 12
  EXPECT_EQ(made(def).center, (Vec2{-1.5, 2}));
}

TEST(MakeBody, WhatIsFixedOrNotToBeTurnedIsEndlesslyHardToTurn) {
  BodyDef def = of(Polygon::make({{0, 0}, {2, 0}, {2, 1}, {0, 1}}).value());
  def.turns = false;
  EXPECT_EQ(made(def).inverse_inertia, 0);
  EXPECT_EQ(made(def).center, (Vec2{1, 0.5}));
  def.turns = true;
  def.fixed = true;
  def.spin = 3;
  EXPECT_EQ(made(def).inverse_inertia, 0);
  EXPECT_EQ(made(def).center, Vec2{});
  EXPECT_EQ(made(def).state.spin, 3);
  def = of(Circle{0, {}, false});
  def.mass = 1;
  EXPECT_EQ(made(def).inverse_inertia, 0);  // a point has nothing to turn it by
}

TEST(MakeBody, SpinsAndRubsWhereBodiesTurn) {
  const auto spin = [](BodyDef& d) { d.spin = 0.5; };
  const auto rub = [](BodyDef& d) { d.friction = 0.5; };
  const auto neither = [](BodyDef& d) { d.friction = d.spin = 0; };
  WorldSettings settings;
  settings.gravity = {0, -1};
  EXPECT_EQ(with(k_disc, spin, settings) + with(k_disc, rub, settings), "");
  settings.detection = Detection::overlap;
  EXPECT_EQ(with(k_disc, spin, settings),
            "/spin: expected 0, because with \"detection\": \"overlap\" bodies are pushed apart without rotating; "
            "swept turns all shapes, event circles, found 0.5");
  EXPECT_EQ(with(k_disc, rub, settings),
            "/friction: expected 0, because with \"detection\": \"overlap\" bodies are pushed apart without rotating; "
            "swept turns all shapes, event circles, "
            "found 0.5");
  EXPECT_EQ(with(k_disc, neither, settings), "");
  settings.detection = Detection::event;
  EXPECT_EQ(with(k_disc, spin, settings) + with(k_disc, rub, settings) + with(of(box(1, 2)), rub, settings), "");
  EXPECT_EQ(with(of(box(1, 2)), spin, settings),
            "/spin: expected 0, because with \"detection\": \"event\" bodies that are no circles fly from hit to hit "
            "without rotating, found 0.5");
  settings.detection = Detection::swept;
  settings.integrator = Integrator::chin;
  EXPECT_EQ(with(k_disc, spin, settings) + with(k_disc, rub, settings), "");
  settings.attraction = Attraction{};
  EXPECT_EQ(with(of(box(1, 2)), spin, settings) + with(of(box(1, 2)), rub, settings), "");
}

TEST(MakeBody, AsksForRotating) {
  WorldSettings settings;
  BodyDef def = k_disc;
  EXPECT_FALSE(asks_for_rotating(made(def), settings));
  def.friction = 0;
  EXPECT_FALSE(asks_for_rotating(made(def), settings));
  def.friction = 0.1;
  EXPECT_TRUE(asks_for_rotating(made(def), settings));
  def = of(box(1, 2));
  EXPECT_TRUE(asks_for_rotating(made(def), settings));
  def.turns = false;
  EXPECT_FALSE(asks_for_rotating(made(def), settings));
  def.turns = true;
  def.fixed = true;
  EXPECT_FALSE(asks_for_rotating(made(def), settings));
  def.spin = -1;
  EXPECT_TRUE(asks_for_rotating(made(def), settings));
  // In the event world only circles are turned; what rubs turns them, whatever shape it has.
  settings.detection = Detection::event;
  EXPECT_FALSE(asks_for_rotating(made(of(box(1, 2))), settings));
  def = of(box(1, 2));
  def.friction = 0.1;
  EXPECT_TRUE(asks_for_rotating(made(def), settings));
  def = k_disc;
  def.spin = 1;
  EXPECT_TRUE(asks_for_rotating(made(def), settings));
  settings.detection = Detection::overlap;
  EXPECT_FALSE(asks_for_rotating(made(def), settings));
}

TEST(MakeBody, RefusesShapesThatDoNotSurviveRotating) {
  const BodyDef tiny = of(Segment{{Vec2{1e16, 0}, Vec2{1e16, 1e-3}}});
  EXPECT_EQ(said(tiny), "");
  EXPECT_EQ(with(tiny, [](BodyDef& d) { d.angle = k_pi / 6; }).substr(0, 16), "/angle: turned, ");
  const BodyDef thin = of(Polygon::make({{1e16, 0}, {1e16 + 4, 0}, {1e16, 1e-3}}).value());
  EXPECT_EQ(said(thin), "");
  EXPECT_EQ(with(thin, [](BodyDef& d) { d.angle = k_pi / 6; }).substr(0, 19), "/angle: turned by i");
  const BodyDef wide = of(Segment{{Vec2{-1e60, -1e60}, Vec2{1e60, 1e60}}});
  EXPECT_EQ(said(wide), "");
  EXPECT_EQ(with(wide, [](BodyDef& d) { d.angle = k_pi / 4; }).substr(0, 17), "/segment/ends/0/1");
}

TEST(MakeBody, RefusesBadShapes) {
  EXPECT_EQ(said(of(Circle{-1, {}, false})), "/circle/radius: expected a number that is not negative, found -1");
  EXPECT_EQ(said(of(Circle{1, {1, 0}, false})),
            "/circle/center: expected [0, 0]: the centre stands at the body's place");
  EXPECT_EQ(said(of(Border{Axis::x, k_nan})), "/border/x: expected a finite number, found nan");
  EXPECT_EQ(said(of(Border{Axis::y, k_nan})), "/border/y: expected a finite number, found nan");
  EXPECT_EQ(said(of(Segment{{Vec2{1, 1}, Vec2{1, 1}}})),
            "/segment/ends: expected two different ends, found the same one twice");
  EXPECT_EQ(said(of(Segment{{Vec2{1, 1}, Vec2{1, k_infinity}}})),
            "/segment/ends/1/1: expected a finite number, found inf");
  EXPECT_EQ(said(of(box(1, 2e60))), "/polygon/vertices/0/1: expected a number of at most 1e60 in size, found -2e+60");
}

TEST(MakeBody, RefusesBadTraits) {
  const auto disc = [](auto change) { return with(k_disc, change); };
  EXPECT_EQ(disc([](auto& d) { d.name = "bounds"; }),
            "/name: \"bounds\" has a meaning of its own in rules: expected another name");
  EXPECT_EQ(disc([](auto& d) { d.at.x = k_nan; }), "/at/0: expected a finite number, found nan");
  EXPECT_EQ(disc([](auto& d) { d.velocity.y = k_infinity; }), "/velocity/1: expected a finite number, found inf");
  EXPECT_EQ(disc([](auto& d) { d.angle = k_nan; }), "/angle: expected a finite number, found nan");
  EXPECT_EQ(disc([](auto& d) { d.spin = k_infinity; }), "/spin: expected a finite number, found inf");
  EXPECT_EQ(disc([](auto& d) { d.mass = 0; }), "/mass: expected a positive number, found 0");
  EXPECT_EQ(disc([](auto& d) { d.density = -2; }), "/density: expected a positive number, found -2");
  EXPECT_EQ(disc([](auto& d) { d.restitution = 2; }), "/restitution: expected a number from 0 to 1, found 2");
  EXPECT_EQ(disc([](auto& d) { d.friction = -0.5; }), "/friction: expected a number that is not negative, found -0.5");
  EXPECT_EQ(disc([](auto& d) { d.tags = {"red", "*"}; }),
            "/tags/1: \"*\" has a meaning of its own in rules: expected another name");
  EXPECT_EQ(disc([](auto& d) { d.health = 0; }), "/health: expected a positive number, found 0");
  EXPECT_EQ(disc([](auto& d) { d.lifetime = -1; }), "/lifetime: expected a positive number, found -1");
  EXPECT_EQ(disc([](auto& d) { d.damping = -1; }), "/damping: expected a number that is not negative, found -1");
}

TEST(MakeBody, InAPeriodicBoxBodiesAreSmallerThanHalfOfIt) {
  WorldSettings settings;
  settings.bounds = Bounds{{0, 0}, {8, 4}, Edges::periodic};
  EXPECT_EQ(said(of(Circle{0.99, {}, false}), settings), "");
  EXPECT_EQ(said(of(Circle{1, {}, false}), settings),
            "/circle/radius: expected a body smaller than half the periodic box, 4 by 2, found 2 by 2");
  const auto upright = [&](double x, double y) {
    BodyDef def = of(box(x, y));
    def.turns = false;
    return def;
  };
  EXPECT_EQ(said(upright(1.9, 0.9), settings), "");
  EXPECT_EQ(said(upright(0.9, 1.9), settings),
            "/polygon/vertices: expected a body smaller than half the periodic box, 4 by 2, found 1.8 by 3.8");
  EXPECT_NE(said(of(box(0.9, 0.9)), settings), "") << "one that turns has its diagonal in every direction";
  EXPECT_EQ(
      with(of(box(1.9, 0.9)), [](BodyDef& d) { d.angle = k_pi / 2; }, settings).substr(0, 17), "/polygon/vertices");
  EXPECT_EQ(said(k_line, settings),
            "/segment/ends: expected a body smaller than half the periodic box, 4 by 2, found 3 by 4");
  EXPECT_EQ(said(k_border, settings),
            "/border: expected a shape that ends, because in periodic bounds every body is smaller than half the box, "
            "found a border");
  settings.bounds->edges = Edges::rebound;
  EXPECT_EQ(said(k_border, settings), "");
}

TEST(MakeBody, PlacesBeginWhereTheCallerIs) {
  const auto body = make_body(of(Circle{-1, {}, false}), {}, 0, "/bodies/3");
  EXPECT_EQ(body.error().place, "/bodies/3/circle/radius");
}

}  // namespace
}  // namespace carom::detail

#include <box2d/box2d.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine.hpp"

/// Box2D as its manual advises: 60 steps a second, 8 velocity and 3 position iterations, no sleeping, restitution 1 with
/// a threshold of 0.
///
/// Size       b2_maxTranslation, fixed when Debian compiled it, lets nothing move more than 2 m in a step: what is
///            faster is slowed down for good. So the discs are made small enough for five times the mean way to fit:
///            1 m for steps of 0.1 and 0.4 m for steps of 1 diameter. They are not made smaller than the 0.1 m that the
///            manual gives as the least size, because the 5 mm of b2_linearSlop would be too much of them. That is
///            enough for 4 times the mean way at 5 diameters (3 or 4 discs in a million are faster), and not enough at
///            20, where the mean way is the limit and the gas loses energy from the first step on.
/// Default    Discs are stopped at walls (continuous collision), but not at each other.
/// Bullets    Discs are stopped at each other as well.
/// Discrete   Continuous collision is off, and walls are thick blocks instead of edges: the fast way to do it by hand.
/// Delay      A step first looks for overlaps, then solves, then moves. So a contact within a step is answered in the
///            next one, except by continuous collision.
namespace carom::bench {
namespace {

enum class Mode : std::uint8_t { standard, bullets, discrete };

constexpr float k_step = 1.0F / 60.0F;
constexpr std::uintptr_t k_wall = UINTPTR_MAX;

/// Metres in a diameter.
double disc_size(double displacement) {
  return std::clamp(static_cast<double>(b2_maxTranslation) / (5 * displacement), 0.1, 1.0);
}

class PushListener : public b2ContactListener {
 public:
  void PostSolve(b2Contact* contact, const b2ContactImpulse* impulse) override {
    if (impulse->normalImpulses[0] <= 0) return;
    const std::uintptr_t a = contact->GetFixtureA()->GetBody()->GetUserData().pointer;
    const std::uintptr_t b = contact->GetFixtureB()->GetBody()->GetUserData().pointer;
    if (a != k_wall && b != k_wall) pairs.push_back(make_pair_of(a, b));
  }
  std::vector<Pair> pairs;
};

class Box2dEngine final : public Engine {
 public:
  Box2dEngine(const Gas& gas, Mode mode) : size_(disc_size(gas.displacement)), world_(b2Vec2{0, 0}) {
    world_.SetAllowSleeping(false);
    world_.SetContinuousPhysics(mode != Mode::discrete);
    if (mode == Mode::discrete) {
      add_blocks(gas.half, 1 + 6 * gas.displacement);
    } else {
      add_edges(gas.half);
    }
    for (std::size_t i = 0; i < gas.discs.size(); ++i) {
      add_disc(i, gas.discs.positions[i], gas.discs.velocities[i], mode == Mode::bullets);
    }
  }

  void step() override {
    listener_.pairs.clear();
    world_.Step(k_step, 8, 3);
  }

  [[nodiscard]] Discs discs() const override {
    Discs discs;
    for (const b2Body* body : bodies_) {
      const b2Vec2 p = body->GetPosition();
      const b2Vec2 v = body->GetLinearVelocity();
      discs.positions.push_back({static_cast<double>(p.x) / size_, static_cast<double>(p.y) / size_});
      const double scale = static_cast<double>(k_step) / size_;
      discs.velocities.push_back({static_cast<double>(v.x) * scale, static_cast<double>(v.y) * scale});
    }
    return discs;
  }

  void watch(bool on) override { world_.SetContactListener(on ? &listener_ : nullptr); }
  [[nodiscard]] std::vector<Pair> pushed_apart() const override { return listener_.pairs; }
  [[nodiscard]] int report_delay() const override { return 1; }

 private:
  [[nodiscard]] b2Vec2 metres(Vec2 v) const {
    return {static_cast<float>(v.x * size_), static_cast<float>(v.y * size_)};
  }

  static b2FixtureDef elastic(const b2Shape& shape) {
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 1;
    fixture.friction = 0;
    fixture.restitution = 1;
    fixture.restitutionThreshold = 0;
    return fixture;
  }

  void add_disc(std::size_t number, Vec2 position, Vec2 velocity, bool bullet) {
    b2BodyDef def;
    def.type = b2_dynamicBody;
    def.position = metres(position);
    def.linearVelocity = (1 / k_step) * metres(velocity);
    def.allowSleep = false;
    def.fixedRotation = true;
    def.bullet = bullet;
    def.userData.pointer = number;
    b2CircleShape circle;
    circle.m_radius = static_cast<float>(k_radius * size_);
    const b2FixtureDef fixture = elastic(circle);
    bodies_.push_back(world_.CreateBody(&def));
    bodies_.back()->CreateFixture(&fixture);
  }

  b2Body* add_wall() {
    b2BodyDef def;
    def.userData.pointer = k_wall;
    return world_.CreateBody(&def);
  }

  void add_edges(double half) {
    const std::array<b2Vec2, 4> corners = {metres({-half, -half}), metres({half, -half}), metres({half, half}),
                                           metres({-half, half})};
    b2Body* wall = add_wall();
    for (std::size_t k = 0; k < 4; ++k) {
      b2EdgeShape edge;
      edge.SetTwoSided(corners[k], corners[(k + 1) % 4]);
      const b2FixtureDef fixture = elastic(edge);
      wall->CreateFixture(&fixture);
    }
  }

  void add_blocks(double half, double thickness) {
    b2Body* wall = add_wall();
    const double middle = half + thickness / 2;
    for (const Vec2 side : {Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{0, -1}}) {
      const b2Vec2 along = metres({half + thickness, thickness / 2});
      b2PolygonShape block;
      block.SetAsBox(side.x != 0 ? along.y : along.x, side.x != 0 ? along.x : along.y, metres(middle * side), 0);
      const b2FixtureDef fixture = elastic(block);
      wall->CreateFixture(&fixture);
    }
  }

  double size_;
  b2World world_;
  PushListener listener_;
  std::vector<b2Body*> bodies_;
};

}  // namespace

std::unique_ptr<Engine> make_box2d(const Gas& gas) { return std::make_unique<Box2dEngine>(gas, Mode::standard); }
std::unique_ptr<Engine> make_box2d_bullets(const Gas& gas) { return std::make_unique<Box2dEngine>(gas, Mode::bullets); }
std::unique_ptr<Engine> make_box2d_discrete(const Gas& gas) {
  return std::make_unique<Box2dEngine>(gas, Mode::discrete);
}

}  // namespace carom::bench

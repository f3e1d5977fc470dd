#include "carom/response/rotating.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/math/random.hpp"
#include "carom/response/response.hpp"

namespace carom {
namespace {

/// u' after the answer, of a's point relative to b's.
Vec2 parting(const RotatingEncounter& e, const RotatingAftermath& after) {
  return velocity_at(after.velocity_a, after.spin_a, e.a.arm) - velocity_at(after.velocity_b, after.spin_b, e.b.arm);
}

double energy(const RotatingSide& side, Vec2 velocity, double spin) {
  return 0.5 * (dot(velocity, velocity) / side.inverse_mass + spin * spin / side.inverse_inertia);
}

constexpr RotatingSide k_floor{};

TEST(RotatingImpulse, OfARodStruckOffCentre) {
  // A rod of length 2 and mass 3 along y; a point of mass 0.5 comes from the left at 4, 0.75 above the middle.
  const double length = 2, mass = 3, inertia = mass * length * length / 12, d = 0.75, e = 0.6;
  const RotatingEncounter hit{.normal = {-1, 0},
                              .a = {{4, 0}, 0, 1 / 0.5, 0, {0, 0}},
                              .b = {{0, 0}, 0, 1 / mass, 1 / inertia, {0, d}},
                              .restitution = e};
  const RotatingAftermath after = respond(hit);
  const double impulse = (1 + e) * 4 / (1 / 0.5 + 1 / mass + d * d / inertia);
  EXPECT_DOUBLE_EQ(after.impulse, impulse);
  EXPECT_DOUBLE_EQ(after.velocity_b.x, impulse / mass);
  EXPECT_DOUBLE_EQ(after.spin_b, -impulse * d / inertia);
  EXPECT_DOUBLE_EQ(after.velocity_a.x, 4 - impulse / 0.5);
  EXPECT_EQ(after.velocity_b.y, 0);
}

/// A box of sides 2 and 1 that stands on a corner, its centre 0.8 to the left of it and 0.7 above.
RotatingEncounter corner_on_the_floor(double restitution, double friction) {
  const double mass = 2, inertia = mass * (4 + 1) / 12;
  return {.normal = {0, 1},
          .a = {{0, -3}, 0, 1 / mass, 1 / inertia, {0.8, -0.7}},
          .b = k_floor,
          .restitution = restitution,
          .friction = friction};
}

TEST(RotatingImpulse, OfABoxCornerOnASmoothFloor) {
  const RotatingEncounter e = corner_on_the_floor(0.5, 0);
  const RotatingAftermath after = respond(e);
  const double inertia = 2 * 5.0 / 12;
  const double impulse = 1.5 * 3 / (0.5 + 0.64 / inertia);
  EXPECT_DOUBLE_EQ(after.impulse, impulse);
  EXPECT_DOUBLE_EQ(after.velocity_a.y, -3 + impulse / 2);
  EXPECT_EQ(after.velocity_a.x, 0);
  EXPECT_DOUBLE_EQ(after.spin_a, 0.8 * impulse / inertia);
}

TEST(RotatingImpulse, OfABoxCornerOnAFloorThatHolds) {
  // The corner stops: angular momentum about it is kept, I' = I + m r².
  const RotatingAftermath after = respond(corner_on_the_floor(0, 10));
  const double inertia = 2 * 5.0 / 12, about_corner = inertia + 2 * (0.64 + 0.49);
  const double spin = 2 * 3 * 0.8 / about_corner;
  EXPECT_DOUBLE_EQ(after.spin_a, spin);
  EXPECT_NEAR(after.velocity_a.x, -spin * 0.7, 1e-15);
  EXPECT_NEAR(after.velocity_a.y, -spin * 0.8, 1e-15);
}

/// A disc of radius 0.5 and mass 2 thrown at a floor: forward at 3, down at 4, with backspin.
RotatingEncounter backspin(double friction) {
  const double mass = 2, radius = 0.5;
  return {.normal = {0, 1},
          .a = {{3, -4}, 10, 1 / mass, 1 / (0.5 * mass * radius * radius), {0, -radius}},
          .b = k_floor,
          .restitution = 0.75,
          .friction = friction};
}

TEST(RotatingImpulse, OfABallWithBackspinSlidesBelowTheFrictionThatHoldsIt) {
  // Slip 3 + 10 · 0.5 = 8; holding it takes m 8/3, the normal impulse is 1.75 · 4 m: it holds from μ = 8/21 on.
  const double holds = 8.0 / 21;
  const RotatingAftermath slides = respond(backspin(0.9 * holds));
  EXPECT_DOUBLE_EQ(slides.velocity_a.x, 3 - 0.9 * holds * 7);
  EXPECT_DOUBLE_EQ(slides.spin_a, 10 - 0.9 * holds * 7 * 2 / 0.5);
  EXPECT_DOUBLE_EQ(slides.velocity_a.y, 3);
  EXPECT_GT(parting(backspin(0), slides).x, 0);
  for (const double friction : {1.001 * holds, 1.0, 10.0}) {
    const RotatingAftermath rolls = respond(backspin(friction));
    EXPECT_NEAR(rolls.velocity_a.x, 3 - 8.0 / 3, 1e-15);
    EXPECT_NEAR(rolls.spin_a, -(3 - 8.0 / 3) / 0.5, 1e-14);
    EXPECT_DOUBLE_EQ(rolls.velocity_a.y, 3);
  }
}

TEST(RotatingImpulse, OfADiscThatRollsUpAStep) {
  // Angular momentum about the step's corner is kept: ω' = ω (1 - 2h / 3R).
  const double radius = 0.5, height = 0.2, spin = -6, mass = 3;
  const Vec2 to_corner{std::sqrt(radius * radius - (radius - height) * (radius - height)), -(radius - height)};
  const RotatingEncounter e{.normal = unit(-to_corner),
                            .a = {{-spin * radius, 0}, spin, 1 / mass, 2 / (mass * radius * radius), to_corner},
                            .b = k_floor,
                            .restitution = 0,
                            .friction = 10};
  const RotatingAftermath after = respond(e);
  EXPECT_NEAR(after.spin_a, spin * (1 - 2 * height / (3 * radius)), 1e-14);
  EXPECT_NEAR(length(parting(e, after)), 0, 1e-14);
}

TEST(RotatingImpulse, OfAFixedBodyThatTurnsPushesAndIsNotPushed) {
  // A blade along x that turns about the origin: its point at 2 goes up at 2 · 3.
  const RotatingEncounter e{
      .normal = {0, 1}, .a = {{0, 0}, 0, 1, 0, {0, 0}}, .b = {{0, 1}, 3, 0, 0, {2, 0}}, .restitution = 0.5};
  const RotatingAftermath after = respond(e);
  EXPECT_DOUBLE_EQ(after.velocity_a.y, 1.5 * 7);
  EXPECT_EQ(after.velocity_b, (Vec2{0, 1}));
  EXPECT_EQ(after.spin_b, 3);
}

TEST(RotatingImpulse, LeavesPartingAndFixedPairsAlone) {
  RotatingEncounter e = corner_on_the_floor(1, 1);
  e.a.velocity = {1, 3};
  EXPECT_EQ(respond(e).velocity_a, e.a.velocity);
  EXPECT_EQ(respond(e).impulse, 0);
  e.a = {{0, -3}, 2, 0, 0, {1, 1}};
  EXPECT_EQ(respond(e).velocity_a, e.a.velocity);
  EXPECT_EQ(respond(e).spin_a, 2);
}

double any_real(int low, int high) { return *rc::gen::inRange(low * 1024, high * 1024 + 1) / 1024.0; }
/// Over eight orders of magnitude.
double positive() { return std::ldexp(any_real(1, 2), *rc::gen::inRange(-13, 14)); }

RotatingSide any_side() {
  return {{any_real(-10, 10), any_real(-10, 10)},
          any_real(-20, 20),
          positive(),
          positive(),
          {any_real(-3, 3), any_real(-3, 3)}};
}

RotatingEncounter any_rotating_encounter() {
  return {unit(Vec2{any_real(-10, 10), any_real(1, 10)}), any_side(), any_side(), any_real(0, 1),
          *rc::gen::element(0.0, any_real(0, 1), any_real(0, 10))};
}

/// The speeds that the two parts of the impulse give to the points, which may largely cancel where bodies are much
/// easier to turn than to move: their rounding is what is left.
double speeds_passed(const RotatingEncounter& e, const RotatingAftermath& after) {
  const auto mobility = [](const RotatingSide& s) { return s.inverse_mass + s.inverse_inertia * dot(s.arm, s.arm); };
  return (after.impulse + std::abs(after.friction_impulse)) * (mobility(e.a) + mobility(e.b));
}

RC_GTEST_PROP(RotatingImpulse, NeverGainsEnergyAndKeepsMomenta, ()) {
  const RotatingEncounter e = any_rotating_encounter();
  const RotatingAftermath after = respond(e);
  const double before = energy(e.a, e.a.velocity, e.a.spin) + energy(e.b, e.b.velocity, e.b.spin);
  const double left = energy(e.a, after.velocity_a, after.spin_a) + energy(e.b, after.velocity_b, after.spin_b);
  const double passed = speeds_passed(e, after) * (after.impulse + std::abs(after.friction_impulse));
  RC_ASSERT(left <= before + 1e-14 * (before + passed));
  const Vec2 push_a = (1 / e.a.inverse_mass) * (after.velocity_a - e.a.velocity);
  const Vec2 push_b = (1 / e.b.inverse_mass) * (after.velocity_b - e.b.velocity);
  const double momenta = 10 / e.a.inverse_mass + 10 / e.b.inverse_mass + after.impulse;
  RC_ASSERT(length(push_a + push_b) <= 1e-14 * momenta);
  const auto turned_about_contact = [&](const RotatingSide& s, Vec2 push, double spin) {
    return std::abs((spin - s.spin) / s.inverse_inertia - cross(s.arm, push));
  };
  const double spun = momenta + 20 / e.a.inverse_inertia + 20 / e.b.inverse_inertia;
  RC_ASSERT(turned_about_contact(e.a, push_a, after.spin_a) <= 1e-13 * spun);
  RC_ASSERT(turned_about_contact(e.b, push_b, after.spin_b) <= 1e-13 * spun);
}

/// Rounding of a point's velocity.
double slack(const RotatingEncounter& e, const RotatingAftermath& after) {
  return 1e-14 * (100 + speeds_passed(e, after));
}

RC_GTEST_PROP(RotatingImpulse, KeepsToNewtonAndCoulomb, ()) {
  const RotatingEncounter e = any_rotating_encounter();
  const double closing = closing_speed(e);
  RC_PRE(closing > 0);
  const RotatingAftermath after = respond(e);
  const Vec2 u = parting(e, after);
  const double rebound = dot(u, e.normal), slip = dot(u, perpendicular(e.normal));
  const double rounding = slack(e, after);
  RC_ASSERT(after.impulse > 0);
  RC_ASSERT(rebound >= -rounding);
  RC_ASSERT(rebound <= e.restitution * closing + rounding);
  RC_ASSERT(std::abs(after.friction_impulse) <= e.friction * after.impulse * (1 + 1e-15));
  if (e.friction == 0) RC_ASSERT(std::abs(rebound - e.restitution * closing) <= rounding);
  // Newton's law alone decides unless the energy would have grown: then it is kept.
  const double before = energy(e.a, e.a.velocity, e.a.spin) + energy(e.b, e.b.velocity, e.b.spin);
  const double left = energy(e.a, after.velocity_a, after.spin_a) + energy(e.b, after.velocity_b, after.spin_b);
  const bool newton = std::abs(rebound - e.restitution * closing) <= rounding;
  const double passed = speeds_passed(e, after) * (after.impulse + std::abs(after.friction_impulse));
  if (!newton) RC_ASSERT(std::abs(left - before) <= 1e-13 * (before + passed));
  // Less than the cone allows: it holds. Otherwise it slides against the slip that is left.
  if (newton && std::abs(after.friction_impulse) < e.friction * after.impulse * (1 - 1e-12)) {
    RC_ASSERT(std::abs(slip) <= rounding);
  } else if (newton && e.friction > 0) {
    RC_ASSERT(slip * after.friction_impulse <= rounding * std::abs(after.friction_impulse));
  }
}

TEST(RotatingImpulse, LowersTheRestitutionWhereNewtonsLawWouldBringEnergy) {
  // A rod that leans by 45° and slides into the floor: with e = 1 Newton's law and friction together bring energy.
  const double mass = 1, inertia = mass * 4 / 12;
  const RotatingEncounter rod{.normal = {0, 1},
                              .a = {{-3, -1}, 0, 1 / mass, 1 / inertia, {std::sqrt(0.5), -std::sqrt(0.5)}},
                              .b = k_floor,
                              .restitution = 1,
                              .friction = 0.5};
  RotatingEncounter other = rod;
  int lowered = 0;
  Random random(5);
  for (int i = 0; i < 10'000; ++i) {
    other.a.velocity = {10 * random.uniform() - 5, -random.uniform()};
    other.a.spin = 10 * random.uniform() - 5;
    const double closing = closing_speed(other);
    if (!(closing > 0)) continue;
    const RotatingAftermath after = respond(other);
    const double gain =
        energy(other.a, after.velocity_a, after.spin_a) - energy(other.a, other.a.velocity, other.a.spin);
    EXPECT_LE(gain, 1e-13);
    const double rebound = parting(other, after).y / closing;
    if (rebound < 1 - 1e-9) {
      ++lowered;
      EXPECT_NEAR(gain, 0, 1e-13);
      EXPECT_GE(rebound, -1e-12);
    }
  }
  EXPECT_GT(lowered, 100);
}

RC_GTEST_PROP(RotatingImpulse, OfBodiesThatDoNotTurnHasTheBitsOfRespond, ()) {
  RotatingEncounter e = any_rotating_encounter();
  e.friction = 0;
  e.a.inverse_inertia = e.b.inverse_inertia = 0;
  e.a.spin = e.b.spin = 0;
  const Aftermath plain = respond(
      Response::impulse, {e.normal, e.a.velocity, e.b.velocity, e.a.inverse_mass, e.b.inverse_mass, e.restitution});
  const RotatingAftermath after = respond(e);
  RC_ASSERT(after.velocity_a == plain.velocity_a);
  RC_ASSERT(after.velocity_b == plain.velocity_b);
  RC_ASSERT(after.impulse == plain.impulse);
}

TEST(RotatingImpulse, OfSmoothDiscsAlongAnAxisHasTheBitsOfRespond) {
  const RotatingEncounter e{
      {1, 0}, {{-0.3, 0.7}, 5, 0.9, 1.7, {-0.6, 0}}, {{0.1, -0.2}, -3, 1.3, 2.2, {0.4, 0}}, 0.9, 0};
  const Aftermath plain = respond(Response::impulse, {e.normal, e.a.velocity, e.b.velocity, 0.9, 1.3, 0.9});
  const RotatingAftermath after = respond(e);
  EXPECT_EQ(after.velocity_a, plain.velocity_a);
  EXPECT_EQ(after.velocity_b, plain.velocity_b);
  EXPECT_EQ(after.spin_a, 5);
  EXPECT_EQ(after.impulse, plain.impulse);
}

TEST(RotatingImpulse, EnergyOfSmoothElasticBodiesDoesNotDriftOneWay) {
  Random random(3);
  long double sum = 0;
  constexpr int k_contacts = 300'000;
  for (int contacts = 0; contacts < k_contacts;) {
    const RotatingEncounter e{unit(random.normal_pair()),
                              {random.normal_pair(), random.normal_pair().x, 0.7, 1.9, random.normal_pair()},
                              {random.normal_pair(), random.normal_pair().x, 0.3, 0.4, random.normal_pair()},
                              1,
                              0};
    if (!(closing_speed(e) > 0)) continue;
    const RotatingAftermath after = respond(e);
    const auto exact = [](const RotatingSide& s, Vec2 v, double spin) {
      const long double x = v.x, y = v.y, w = spin;
      return (x * x + y * y) / s.inverse_mass + w * w / s.inverse_inertia;
    };
    const long double before = exact(e.a, e.a.velocity, e.a.spin) + exact(e.b, e.b.velocity, e.b.spin);
    sum += (exact(e.a, after.velocity_a, after.spin_a) + exact(e.b, after.velocity_b, after.spin_b) - before) / before;
    ++contacts;
  }
  EXPECT_LT(std::abs(static_cast<double>(sum / k_contacts)), 2e-18);
}

/// Of circles the normal and friction can be answered one after the other.
TEST(RotatingImpulse, OfCirclesInTwoParts) {
  Random random(5);
  int slid = 0;
  for (int k = 0; k < 2000; ++k) {
    const double turn = random.uniform(0, 7);
    const Vec2 n{std::cos(turn), std::sin(turn)};
    const auto side = [&](double sign) {
      const double mass = random.uniform(0.5, 3), radius = random.uniform(0.2, 2);
      const double inertia = 0.5 * mass * radius * radius;
      const Vec2 velocity = random.normal_pair() - (2 * sign) * n;
      const double spin = random.uniform(-6, 6);
      return RotatingSide{velocity, spin, 1 / mass, 1 / inertia, (-sign * radius) * n};
    };
    RotatingEncounter e{.normal = n, .a = side(1), .b = side(-1), .restitution = random.uniform(0, 1)};
    const RotatingAftermath smooth = respond(e);
    e.friction = random.uniform(0, 1);
    const RotatingAftermath whole = respond(e);
    RotatingEncounter then = e;
    then.a.velocity = smooth.velocity_a;
    then.b.velocity = smooth.velocity_b;
    const RotatingAftermath rubbed = rub(then, smooth.impulse);
    EXPECT_EQ(rubbed.impulse, 0);
    EXPECT_NEAR(rubbed.friction_impulse, whole.friction_impulse, 1e-13);
    EXPECT_NEAR(length(rubbed.velocity_a - whole.velocity_a), 0, 1e-13);
    EXPECT_NEAR(length(rubbed.velocity_b - whole.velocity_b), 0, 1e-13);
    EXPECT_NEAR(rubbed.spin_a, whole.spin_a, 1e-12);
    EXPECT_NEAR(rubbed.spin_b, whole.spin_b, 1e-12);
    slid += std::abs(rubbed.friction_impulse) >= e.friction * smooth.impulse * (1 - 1e-12) ? 1 : 0;
  }
  EXPECT_GT(slid, 200);
  EXPECT_LT(slid, 1800);
}

/// What has not been pushed is not rubbed.
TEST(RotatingImpulse, WithoutAPushThereIsNoFriction) {
  const RotatingEncounter e{
      .normal = {0, 1}, .a = {{3, 0}, 0, 1, 2, {0, -1}}, .b = k_floor, .restitution = 1, .friction = 5};
  EXPECT_EQ(rub(e, 0).friction_impulse, 0);
  EXPECT_EQ(rub(e, 0).velocity_a, e.a.velocity);
  EXPECT_EQ(rub(e, 0.01).friction_impulse, 0.05);
}

}  // namespace
}  // namespace carom

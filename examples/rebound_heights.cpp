// How high does a ball rebound? The worked examples of docs/mathematics.md, section 13.
//
// A ball is dropped from one metre. Gravity acts in half kicks before and after a straight drift (leapfrog), so the
// velocity of the drift is that of its middle, and the contact is anywhere else. An engine that reflects the drift's
// velocity gains or loses height at each bounce, as the contact happens to fall within the step; one that reflects the
// velocity at the contact does not. Then the rebound height of a world for several restitutions e and floors: e² of the drop.
//
// example_rebound_heights                prints all of them
// example_rebound_heights restitution    prints one

#include <algorithm>

#include "worked_example.hpp"

namespace {

using worked::Page;

constexpr double k_gravity = 9.81;
constexpr double k_radius = 0.1;
constexpr int k_moments = 500;  // of letting go, spread evenly over a step

/// A ball that was let go at rest, its lowest point one metre up, `late` seconds before the first step begins.
struct Dropped {
  double height;
  double velocity;

  explicit Dropped(double late) : height(1 - 0.5 * k_gravity * late * late), velocity(-k_gravity * late) {}
  /// How high it will get, as its energy tells.
  [[nodiscard]] double top() const { return height + velocity * velocity / (2 * k_gravity); }
};

/// Leapfrog by hand, restitution 1, answering the velocity of the drift.
double top_by_hand(double late, double dt) {
  Dropped ball(late);
  for (bool bounced = false; !bounced;) {
    double drift = ball.velocity - 0.5 * dt * k_gravity;
    const carom::MovingCircle flight{k_radius, {0, ball.height + k_radius}, {0, ball.height + k_radius + dt * drift}};
    const carom::Impact impact = carom::time_of_impact(flight, carom::Border{carom::Axis::y, 0});
    bounced = impact.outcome == carom::Outcome::hit;
    if (bounced) {
      ball.height = -(1 - impact.contact.t) * dt * drift;
      drift = -drift;
    } else {
      ball.height += dt * drift;
    }
    ball.velocity = drift - 0.5 * dt * k_gravity;
  }
  return ball.top();
}

/// The same ball in a world.
double top_in_a_world(const carom::BodyShape& floor, double late, double restitution, double dt) {
  carom::WorldSettings settings;
  settings.dt = dt;
  settings.gravity = {0, -k_gravity};
  settings.restitution = restitution;
  carom::World world = carom::World::make(settings).value();
  carom::BodyDef ground;
  ground.shape = floor;
  ground.fixed = true;
  world.add(ground);
  Dropped ball(late);
  carom::BodyDef def;
  def.shape = carom::Circle{.radius = k_radius, .center = {}};
  def.at = {0, ball.height + k_radius};
  def.velocity = {0, ball.velocity};
  const carom::BodyId id = world.add(def).value();
  while (world.collision_count() == 0) world.step();
  ball.height = world.body(id)->state.at.y - k_radius;
  ball.velocity = world.body(id)->state.velocity.y;
  return ball.top();
}

/// Least and largest over all moments of letting go.
template <class Top>
std::string range(const Top& top, double dt, int digits) {
  double low = top(0.0);
  double high = low;
  for (int k = 1; k < k_moments; ++k) {
    const double found = top(dt * k / k_moments);
    low = std::min(low, found);
    high = std::max(high, found);
  }
  char text[64];
  std::snprintf(text, sizeof text, "%.*f to %.*f", digits, low, digits, high);
  return text;
}

void velocity_at_the_contact(Page& page) {
  page.example("velocity");
  constexpr double dt = 1.0 / 60;
  const carom::Border floor{carom::Axis::y, 0};
  page.line("the drift's velocity", range([&](double late) { return top_by_hand(late, dt); }, dt, 5),
            "0.92762 to 1.07497");
  page.line("the velocity at the contact",
            range([&](double late) { return top_in_a_world(floor, late, 1, dt); }, dt, 5), "1.00000 to 1.00000");
}

void restitution(Page& page) {
  page.example("restitution");
  const carom::Border border{carom::Axis::y, 0};
  const carom::Segment segment{{{{-2, 0}, {2, 0}}}};
  const carom::Polygon sheet = carom::Polygon::make({{-2, -1e-6}, {2, -1e-6}, {2, 0}, {-2, 0}}).value();
  const auto row = [&](const char* what, const carom::BodyShape& floor, double e, double dt, std::string_view told) {
    page.line(what, range([&](double late) { return top_in_a_world(floor, late, e, dt); }, dt, 6), told);
  };
  row("border, e = 0.9, dt = 1/60", border, 0.9, 1.0 / 60, "0.810000 to 0.810065");
  row("border, e = 0.9, dt = 1/480", border, 0.9, 1.0 / 480, "0.810000 to 0.810001");
  row("border, e = 0.5, dt = 1/60", border, 0.5, 1.0 / 60, "0.250001 to 0.250255");
  row("border, e = 0.5, dt = 1/480", border, 0.5, 1.0 / 480, "0.250000 to 0.250004");
  row("segment, e = 0.5, dt = 1/60", segment, 0.5, 1.0 / 60, "0.250001 to 0.250255");
  row("sheet of 1e-6, e = 0.5, dt = 1/60", sheet, 0.5, 1.0 / 60, "0.250001 to 0.250255");
}

}  // namespace

int main(int argc, char** argv) {
  Page page(argc, argv);
  velocity_at_the_contact(page);
  restitution(page);
  return page.exit_code();
}

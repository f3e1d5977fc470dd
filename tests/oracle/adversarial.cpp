#include "adversarial.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "case_plan.hpp"
#include "lattice_shapes.hpp"
#include "oracle.hpp"
#include "state.hpp"

namespace carom::oracle {
namespace {

struct Kind {
  std::string_view name;
  Role first;
  Role second;  ///< drawn after the first and fitted to it
};

// In the order of PairKind. A border stands still, so it comes first and leaves all motion to the other.
constexpr std::array<Kind, k_pair_kinds> k_kinds{{
    {"circle_circle", Role::disc, Role::disc},
    {"circle_in_ring", Role::ring, Role::disc},
    {"ring_ring", Role::ring, Role::ring},
    {"circle_border", Role::border, Role::disc},
    {"circle_segment", Role::segment, Role::disc},
    {"ring_segment", Role::segment, Role::ring},
    {"circle_polygon", Role::polygon, Role::disc},
    {"ring_polygon", Role::polygon, Role::ring},
    {"circle_arena", Role::arena, Role::disc},
    {"point_segment", Role::segment, Role::point},
    {"point_polygon", Role::polygon, Role::point},
    {"segment_segment", Role::segment, Role::segment},
    {"segment_border", Role::border, Role::segment},
    {"segment_polygon", Role::polygon, Role::segment},
    {"segment_arena", Role::arena, Role::segment},
    {"polygon_border", Role::border, Role::polygon},
    {"polygon_polygon", Role::polygon, Role::polygon},
    {"arena_polygon", Role::arena, Role::polygon},
    {"arena_arena", Role::arena, Role::arena},
}};
constexpr std::array<std::string_view, k_flavours> k_flavour_names{
    "random", "graze", "touching", "arriving", "lattice", "parallel", "scales", "subnormal", "far", "morph"};

[[nodiscard]] bool is_circle(Role role) { return role == Role::point || role == Role::disc || role == Role::ring; }
[[nodiscard]] Vec2 to_vec(Lattice p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }
[[nodiscard]] Vec2 scaled(Vec2 v, int exponent) { return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent)}; }
[[nodiscard]] Vec2 small_vector(Random& random, int size) {
  return to_vec({random.range(-size, size), random.range(-size, size)});
}

// The direction square to a tangent, if it is one of those on which circles have integer points.
[[nodiscard]] std::optional<Direction> normal_to(Vec2 tangent) {
  auto x = static_cast<std::int64_t>(tangent.x);
  auto y = static_cast<std::int64_t>(tangent.y);
  const std::int64_t divisor = std::gcd(x, y);
  if (divisor == 0) return std::nullopt;
  x /= divisor;
  y /= divisor;
  for (const std::int64_t h : {1, 5, 13, 65}) {
    if (x * x + y * y == h * h) return Direction{{-y, x}, h};
  }
  return std::nullopt;
}

[[nodiscard]] Draft draw_circle(Random& random, Role role, Vec2 tangent_to_meet) {
  Direction n = random_direction(random);
  if (const auto fitting = normal_to(tangent_to_meet); fitting && !random.one_in(6)) {
    n = {random.one_in(2) ? fitting->d : -1 * fitting->d, fitting->hypotenuse};
  }
  const std::int64_t radius = role == Role::point ? 0 : k_radius_unit * random.range(1, 5);
  const std::int64_t unit = radius / n.hypotenuse;
  return {role, {to_vec(unit * n.d)}, static_cast<double>(radius), Axis::x, to_vec({-n.d.y, n.d.x})};
}

// A vertex, or a quarter point of an edge, comes to lie on the origin.
[[nodiscard]] Draft draw_chain(Random& random, Role role) {
  std::vector<Lattice> points = role == Role::segment ? random_segment(random, 30) : random_polygon(random);
  const std::size_t n = points.size();
  const auto k = static_cast<std::size_t>(random.below(role == Role::segment ? 1 : static_cast<int>(n)));
  const Lattice edge = points[(k + 1) % n] - points[k];
  const int quarter = random.one_in(2) ? 0 : random.range(0, 4);
  const Lattice contact = 4 * points[k] + quarter * edge;
  Draft result{role, {}, 0, Axis::x, to_vec(edge)};
  for (Lattice p : points) result.points.push_back(to_vec(4 * p - contact));
  return result;
}

[[nodiscard]] Draft draw(Random& random, Role role, Vec2 tangent_to_meet) {
  if (is_circle(role)) return draw_circle(random, role, tangent_to_meet);
  if (role != Role::border) return draw_chain(random, role);
  const bool vertical = random.one_in(2);
  return {role, {}, 0, vertical ? Axis::x : Axis::y, vertical ? Vec2{0, 1} : Vec2{1, 0}};
}

// Along or across one of the two outlines, anywhere, or not at all.
[[nodiscard]] Vec2 choose_motion(Random& random, const Plan& plan, Flavour flavour) {
  const Vec2 tangent = random.one_in(2) ? plan.a.draft.tangent : plan.b.draft.tangent;
  const double factor = random.range(1, 16) * (random.one_in(2) ? 1 : -1);
  const int choice = flavour == Flavour::graze && !random.one_in(5) ? 0 : random.below(8);
  if (choice <= 2) return factor * tangent;
  if (choice <= 4) return factor * perpendicular(tangent);
  if (choice <= 6) return small_vector(random, 600);
  return {};
}

// Everything on small integers, wherever it falls.
void plan_lattice(Random& random, Plan& plan) {
  for (Mover* mover : {&plan.a, &plan.b}) {
    Draft& draft = mover->draft;
    draft.points.clear();
    if (is_circle(draft.role)) {
      draft.points = {small_vector(random, 6)};
      draft.radius = draft.role == Role::point ? 0 : random.range(1, 5);
    } else if (draft.role != Role::border) {
      for (Lattice p : draft.role == Role::segment ? random_segment(random, 4) : small_polygon(random)) {
        draft.points.push_back(to_vec(p));
      }
    }
    mover->motion = draft.role == Role::border ? Vec2{} : small_vector(random, random.one_in(2) ? 8 : 2);
    if (random.one_in(3)) mover->motion.y = 0;
    mover->by_shift = random.one_in(2);
    // An arena or ring with room for the other.
    if ((draft.role == Role::ring || draft.role == Role::arena) && random.one_in(2)) mover->exponent = 2;
  }
}

// Turned, stretched and moved by real numbers; mostly towards each other.
void plan_random(Random& random, Plan& plan) {
  std::array<Vec2, 2> places;
  std::size_t index = 0;
  for (Mover* mover : {&plan.a, &plan.b}) {
    Draft& draft = mover->draft;
    const bool holds = (draft.role == Role::ring || draft.role == Role::arena) && random.one_in(2);
    const double size = holds ? 8 : 1;
    const Vec2 turn{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1)};
    const Vec2 place{random.uniform(-6, 6), random.uniform(-6, 6)};
    for (Vec2& p : draft.points)
      p = size * Vec2{p.x * turn.x - p.y * turn.y, p.x * turn.y + p.y * turn.x} * 0.25 + place;
    if (is_circle(draft.role)) draft.points = {place};
    if (draft.role != Role::point) draft.radius = size * random.uniform(0.1, 2);
    if (draft.role != Role::border) mover->motion = {random.uniform(-20, 20), random.uniform(-20, 20)};
    mover->by_shift = random.one_in(2);
    places[index++] = place;
  }
  if (plan.a.draft.role != Role::border && !random.one_in(3)) {
    plan.b.motion = plan.a.motion + random.uniform(0.5, 2.5) * (places[0] - places[1]);
  }
}

void plan_morph(Random& random, Mover& mover) {
  if (mover.draft.role == Role::border || is_circle(mover.draft.role)) return;
  const int size = random.one_in(3) ? 300 : 60;
  for (std::size_t k = 0; k < mover.draft.points.size(); ++k) {
    mover.morph.push_back(scaled(random.one_in(3) ? Vec2{} : small_vector(random, size), mover.exponent));
  }
}

// In touch at the event; the flavour says when that is, how they move, and how far apart the scales are.
void plan_contact(Random& random, Plan& plan, Flavour flavour) {
  const int base = random.one_in(2) ? 0 : random.range(-12, 12);
  int motion_exponent = base;
  plan.a.exponent = base + (random.one_in(2) ? random.range(-3, 3) : 0);
  plan.b.exponent = base + (random.one_in(2) ? random.range(-3, 3) : 0);
  switch (random.below(4)) {
    case 0: plan.event = 0; break;
    case 1: plan.event = 1; break;
    default: plan.event = 0.125 * random.range(1, 7);
  }
  if (flavour == Flavour::graze) plan.event = 0.125 * random.range(1, 7);
  if (flavour == Flavour::touching) plan.event = 0;
  if (flavour == Flavour::arriving) plan.event = 1;

  Vec2 common = random.one_in(2) ? Vec2{} : scaled(small_vector(random, 600), base);
  if (flavour == Flavour::parallel) {
    common = scaled(small_vector(random, 1000), base + random.range(8, 40));
    motion_exponent = base - random.range(0, 12);
  }
  if (flavour == Flavour::scales || flavour == Flavour::subnormal) {
    const bool tiny = flavour == Flavour::subnormal;
    const auto any = [&] {
      return tiny ? (random.one_in(3) ? random.range(-40, 0) : random.range(-1074, -1040)) : random.range(-186, 180);
    };
    plan.a.exponent = any();
    plan.b.exponent = random.one_in(3) ? plan.a.exponent : any();
    motion_exponent = random.one_in(2) ? (random.one_in(2) ? plan.a.exponent : plan.b.exponent) : any();
    if (!random.one_in(4)) common = {};
    if (random.one_in(2)) plan.event = 0;
  } else if (flavour == Flavour::far) {
    plan.offset = scaled(small_vector(random, 1000), base + random.range(0, 44));
  } else if (random.one_in(2)) {
    plan.offset = scaled(small_vector(random, 1000), base);
  }
  const Vec2 relative = scaled(choose_motion(random, plan, flavour), motion_exponent);
  const bool fixed_first = plan.a.draft.role == Role::border;
  plan.a.motion = fixed_first ? Vec2{} : common;
  plan.b.motion = fixed_first ? relative : common + relative;
  if (random.one_in(2) && !fixed_first) std::swap(plan.a.motion, plan.b.motion);
  plan.a.by_shift = random.one_in(2);
  plan.b.by_shift = random.one_in(2);
  if (flavour == Flavour::morph) {
    plan_morph(random, plan.a);
    plan_morph(random, plan.b);
  }
}

[[nodiscard]] std::optional<Case> attempt(Random& random, const Kind& kind, Flavour flavour, bool insist_on_touch) {
  Plan plan;
  plan.a.draft = draw(random, kind.first, random_direction(random).d.x == 0 ? Vec2{0, 1} : Vec2{1, 0});
  plan.b.draft = draw(random, kind.second, plan.a.draft.tangent);
  if (flavour == Flavour::random) {
    plan_random(random, plan);
  } else if (flavour == Flavour::lattice) {
    plan_lattice(random, plan);
  } else {
    plan_contact(random, plan, flavour);
  }
  Case result = written_down(plan);
  if (!complete(result)) return std::nullopt;
  const bool made_to_touch = flavour != Flavour::random && flavour != Flavour::lattice;
  if (made_to_touch && insist_on_touch && state_at(result.a, result.b, plan.event) == State::overlap)
    return std::nullopt;
  if (made_to_touch ? !random.one_in(3) : random.one_in(8)) {
    nudge(result, random, flavour == Flavour::parallel ? 6 : random.range(1, 2), std::ldexp(1.0, plan.a.exponent));
    if (!complete(result)) return std::nullopt;
  }
  return result;
}

}  // namespace

std::string_view name(PairKind kind) { return k_kinds[static_cast<std::size_t>(kind)].name; }
std::string_view name(Flavour flavour) { return k_flavour_names[static_cast<std::size_t>(flavour)]; }

Case adversarial_case(PairKind kind, Flavour flavour, std::uint64_t seed) {
  Random random(seed * 1009 + static_cast<std::uint64_t>(kind) * 31 + static_cast<std::uint64_t>(flavour));
  for (int attempts = 0;; ++attempts) {
    // Shapes drawn around one point mostly overlap there: look for those that do not, but not for ever.
    std::optional<Case> found = attempt(random, k_kinds[static_cast<std::size_t>(kind)], flavour, attempts < 12);
    if (!found) continue;
    if (random.one_in(2)) {
      std::swap(found->a, found->b);
      std::swap(found->vertices[0], found->vertices[2]);
      std::swap(found->vertices[1], found->vertices[3]);
    }
    found->flavour = std::string(name(kind)) + "/" + std::string(name(flavour)) + "/" + std::to_string(seed);
    return std::move(*found);
  }
}

}  // namespace carom::oracle

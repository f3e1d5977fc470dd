// Polygons: made with a check, in motion, within an arena, and overlapping.
//
// 1. A polygon is checked when it is made. A bow tie, whose edges cross, is refused with a reason.
// 2. A box slides along a floor into a wall, the two being one L-shaped polygon. Sliding along the floor is no hit; the
//    wall 6 units away is, at t = 6/8. Faces that meet touch in the middle of the piece they share: (9, 1.5).
// 3. A triangle in a square arena (a hollow polygon) meets its right side with the tip, from the inside, at t = 1/2.
// 4. Two boxes overlap by half a unit in x: the least move that parts them is 0.5 to the left.

#include <carom/carom.hpp>
#include <cmath>
#include <cstdio>

namespace {

void print(const char* what, const carom::Contact& contact) {
  std::printf("%s: t = %.17g, point (%g, %g), normal (%g, %g), %s side\n", what, contact.t, contact.point.x,
              contact.point.y, contact.normal.x, contact.normal.y,
              contact.side == carom::Side::inner ? "inner" : "outer");
}

/// Which shapes meet is decided exactly; the numbers of the answer are rounded, each to within a few of its last bits.
bool near(double a, double b) { return std::abs(a - b) < 1e-13; }
bool near(carom::Vec2 a, carom::Vec2 b) { return near(a.x, b.x) && near(a.y, b.y); }

bool is_hit(const carom::Impact& impact, double t, carom::Vec2 point, carom::Side side) {
  return impact.outcome == carom::Outcome::hit && near(impact.contact.t, t) && near(impact.contact.point, point) &&
         near(impact.contact.normal, {-1, 0}) && impact.contact.side == side;
}

}  // namespace

int main() {
  using carom::Polygon;

  const auto bow_tie = Polygon::make({{0, 0}, {2, 2}, {2, 0}, {0, 2}});
  if (bow_tie) return 1;
  std::printf("a bow tie: %s\n", bow_tie.error().reason.c_str());

  const auto box = Polygon::make({{1, 1}, {3, 1}, {3, 2}, {1, 2}});
  const auto floor_and_wall = Polygon::make({{0, 0}, {10, 0}, {10, 4}, {9, 4}, {9, 1}, {0, 1}});
  const auto triangle = Polygon::make({{0, 0}, {2, 1}, {0, 2}});
  const auto arena = Polygon::make({{-5, -5}, {5, -5}, {5, 5}, {-5, 5}}, /*hollow=*/true);
  const auto neighbour = Polygon::make({{2.5, 0}, {5, 0}, {5, 3}, {2.5, 3}});
  if (!box || !floor_and_wall || !triangle || !arena || !neighbour) return 1;

  // A moving polygon refers to the vertices of the polygon it was made from, which has to stay.
  const carom::Impact wall =
      carom::time_of_impact(carom::sliding(box.value(), {8, 0}), carom::still(floor_and_wall.value()));
  print("sliding along the floor into the wall", wall.contact);

  const carom::Impact side =
      carom::time_of_impact(carom::sliding(triangle.value(), {6, 0}), carom::still(arena.value()));
  print("a triangle within an arena", side.contact);

  const auto overlap = carom::overlap(&box.value(), &neighbour.value());
  if (!overlap) return 1;
  std::printf("two boxes: move the first by %g along (%g, %g)\n", overlap->depth, overlap->normal.x, overlap->normal.y);

  const bool as_told = is_hit(wall, 0.75, {9, 1.5}, carom::Side::outer) &&
                       is_hit(side, 0.5, {5, 1}, carom::Side::inner) && overlap->depth == 0.5 &&
                       overlap->normal == carom::Vec2{-1, 0};
  return as_told ? 0 : 1;
}

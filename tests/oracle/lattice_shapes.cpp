#include "lattice_shapes.hpp"

#include <algorithm>
#include <array>

#include "chain_state.hpp"
#include "lifted.hpp"

namespace carom::oracle {
namespace {

[[nodiscard]] std::int64_t cross(Lattice a, Lattice b) { return a.x * b.y - a.y * b.x; }

[[nodiscard]] FrozenShape exact_polygon(std::span<const Vec2> polygon) {
  const MovingPolygon still{polygon, polygon, {}, false, false, Winding::counterclockwise};
  return freeze(lift(still, Border{}).a, {});
}

[[nodiscard]] std::int64_t dot(Lattice a, Lattice b) { return a.x * b.x + a.y * b.y; }

[[nodiscard]] int turn(Lattice a, Lattice b, Lattice p) {
  const std::int64_t area = cross(b - a, p - a);
  return area > 0 ? 1 : (area < 0 ? -1 : 0);
}

[[nodiscard]] bool lies_on(Lattice p, Lattice a, Lattice b) { return turn(a, b, p) == 0 && dot(p - a, p - b) <= 0; }

[[nodiscard]] bool meet(Lattice a, Lattice b, Lattice c, Lattice d) {
  if (lies_on(a, c, d) || lies_on(b, c, d) || lies_on(c, a, b) || lies_on(d, a, b)) return true;
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

// As for doubles below, in machine integers: the numbers are small, and most models are drawn several times.
[[nodiscard]] bool is_simple(const std::vector<Lattice>& p) {
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Lattice a = p[i];
    const Lattice b = p[(i + 1) % n];
    const Lattice c = p[(i + 2) % n];
    if (a == b || (turn(a, b, c) == 0 && dot(b - a, c - b) <= 0)) return false;
    for (std::size_t j = i + 2; j < n; ++j) {
      if ((i != 0 || j != n - 1) && meet(a, b, p[j], p[(j + 1) % n])) return false;
    }
  }
  return true;
}

// Points sorted around the origin make a polygon that is star-shaped, so simple unless two directions agree.
[[nodiscard]] std::vector<Lattice> star(Random& random, int count, int size) {
  std::vector<Lattice> points;
  while (points.size() < static_cast<std::size_t>(count)) {
    const Lattice p{random.range(-size, size), random.range(-size, size)};
    // The origin has no direction to sort by.
    if (p != Lattice{}) points.push_back(p);
  }
  const auto upper = [](Lattice p) { return p.y > 0 || (p.y == 0 && p.x > 0); };
  std::ranges::sort(points, [&](Lattice p, Lattice q) { return upper(p) != upper(q) ? upper(p) : cross(p, q) > 0; });
  return points;
}

[[nodiscard]] std::vector<Lattice> box(std::int64_t w, std::int64_t h) { return {{0, 0}, {w, 0}, {w, h}, {0, h}}; }

// Turned by a quarter or by the angle of the 3-4-5 triangle, mirrored, started elsewhere, moved.
[[nodiscard]] std::vector<Lattice> shuffled(Random& random, std::vector<Lattice> polygon, bool slanted) {
  static constexpr std::array<Lattice, 8> k_turns{
      {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {3, 4}, {-4, 3}, {5, 12}, {-12, 5}}};
  const Lattice turn = k_turns[static_cast<std::size_t>(random.below(slanted ? 8 : 4))];
  const bool mirror = random.one_in(2);
  for (Lattice& p : polygon) {
    if (mirror) p.x = -p.x;
    p = {p.x * turn.x - p.y * turn.y, p.x * turn.y + p.y * turn.x};
  }
  std::ranges::rotate(polygon, polygon.begin() + random.below(static_cast<int>(polygon.size())));
  return polygon;
}

[[nodiscard]] std::vector<Lattice> model(Random& random, int size) {
  const auto w = [&] { return static_cast<std::int64_t>(random.range(1, size)); };
  const std::int64_t x = w(), y = w(), dx = w(), dy = w();
  switch (random.below(7)) {
    case 0: return box(x, y);
    case 1: return {{0, 0}, {x, 0}, {x + dx, 0}, {x + dx, y}, {0, y}};
    case 2: return {{0, 0}, {x + dx, 0}, {x + dx, y}, {x, y}, {x, y + dy}, {0, y + dy}};
    case 3:
      return {{0, 0},      {x + 2 * dx, 0}, {x + 2 * dx, y + dy}, {x + dx, y + dy},
              {x + dx, y}, {dx, y},         {dx, y + dy},         {0, y + dy}};
    case 4: return {{0, 0}, {x, random.range(-size, size)}, {random.range(-size, size), y + size}};
    default: return star(random, random.range(3, 8), size);
  }
}

}  // namespace

Direction random_direction(Random& random) {
  static constexpr std::array<Direction, 8> k_stock{{{{1, 0}, 1},
                                                     {{1, 0}, 1},
                                                     {{3, 4}, 5},
                                                     {{4, 3}, 5},
                                                     {{5, 12}, 13},
                                                     {{12, 5}, 13},
                                                     {{16, 63}, 65},
                                                     {{33, 56}, 65}}};
  Direction result = k_stock[static_cast<std::size_t>(random.below(8))];
  if (random.one_in(2)) result.d = {-result.d.y, result.d.x};
  if (random.one_in(2)) result.d = -1 * result.d;
  if (random.one_in(2)) result.d.x = -result.d.x;
  return result;
}

std::vector<Lattice> random_polygon(Random& random) {
  while (true) {
    std::vector<Lattice> polygon = shuffled(random, model(random, 9), true);
    if (is_simple(polygon)) return polygon;
  }
}

std::vector<Lattice> small_polygon(Random& random) {
  while (true) {
    std::vector<Lattice> polygon = shuffled(random, model(random, 3), false);
    const Lattice move{random.range(-4, 4), random.range(-4, 4)};
    for (Lattice& p : polygon) p = p + move;
    if (is_simple(polygon)) return polygon;
  }
}

std::vector<Lattice> random_segment(Random& random, int size) {
  while (true) {
    const Lattice p{random.range(-size, size), random.range(-size, size)};
    const Lattice q = random.one_in(3) ? p + random.range(1, size) * random_direction(random).d
                                       : Lattice{random.range(-size, size), random.range(-size, size)};
    if (p != q) return {p, q};
  }
}

bool is_simple(std::span<const Vec2> polygon) {
  if (polygon.size() < 3) return false;
  const FrozenShape shape = exact_polygon(polygon);
  const std::size_t n = shape.edge_count();
  for (std::size_t i = 0; i < n; ++i) {
    if (shape.edge_start(i) == shape.edge_end(i)) return false;
    // The neighbour must not fold back onto this edge; beyond the common end it may do as it likes.
    const IntPoint e = shape.edge_end(i) - shape.edge_start(i);
    const IntPoint f = shape.edge_end((i + 1) % n) - shape.edge_end(i);
    if (oracle::cross(e, f) == 0 && oracle::dot(e, f) <= 0) return false;
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;
      if (meeting(shape.edge_start(i), shape.edge_end(i), shape.edge_start(j), shape.edge_end(j)).touches) return false;
    }
  }
  return true;
}

bool is_convex(std::span<const Vec2> polygon) {
  const FrozenShape shape = exact_polygon(polygon);
  const std::size_t n = shape.edge_count();
  bool left = false;
  bool right = false;
  for (std::size_t i = 0; i < n; ++i) {
    const IntPoint e = shape.edge_end(i) - shape.edge_start(i);
    const IntPoint f = shape.edge_end((i + 1) % n) - shape.edge_end(i);
    left = left || oracle::cross(e, f) > 0;
    right = right || oracle::cross(e, f) < 0;
  }
  return !(left && right);
}

Winding winding_of(std::span<const Vec2> polygon) {
  const FrozenShape shape = exact_polygon(polygon);
  Int area = 0;
  for (std::size_t i = 0; i < shape.edge_count(); ++i) area += oracle::cross(shape.edge_start(i), shape.edge_end(i));
  return area > 0 ? Winding::counterclockwise : Winding::clockwise;
}

}  // namespace carom::oracle

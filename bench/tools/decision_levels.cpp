#include <cstdio>
#include <string_view>

#include "../pairs.hpp"
#include "carom/math/decision_counts.hpp"

/// How often each level of the ladder decides: plain double with a bound, double-double with a bound, exact integers.
/// Prints the table in docs/mathematics.md, section 10.
namespace carom::bench {
namespace {

constexpr int k_questions = 100000;

template <class Ask>
void count(std::string_view what, const Ask& ask) {
  decision_counts = {};
  int hits = 0;
  for (int i = 0; i < k_questions; ++i) hits += ask(i) == Outcome::hit ? 1 : 0;
  const DecisionCounts& c = decision_counts;
  const auto total = static_cast<double>(c.plain + c.double_double + c.exact);
  std::printf("| %-46.*s | %5.1f %% | %8.1f | %9.4f %% | %9.4f %% | %9.4f %% |\n", static_cast<int>(what.size()),
              what.data(), 100.0 * hits / k_questions, total / k_questions, 100 * static_cast<double>(c.plain) / total,
              100 * static_cast<double>(c.double_double) / total, 100 * static_cast<double>(c.exact) / total);
}

/// Making a polygon checks it, which asks for signs as well; those are not what is counted here.
template <class Make>
auto uncounted(const Make& make) {
  const DecisionCounts kept = decision_counts;
  auto made = make();
  decision_counts = kept;
  return made;
}

void count_circles() {
  const auto pairs = circle_pairs(k_questions);
  count("discs, random", [&](int i) {
    const CirclePair& pair = pairs[static_cast<std::size_t>(i)];
    return time_of_impact(pair.a, pair.b).outcome;
  });
  count("discs that graze to the last bit", [](int i) {
    // 3-4-5 triangles: the line passes at exactly the sum of the radii, then one unit in the last place beside it.
    const double scale = 1 + i / 7;
    const double nudge = i % 3 == 0 ? 0 : i % 3 == 1 ? 0x1p-52 : -0x1p-52;
    const MovingCircle a{5 * scale * (1 + nudge), {-40 * scale, 5 * scale}, {40 * scale, 5 * scale}};
    return time_of_impact(a, MovingCircle{0, {0, 0}, {0, 0}}).outcome;
  });
  count("discs against a border, random",
        [&](int i) { return time_of_impact(pairs[static_cast<std::size_t>(i)].a, Border{Axis::x, 0.25}).outcome; });
}

void count_polygons() {
  const auto pairs = polygon_pairs(k_questions);
  const auto at = [&](int i) -> const PolygonPair& { return pairs[static_cast<std::size_t>(i)]; };
  count("convex polygons that slide, random",
        [&](int i) { return time_of_impact(at(i).moving_a(), at(i).moving_b()).outcome; });
  count("polygons whose vertices go their own ways, random", [&](int i) {
    const PolygonPair& pair = at(i);
    std::vector<Vec2> to;
    for (const Vec2 v : pair.a.vertices())
      to.push_back(1.1 * (v - pair.a.vertices()[0]) + pair.a.vertices()[0] + pair.a_way);
    const auto moved = uncounted([&] { return Polygon::make(to); });
    return time_of_impact(morphing(pair.a, moved.value()), pair.moving_b()).outcome;
  });
  count("discs against sliding polygons, random", [&](int i) {
    const PolygonPair& pair = at(i);
    const Vec2 from = pair.a.vertices()[0];
    return time_of_impact(MovingCircle{0.3, from, from + pair.a_way}, pair.moving_b()).outcome;
  });
}

Polygon box(double x, double y, double width, double height) {
  return uncounted(
      [&] { return Polygon::make({{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}).value(); });
}

void count_boxes() {
  Random random(3);
  count("boxes on a lattice, faces and corners aligned", [&](int) {
    const Polygon a = box(random.integer(-8, -2), random.integer(-3, 3), random.integer(1, 3), random.integer(1, 3));
    const Polygon b = box(random.integer(1, 4), random.integer(-3, 3), random.integer(1, 3), random.integer(1, 3));
    const Vec2 way{static_cast<double>(random.integer(0, 16)), static_cast<double>(random.integer(-2, 2))};
    return time_of_impact(sliding(a, way), still(b)).outcome;
  });
  count("boxes that slide on a floor", [&](int) {
    const Polygon a = box(random.integer(-8, -2), 0, 1, 1);
    const Polygon floor = box(-10, -1, 20, 1);
    return time_of_impact(sliding(a, {static_cast<double>(random.integer(0, 6)), 0}), still(floor)).outcome;
  });
}

}  // namespace
}  // namespace carom::bench

int main() {
  std::printf(
      "| 100,000 questions of each kind | hits | decisions a question | in double | in double-double | exactly |\n");
  std::printf("| --- | ---: | ---: | ---: | ---: | ---: |\n");
  carom::bench::count_circles();
  carom::bench::count_polygons();
  carom::bench::count_boxes();
  return 0;
}

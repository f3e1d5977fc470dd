// The worked examples of docs/mathematics.md, "Corrections", about circles: each wrong formula as it is often written,
// what it makes of a small question, and Carom's answer to the same question.
//
// example_corrections_circles          prints all of them
// example_corrections_circles ring     prints one

#include <algorithm>

#include "worked_example.hpp"

namespace {

using carom::Circle;
using carom::MovingCircle;
using carom::Vec2;
using worked::Page;

/// A t² + 2 B t + C = 0 as it stands in the books, in plain double.
struct School {
  double a, b, c, discriminant, smaller, larger;
};

School school(Vec2 d, Vec2 v, double radius) {
  School s{carom::dot(v, v), carom::dot(d, v), carom::dot(d, d) - radius * radius, 0, 0, 0};
  s.discriminant = s.b * s.b - s.a * s.c;
  s.smaller = (-s.b - std::sqrt(s.discriminant)) / s.a;
  s.larger = (-s.b + std::sqrt(s.discriminant)) / s.a;
  return s;
}

double first_root_in_step(const School& s) { return s.smaller >= 0 ? s.smaller : s.larger; }

carom::Impact pending(const MovingCircle& a, const Circle& b) { return carom::time_of_impact(a, carom::still(b)); }

void overlapping_start(Page& page) {
  page.example("overlap");
  const MovingCircle a{1, {-1, 0}, {3, 0}};
  const School s = school({-1, 0}, {4, 0}, 2);
  page.line("smaller root", s.smaller, "-0.25");
  page.line("first root in [0, 1]", first_root_in_step(s), "0.75");
  page.line("Carom", pending(a, {1, {0, 0}}), "overlap, depth 1");
}

void touching_and_parting(Page& page) {
  page.example("parting");
  const School parting = school({2, 0}, {8, 0}, 2);
  page.line("parting: first root in [0, 1]", std::max(parting.smaller, parting.larger), "0");
  page.line("parting: Carom", pending({1, {2, 0}, {10, 0}}, {1, {0, 0}}), "miss");
  const School closing = school({2, 0}, {-8, 0}, 2);
  page.line("closing: first root with t > 0", closing.larger, "0.5");
  page.line("closing: Carom", pending({1, {2, 0}, {-6, 0}}, {1, {0, 0}}), "hit at t = 0");
}

void inside_a_ring(Page& page) {
  page.example("ring");
  const Circle ring{5, {0, 0}, true};
  const School s = school({-3, 0}, {10, 0}, 5 - 1);
  page.line("smaller root", s.smaller, "-0.1");
  page.line("larger root", s.larger, "0.7");
  page.line("Carom", pending({1, {-3, 0}, {7, 0}}, ring), "hit at t = 0.7");
  page.line("along the wall: B", school({4, 0}, {0, 3}, 5 - 1).b, "0");
  page.line("along the wall: Carom", pending({1, {4, 0}, {4, 3}}, ring), "hit at t = 0");
}

void slow_in_a_ring(Page& page) {
  page.example("slow-ring");
  const Vec2 from{3.999999999, 0}, to{4.000000001, 0};
  const Vec2 v = to - from;
  const School s = school(from, v, 5 - 1);
  page.line("(-B + sqrt D) / A", s.larger, "0.49999999186526767");
  page.line("-C / (B + sqrt D)", -s.c / (s.b + std::sqrt(s.discriminant)), "0.5000000000625");
  page.line("Carom", pending({1, from, to}, {5, {0, 0}, true}), "hit at t = 0.5");
}

void border_without_the_two(Page& page) {
  page.example("border");
  const double r = 1, c1 = -8, c2 = 5;  // from x = 5 to x = -3, border at 0
  const double without = c1 * c2 * (c1 * c2) - 4 * (c1 * c1) * (c2 * c2 - r * r);
  const double with = 4 * (c1 * c2) * (c1 * c2) - 4 * (c1 * c1) * (c2 * c2 - r * r);
  page.line("discriminant without the 2", without, "-4544");
  page.line("discriminant with it", with, "256");
  page.line("smaller root", (-2 * c1 * c2 - std::sqrt(with)) / (2 * c1 * c1), "0.5");
  page.line("Carom", carom::time_of_impact(MovingCircle{r, {5, 0}, {-3, 0}}, carom::Border{carom::Axis::x, 0}),
            "hit at t = 0.5");
}

struct Flight {
  Vec2 from, to;
};

void graze(Page& page) {
  page.example("graze");
  const auto discriminants = [&](const Flight& f, const char* school_told, const char* told, const char* answer_told) {
    const Vec2 v = f.to - f.from;
    const double x = carom::cross(f.from, v);
    page.line("B^2 - A C", school(f.from, v, 2).discriminant, school_told);
    page.line("A R^2 - (d x v)^2", carom::dot(v, v) * 4 - x * x, told);
    page.line("Carom", pending({1, f.from, f.to}, {1, {0, 0}}), answer_told);
  };
  discriminants({{-1e8, 2.2}, {1e8, 2.2}}, "0", "-33600000000000064", "miss");
  discriminants({{-1e8, -8.1}, {1e8, 11.9}}, "-72057594037927936", "15600000000001600",
                "hit at t = 0.49999999687750013");
}

void near_contact(Page& page) {
  page.example("near-contact");
  const Vec2 from{-2.000000001, 0}, to{-1.999999999, 0};
  const School s = school(from, to - from, 2);
  page.line("(-B - sqrt D) / A", s.smaller, "0.49999999186526767");
  page.line("C / (-B + sqrt D)", s.c / (-s.b + std::sqrt(s.discriminant)), "0.499999999875");
  page.line("Carom", pending({1, from, to}, {1, {0, 0}}), "hit at t = 0.5");
}

void side_by_side(Page& page) {
  page.example("side-by-side");
  const MovingCircle a{1, {0.1, 0}, {1e10 + 0.5, 0}};
  const MovingCircle b{1, {3.3, 0}, {1e10 + 1.5, 0}};
  const double d = a.from.x - b.from.x;
  const double by_motion = (a.to.x - a.from.x) - (b.to.x - b.from.x);
  const double by_place = (a.to.x - b.to.x) - (a.from.x - b.from.x);
  page.line("v = (a1 - a0) - (b1 - b0)", by_motion, "2.1999988555908203");
  page.line("v = (a1 - b1) - (a0 - b0)", by_place, "2.1999999999999997");
  page.line("t from the first", (-2 - d) / by_motion, "0.5454548291925061");
  page.line("t from the second", (-2 - d) / by_place, "0.5454545454545454");
  page.line("Carom", carom::time_of_impact(a, b), "hit at t = 0.5454545454545454");
}

void factored(Page& page) {
  page.example("factored");
  const double radius = 1.4142135623730951;
  const double distance = std::sqrt(1.0 + 1.0);
  page.line("(|d| - R) (|d| + R)", (distance - radius) * (distance + radius), "0");
  page.line("Carom", pending({radius, {1, 1}, {1, 1}}, {0, {0, 0}}), "overlap, depth 9.667293313452912e-17");
}

void normal_from_the_path(Page& page) {
  page.example("normal");
  const MovingCircle a{1e-9, {-1e8, 1e-9}, {1e8, 1e-9}};
  const carom::Impact impact = pending(a, {1e-9, {0, 0}});
  const Vec2 there = carom::unit(a.from + impact.contact.t * (a.to - a.from));
  page.line("unit(d0 + t v): x", there.x, "0");
  page.line("unit(d0 + t v): y", there.y, "1");
  page.line("Carom's normal: x", impact.contact.normal.x, "-0.8660254037844388");
  page.line("Carom's normal: y", impact.contact.normal.y, "0.5");
}

}  // namespace

int main(int argc, char** argv) {
  Page page(argc, argv);
  overlapping_start(page);
  touching_and_parting(page);
  inside_a_ring(page);
  slow_in_a_ring(page);
  border_without_the_two(page);
  graze(page);
  near_contact(page);
  side_by_side(page);
  factored(page);
  normal_from_the_path(page);
  return page.exit_code();
}

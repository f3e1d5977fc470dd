// The worked examples of docs/mathematics.md, "Corrections", about edges, and two about what comes after the contact: each
// wrong formula as it is often written, what it makes of a small question, and the right answer to the same question.
//
// example_corrections_edges             prints all of them
// example_corrections_edges one-line    prints one

#include "worked_example.hpp"

namespace {

using carom::MovingCircle;
using carom::MovingSegment;
using carom::Segment;
using carom::Vec2;
using worked::Page;

struct Path {
  Vec2 from, to;

  [[nodiscard]] Vec2 motion() const { return to - from; }
};

/// A vertex and an edge, each point on its own path.
struct VertexAndEdge {
  Path p, a, b;
};

carom::Impact answer(const VertexAndEdge& q) {
  return carom::time_of_impact(MovingCircle{0, q.p.from, q.p.to},
                               MovingSegment{{{q.a.from, q.b.from}}, {{q.a.to, q.b.to}}, {}});
}

/// The contact found first in alpha: q2 alpha² + q1 alpha + q0 = 0, then t from either axis.
struct AlphaForm {
  Vec2 a, b, c, d;
  double q2, q1, q0;

  explicit AlphaForm(const VertexAndEdge& q)
      : a(q.a.from - q.p.from),
        b(q.b.from - q.a.from),
        c(q.p.motion() - q.a.motion()),
        d(q.a.motion() - q.b.motion()),
        q2(carom::cross(b, d)),
        q1(carom::cross(a, d) + carom::cross(b, c)),
        q0(carom::cross(a, c)) {}

  [[nodiscard]] double t_from_x(double alpha) const { return (a.x + alpha * b.x) / (c.x + alpha * d.x); }
  [[nodiscard]] double t_from_y(double alpha) const { return (a.y + alpha * b.y) / (c.y + alpha * d.y); }
};

void dividing_by_one_axis(Page& page) {
  page.example("alpha-axis");
  const Path a{{0, 0}, {0, 0}}, b{{4, 0}, {4, 0}};
  const VertexAndEdge straight{{{1, 2}, {1, -2}}, a, b};
  const AlphaForm form(straight);
  const double alpha = -form.q0 / form.q1;
  page.line("alpha", alpha, "0.25");
  page.line("t from x", form.t_from_x(alpha), "nan");
  page.line("t from y", form.t_from_y(alpha), "0.5");
  page.line("Carom", answer(straight), "hit at t = 0.5");

  const VertexAndEdge drifting{{{1.1, 2.1}, {1.1 + 1e-15, -2}}, a, b};
  const AlphaForm drift(drifting);
  const double drift_alpha = -drift.q0 / drift.q1;
  page.line("drifting: t from x", drift.t_from_x(drift_alpha), "0.6");
  page.line("drifting: t from y", drift.t_from_y(drift_alpha), "0.5121951219512195");
  page.line("drifting: Carom", answer(drifting), "hit at t = 0.5121951219512195");
}

void a_root_without_a_time(Page& page) {
  page.example("alpha-root");
  const VertexAndEdge q{{{1, 1}, {1, 3}}, {{0, 0}, {0, 0}}, {{2, 0}, {2, 4}}};
  const AlphaForm form(q);
  const double alpha = -form.q1 / (2 * form.q2);  // a double root
  page.line("alpha", alpha, "0.5");
  page.line("c + alpha d", carom::length(form.c + alpha * form.d), "0");
  page.line("|a + alpha b|", carom::length(form.a + alpha * form.b), "1");
  page.line("Carom", answer(q), "miss");
}

void a_shrunken_edge(Page& page) {
  page.example("shrunk");
  const VertexAndEdge q{{{0, 3}, {0, 3}}, {{-1, 0}, {1, 0}}, {{1, 0}, {-1, 0}}};
  const double t = 0.5;  // the root of e × w = 3 (2 - 4 t)
  const Vec2 e = carom::lerp(q.b.from, q.b.to, t) - carom::lerp(q.a.from, q.a.to, t);
  const Vec2 w = carom::lerp(q.p.from, q.p.to, t) - carom::lerp(q.a.from, q.a.to, t);
  const double alpha = carom::dot(w, e) / carom::dot(e, e);
  page.line("alpha", alpha, "nan");
  page.line("alpha < 0 or alpha > 1", alpha < 0 || alpha > 1 ? "yes" : "no", "no");
  page.line("distance", carom::length(w), "3");
  page.line("Carom", answer(q), "miss");
}

void all_on_one_line(Page& page) {
  page.example("one-line");
  const VertexAndEdge q{{{-2, 0}, {8, 0}}, {{0, 0}, {0, 0}}, {{1, 0}, {1, 0}}};
  const auto side = [&](double t) {
    return carom::cross(q.b.from - q.a.from, carom::lerp(q.p.from, q.p.to, t) - q.a.from);
  };
  page.line("e x w at t = 0", side(0), "0");
  page.line("e x w at t = 1/2", side(0.5), "0");
  page.line("e x w at t = 1", side(1), "0");
  page.line("Carom", answer(q), "hit at t = 0.2");
}

/// The earliest time at which a vertex of one polygon, moving by `v`, lies on an edge of the other, which rests.
std::string first_vertex_on_edge(const carom::Polygon& vertices, Vec2 v, const carom::Polygon& edges) {
  carom::Impact best;
  for (std::size_t j = 0; j < edges.vertices().size(); ++j) {
    const Vec2 a = edges.vertices()[j], b = edges.vertices()[(j + 1) % edges.vertices().size()];
    for (const Vec2 p : vertices.vertices()) {
      const carom::Impact here = answer({{p, p + v}, {a, a}, {b, b}});
      if (here.outcome == carom::Outcome::hit && (best.outcome != here.outcome || here.contact.t < best.contact.t)) {
        best = here;
      }
    }
  }
  return worked::answer(best);
}

void vertices_of_one_polygon(Page& page) {
  page.example("one-polygon");
  const auto box = carom::Polygon::make({{0, 0}, {2, 0}, {2, 2}, {0, 2}});
  const auto arrow = carom::Polygon::make({{5, 1}, {8, 0.5}, {8, 1.5}});
  page.line("corners of the box on the arrow", first_vertex_on_edge(box.value(), {6, 0}, arrow.value()), "miss");
  page.line("corners of the arrow on the box", first_vertex_on_edge(arrow.value(), {-6, 0}, box.value()),
            "hit at t = 0.5");
  page.line("Carom", carom::time_of_impact(carom::still(box.value()), carom::sliding(arrow.value(), {-6, 0})),
            "hit at t = 0.5");
}

void length_of_the_start(Page& page) {
  page.example("edge-length");
  // The centre falls from height 3 to -1 on an edge that grows from length 1 to 4; r = 1/2.
  const MovingCircle ball{0.5, {0.5, 3}, {0.5, -1}};
  const MovingSegment edge{{{{{0, 0}, {1, 0}}}}, {{{{0, 0}, {4, 0}}}}, {}};
  const double wrong = (5 + std::sqrt(145.0)) / 24;  // (1 + 3t)(3 - 4t) = r |e(0)| = 1/2
  page.line("e x w = r |e(0)|: t", wrong, "0.7100664407830123");
  page.line("height then", 3 - 4 * wrong, "0.15973423686795085");
  page.line("Carom", carom::time_of_impact(ball, edge), "hit at t = 0.625");
}

void length_twice(Page& page) {
  page.example("length-twice");
  // The same fall on an edge of length 4 that rests: e × w = 4 (3 - 4t).
  const double r = 0.5, size = 4;
  page.line("(e x w) / |e|^2 = r: t", (3 - r * size) / 4, "0.25");
  page.line("height then", 3 - 4 * ((3 - r * size) / 4), "2");
  page.line("Carom",
            carom::time_of_impact(MovingCircle{r, {1, 3}, {1, -1}}, carom::still(Segment{{{{0, 0}, {size, 0}}}})),
            "hit at t = 0.625");
}

void impulse(Page& page) {
  page.example("impulse");
  // Equal masses 1, restitution 1; a runs into b, which rests.
  const carom::Impact impact = carom::time_of_impact(MovingCircle{1, {-5, 0}, {3, 0}}, MovingCircle{1, {0, 0}, {0, 0}});
  const Vec2 n = impact.contact.normal;
  const Vec2 va{8, 0}, vb{0, 0};
  const double closing = carom::dot(va - vb, n);
  for (const double sign : {1.0, -1.0}) {
    const double impulse = sign * 2 * closing / 2;
    const Vec2 a = va + impulse * n, b = vb - impulse * n;
    const double energy = 0.5 * (carom::dot(a, a) + carom::dot(b, b));
    const bool without = sign > 0;
    page.line(without ? "without the minus: va" : "with it: va", a.x, without ? "16" : "0");
    page.line(without ? "without the minus: vb" : "with it: vb", b.x, without ? "-8" : "8");
    page.line(without ? "energy, 32 before" : "energy, 32 before", energy, without ? "160" : "32");
  }
}

void rebound_at_the_end(Page& page) {
  page.example("rebound");
  // A ball arrives at the wall exactly at the end of the step: the rest of its path, Q P2, has no length.
  const Vec2 velocity{8, 6}, normal{-1, 0}, rest{0, 0};
  const Vec2 mirrored = rest - 2 * carom::dot(rest, normal) * normal;
  page.line("|V| QP3 / |QP3|: x", carom::length(velocity) * mirrored.x / std::sqrt(carom::dot(mirrored, mirrored)),
            "nan");
  const Vec2 right = velocity - 2 * carom::dot(velocity, normal) * normal;
  page.line("V - 2 (V . N) N: x", right.x, "-8");
  page.line("V - 2 (V . N) N: y", right.y, "6");
}

}  // namespace

int main(int argc, char** argv) {
  Page page(argc, argv);
  dividing_by_one_axis(page);
  a_root_without_a_time(page);
  a_shrunken_edge(page);
  all_on_one_line(page);
  vertices_of_one_polygon(page);
  length_of_the_start(page);
  length_twice(page);
  impulse(page);
  rebound_at_the_end(page);
  return page.exit_code();
}

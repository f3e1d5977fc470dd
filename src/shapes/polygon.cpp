#include "carom/shapes/polygon.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "carom/math/orientation.hpp"
#include "math/sort_stably.hpp"

namespace carom {
namespace {

using Vertices = std::span<const Vec2>;

std::size_t next_of(std::size_t i, std::size_t count) noexcept { return i + 1 == count ? 0 : i + 1; }
std::size_t previous_of(std::size_t i, std::size_t count) noexcept { return i == 0 ? count - 1 : i - 1; }

bool before(Vec2 a, Vec2 b) noexcept { return a.x != b.x ? a.x < b.x : a.y < b.y; }

std::string index_of(std::size_t i) { return "[" + std::to_string(i) + "]"; }

std::optional<Error> repeated_vertex(Vertices vertices) {
  std::vector<std::size_t> order(vertices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  detail::sort_stably(order, [&](std::size_t i, std::size_t j) { return before(vertices[i], vertices[j]); });
  for (std::size_t k = 1; k < order.size(); ++k) {
    if (vertices[order[k]] == vertices[order[k - 1]]) {
      return Error{index_of(order[k]), "repeats vertex " + index_of(order[k - 1]) + ", expected different vertices"};
    }
  }
  return std::nullopt;
}

/// `p` is known to lie on the line of the edge.
bool within_box(Vec2 p, Vec2 a, Vec2 b) noexcept {
  return p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) && p.y >= std::min(a.y, b.y) &&
         p.y <= std::max(a.y, b.y);
}

/// Do the closed edges ab and cd have a point in common?
bool edges_meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) noexcept {
  const Sign abc = orientation(a, b, c);
  const Sign abd = orientation(a, b, d);
  const Sign cda = orientation(c, d, a);
  const Sign cdb = orientation(c, d, b);
  if (abc * abd == Sign::negative && cda * cdb == Sign::negative) return true;
  return (abc == Sign::zero && within_box(c, a, b)) || (abd == Sign::zero && within_box(d, a, b)) ||
         (cda == Sign::zero && within_box(a, c, d)) || (cdb == Sign::zero && within_box(b, c, d));
}

/// Edges ab and bc fold back onto each other.
bool folds_back(Vec2 a, Vec2 b, Vec2 c) noexcept {
  return orientation(a, b, c) == Sign::zero && alignment(b, a, b, c) == Sign::positive;
}

std::optional<Error> crossing_edges(Vertices vertices) {
  const std::size_t count = vertices.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto end_of = [&](std::size_t edge) { return vertices[next_of(edge, count)]; };
  const auto low = [&](std::size_t edge) { return std::min(vertices[edge].x, end_of(edge).x); };
  const auto high = [&](std::size_t edge) { return std::max(vertices[edge].x, end_of(edge).x); };
  // Sweep along x: only edges whose x ranges overlap are compared.
  detail::sort_stably(order, {}, low);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t l = k + 1; l < count && low(order[l]) <= high(order[k]); ++l) {
      const auto [first, second] = std::minmax(order[k], order[l]);
      bool bad = false;
      if (next_of(first, count) == second) {
        bad = folds_back(vertices[first], vertices[second], end_of(second));
      } else if (next_of(second, count) == first) {
        bad = folds_back(vertices[second], vertices[first], end_of(first));
      } else {
        bad = edges_meet(vertices[first], end_of(first), vertices[second], end_of(second));
      }
      if (bad) {
        return Error{
            "", "edges " + index_of(first) + " and " + index_of(second) + " cross or touch, expected a simple polygon"};
      }
    }
  }
  return std::nullopt;
}

Sign turn_at(Vertices vertices, std::size_t i) noexcept {
  return orientation(vertices[previous_of(i, vertices.size())], vertices[i], vertices[next_of(i, vertices.size())]);
}

bool all_in_line(Vertices vertices) noexcept {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (turn_at(vertices, i) != Sign::zero) return false;
  }
  return true;
}

}  // namespace

Checked<Polygon> Polygon::make(std::vector<Vec2> vertices, bool hollow) {
  if (vertices.size() < 3) {
    return Error{"", std::to_string(vertices.size()) + " vertices, expected at least 3"};
  }
  if (auto error = repeated_vertex(vertices)) return *error;
  if (all_in_line(vertices)) return Error{"", "all vertices lie on one line, expected an area greater than zero"};
  if (auto error = crossing_edges(vertices)) return *error;

  Polygon polygon;
  polygon.vertices_ = std::move(vertices);
  polygon.hollow_ = hollow;
  const Vertices all = polygon.vertices_;
  // The lowest of the leftmost vertices is a convex corner, so its turn tells the winding.
  const auto corner = static_cast<std::size_t>(std::min_element(all.begin(), all.end(), before) - all.begin());
  const Sign winding = turn_at(all, corner);
  polygon.winding_ = winding == Sign::positive ? Winding::counterclockwise : Winding::clockwise;
  polygon.convex_ = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (turn_at(all, i) == -winding) polygon.convex_ = false;
  }
  return polygon;
}

void Polygon::take_turned(const Polygon& upright, double sine, double cosine) {
  hollow_ = upright.hollow_;
  convex_ = upright.convex_;
  winding_ = upright.winding_;
  vertices_.clear();
  for (const Vec2 p : upright.vertices_) {
    vertices_.push_back({p.x * cosine - p.y * sine, p.x * sine + p.y * cosine});
  }
}

}  // namespace carom

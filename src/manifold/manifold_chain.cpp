#include "manifold/manifold_chain.hpp"

#include <cmath>
#include <limits>

namespace carom::detail {
namespace {

using Points = std::vector<ManifoldPoint>;

/// Where two chains can touch at all: the part that their boxes have in common. Most corners and faces of what is large
/// lie outside.
struct Common {
  Vec2 low;
  Vec2 high;

  [[nodiscard]] bool is_empty() const noexcept { return low.x > high.x || low.y > high.y; }
  [[nodiscard]] bool holds(Vec2 p) const noexcept {
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
  }
  [[nodiscard]] bool meets(Vec2 p, Vec2 q) const noexcept {
    return std::max(p.x, q.x) >= low.x && std::min(p.x, q.x) <= high.x && std::max(p.y, q.y) >= low.y &&
           std::min(p.y, q.y) <= high.y;
  }
};

Common common_box(const PlacedChain& a, const PlacedChain& b, double within) noexcept {
  constexpr double k_infinity = std::numeric_limits<double>::infinity();
  Common result{{-k_infinity, -k_infinity}, {k_infinity, k_infinity}};
  for (const PlacedChain* chain : {&a, &b}) {
    Vec2 low{k_infinity, k_infinity};
    Vec2 high{-k_infinity, -k_infinity};
    for (const Vec2 p : chain->places) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    // A corner may be off a face's end by as much as it may be above it.
    const double reach = 2 * within;
    result.low = {std::max(result.low.x, low.x - reach), std::max(result.low.y, low.y - reach)};
    result.high = {std::min(result.high.x, high.x + reach), std::min(result.high.y, high.y + reach)};
  }
  return result;
}

/// The corners of a before the faces of b.
void see_corners(const PlacedChain& a, const PlacedChain& b, const Common& common, double within, Points& seen) {
  std::vector<int> corners;
  for (int i = 0; i < a.count(); ++i) {
    if (common.holds(a.at(i)) && a.is_corner(i)) corners.push_back(i);
  }
  if (corners.empty()) return;
  for (int j = 0; j < b.faces(); ++j) {
    if (!common.meets(b.at(j), b.at(b.next(j)))) continue;
    const PlacedFace face = b.face(j);
    Points row;
    for (const int i : corners) {
      const Vec2 from_start = a.at(i) - face.start;
      const double height = dot(face.normal, from_start);
      if (!(std::abs(height) <= within)) continue;
      // A line has two sides: the corner is on the one its edges come from.
      double side = b.solid() || height >= 0 ? 1 : -1;
      if (!b.solid() && !a.stands_on(i, side * face.normal, within)) side = -side;
      if (!a.stands_on(i, side * face.normal, within)) continue;
      const double along = dot(face.along, from_start);
      if (along < (b.goes_on(j, side) ? -within : 0)) continue;
      if (along > face.length + (b.goes_on(b.next(j), side) ? within : 0)) continue;
      row.push_back({a.at(i) - (0.5 * height) * face.normal,
                     side * face.normal,
                     side * height,
                     {FeatureKind::corner, i},
                     {FeatureKind::face, j}});
    }
    take_row(row, a.count(), seen);
  }
}

/// The gap between two corners, seen with their edges, along `normal`.
double wedge_gap(const PlacedChain& a, int i, const PlacedChain& b, int j, Vec2 normal) noexcept {
  const auto lowest = [](const PlacedChain& chain, int k, Vec2 up) {
    return std::min({dot(up, chain.at(k)), dot(up, chain.at(chain.previous(k))), dot(up, chain.at(chain.next(k)))});
  };
  return lowest(a, i, normal) + lowest(b, j, -normal);
}

/// Two corners in front of each other. Of the directions that keep them apart a face's is preferred to that of the line
/// between them, which is rounding where they touch.
void see_corner_pair(const PlacedChain& a, int i, const PlacedChain& b, int j, double within, Points& seen) {
  const Vec2 way = a.at(i) - b.at(j);
  double gap = -std::numeric_limits<double>::infinity();
  Vec2 normal;
  const auto try_along = [&](Vec2 n, double better_by) {
    const double along = wedge_gap(a, i, b, j, n);
    if (along > gap + better_by) gap = along, normal = n;
  };
  const auto try_faces = [&](const PlacedChain& chain, int k, double sign) {
    const int last = chain.faces() == 1 ? 0 : chain.previous(k);
    for (const int face : {chain.faces() == 1 ? 0 : k, last}) {
      const Vec2 n = sign * chain.face(face).normal;
      try_along(n, 0);
      if (!chain.solid()) try_along(-n, 0);
    }
  };
  try_faces(b, j, 1);
  try_faces(a, i, -1);
  if (way != Vec2{}) try_along(unit(way), 0.125 * within);
  if (!(std::abs(gap) <= within)) return;
  seen.push_back({b.at(j) + 0.5 * way, normal, gap, {FeatureKind::corner, i}, {FeatureKind::corner, j}});
}

bool is_end_of(const PlacedChain& chain, int face, int corner) noexcept {
  return corner == face || corner == chain.next(face);
}

void see_corner_pairs(const PlacedChain& a, const PlacedChain& b, const Common& common, double within, Points& seen) {
  const std::size_t faces_seen = seen.size();
  const auto known = [&](int i, int j) {
    for (std::size_t k = 0; k < faces_seen; ++k) {
      const ManifoldPoint& p = seen[k];
      const bool corner_of_a = p.on_a.kind == FeatureKind::corner;
      if (corner_of_a ? p.on_a.index == i && is_end_of(b, p.on_b.index, j)
                      : p.on_b.index == j && is_end_of(a, p.on_a.index, i)) {
        return true;
      }
    }
    return false;
  };
  for (int i = 0; i < a.count(); ++i) {
    if (!common.holds(a.at(i))) continue;
    for (int j = 0; j < b.count(); ++j) {
      if (!common.holds(b.at(j)) || !(length(a.at(i) - b.at(j)) <= within)) continue;
      if (!a.is_corner(i) || !b.is_corner(j) || known(i, j)) continue;
      see_corner_pair(a, i, b, j, within, seen);
    }
  }
}

}  // namespace

void take_row(Points& row, int corners, Points& taken) {
  const auto follows = [&](const ManifoldPoint& p, const ManifoldPoint& q) {
    return (p.on_a.index + 1 == corners ? 0 : p.on_a.index + 1) == q.on_a.index;
  };
  for (std::size_t i = 1; i < row.size() && follows(row.back(), row.front()); ++i) {
    std::rotate(row.begin(), row.end() - 1, row.end());
  }
  for (std::size_t first = 0; first < row.size();) {
    std::size_t last = first;
    while (last + 1 < row.size() && follows(row[last], row[last + 1])) ++last;
    std::size_t nearest = first;
    for (std::size_t i = first; i <= last; ++i) nearest = row[i].gap < row[nearest].gap ? i : nearest;
    const auto distance = [&](std::size_t i) { return length(row[i].point - row[nearest].point); };
    const std::size_t farthest = first == last || distance(first) > distance(last) ? first : last;
    taken.push_back(row[std::min(nearest, farthest)]);
    if (nearest != farthest) taken.push_back(row[std::max(nearest, farthest)]);
    first = last + 1;
  }
}

void keep_each_once(Points& points, double within) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const ManifoldPoint& p = points[k];
    const auto is_same = [&](const ManifoldPoint& q) {
      const Vec2 way = p.point - q.point;
      return dot(way, way) <= within * within && dot(p.normal, q.normal) > k_same_place_cosine;
    };
    const auto others = points.begin() + static_cast<std::ptrdiff_t>(kept);
    if (std::any_of(points.begin(), others, is_same)) continue;
    if (kept != k) points[kept] = p;
    ++kept;
  }
  points.resize(kept);
}

std::vector<ManifoldPoint> chain_manifold(const PlacedChain& a, const PlacedChain& b, double within) {
  const Common common = common_box(a, b, within);
  if (common.is_empty()) return {};
  Points seen;
  see_corners(a, b, common, within, seen);
  Points other;
  see_corners(b, a, common, within, other);
  for (const ManifoldPoint& p : other) seen.push_back(mirrored(p));
  see_corner_pairs(a, b, common, within, seen);
  keep_each_once(seen, within);
  return seen;
}

std::vector<ManifoldPoint> chain_manifold(const PlacedChain& a, Axis border, double within) {
  double middle = 0;
  for (const Vec2 p : a.places) middle += coordinate(p, border) / a.count();
  const Vec2 up = (middle >= 0 ? 1.0 : -1.0) * direction(border);
  Points row;
  for (int i = 0; i < a.count(); ++i) {
    const double gap = dot(up, a.at(i));
    if (!(std::abs(gap) <= within) || !a.is_corner(i) || !a.stands_on(i, up, within)) continue;
    row.push_back({a.at(i) - (0.5 * gap) * up, up, gap, {FeatureKind::corner, i}, {FeatureKind::face, 0}});
  }
  Points result;
  take_row(row, a.count(), result);
  return result;
}

}  // namespace carom::detail

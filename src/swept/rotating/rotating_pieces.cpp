#include "swept/rotating/rotating_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "world/bodies/body_shape.hpp"

namespace carom::detail {

bool RotatingPieces::is_next(const Piece& piece, std::span<const Vec2> vertices, Vec2 center) const noexcept {
  if (added_ == pieces_.size()) return false;
  const Piece& old = pieces_[added_];
  if (old.kind != piece.kind || old.alone != piece.alone || old.hollow != piece.hollow || old.convex != piece.convex ||
      old.winding != piece.winding || old.axis != piece.axis || old.first_corner != piece.first_corner ||
      old.given != piece.given) {
    return false;
  }
  return has_vertices(old, vertices, center);
}

bool RotatingPieces::is_next(const Polygon& polygon, Vec2 center) const noexcept {
  if (added_ == pieces_.size()) return false;
  const Piece& old = pieces_[added_];
  return old.kind == Kind::polygon && old.alone && old.hollow == polygon.hollow() && old.convex == polygon.convex() &&
         old.winding == polygon.winding() && has_vertices(old, polygon.vertices(), center);
}

bool RotatingPieces::has_vertices(const Piece& piece, std::span<const Vec2> vertices, Vec2 center) const noexcept {
  return std::ranges::equal(this->vertices(piece), vertices, [&](Vec2 was, Vec2 is) { return was == is - center; });
}

void RotatingPieces::lead_outlines(std::size_t from) noexcept {
  for (Piece& piece : std::span(pieces_).subspan(from)) {
    piece.outline.places = places_.data() + piece.first;
    piece.outline.normals = placed_normals_.data() + piece.first;
    piece.outline.offsets = offsets_.data() + piece.first;
  }
}

void RotatingPieces::forget() {
  const std::uint32_t end = end_of(added_);
  pieces_.resize(added_);
  for (auto* of_vertices : {&vertices_, &normals_, &places_, &placed_normals_}) of_vertices->resize(end);
  offsets_.resize(end);
}

bool RotatingPieces::add(Piece piece, std::span<const Vec2> vertices, Vec2 center) {
  piece.given = piece.size;
  if (is_next(piece, vertices, center)) {
    ++added_;
    return true;
  }
  if (added_ < pieces_.size()) forget();
  ++added_;
  piece.first = static_cast<std::uint32_t>(vertices_.size());
  piece.count = static_cast<std::uint32_t>(vertices.size());
  for (const Vec2 vertex : vertices) vertices_.push_back(vertex - center);
  const auto room = [this] { return std::tuple(places_.capacity(), placed_normals_.capacity(), offsets_.capacity()); };
  const std::tuple room_before = room();
  normals_.resize(vertices_.size());
  offsets_.resize(vertices_.size());
  places_.resize(vertices_.size());
  placed_normals_.resize(vertices_.size());
  if (piece.kind == Kind::polygon) {
    piece.size = reach_of(this->vertices(piece));
    piece.outline.count = static_cast<int>(piece.count);
    piece.outline.winding = piece.winding;
    piece.outline.reach = piece.size;
    if (piece.alone && piece.convex && piece.count <= k_most_corners) see_faces(piece);
  }
  pieces_.push_back(piece);
  const bool moved = room() != room_before;
  lead_outlines(moved ? 0 : pieces_.size() - 1);
  return false;
}

void RotatingPieces::see_faces(Piece& piece) {
  const std::span<const Vec2> points = vertices(piece);
  const double sign = piece.winding == Winding::counterclockwise ? 1 : -1;
  piece.outline.inner = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 edge = points[i + 1 == points.size() ? 0 : i + 1] - points[i];
    const Vec2 normal = (-sign / std::sqrt(dot(edge, edge))) * perpendicular(edge);
    normals_[piece.first + i] = normal;
    offsets_[piece.first + i] = dot(normal, points[i]);
    piece.outline.inner = std::min(piece.outline.inner, offsets_[piece.first + i] * (1 - 1e-12));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 before = normals_[piece.first + (i == 0 ? points.size() : i) - 1];
    if (sign * cross(before, normals_[piece.first + i]) > k_flat_sine) piece.outline.corners |= std::uint64_t{1} << i;
  }
}

RotatingPieces::Range RotatingPieces::add(const BodyShape& upright, Vec2 center) {
  if (const auto* const polygon = std::get_if<Polygon>(&upright); polygon != nullptr && is_next(*polygon, center)) {
    return {added_++, 1};
  }
  Range range{added_, 0};
  const std::uint32_t before = end_of(added_);
  bool known = !std::holds_alternative<Compound>(upright);
  for_each_part(upright, [&](const auto& part) {
    using One = std::decay_t<decltype(part)>;
    Piece piece;
    piece.alone = !std::holds_alternative<Compound>(upright);
    piece.first_corner = end_of(added_) - before;
    if constexpr (std::is_same_v<One, Circle>) {
      piece.hollow = part.hollow;
      piece.size = part.radius;
      known = add(piece, {&part.center, 1}, center) && known;
    } else if constexpr (std::is_same_v<One, Border>) {
      piece.kind = Kind::border;
      piece.axis = part.axis;
      piece.size = part.at;
      known = add(piece, {}, center) && known;
    } else if constexpr (std::is_same_v<One, Segment>) {
      piece.kind = Kind::segment;
      known = add(piece, part.ends, center) && known;
    } else {
      piece.kind = Kind::polygon;
      piece.hollow = part.hollow();
      piece.convex = part.convex();
      piece.winding = part.winding();
      known = add(piece, part.vertices(), center) && known;
    }
    ++range.count;
  });
  if (!known && range.count > 0) pieces_[range.first].around = reach_around(upright, center);
  return range;
}

RotatingShape RotatingPieces::shape(std::uint32_t index, const Turn& turn) const {
  const Piece& piece = pieces_[index];
  const std::span<const Vec2> points = vertices(piece);
  switch (piece.kind) {
    case Kind::circle:
      if (piece.alone && points[0] == Vec2{}) return MovingCircle{piece.size, turn.from.at, turn.to.at, piece.hollow};
      return RotatingCircle{piece.size, points[0], turn};
    case Kind::border: return Border{piece.axis, piece.size + coordinate(turn.from.at, piece.axis)};
    case Kind::segment: return RotatingSegment{{{points[0], points[1]}}, turn};
    default: return RotatingPolygon{points, turn, piece.hollow, piece.convex, piece.winding, piece.size};
  }
}

ShapeBox RotatingPieces::place(const Range& range, SinCos angle) {
  constexpr double k_infinity = std::numeric_limits<double>::infinity();
  ShapeBox box{{k_infinity, k_infinity}, {-k_infinity, -k_infinity}};
  for (std::uint32_t k = range.first; k < range.end(); ++k) {
    const Piece& piece = pieces_[k];
    if (piece.kind == Kind::border) return shape_box(Border{piece.axis, piece.size});
    if (piece.kind == Kind::circle) {
      const Vec2 p = places_[piece.first] = turned(vertices_[piece.first], angle);
      box = box_around(box, {p - Vec2{piece.size, piece.size}, p + Vec2{piece.size, piece.size}});
      continue;
    }
    for (std::uint32_t i = piece.first; i < piece.first + piece.count; ++i) {
      const Vec2 p = turned(vertices_[i], angle);
      places_[i] = p;
      placed_normals_[i] = turned(normals_[i], angle);
      box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
      box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
    }
  }
  return box;
}

std::optional<Border> RotatingPieces::border(const Range& range) const noexcept {
  if (range.count != 1 || pieces_[range.first].kind != Kind::border) return std::nullopt;
  return Border{pieces_[range.first].axis, pieces_[range.first].size};
}

Vec2 RotatingPieces::hub(std::uint32_t piece) const noexcept {
  return pieces_[piece].kind == Kind::circle ? vertices_[pieces_[piece].first] : Vec2{};
}

}  // namespace carom::detail

#include "worlds/turning_pieces.hpp"

#include "carom/shapes/mass.hpp"
#include "worlds/body_shape.hpp"

namespace carom::detail {

void TurningPieces::add(Piece piece, std::span<const Vec2> vertices, Vec2 center) {
  piece.first = static_cast<std::uint32_t>(vertices_.size());
  piece.count = static_cast<std::uint32_t>(vertices.size());
  for (const Vec2 vertex : vertices) vertices_.push_back(vertex - center);
  if (piece.kind == Kind::polygon) piece.size = reach_of(this->vertices(piece));
  pieces_.push_back(piece);
}

TurningPieces::Range TurningPieces::add(const BodyShape& upright, Vec2 center) {
  Range range{static_cast<std::uint32_t>(pieces_.size()), 0};
  const std::size_t before = vertices_.size();
  for_each_part(upright, [&](const auto& part) {
    using One = std::decay_t<decltype(part)>;
    Piece piece;
    piece.alone = !std::holds_alternative<Compound>(upright);
    piece.first_corner = static_cast<std::uint32_t>(vertices_.size() - before);
    if constexpr (std::is_same_v<One, Circle>) {
      piece.hollow = part.hollow;
      piece.size = part.radius;
      add(piece, {&part.center, 1}, center);
    } else if constexpr (std::is_same_v<One, Border>) {
      piece.kind = Kind::border;
      piece.axis = part.axis;
      piece.size = part.at;
      add(piece, {}, center);
    } else if constexpr (std::is_same_v<One, Segment>) {
      piece.kind = Kind::segment;
      add(piece, part.ends, center);
    } else {
      piece.kind = Kind::polygon;
      piece.hollow = part.hollow();
      piece.convex = part.convex();
      piece.winding = part.winding();
      add(piece, part.vertices(), center);
    }
    ++range.count;
  });
  return range;
}

TurningShape TurningPieces::shape(std::uint32_t index, const Turn& turn) const {
  const Piece& piece = pieces_[index];
  const std::span<const Vec2> points = vertices(piece);
  switch (piece.kind) {
    case Kind::circle:
      if (piece.alone) return MovingCircle{piece.size, turn.from.at, turn.to.at, piece.hollow};
      return TurningCircle{piece.size, points[0], turn};
    case Kind::border: return Border{piece.axis, piece.size + coordinate(turn.from.at, piece.axis)};
    case Kind::segment: return TurningSegment{{{points[0], points[1]}}, turn};
    default: return TurningPolygon{points, turn, piece.hollow, piece.convex, piece.winding, piece.size};
  }
}

ShapeBox TurningPieces::box(const Range& range, SinCos angle) const {
  std::optional<ShapeBox> box;
  for (std::uint32_t k = range.first; k < range.end(); ++k) {
    const Piece& piece = pieces_[k];
    if (piece.kind == Kind::border) return shape_box(Border{piece.axis, piece.size});
    const Vec2 around = piece.kind == Kind::circle ? Vec2{piece.size, piece.size} : Vec2{};
    for (const Vec2 vertex : vertices(piece)) {
      const Vec2 p = turned(vertex, angle);
      const ShapeBox one{p - around, p + around};
      box = box ? box_around(*box, one) : one;
    }
  }
  return box.value_or(ShapeBox{});
}

std::optional<Border> TurningPieces::border(const Range& range) const noexcept {
  if (range.count != 1 || pieces_[range.first].kind != Kind::border) return std::nullopt;
  return Border{pieces_[range.first].axis, pieces_[range.first].size};
}

Vec2 TurningPieces::hub(std::uint32_t piece) const noexcept {
  return pieces_[piece].kind == Kind::circle ? vertices_[pieces_[piece].first] : Vec2{};
}

}  // namespace carom::detail

#pragma once

#include <cstdint>
#include <vector>

#include "carom/motion/rotating.hpp"
#include "manifold/manifold_hull.hpp"
#include "world/bodies/shape_box.hpp"

namespace carom::detail {

/// The shapes of those who take part in a step, seen from their centres of mass, in pieces: one for a body of one shape.
class RotatingPieces {
 public:
  /// Those of one body.
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;

    [[nodiscard]] std::uint32_t end() const noexcept { return first + count; }
  };

  RotatingPieces() = default;
  // Outlines know where their numbers are.
  RotatingPieces(const RotatingPieces&) = delete;
  RotatingPieces& operator=(const RotatingPieces&) = delete;
  RotatingPieces(RotatingPieces&&) noexcept = default;
  RotatingPieces& operator=(RotatingPieces&&) noexcept = default;
  ~RotatingPieces() = default;

  /// From now on all are added anew. Most are the same as before, in the same order, and stay.
  void begin() noexcept { added_ = 0; }
  /// The centre as seen from the shape's origin.
  Range add(const BodyShape& upright, Vec2 center);

  [[nodiscard]] RotatingShape shape(std::uint32_t piece, const Turn& turn) const;
  /// As the body stands when the step begins. The box around its centre of mass; endless along a border.
  ShapeBox place(const Range& range, SinCos angle);
  /// What is convex, small and its body's only shape, as it was placed: solid, or hollow. Others have none.
  [[nodiscard]] bool is_hull(const Range& range) const noexcept { return is_outline(range, false); }
  [[nodiscard]] bool is_arena(const Range& range) const noexcept { return is_outline(range, true); }
  /// Until another shape is added.
  [[nodiscard]] const PlacedOutline& outline(const Range& range) const noexcept { return pieces_[range.first].outline; }
  /// Around the centre; see reach_around.
  [[nodiscard]] double reach(const Range& range) const noexcept { return pieces_[range.first].around; }
  /// The border that a body is, if it is one.
  [[nodiscard]] std::optional<Border> border(const Range& range) const noexcept;
  /// The middle of a circle; of others nothing.
  [[nodiscard]] Vec2 hub(std::uint32_t piece) const noexcept;
  /// Corners and faces of a body are counted on from piece to piece.
  [[nodiscard]] std::uint32_t first_corner(std::uint32_t piece) const noexcept { return pieces_[piece].first_corner; }

 private:
  enum class Kind : std::uint8_t { circle, border, segment, polygon };
  struct Piece {
    Kind kind = Kind::circle;
    bool alone = false;  ///< its body's only shape
    bool hollow = false;
    bool convex = false;
    Winding winding = Winding::counterclockwise;
    Axis axis = Axis::x;  ///< of a border
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t first_corner = 0;
    double size = 0;    ///< a circle's radius, a border's place, a polygon's reach
    double given = 0;   ///< size, as it was added
    double around = 0;  ///< of a body's first piece: how far the body reaches around its centre of mass
    PlacedOutline outline;
  };
  /// Of more corners every pair is not looked at.
  static constexpr std::uint32_t k_most_corners = k_most_hull_corners;

  /// Was it there before?
  bool add(Piece piece, std::span<const Vec2> vertices, Vec2 center);
  /// Was it the next one before, too? Most are polygons.
  [[nodiscard]] bool is_next(const Polygon& polygon, Vec2 center) const noexcept;
  [[nodiscard]] bool is_next(const Piece& piece, std::span<const Vec2> vertices, Vec2 center) const noexcept;
  [[nodiscard]] bool has_vertices(const Piece& piece, std::span<const Vec2> vertices, Vec2 center) const noexcept;
  /// The outlines of all pieces from one on say where their numbers are.
  void lead_outlines(std::size_t from) noexcept;
  /// From here on nothing is as it was.
  void forget();
  [[nodiscard]] std::uint32_t end_of(std::uint32_t pieces) const noexcept {
    return pieces == 0 ? 0 : pieces_[pieces - 1].first + pieces_[pieces - 1].count;
  }
  /// Normals and corners of the polygon that was added last.
  void see_faces(Piece& piece);
  [[nodiscard]] bool is_outline(const Range& range, bool hollow) const noexcept {
    const Piece& piece = pieces_[range.first];
    return piece.alone && piece.convex && piece.hollow == hollow && piece.count <= k_most_corners;
  }
  [[nodiscard]] std::span<const Vec2> vertices(const Piece& piece) const noexcept {
    return {vertices_.data() + piece.first, piece.count};
  }

  std::vector<Piece> pieces_;
  std::uint32_t added_ = 0;      ///< so many of them since `begin`
  std::vector<Vec2> vertices_;   ///< of a circle its middle
  std::vector<Vec2> normals_;    ///< of the face behind each vertex, where the polygon is convex
  std::vector<double> offsets_;  ///< of the same faces; see PlacedOutline
  std::vector<Vec2> places_;     ///< turned as the body is
  std::vector<Vec2> placed_normals_;
};

}  // namespace carom::detail

#pragma once

#include <cstdint>

#include "carom/math/tolerances.hpp"
#include "carom/motion/rotating.hpp"

/// The gap between two convex parts that turn, along a direction that turns too, and how long it is certain to last.
///
/// Equation   gap(t) = n·c + min n·R_a p - max n·R_b q - r,   n the direction from b to a, unit
/// Symbols    c the way from b's centre to a's, straight; p, q the vertices of both, about their centres; r a's radius, if a
///            is a circle; n turns at spin w: 0, or with the body whose face it belongs to
/// Bound      each term is a straight line plus at most x²/2 times its curvature, x the time from now:
///              n·c:      2 |w| |v| + w² |c|,     v the velocity of c
///              n·R_a p:  (w - w_a)² |p|, at most (w - w_a)² reach_a,     likewise for b
///            so gap(t + x) >= min over p - max over q of the lines - M x²/2, M the sum of the curvatures. This is concave in
///            x: where it is not negative at both ends it is not in between. A positive gap along any n keeps two convex parts
///            apart, whichever n it is.
/// Step       min over p of n·R_a p + x (n·R_a p)' is the support of the part in the direction n' = n + x w n⊥: no sum over
///            vertices has to be kept. The root of the quadratic of the supporting vertices is taken until they stay the same.
/// Source     conservative advancement (Mirtich 1996) with a bound along the separating direction, to second order in time;
///            docs/mathematics.md, Rotating bodies
namespace carom::detail {

/// A hull, an edge, seen as a polygon of two edges, or a point; about the body's centre at angle 0.
struct RotatingPart {
  const Vec2* vertices = nullptr;
  int count = 0;
  double reach = 0;
  Winding winding = Winding::counterclockwise;
  Vec2 middle = {};  ///< no vertex is farther from it than `half`
  double half = reach;
  /// The edge of a solid: beyond its second face is the inside, where nothing else can be.
  bool one_sided = false;

  [[nodiscard]] int next(int i) const noexcept { return i + 1 == count ? 0 : i + 1; }
  [[nodiscard]] int faces() const noexcept { return count > 1 ? count : 0; }
};

/// What a direction turns with.
enum class Frame : std::uint8_t { plane, a, b };

struct GapAxis {
  Vec2 normal;  ///< unit, from b to a, in the frame
  Frame frame = Frame::plane;
  double gap = 0;
  int face = -1;  ///< of the part it turns with
};

/// Both bodies at one moment.
struct RotatingMoment {
  double t = 0;
  SinCos a;
  SinCos b;
  Vec2 c;  ///< from b's centre to a's
};

/// Two bodies in relative motion, whatever their parts.
class RotatingPair {
 public:
  /// `radius` that of a circle whose centre is a's only vertex.
  RotatingPair(const Turn& a, double a_reach, const Turn& b, double b_reach, double radius) noexcept;

  /// The time in which the circles around both meet; nothing: they never do.
  struct Window {
    double from = 0;
    double to = 1;
    bool open = false;
  };
  [[nodiscard]] Window window() const noexcept;

  /// From b's centre to a's.
  [[nodiscard]] Vec2 between(double t) const noexcept { return lerp(from_, to_, t); }
  [[nodiscard]] RotatingMoment moment(double t) const noexcept;
  [[nodiscard]] double spin(Frame frame) const noexcept;
  /// The direction of an axis in the plane.
  [[nodiscard]] static Vec2 direction(const GapAxis& axis, const RotatingMoment& now) noexcept;

  double radius;
  double tolerance;  ///< gaps up to this are contact
  double still;      ///< closing speeds up to this are none
  double speed;      ///< of the centres
  double a_spin;
  double b_spin;
  Vec2 velocity;

 private:
  Turn a_;
  Turn b_;
  Vec2 from_;
  Vec2 to_;
  double reach_;
};

/// The parts at one moment.
class RotatingParts {
 public:
  RotatingParts(const RotatingPair& pair, const RotatingPart& a, const RotatingPart& b,
                const RotatingMoment& now) noexcept
      : pair_(pair), a_(a), b_(b), now_(now) {}

  void place(double t) noexcept { now_ = pair_.moment(t); }
  [[nodiscard]] const RotatingMoment& now() const noexcept { return now_; }
  /// From the middle of b's part to that of a's.
  [[nodiscard]] Vec2 between_middles() const noexcept;
  [[nodiscard]] double gap_along(Vec2 direction) const noexcept;
  [[nodiscard]] double gap_along(const GapAxis& axis) const noexcept {
    return gap_along(RotatingPair::direction(axis, now_));
  }
  /// How fast the gap along the axis grows just after now; where several vertices support it within rounding, the slowest.
  [[nodiscard]] double growth(const GapAxis& axis) const noexcept;
  /// A time, at most `remaining`, for which the gap along the axis stays at `level` or above. `distance`: the centres' largest
  /// up to then.
  [[nodiscard]] double safe_time(const GapAxis& axis, double level, double remaining, double distance) const noexcept;

  /// Along a line, with the gap along it. A line without length has no direction and keeps nothing apart.
  [[nodiscard]] GapAxis along(Vec2 way) const noexcept;
  /// The normal of a face, with the gap along it.
  [[nodiscard]] GapAxis face_of_a(int face) const noexcept;
  [[nodiscard]] GapAxis face_of_b(int face) const noexcept;

  /// The largest gap along a face's normal, along the line from its end to the vertex in front of it, or along `axis`: the
  /// better that is, the less has to be looked at. `distance` is that of two points of the parts, which are not farther apart.
  struct Best {
    GapAxis axis;
    double distance = 0;
  };
  [[nodiscard]] Best best_axis(const GapAxis& axis) const noexcept;
  /// Along the shortest line between the parts: the largest gap of all, where there is one. Looks at everything.
  [[nodiscard]] GapAxis nearest_axis() const noexcept;

  /// The contact along the axis: the middle of what touches, as seen from b's centre, and the normal.
  struct Touch {
    Vec2 point;
    Vec2 normal;
  };
  [[nodiscard]] Touch touch(const GapAxis& axis) const noexcept;

  [[nodiscard]] const RotatingPart& a() const noexcept { return a_; }
  [[nodiscard]] const RotatingPart& b() const noexcept { return b_; }

 private:
  /// The bound of the gap along an axis, less a level: lines and curvatures.
  struct Bound {
    Vec2 on_a, on_b;      ///< the direction in the frames of both
    Vec2 a_rate, b_rate;  ///< how it changes there
    double base = 0, slope = 0, curvature = 0;
    double a_curvature = 0, b_curvature = 0;  ///< for each unit of a vertex's distance from the centre
  };
  [[nodiscard]] Bound bound(const GapAxis& axis, double level, double distance) const noexcept;
  /// `reach(part, vertex)`: how far a vertex is at most from the centre.
  template <class Reach>
  [[nodiscard]] double safe_time(const Bound& f, double remaining, const Reach& reach) const noexcept;

  /// Makes `best` the face of `wall`, b or a, with the largest gap, if that is larger. `front`: a vertex of the other part, in
  /// the frame of `wall`.
  template <Frame frame>
  void look_for_better(const RotatingPart& wall, Vec2 front, GapAxis& best) const noexcept;
  [[nodiscard]] Vec2 place_of_a(int i) const noexcept;
  [[nodiscard]] Vec2 place_of_b(int i) const noexcept;

  const RotatingPair& pair_;
  RotatingPart a_;
  RotatingPart b_;
  RotatingMoment now_;
};

}  // namespace carom::detail

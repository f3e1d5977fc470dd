// "When do they meet?" for JavaScript. Shapes come as plain numbers in linear memory, one after the other:
//   circle    0, radius, hollow, from x, from y, to x, to y
//   border    1, axis (0: x, 1: y), at
//   segment   2, from x, y, x, y, to x, y, x, y
//   polygon   3, hollow, n, from n × (x, y), to n × (x, y)
// and shapes that turn, which go with circles, borders and each other, POSE being x, y, angle:
//   segment   4, ends x, y, x, y, from POSE, to POSE
//   polygon   5, hollow, n, vertices n × (x, y), from POSE, to POSE

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "carom/toi/time_of_impact.hpp"
#include "carom/toi/turning.hpp"

namespace {

using carom::Polygon;
using carom::Vec2;

/// Takes numbers off the front; `short_of_numbers` says that there were too few, and then the ones missing were 0.
class Reader {
 public:
  explicit Reader(std::span<const double> numbers) noexcept : numbers_(numbers) {}

  double number() noexcept {
    if (numbers_.empty()) {
      short_of_numbers_ = true;
      return 0;
    }
    const double value = numbers_.front();
    numbers_ = numbers_.subspan(1);
    return value;
  }
  bool flag() noexcept { return number() != 0; }
  Vec2 point() noexcept {
    const double x = number();
    return {x, number()};
  }
  carom::Segment segment() noexcept {
    const Vec2 first = point();
    return {{first, point()}};
  }
  carom::Pose pose() noexcept {
    const Vec2 at = point();
    return {at, number()};
  }
  carom::Turn turn() noexcept {
    const carom::Pose from = pose();
    return {from, pose()};
  }
  std::vector<Vec2> points(std::size_t count) {
    std::vector<Vec2> result(count);
    for (Vec2& p : result) p = point();
    return result;
  }
  [[nodiscard]] std::size_t left() const noexcept { return numbers_.size(); }
  [[nodiscard]] bool short_of_numbers() const noexcept { return short_of_numbers_; }

 private:
  std::span<const double> numbers_;
  bool short_of_numbers_ = false;
};

/// A shape and the polygons that it may refer to; as the kernels of bodies that turn take it, as the others do, or as both.
struct OwnedShape {
  std::vector<Polygon> polygons;
  std::optional<carom::MovingShape> shape = std::nullopt;
  std::optional<carom::TurningShape> turning = std::nullopt;
};

std::optional<OwnedShape> read_polygon(Reader& reader) {
  const bool hollow = reader.flag();
  const double count = reader.number();
  if (!(count >= 0 && count * 4 <= static_cast<double>(reader.left()))) return std::nullopt;
  const std::vector<Vec2> from_points = reader.points(static_cast<std::size_t>(count));
  const std::vector<Vec2> to_points = reader.points(from_points.size());
  carom::Checked<Polygon> from = Polygon::make(from_points, hollow);
  carom::Checked<Polygon> to = Polygon::make(to_points, hollow);
  if (!from || !to) return std::nullopt;

  OwnedShape result;
  result.polygons.push_back(std::move(from).value());
  result.polygons.push_back(std::move(to).value());
  const Polygon& start = result.polygons[0];
  // One that stays where it is keeps its shape, and so the fast path for convex ones.
  result.shape = from_points == to_points ? carom::still(start) : carom::morphing(start, result.polygons[1]);
  return result;
}

std::optional<OwnedShape> read_turning_polygon(Reader& reader) {
  const bool hollow = reader.flag();
  const double count = reader.number();
  if (!(count >= 0 && count * 2 + 6 <= static_cast<double>(reader.left()))) return std::nullopt;
  carom::Checked<Polygon> polygon = Polygon::make(reader.points(static_cast<std::size_t>(count)), hollow);
  if (!polygon) return std::nullopt;
  OwnedShape result;
  result.polygons.push_back(std::move(polygon).value());
  result.turning = carom::turning(result.polygons[0], reader.turn());
  return result;
}

std::optional<OwnedShape> read_shape(Reader& reader) {
  const double kind = reader.number();
  if (kind == 3) return read_polygon(reader);
  if (kind == 5) return read_turning_polygon(reader);
  OwnedShape result;
  if (kind == 0) {
    carom::MovingCircle circle;
    circle.radius = reader.number();
    circle.hollow = reader.flag();
    circle.from = reader.point();
    circle.to = reader.point();
    result.shape = circle;
    result.turning = circle;
  } else if (kind == 1) {
    const carom::Axis axis = reader.flag() ? carom::Axis::y : carom::Axis::x;
    const carom::Border border{axis, reader.number()};
    result.shape = border;
    result.turning = border;
  } else if (kind == 2) {
    const carom::Segment from = reader.segment();
    result.shape = carom::MovingSegment{from, reader.segment(), {}};
  } else if (kind == 4) {
    const carom::Segment segment = reader.segment();
    result.turning = carom::TurningSegment{segment, reader.turn()};
  } else {
    return std::nullopt;
  }
  if (reader.short_of_numbers()) return std::nullopt;
  return result;
}

std::vector<double> room;

}  // namespace

/// Memory for `count` numbers, to write a question to. The next call may move it.
extern "C" [[clang::export_name("carom_room")]] double* carom_room(std::uint32_t count) {
  room.assign(std::max<std::size_t>(count, 8), 0);
  return room.data();
}

/// Reads the shapes a and b from the front of the room and writes the answer there: outcome (as in carom::Outcome), t,
/// point x, y, normal x, y, side (1: inner), depth. Returns 0; or 1 or 2, the shape that makes no sense, and no answer.
extern "C" [[clang::export_name("carom_query")]] std::int32_t carom_query() {
  Reader reader{room};
  const std::optional<OwnedShape> a = read_shape(reader);
  if (!a) return 1;
  const std::optional<OwnedShape> b = read_shape(reader);
  if (!b) return 2;
  const bool straight = a->shape && b->shape;
  if (!straight && !(a->turning && b->turning)) return 2;
  const auto [outcome, contact] =
      straight ? carom::time_of_impact(*a->shape, *b->shape) : carom::turning_impact(*a->turning, *b->turning);
  const double answer[] = {static_cast<double>(outcome),
                           contact.t,
                           contact.point.x,
                           contact.point.y,
                           contact.normal.x,
                           contact.normal.y,
                           static_cast<double>(contact.side),
                           contact.depth};
  std::copy(std::begin(answer), std::end(answer), room.begin());
  return 0;
}

// Any bytes as two shapes in motion, of any magnitude the contract allows: every question must be answered, in both orders
// alike, with finite numbers, a time inside the step and a normal of length 1.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "carom/carom.hpp"

namespace {

using namespace carom;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint8_t byte() { return size_ == 0 ? 0 : (--size_, *data_++); }

  /// A small integer, or eight bytes as they are: lattice coincidences and wild magnitudes.
  double number() {
    if (byte() % 4 != 0) return static_cast<double>(static_cast<std::int8_t>(byte())) / 4;
    std::uint8_t raw[8];
    for (std::uint8_t& b : raw) b = byte();
    double value;
    std::memcpy(&value, raw, sizeof value);
    if (!std::isfinite(value)) return 0;
    return std::abs(value) <= k_coordinate_limit ? value : std::copysign(k_coordinate_limit, value);
  }
  Vec2 point() {
    const double x = number();
    return {x, number()};
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

/// Polygons are views, so their owner stays beside them.
struct Fuzzed {
  std::optional<Polygon> from;
  std::optional<Polygon> to;
  MovingShape moving;
  Shape resting;
};

bool fuzz_polygon(Bytes& bytes, Fuzzed& out) {
  const std::size_t count = 3 + bytes.byte() % 6;
  const bool hollow = bytes.byte() % 2 != 0;
  std::vector<Vec2> from;
  for (std::size_t i = 0; i < count; ++i) from.push_back(bytes.point());
  auto first = Polygon::make(from, hollow);
  if (!first) return false;
  out.from = std::move(first).value();
  out.resting = &*out.from;
  if (bytes.byte() % 2 == 0) {
    out.moving = sliding(*out.from, bytes.point());
    return true;
  }
  std::vector<Vec2> to;
  for (std::size_t i = 0; i < count; ++i) to.push_back(bytes.point());
  auto second = Polygon::make(to, hollow);
  if (!second) return false;
  out.to = std::move(second).value();
  out.moving = morphing(*out.from, *out.to);
  return true;
}

bool fuzz_shape(Bytes& bytes, Fuzzed& out) {
  switch (bytes.byte() % 4) {
    case 0: {
      const double radius = std::abs(bytes.number());
      const bool hollow = bytes.byte() % 2 != 0;
      const Vec2 from = bytes.point();
      out.moving = MovingCircle{radius, from, bytes.point(), hollow};
      out.resting = Circle{radius, from, hollow};
      return true;
    }
    case 1: {
      const Border border{bytes.byte() % 2 != 0 ? Axis::x : Axis::y, bytes.number()};
      out.moving = border;
      out.resting = border;
      return true;
    }
    case 2: {
      const Vec2 a = bytes.point(), b = bytes.point(), c = bytes.point(), d = bytes.point();
      if (a == b || c == d) return false;
      out.moving = MovingSegment{{{a, b}}, {{c, d}}, {}};
      out.resting = Segment{{a, b}};
      return true;
    }
    default: return fuzz_polygon(bytes, out);
  }
}

void require(bool law) {
  if (!law) std::abort();
}

bool finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }
bool is_unit(Vec2 v) { return std::abs(length(v) - 1) < 1e-12; }

void check_impact(const Fuzzed& a, const Fuzzed& b) {
  const Impact impact = time_of_impact(a.moving, b.moving);
  const Impact swapped = time_of_impact(b.moving, a.moving);
  require(impact.outcome == swapped.outcome);
  if (impact.outcome != Outcome::hit && impact.outcome != Outcome::overlap) return;
  const Contact& contact = impact.contact;
  require(contact.t >= 0 && contact.t <= 1 && contact.t == swapped.contact.t);
  require(finite(contact.point) && is_unit(contact.normal) && std::isfinite(contact.depth) && contact.depth >= 0);
  if (impact.outcome == Outcome::hit) require(contact.side == swapped.contact.side);
}

void check_rest(const Fuzzed& a, const Fuzzed& b) {
  const auto deep = overlap(a.resting, b.resting);
  require(deep.has_value() == overlap(b.resting, a.resting).has_value());
  if (deep) require(finite(deep->point) && is_unit(deep->normal) && std::isfinite(deep->depth) && deep->depth >= 0);
  const auto closest = closest_points(a.resting, b.resting);
  if (closest) require(finite(closest->on_a) && finite(closest->on_b) && closest->distance >= 0);
  if (closest && deep) require(closest->distance == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  Fuzzed a;
  Fuzzed b;
  if (!fuzz_shape(bytes, a) || !fuzz_shape(bytes, b)) return 0;
  check_impact(a, b);
  check_rest(a, b);
  return 0;
}

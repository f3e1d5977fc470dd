#include <array>
#include <charconv>

#include "adversarial.hpp"
#include "lifted.hpp"

namespace carom::oracle {
namespace {

[[nodiscard]] std::string text(double x) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr;
  return {buffer.data(), end};
}

[[nodiscard]] std::string text(Vec2 p) { return "[" + text(p.x) + "," + text(p.y) + "]"; }

[[nodiscard]] std::string text(std::span<const Vec2> points) {
  std::string result = "[";
  for (Vec2 p : points) result += (result.size() > 1 ? "," : "") + text(p);
  return result + "]";
}

// b + c is a double: checked on the integers both are made of.
[[nodiscard]] bool adds_exactly(double b, double c) {
  const LiftedPair pair = lift(MovingCircle{0, {b, c}, {b + c, 0}, false}, Border{});
  const MovingPoint& p = pair.a.points[0];
  return p.x.at + p.y.at == p.x.at + p.x.by;
}

[[nodiscard]] std::string chain(std::string_view kind, std::span<const Vec2> from, std::span<const Vec2> to, Vec2 shift,
                                bool hollow) {
  std::vector<Vec2> ends;
  bool exact = true;
  for (Vec2 p : to) {
    exact = exact && adds_exactly(p.x, shift.x) && adds_exactly(p.y, shift.y);
    ends.push_back(p + shift);
  }
  std::string result = "{\"" + std::string(kind) + "\":{\"from\":" + text(from) + ",\"to\":";
  result += exact ? text(ends) : text(to) + ",\"shift\":" + text(shift);
  if (hollow) result += ",\"hollow\":true";
  return result + "}}";
}

[[nodiscard]] std::string text(const MovingShape& shape) {
  if (const auto* circle = std::get_if<MovingCircle>(&shape)) {
    return "{\"circle\":{\"radius\":" + text(circle->radius) + ",\"from\":" + text(circle->from) +
           ",\"to\":" + text(circle->to) + (circle->hollow ? ",\"hollow\":true}}" : "}}");
  }
  if (const auto* border = std::get_if<Border>(&shape)) {
    return std::string("{\"border\":{\"") + (border->axis == Axis::x ? "x" : "y") + "\":" + text(border->at) + "}}";
  }
  if (const auto* segment = std::get_if<MovingSegment>(&shape)) {
    return chain("segment", segment->from.ends, segment->to.ends, segment->shift, false);
  }
  const auto& polygon = std::get<MovingPolygon>(shape);
  return chain("polygon", polygon.from, polygon.to, polygon.shift, polygon.hollow);
}

}  // namespace

std::string to_json_line(const Case& question) {
  return "{\"id\":\"" + question.flavour + "\",\"a\":" + text(question.a) + ",\"b\":" + text(question.b) + "}";
}

}  // namespace carom::oracle

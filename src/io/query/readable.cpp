#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "carom/io/answer.hpp"
#include "io/json/json_text.hpp"
#include "io/query/names.hpp"

namespace carom {
namespace {

using io::name;

/// To people zero has no sign.
std::string words(double value) { return io::number_text(value == 0 ? 0 : value); }
std::string words(Vec2 p) { return fmt::format("({}, {})", words(p.x), words(p.y)); }

/// The corners, or the first few of many.
std::string words(std::span<const Vec2> points) {
  constexpr std::size_t most = 6;
  std::string text;
  for (const Vec2 p : points.first(std::min(points.size(), most))) text += (text.empty() ? "" : " ") + words(p);
  return points.size() > most ? text + " …" : text;
}

/// How points go from `from` to `to`, after a comma; nothing when they stay.
std::string motion(std::span<const Vec2> from, std::span<const Vec2> to) {
  if (std::ranges::equal(from, to)) return "";
  const Vec2 first = to.front() - from.front();
  for (std::size_t k = 1; k < from.size(); ++k) {
    if (to[k] - from[k] != first) return fmt::format(", going to {}", words(to));
  }
  return fmt::format(", moving by {}", words(first));
}

std::string_view kind_of(const Polygon& polygon) {
  return polygon.hollow() ? "arena" : polygon.vertices().size() == 3 ? "triangle" : "polygon";
}

/// Where a body is and how it moves and turns, after a comma.
std::string motion(const Turn& turn) {
  const auto pose = [](const Pose& p) { return fmt::format("{} turned by {}", words(p.at), words(p.angle)); };
  if (turn.from == turn.to) return fmt::format(", at {}", pose(turn.from));
  return fmt::format(", from {} to {}", pose(turn.from), pose(turn.to));
}

struct InWords {
  std::string operator()(const MovingCircle& circle) const {
    std::string what = fmt::format("{} of radius {}", circle.hollow ? "ring" : "disc", words(circle.radius));
    if (circle.radius == 0 && !circle.hollow) what = "point";
    if (circle.from == circle.to) return fmt::format("{} at {}", what, words(circle.from));
    return fmt::format("{} from {} to {}", what, words(circle.from), words(circle.to));
  }
  std::string operator()(const Border& border) const {
    return fmt::format("border {} = {}", border.axis == Axis::x ? "x" : "y", words(border.at));
  }
  std::string operator()(const MovingSegment& segment) const {
    return fmt::format("segment {}{}", words(segment.from.ends), motion(segment.from.ends, segment.to.ends));
  }
  std::string operator()(const QueryPolygon& polygon) const {
    const auto from = polygon.from.vertices();
    const std::string way = polygon.to ? motion(from, polygon.to->vertices()) : "";
    return fmt::format("{} {}{}", kind_of(polygon.from), words(from), way);
  }
  std::string operator()(const RotatingSegment& segment) const {
    return fmt::format("segment {}{}", words(segment.segment.ends), motion(segment.turn));
  }
  std::string operator()(const QueryRotatingPolygon& shape) const {
    return fmt::format("{} {}{}", kind_of(shape.polygon), words(shape.polygon.vertices()), motion(shape.turn));
  }
};

/// Control characters must not reach a terminal.
std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    result += control ? fmt::format("\\x{:02x}", c) : std::string(1, c);
  }
  return result;
}

std::string words(const Impact& impact) {
  const auto& [outcome, contact] = impact;
  if (outcome != Outcome::hit && outcome != Outcome::overlap) return std::string(name(outcome));
  const auto depth = outcome == Outcome::overlap ? fmt::format(", depth {}", words(contact.depth)) : "";
  return fmt::format("{} at t = {}, point {}, normal {}, {} side{}", name(outcome), words(contact.t),
                     words(contact.point), words(contact.normal), name(contact.side), depth);
}

}  // namespace

std::string in_words(const QueryShape& shape) { return std::visit(InWords{}, shape); }

std::string readable_answer(const QueryLine& question, const Checked<Impact>& impact) {
  std::string text = question.id ? printable(*question.id) : "(no id)";
  if (question.query) {
    text += fmt::format("\n  a:  {}\n  b:  {}", in_words(question.query.value().a), in_words(question.query.value().b));
  }
  return text +
         fmt::format("\n  {}\n", impact ? words(impact.value()) : "error: " + printable(sentence(impact.error())));
}

}  // namespace carom

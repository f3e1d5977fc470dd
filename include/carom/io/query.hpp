#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "carom/motion/moving.hpp"
#include "carom/motion/rotating.hpp"
#include "carom/shapes/checked.hpp"
#include "carom/toi/contact.hpp"

/// One collision question a line: how `carom query` reads JSON Lines.
namespace carom {

/// A polygon of a question, which owns its vertices. Without `to` it stands still.
struct QueryPolygon {
  Polygon from;
  std::optional<Polygon> to;
};

/// A polygon that turns, as seen from its centre at angle 0.
struct QueryRotatingPolygon {
  Polygon polygon;
  Turn turn;
};

using QueryShape =
    std::variant<MovingCircle, Border, MovingSegment, QueryPolygon, RotatingSegment, QueryRotatingPolygon>;

struct Query {
  std::string id;
  QueryShape a;
  QueryShape b;
};

/// What one line held. The id is there whenever it could be read, be the rest right or wrong.
struct QueryLine {
  std::optional<std::string> id;
  Checked<Query> query;
};

/// Reads one request. An error's place is a JSON pointer such as "/a/circle/radius", or "column 17" (in bytes, from 1)
/// where the line is not JSON, or empty for the request as a whole.
[[nodiscard]] QueryLine read_query(std::string_view line);

/// The same shape as the kernels take it; it refers to the vertices of `shape`, which must outlive it. Nothing for one that
/// turns.
[[nodiscard]] std::optional<MovingShape> moving(const QueryShape& shape) noexcept;
/// The same for the kernels of bodies that turn. Nothing for one that is given vertex by vertex; where one of two turns,
/// read_query makes a body of the other.
[[nodiscard]] std::optional<RotatingShape> rotating(const QueryShape& shape) noexcept;

/// Answers a question. An error would be a defect of the kernels: an answer that is not finite.
[[nodiscard]] Checked<Impact> answer(const Query& query);

/// Answers a line; the error is the line's own when it could not be read.
[[nodiscard]] Checked<Impact> answer(const QueryLine& line);

}  // namespace carom

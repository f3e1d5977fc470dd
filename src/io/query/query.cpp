#include "carom/io/query.hpp"

#include <cmath>

#include "carom/toi/rotating.hpp"
#include "carom/toi/time_of_impact.hpp"
#include "io/query/rotating_reader.hpp"
#include "io/query/shape_reader.hpp"

namespace carom {
namespace {

using io::Fields;
using io::JsonKind;
using io::JsonNode;
using io::JsonTree;
using io::Reading;

/// Of two ids neither is the request's.
std::optional<std::string> readable_id(const Fields& request) {
  const JsonNode* const id = request.find("id");
  if (id == nullptr || id->kind != JsonKind::string || request.repeated("id")) return std::nullopt;
  return id->text;
}

bool is_border(const std::optional<QueryShape>& shape) { return shape && std::holds_alternative<Border>(*shape); }

bool turns(const QueryShape& shape) {
  return std::holds_alternative<RotatingSegment>(shape) || std::holds_alternative<QueryRotatingPolygon>(shape);
}

bool finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

bool finite(const Contact& contact) {
  return std::isfinite(contact.t) && finite(contact.point) && finite(contact.normal) && std::isfinite(contact.depth);
}

}  // namespace

QueryLine read_query(std::string_view line) {
  const auto tree = JsonTree::parse(line);
  if (!tree) return {std::nullopt, tree.error()};

  Reading in(tree.value());
  const Fields request(in, tree.value().root(), {"id", "a", "b", "expect"});
  const auto id = readable_id(request);
  if (const JsonNode* const found = request.require("id"); found != nullptr && found->kind != JsonKind::string) {
    in.unexpected(*found, "a string");
  }
  auto a = io::read_shape(in, request.require("a"));
  auto b = io::read_shape(in, request.require("b"));
  if (is_border(a) && is_border(b)) {
    in.fault("/b/border",
             "two borders have no time of impact: expected a circle, segment or polygon in \"a\" or \"b\"");
  }
  if (a && b && (turns(*a) || turns(*b))) {
    io::let_turn(in, *a, "/a");
    io::let_turn(in, *b, "/b");
  }
  if (in.first_fault()) return {id, *in.first_fault()};
  return {id, Query{*id, *std::move(a), *std::move(b)}};
}

std::optional<MovingShape> moving(const QueryShape& shape) noexcept {
  const auto* const polygon = std::get_if<QueryPolygon>(&shape);
  if (polygon != nullptr) return polygon->to ? morphing(polygon->from, *polygon->to) : still(polygon->from);
  if (const auto* const segment = std::get_if<MovingSegment>(&shape)) return *segment;
  if (const auto* const border = std::get_if<Border>(&shape)) return *border;
  if (const auto* const circle = std::get_if<MovingCircle>(&shape)) return *circle;
  return std::nullopt;
}

std::optional<RotatingShape> rotating(const QueryShape& shape) noexcept {
  const auto* const polygon = std::get_if<QueryRotatingPolygon>(&shape);
  if (polygon != nullptr) return rotating(polygon->polygon, polygon->turn);
  if (const auto* const segment = std::get_if<RotatingSegment>(&shape)) return *segment;
  if (const auto* const border = std::get_if<Border>(&shape)) return *border;
  if (const auto* const circle = std::get_if<MovingCircle>(&shape)) return *circle;
  return std::nullopt;
}

Checked<Impact> answer(const Query& query) {
  const auto a = moving(query.a), b = moving(query.b);
  const auto rotating_a = rotating(query.a), rotating_b = rotating(query.b);
  if (!(a && b) && !(rotating_a && rotating_b)) return Error{"", "one goes vertex by vertex while the other one turns"};
  const Impact impact = a && b ? time_of_impact(*a, *b) : rotating_impact(*rotating_a, *rotating_b);
  const bool has_contact = impact.outcome == Outcome::hit || impact.outcome == Outcome::overlap;
  if (impact.outcome == Outcome::unanswerable) return Error{"", "two borders have no time of impact"};
  if (has_contact && !finite(impact.contact)) return Error{"", "the answer is not finite: please report this request"};
  return impact;
}

Checked<Impact> answer(const QueryLine& line) {
  return line.query ? answer(line.query.value()) : Checked<Impact>(line.query.error());
}

}  // namespace carom

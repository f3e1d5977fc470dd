#include "carom/io/answer.hpp"

#include <fmt/format.h>

#include "io/json/json_text.hpp"
#include "io/query/names.hpp"

namespace carom {
namespace {

using io::json_number;
using io::json_string;
using io::name;

std::string json_point(Vec2 p) { return fmt::format("[{},{}]", json_number(p.x), json_number(p.y)); }

}  // namespace

std::string sentence(const Error& error) {
  return error.place.empty() ? error.reason : fmt::format("{}: {}", error.place, error.reason);
}

std::string answer_line(const std::optional<std::string>& id, const Checked<Impact>& impact) {
  std::string line = fmt::format("{{\"id\":{}", id ? json_string(*id) : "null");
  if (!impact) return line + fmt::format(",\"error\":{}}}", json_string(sentence(impact.error())));

  const auto& [outcome, contact] = impact.value();
  line += fmt::format(",\"result\":\"{}\"", name(outcome));
  if (outcome == Outcome::hit || outcome == Outcome::overlap) {
    line += fmt::format(",\"t\":{},\"point\":{},\"normal\":{},\"side\":\"{}\"", json_number(contact.t),
                        json_point(contact.point), json_point(contact.normal), name(contact.side));
  }
  if (outcome == Outcome::overlap) line += fmt::format(",\"depth\":{}", json_number(contact.depth));
  return line + "}";
}

}  // namespace carom

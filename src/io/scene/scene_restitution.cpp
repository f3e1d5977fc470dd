#include "io/scene/scene_restitution.hpp"

#include <fmt/format.h>

#include "io/json/json_text.hpp"
#include "io/scene/scene_values.hpp"

namespace carom::io {
namespace {

RestitutionTable read_table(Reading& in, const JsonNode& node) {
  constexpr std::string_view row = "a speed and a restitution [v, e]";
  RestitutionTable table;
  for (const JsonNode* const element : read_elements(in, &node, "an array of rows [v, e]")) {
    if (element->kind != JsonKind::array || element->children.size() != 2) {
      in.unexpected(*element, row);
      continue;
    }
    const double speed = read_number(in, &in.tree().child(*element, 0), Takes::not_negative, 0);
    const double restitution = read_number(in, &in.tree().child(*element, 1), Takes::fraction, 1);
    if (!table.empty() && !(speed > table.back().speed)) {
      in.fault(*element, fmt::format("expected speeds in rising order, found {} after {}", number_text(speed),
                                     number_text(table.back().speed)));
    }
    table.push_back({speed, restitution});
  }
  if (node.kind == JsonKind::array && node.children.size() == 0)
    in.fault(node, "expected at least one row [v, e], found none");
  return table;
}

}  // namespace

std::optional<RestitutionLaw> read_restitution_law(Reading& in, const Fields& fields) {
  const JsonNode* const node = fields.find("restitution_law");
  if (node == nullptr) return std::nullopt;
  if (fields.find("restitution") != nullptr) {
    in.fault(*node, "expected one of \"restitution\" and \"restitution_law\", found both");
  }
  const Fields law(in, *node, {"viscoelastic", "table"});
  if (node->kind != JsonKind::object) return std::nullopt;
  const JsonNode* const viscoelastic = law.find("viscoelastic");
  const JsonNode* const table = law.find("table");
  if ((viscoelastic == nullptr) == (table == nullptr)) {
    // Of a key that is misspelt all is said already.
    if (!in.full() && (table != nullptr || node->children.size() == 0)) {
      in.fault(*node, fmt::format("expected one of \"viscoelastic\" and \"table\", found {}",
                                  table == nullptr ? "none" : "both"));
    }
    return std::nullopt;
  }
  if (viscoelastic != nullptr) return Viscoelastic{read_number(in, viscoelastic, Takes::not_negative, 0)};
  return read_table(in, *table);
}

std::string restitution_law_text(const RestitutionLaw& law) {
  if (const auto* const one = std::get_if<Viscoelastic>(&law)) {
    return fmt::format(R"({{"viscoelastic": {}}})", json_number(one->A));
  }
  std::string rows;
  for (const RestitutionRow& row : std::get<RestitutionTable>(law)) {
    rows += fmt::format("{}[{}, {}]", rows.empty() ? "" : ", ", json_number(row.speed), json_number(row.restitution));
  }
  return fmt::format(R"({{"table": [{}]}})", rows);
}

}  // namespace carom::io

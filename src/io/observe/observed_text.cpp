#include <fmt/format.h>

#include <algorithm>

#include "carom/io/observe.hpp"
#include "io/json/json_text.hpp"

namespace carom {
namespace {

using io::json_number;

std::string optional_text(const std::optional<double>& value) { return value ? json_number(*value) : "null"; }

std::string estimate_json(const Estimate& estimate) {
  return fmt::format(R"({{"mean":{},"error":{}}})", optional_text(estimate.mean), optional_text(estimate.error));
}

template <class Range, class Text>
std::string list(const Range& values, const Text& text) {
  std::string joined;
  for (const auto& value : values) joined += (joined.empty() ? "" : ",") + text(value);
  return "[" + joined + "]";
}

std::string curve_json(const ObservedCurve& curve) {
  return fmt::format(R"("{}":{},"{}":{},"error":{})", curve.argument, list(curve.at, json_number), curve.value,
                     list(curve.values, [](const Estimate& e) { return optional_text(e.mean); }),
                     list(curve.values, [](const Estimate& e) { return optional_text(e.error); }));
}

std::string quantity_json(const ObservedQuantity& quantity) {
  std::string text;
  const auto add = [&text](const std::string& member) { text += (text.empty() ? "" : ",") + member; };
  for (const auto& [name, estimate] : quantity.numbers) {
    add(fmt::format("\"{}\":{}", name, estimate_json(estimate)));
  }
  if (quantity.curve) {
    // Numbers may have the name of a curve's values: the curve is then an object of its own.
    add(quantity.numbers.empty() ? curve_json(*quantity.curve) : "\"curve\":{" + curve_json(*quantity.curve) + "}");
  }
  if (!quantity.note.empty()) add("\"note\":" + io::json_string(quantity.note));
  return "{" + text + "}";
}

std::string short_text(const Estimate& estimate) {
  if (!estimate.mean) return "unknown";
  std::string text = fmt::format("{:.5g}", *estimate.mean);
  return estimate.error ? text + fmt::format(" ± {:.2g}", *estimate.error) : text;
}

/// Where a curve is highest, which for most of them is what is looked at first.
std::string curve_text(const ObservedCurve& curve) {
  const auto known = [](const Estimate& e) { return e.mean.value_or(-1e300); };
  const auto highest = std::ranges::max_element(curve.values, {}, known);
  if (highest == curve.values.end() || !highest->mean) return "unknown";
  const double at = curve.at[static_cast<std::size_t>(highest - curve.values.begin())];
  return fmt::format("{} at most {} at {} = {:.5g}, {} values", curve.value, short_text(*highest), curve.argument, at,
                     curve.values.size());
}

}  // namespace

std::string observed_json(const Observed& observed) {
  std::string text = fmt::format(R"({{"samples":{},"every":{})", observed.samples, json_number(observed.every));
  for (const ObservedQuantity& quantity : observed.quantities) {
    text += fmt::format(",\"{}\":{}", quantity.name, quantity_json(quantity));
  }
  return text + "}";
}

std::vector<std::pair<std::string, std::string>> observed_lines(const Observed& observed) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const ObservedQuantity& quantity : observed.quantities) {
    std::string text;
    for (const auto& [name, estimate] : quantity.numbers) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, short_text(estimate));
    }
    if (quantity.numbers.empty() && quantity.curve) text = curve_text(*quantity.curve);
    if (!quantity.note.empty()) text += fmt::format("{}{}", text.empty() ? "" : "; ", quantity.note);
    lines.emplace_back(quantity.name == "coordination" ? "neighbours" : quantity.name, text);
  }
  return lines;
}

}  // namespace carom

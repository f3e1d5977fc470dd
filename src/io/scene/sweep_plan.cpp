#include "io/scene/sweep_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/json/json_text.hpp"
#include "io/json/json_tree.hpp"
#include "io/json/nearest_word.hpp"

namespace carom::io {
namespace {

constexpr std::size_t k_most_values = 1'000'000;
constexpr std::size_t k_most_runs = 100'000'000;

constexpr std::array<std::string_view, 66> k_reports{"time",
                                                     "steps",
                                                     "bodies",
                                                     "collisions",
                                                     "energy.start",
                                                     "energy.end",
                                                     "energy.drift",
                                                     "energy.exchanged",
                                                     "energy.kinetic",
                                                     "energy.potential",
                                                     "momentum.start.x",
                                                     "momentum.start.y",
                                                     "momentum.end.x",
                                                     "momentum.end.y",
                                                     "momentum.drift",
                                                     "angular_momentum.start",
                                                     "angular_momentum.end",
                                                     "angular_momentum.drift",
                                                     "policies.rests",
                                                     "policies.calms",
                                                     "policies.clumps",
                                                     "policies.grazes",
                                                     "policies.briefs",
                                                     "policies.hops",
                                                     "policies.holds",
                                                     "policies.capped_extrapolations",
                                                     "policies.capped_substeps",
                                                     "gas.Z",
                                                     "gas.collisions_per_second",
                                                     "gas.pressure",
                                                     "gas.compressibility",
                                                     "gas.collision_rate",
                                                     "gas.mean_free_path",
                                                     "gas.temperature",
                                                     "gas.area",
                                                     "observe.samples",
                                                     "observe.diffusion.einstein.mean",
                                                     "observe.diffusion.einstein.error",
                                                     "observe.diffusion.green_kubo.mean",
                                                     "observe.diffusion.green_kubo.error",
                                                     "observe.pressure.xx.mean",
                                                     "observe.pressure.xx.error",
                                                     "observe.pressure.yy.mean",
                                                     "observe.pressure.yy.error",
                                                     "observe.pressure.xy.mean",
                                                     "observe.pressure.xy.error",
                                                     "observe.pressure.mean.mean",
                                                     "observe.pressure.mean.error",
                                                     "observe.psi6.local.mean",
                                                     "observe.psi6.local.error",
                                                     "observe.psi6.global.mean",
                                                     "observe.psi6.global.error",
                                                     "observe.clusters.count.mean",
                                                     "observe.clusters.count.error",
                                                     "observe.clusters.largest.mean",
                                                     "observe.clusters.largest.error",
                                                     "observe.clusters.mean_size.mean",
                                                     "observe.clusters.mean_size.error",
                                                     "observe.coordination.mean.mean",
                                                     "observe.coordination.mean.error",
                                                     "hash",
                                                     "wall_seconds",
                                                     "threads",
                                                     "version",
                                                     "scene",
                                                     "detection"};

Error at(std::string place, std::string reason) { return {std::move(place), std::move(reason)}; }

std::string found(const SweepValue& value) { return clipped(value.dump()); }

bool is_whole(double value) { return std::fabs(value) < 0x1p53 && value == std::floor(value); }

SweepValue number_value(double value, bool whole) {
  if (!whole || !is_whole(value)) return value;
  if (value >= 0) return static_cast<std::uint64_t>(value);
  return static_cast<std::int64_t>(value);
}

/// {"from": 1, "to": 8}: the whole numbers; with "count" so many, evenly apart.
Checked<std::vector<SweepValue>> range_values(const SweepValue& range, const std::string& place) {
  constexpr std::array<std::string_view, 3> keys{"from", "to", "count"};
  for (const auto& [key, value] : range.items()) {
    if (std::ranges::find(keys, key) == keys.end()) {
      return at(place + pointer_step(key),
                fmt::format("unknown key \"{}\": expected from, to and count", clipped(key)));
    }
    if (!value.is_number()) return at(place + pointer_step(key), "expected a number, found " + found(value));
  }
  if (!range.contains("from") || !range.contains("to")) return at(place, "expected \"from\" and \"to\"");
  const auto from = range["from"].get<double>();
  const auto to = range["to"].get<double>();
  const bool whole = range["from"].is_number_integer() && range["to"].is_number_integer();
  double count = to - from + 1;
  if (range.contains("count")) {
    count = range["count"].get<double>();
  } else if (!whole || to < from) {
    return at(place, "expected whole numbers \"from\" not above \"to\", or a \"count\"");
  }
  if (!is_whole(count) || count < 1 || count > static_cast<double>(k_most_values)) {
    return at(place + "/count", fmt::format("expected a whole number from 1 to {}, found {}", k_most_values, count));
  }
  const auto most = static_cast<std::size_t>(count);
  std::vector<SweepValue> values;
  for (std::size_t k = 0; k < most; ++k) {
    const double share = most > 1 ? static_cast<double>(k) / static_cast<double>(most - 1) : 0;
    // The ends are themselves, whatever the rounding.
    values.push_back(number_value(k + 1 == most && most > 1 ? to : from + (to - from) * share, whole));
  }
  return values;
}

Checked<SweepAxis> read_axis(const std::string& pointer, const SweepValue& given) {
  const std::string place = "/vary" + pointer_step(pointer);
  if (!pointer.starts_with('/')) {
    return at(place, fmt::format("expected a JSON pointer into the scene, such as \"/world/restitution\", found \"{}\"",
                                 clipped(pointer)));
  }
  SweepAxis axis{pointer, {}};
  if (given.is_object()) {
    auto values = range_values(given, place);
    if (!values) return values.error();
    axis.values = std::move(values).value();
  } else if (given.is_array() && !given.empty()) {
    for (const SweepValue& value : given) axis.values.push_back(value);
  } else {
    return at(place,
              "expected a list of values that is not empty, or {\"from\", \"to\", \"count\"}, found " + found(given));
  }
  return axis;
}

std::optional<Error> check_report(const SweepValue& report) {
  if (!report.is_array()) return at("/report", "expected a list of names, found " + found(report));
  for (std::size_t k = 0; k < report.size(); ++k) {
    const std::string place = fmt::format("/report/{}", k);
    if (!report[k].is_string()) return at(place, "expected a name, found " + found(report[k]));
    const auto name = report[k].get<std::string>();
    if (std::ranges::find(k_reports, name) != k_reports.end()) continue;
    const auto meant = nearest_word(name, k_reports);
    return at(place, fmt::format("a summary has no \"{}\"{}", clipped(name),
                                 meant ? fmt::format(", did you mean \"{}\"?", *meant)
                                       : "; expected a name such as collisions, energy.drift or gas.Z"));
  }
  return std::nullopt;
}

}  // namespace

std::size_t SweepPlan::run_count() const noexcept {
  std::size_t count = 1;
  for (const SweepAxis& axis : axes) count *= axis.values.size();
  return count;
}

std::vector<SweepValue> SweepPlan::values_of(std::size_t run) const {
  std::vector<SweepValue> values(axes.size());
  for (std::size_t k = axes.size(); k-- > 0;) {
    values[k] = axes[k].values[run % axes[k].values.size()];
    run /= axes[k].values.size();
  }
  return values;
}

Checked<SweepPlan> read_sweep(std::string_view text) {
  constexpr std::array<std::string_view, 5> keys{"carom", "scene", "vary", "until", "report"};
  // For its faults, which have a line and a column.
  if (const auto tree = JsonTree::parse_lines(text); !tree) return tree.error();
  const auto json = SweepValue::parse(text, nullptr, false);
  if (!json.is_object()) return at("", "expected an object, found " + found(json));
  for (const auto& [key, value] : json.items()) {
    if (std::ranges::find(keys, key) != keys.end()) continue;
    const auto meant = nearest_word(key, keys);
    return at(pointer_step(key), fmt::format("unknown key \"{}\"{}", clipped(key),
                                             meant ? fmt::format(", did you mean \"{}\"?", *meant) : ""));
  }
  if (!json.contains("carom") || json["carom"] != 1) return at("/carom", "expected 1, the version of the format");
  if (!json.contains("scene") || !json["scene"].is_string())
    return at("/scene", "expected a file or the name of a scene");
  SweepPlan plan;
  plan.scene = json["scene"].get<std::string>();
  if (!json.contains("vary") || !json["vary"].is_object()) return at("/vary", "expected an object of JSON pointers");
  double runs = 1;
  for (const auto& [pointer, given] : json["vary"].items()) {
    auto axis = read_axis(pointer, given);
    if (!axis) return axis.error();
    runs *= static_cast<double>(axis.value().values.size());
    if (runs > static_cast<double>(k_most_runs)) {
      return at("/vary", fmt::format("expected at most {} runs, found more", k_most_runs));
    }
    plan.axes.push_back(std::move(axis).value());
  }
  if (json.contains("until")) {
    if (!json["until"].is_number()) return at("/until", "expected a time, found " + found(json["until"]));
    plan.until = json["until"].get<double>();
  }
  if (json.contains("report")) {
    if (auto error = check_report(json["report"])) return *error;
    plan.report = json["report"].get<std::vector<std::string>>();
  }
  return plan;
}

Checked<SweepValue> scene_of_run(const SweepPlan& plan, const SweepValue& scene, std::size_t run) {
  SweepValue result = scene;
  const std::vector<SweepValue> values = plan.values_of(run);
  for (std::size_t k = 0; k < plan.axes.size(); ++k) {
    const std::string& pointer = plan.axes[k].pointer;
    const std::string place = "/vary" + pointer_step(pointer);
    try {
      const SweepValue::json_pointer whole(pointer);
      // A key may be new, what it stands in may not: a place in a list that is not there would be made up.
      const SweepValue::json_pointer parent = whole.parent_pointer();
      if (!result.contains(parent) || !result[parent].is_structured() ||
          (result[parent].is_array() && !result.contains(whole))) {
        return at(place, fmt::format("the scene has no place {}", pointer));
      }
      result[whole] = values[k];
    } catch (const SweepValue::exception&) {
      return at(place, fmt::format("\"{}\" is no JSON pointer", clipped(pointer)));
    }
  }
  return result;
}

std::string summary_cell(const SweepValue& summary, std::string_view name) {
  if (name == "gas.Z") name = "gas.compressibility";
  const SweepValue* value = &summary;
  while (!name.empty()) {
    const std::size_t dot = name.find('.');
    const std::string key(name.substr(0, dot));
    name.remove_prefix(dot == std::string_view::npos ? name.size() : dot + 1);
    if (value->is_array() && value->size() == 2 && (key == "x" || key == "y")) {
      value = &(*value)[key == "x" ? 0 : 1];
    } else if (value->is_object() && value->contains(key)) {
      value = &(*value)[key];
    } else {
      return {};
    }
  }
  if (value->is_null()) return {};
  return value->is_string() ? value->get<std::string>() : value->dump();
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c == '\n' || c == '\r' ? ' ' : c;
  }
  return cell + "\"";
}

std::optional<std::vector<std::string>> csv_cells(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (quoted && c == '"' && k + 1 < line.size() && line[k + 1] == '"') {
      cells.back() += '"';
      ++k;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  if (quoted) return std::nullopt;
  return cells;
}

}  // namespace carom::io

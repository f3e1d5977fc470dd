#include "io/scene/scene_observe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/json/json_text.hpp"
#include "io/scene/scene_values.hpp"
#include "io/scene/scene_words.hpp"
#include "world/rules/capabilities.hpp"

namespace carom::io {
namespace {

constexpr std::uint64_t k_most_bins = 10'000;

std::vector<Observable> read_quantities(Reading& in, const JsonNode* node) {
  std::vector<Observable> quantities;
  const auto elements = read_elements(in, node, "an array of quantities");
  if (node != nullptr && node->kind == JsonKind::array && elements.empty()) {
    in.fault(*node, fmt::format("expected at least one of {}, found none", alternatives(k_observables)));
  }
  for (const JsonNode* element : elements) {
    const auto index = read_word(in, element, k_observables);
    if (!index) continue;
    const auto quantity = static_cast<Observable>(*index);
    if (std::ranges::find(quantities, quantity) != quantities.end()) {
      in.fault(*element, fmt::format("expected each quantity once, found \"{}\" again", k_observables[*index]));
    }
    quantities.push_back(quantity);
  }
  return quantities;
}

/// Why a quantity cannot be measured; empty: it can.
std::string reason_against(Observable quantity, const Scene& scene) {
  const WorldSettings& world = scene.world;
  const bool of_a_fluid =
      quantity == Observable::radial || quantity == Observable::structure || quantity == Observable::pressure;
  if (of_a_fluid && (!world.bounds || world.bounds->edges == Edges::remove)) {
    return "it takes \"bounds\" that hold the bodies (\"rebound\" or \"periodic\"), because it is measured against the "
           "density";
  }
  if (quantity != Observable::pressure) return {};
  if (const auto why = detail::reason_against(detail::Feature::pressure, world); !why.empty()) return why;
  const bool pulled = !(world.gravity == Vec2{}) || !world.sources.empty() || world.attraction;
  return pulled ? "fields and attraction have a share in it that is not measured" : "";
}

}  // namespace

std::optional<ObserveSettings> read_observe(Reading& in, const JsonNode* node) {
  if (node == nullptr) return std::nullopt;
  const Fields fields(in, *node, {"quantities", "every", "after", "window", "range", "wave", "bins", "reach"});
  if (node->kind != JsonKind::object) return std::nullopt;
  ObserveSettings settings;
  settings.quantities = read_quantities(in, fields.require("quantities"));
  settings.every = read_optional(in, fields.find("every"), Takes::positive);
  settings.after = read_optional(in, fields.find("after"), Takes::any);
  settings.window = read_optional(in, fields.find("window"), Takes::positive);
  settings.range = read_optional(in, fields.find("range"), Takes::positive);
  settings.wave = read_optional(in, fields.find("wave"), Takes::positive);
  settings.bins = static_cast<std::uint32_t>(read_whole(in, fields.find("bins"), {1, k_most_bins}, settings.bins));
  settings.reach = read_number(in, fields.find("reach"), Takes::positive, settings.reach);
  return settings;
}

void check_observe(const Scene& scene, std::vector<Error>& faults) {
  if (!scene.observe) return;
  const ObserveSettings& settings = *scene.observe;
  for (std::size_t k = 0; k < settings.quantities.size(); ++k) {
    const auto why = reason_against(settings.quantities[k], scene);
    if (why.empty()) continue;
    faults.push_back({fmt::format("/world/observe/quantities/{}", k),
                      fmt::format("cannot measure \"{}\" here: {}",
                                  k_observables[static_cast<std::size_t>(settings.quantities[k])], why)});
  }
  if (const auto& bounds = scene.world.bounds; bounds && settings.range) {
    const Vec2 size = bounds->max - bounds->min;
    const double most = std::min(size.x, size.y) / 2;
    if (*settings.range > most) {
      faults.push_back({"/world/observe/range", fmt::format("expected at most half of the bounds, {}, found {}",
                                                            number_text(most), number_text(*settings.range))});
    }
  }
  if (settings.window && settings.every) {
    const double lags = *settings.window / *settings.every;
    if (!(lags >= 1 && lags <= static_cast<double>(k_most_lags))) {
      faults.push_back({"/world/observe/window", fmt::format("expected 1 to {} times \"every\", found {} times",
                                                             k_most_lags, number_text(lags))});
    }
  }
}

std::string observe_text(const ObserveSettings& settings) {
  std::string words;
  for (const Observable quantity : settings.quantities) {
    words += fmt::format("{}\"{}\"", words.empty() ? "" : ", ", k_observables[static_cast<std::size_t>(quantity)]);
  }
  std::string text = fmt::format("{{\"quantities\": [{}]", words);
  const auto put = [&text](std::string_view key, const std::optional<double>& value) {
    if (value) text += fmt::format(", \"{}\": {}", key, json_number(*value));
  };
  put("every", settings.every);
  put("after", settings.after);
  put("window", settings.window);
  put("range", settings.range);
  put("wave", settings.wave);
  const ObserveSettings usual;
  if (settings.bins != usual.bins) text += fmt::format(", \"bins\": {}", settings.bins);
  if (settings.reach != usual.reach) put("reach", settings.reach);
  return text + "}";
}

}  // namespace carom::io

#include "world/rules/capabilities.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "world/rules/faults.hpp"

namespace carom::detail {
namespace {

/// Where a feature may be missing. A world is one of the first four, and of the last if its edges are periodic.
enum class Where : std::uint8_t { swept, integrated, overlap, event, periodic };
constexpr std::size_t k_where_count = 5;

struct WhereInfo {
  std::string_view in_messages;
  std::string_view in_docs;
};
constexpr WhereInfo k_where[] = {
    {R"(with "detection": "swept")", "`swept`"},
    {R"(where steps follow "attraction", or fields by another "integrator" or in a "substep",)",
     "`swept` with `attraction`, or fields and an `integrator` or `substep`"},
    {R"(with "detection": "overlap")", "`overlap`"},
    {R"(with "detection": "event")", "`event`"},
    {"in periodic bounds", "`periodic` edges"},
};
static_assert(std::size(k_where) == k_where_count);

struct Capability {
  std::string_view in_docs;
  std::array<std::string_view, k_where_count> why_not;  ///< empty: the feature works there
};

constexpr std::string_view k_yes;
constexpr std::string_view k_pushed = "bodies are pushed apart without rotating; swept turns all shapes, event circles";
constexpr std::string_view k_flown = "bodies that are no circles fly from hit to hit without rotating";
constexpr std::string_view k_flown_as_one = "bodies of several shapes would have to rotate, and only circles do";
constexpr std::string_view k_uniform_only = "bodies fly from hit to hit and only a uniform field is followed";
constexpr std::string_view k_pulled = "what pulls has a share in the pressure that is not measured";
constexpr std::string_view k_late = "bodies that overlap are pushed apart, which exchanges no momentum";
constexpr std::string_view k_no_field = "there is no field: its potential would jump at the edges";

/// In the order of Feature.
constexpr Capability k_capabilities[] = {
    // swept, integrated, overlap, event, periodic
    {"`spin` of circles, and contacts that turn them", {k_yes, k_yes, k_pushed, k_yes, k_yes}},
    {"the same of other shapes", {k_yes, k_yes, k_pushed, k_flown, k_yes}},
    {"`friction`", {k_yes, k_yes, k_pushed, k_yes, k_yes}},
    {"several `shapes` in a body", {k_yes, k_yes, k_pushed, k_flown_as_one, k_yes}},
    {"the response `merge`", {k_yes, k_yes, k_yes, "bodies do not merge", k_yes}},
    {"`damping`", {k_yes, k_yes, k_yes, "there are no steps, at whose start damping acts", k_yes}},
    {"`World::apply_force`", {k_yes, k_yes, k_yes, "there are no steps, for which a force lasts", k_yes}},
    {"`gravity`", {k_yes, k_yes, k_yes, k_yes, k_no_field}},
    {"`sources`", {k_yes, k_yes, k_yes, k_uniform_only, k_no_field}},
    {"`attraction`", {k_yes, k_yes, k_yes, k_uniform_only, k_no_field}},
    {"a `border`", {k_yes, k_yes, k_yes, k_yes, "every body is smaller than half the box"}},
    {"`pressure` in `observe`", {k_yes, k_pulled, k_late, k_yes, k_yes}},
};
static_assert(std::size(k_capabilities) == static_cast<std::size_t>(Feature::pressure) + 1);

const Capability& capability(Feature feature) noexcept { return k_capabilities[static_cast<std::size_t>(feature)]; }

bool periodic(const WorldSettings& settings) noexcept {
  return settings.bounds && settings.bounds->edges == Edges::periodic;
}

Where loop_of(const WorldSettings& settings) noexcept {
  switch (settings.detection) {
    case Detection::overlap: return Where::overlap;
    case Detection::event: return Where::event;
    case Detection::swept: break;
  }
  return integrates(settings) ? Where::integrated : Where::swept;
}

std::string_view why_not(Feature feature, Where where) noexcept {
  return capability(feature).why_not[static_cast<std::size_t>(where)];
}

std::string point_text(Vec2 p) { return "[" + number_text(p.x) + ", " + number_text(p.y) + "]"; }

/// One fault more, if a world with these settings does not support the feature.
void refuse(std::vector<Error>& faults, Feature feature, const WorldSettings& settings, std::string place,
            std::string_view expected, const std::string& found) {
  if (has(feature, settings)) return;
  faults.push_back({std::move(place), refusal(expected, reason_against(feature, settings), found)});
}

}  // namespace

bool integrates(const WorldSettings& settings) noexcept {
  if (settings.attraction) return true;
  const bool fields = !(settings.gravity == Vec2{}) || !settings.sources.empty();
  return fields && (settings.integrator != Integrator::leapfrog || settings.substep);
}

bool has(Feature feature, const WorldSettings& settings) noexcept {
  if (!why_not(feature, loop_of(settings)).empty()) return false;
  return !periodic(settings) || why_not(feature, Where::periodic).empty();
}

std::string reason_against(Feature feature, const WorldSettings& settings) {
  if (has(feature, settings)) return {};
  Where where = loop_of(settings);
  if (why_not(feature, where).empty()) where = Where::periodic;
  return std::string(k_where[static_cast<std::size_t>(where)].in_messages) + " " + std::string(why_not(feature, where));
}

std::string refusal(std::string_view expected, std::string_view why, std::string_view found) {
  std::string text = "expected ";
  text.append(expected).append(", because ").append(why).append(", found ").append(found);
  return text;
}

std::vector<Error> missing_features(const WorldSettings& settings) {
  std::vector<Error> faults;
  if (!settings.sources.empty()) {
    refuse(faults, Feature::sources, settings, "/sources", "none",
           "an array of " + std::to_string(settings.sources.size()));
  }
  if (settings.attraction) refuse(faults, Feature::attraction, settings, "/attraction", "none", "one");
  if (settings.friction != 0) {
    refuse(faults, Feature::friction, settings, "/friction", "0", number_text(settings.friction));
  }
  if (settings.gravity != Vec2{}) {
    refuse(faults, Feature::gravity, settings, "/gravity", "[0, 0]", point_text(settings.gravity));
  }
  for (std::size_t k = 0; k < settings.rules.size(); ++k) {
    if (settings.rules[k].response != Response::merge) continue;
    refuse(faults, Feature::merge, settings, "/rules/" + std::to_string(k) + "/response", "another response",
           "\"merge\"");
  }
  return faults;
}

std::vector<Error> missing_features(const BodyShape& shape, const WorldSettings& settings) {
  std::vector<Error> faults;
  if (std::holds_alternative<Compound>(shape)) {
    refuse(faults, Feature::shapes, settings, "/shapes", "one shape", "several");
  }
  if (std::holds_alternative<Border>(shape)) {
    refuse(faults, Feature::border, settings, "/border", "a shape that ends", "a border");
  }
  return faults;
}

std::vector<Error> missing_features(const BodyDef& body, const WorldSettings& settings) {
  std::vector<Error> faults = missing_features(body.shape, settings);
  if (body.spin != 0) refuse(faults, rotation_of(body.shape), settings, "/spin", "0", number_text(body.spin));
  const double friction = body.friction.value_or(0);
  if (friction != 0) refuse(faults, Feature::friction, settings, "/friction", "0", number_text(friction));
  if (body.damping != 0) refuse(faults, Feature::damping, settings, "/damping", "0", number_text(body.damping));
  return faults;
}

std::string capability_table(Reasons given) {
  std::vector<std::string_view> reasons;
  const auto number = [&reasons](std::string_view why) {
    const auto found = std::ranges::find(reasons, why);
    const auto place = static_cast<std::size_t>(found - reasons.begin());
    if (found == reasons.end()) reasons.push_back(why);
    return std::to_string(place + 1);
  };
  std::string text = "| |";
  for (const WhereInfo& where : k_where) text.append(" ").append(where.in_docs).append(" |");
  text += "\n| --- |";
  for (std::size_t k = 0; k < k_where_count; ++k) text += " --- |";
  for (const Capability& row : k_capabilities) {
    text.append("\n| ").append(row.in_docs).append(" |");
    for (const std::string_view why : row.why_not) {
      text += why.empty() ? " yes |" : given == Reasons::numbered ? " no (" + number(why) + ") |" : " no |";
    }
  }
  text += "\n";
  if (given == Reasons::none) return text;
  text += "\nBecause there\n\n";
  for (const std::string_view why : reasons) text.append(number(why)).append(". ").append(why).append("\n");
  return text;
}

}  // namespace carom::detail

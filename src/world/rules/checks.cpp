#include "world/rules/checks.hpp"

#include <string>

#include "world/rules/capabilities.hpp"
#include "world/rules/faults.hpp"

namespace carom::detail {
namespace {

void check_axis(Faults& faults, std::string_view axis, double min, double max) {
  if (min < max) return;
  faults.fault("/bounds/max", "expected " + std::string(axis) + " above that of \"min\", " + number_text(min) +
                                  ", found " + number_text(max));
}

void check_bounds(Faults& faults, const WorldSettings& settings) {
  if (!settings.bounds) return;
  const Bounds& bounds = *settings.bounds;
  faults.point("/bounds/min", bounds.min);
  faults.point("/bounds/max", bounds.max);
  check_axis(faults, "an x", bounds.min.x, bounds.max.x);
  check_axis(faults, "a y", bounds.min.y, bounds.max.y);
}

void check_attraction(Faults& faults, const WorldSettings& settings) {
  if (settings.substep) faults.positive("/substep", *settings.substep);
  if (!settings.attraction) return;
  const Attraction& law = *settings.attraction;
  faults.not_negative("/attraction/G", law.G);
  faults.not_negative("/attraction/softening", law.softening);
  if (!(law.opening >= 0 && law.opening <= 2)) {
    faults.fault("/attraction/opening", "expected a number from 0 to 2, found " + number_text(law.opening));
  }
}

void check_effect(Faults& faults, const Effect& effect, const std::string& place) {
  if (const auto* mark = std::get_if<MarkEffect>(&effect)) {
    faults.label(place + "/mark/as", mark->as);
  } else if (const auto* damage = std::get_if<DamageEffect>(&effect)) {
    faults.not_negative(place + "/damage/amount", damage->amount);
    faults.not_negative(place + "/damage/radius", damage->radius);
  }
}

/// Only when all else is good: bodies are measured by the settings.
std::optional<Error> check_spawns(const std::vector<Effect>& effects, const WorldSettings& settings,
                                  const std::string& place) {
  for (std::size_t k = 0; k < effects.size(); ++k) {
    const auto* spawn = std::get_if<SpawnEffect>(&effects[k]);
    if (spawn == nullptr) continue;
    const auto body = make_body(spawn->body, settings, settings.time, place + "/" + std::to_string(k) + "/spawn");
    if (!body) return body.error();
  }
  return std::nullopt;
}

void check_restitution_law(Faults& faults, const RestitutionLaw& law, const std::string& place) {
  if (const auto* const one = std::get_if<Viscoelastic>(&law)) {
    return faults.not_negative(place + "/viscoelastic", one->A);
  }
  const auto& rows = std::get<RestitutionTable>(law);
  if (rows.empty()) faults.fault(place + "/table", "expected at least one row [v, e], found none");
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::string row = place + "/table/" + std::to_string(k);
    faults.not_negative(row + "/0", rows[k].speed);
    faults.fraction(row + "/1", rows[k].restitution);
    if (k > 0 && !(rows[k].speed > rows[k - 1].speed)) {
      faults.fault(row, "expected speeds in rising order, found " + number_text(rows[k].speed) + " after " +
                            number_text(rows[k - 1].speed));
    }
  }
}

void check_rule(Faults& faults, const Rule& rule, const std::string& place) {
  if (rule.restitution) faults.fraction(place + "/restitution", *rule.restitution);
  if (rule.restitution_law) check_restitution_law(faults, *rule.restitution_law, place + "/restitution_law");
  if (rule.one_way) {
    faults.point(place + "/one_way", *rule.one_way);
    if (*rule.one_way == Vec2{}) faults.fault(place + "/one_way", "expected a direction, found [0, 0]");
    if (rule.response == Response::none || rule.response == Response::ignore) {
      faults.fault(place + "/one_way", "expected a response that stops bodies beside it, found \"" +
                                           std::string(rule.response == Response::none ? "none" : "ignore") + "\"");
    }
  }
  for (std::size_t k = 0; k < rule.before.size(); ++k) {
    check_effect(faults, rule.before[k], place + "/before/" + std::to_string(k));
  }
  for (std::size_t k = 0; k < rule.after.size(); ++k) {
    check_effect(faults, rule.after[k], place + "/after/" + std::to_string(k));
  }
}

}  // namespace

std::optional<Error> check_settings(const WorldSettings& settings) {
  Faults faults;
  faults.positive("/dt", settings.dt);
  faults.fraction("/restitution", settings.restitution);
  if (settings.restitution_law) check_restitution_law(faults, *settings.restitution_law, "/restitution_law");
  faults.not_negative("/friction", settings.friction);
  faults.point("/gravity", settings.gravity);
  for (std::size_t k = 0; k < settings.sources.size(); ++k) {
    const std::string place = "/sources/" + std::to_string(k);
    faults.point(place + "/at", settings.sources[k].at);
    faults.number(place + "/strength", settings.sources[k].strength);
  }
  check_attraction(faults, settings);
  if (settings.contact_duration) faults.not_negative("/contact_duration", *settings.contact_duration);
  check_bounds(faults, settings);
  for (Error& error : missing_features(settings)) faults.fault(error.place, std::move(error.reason));
  faults.number("/time", settings.time);
  if (settings.threads < 1) faults.fault("/threads", "expected at least 1, found 0");
  for (std::size_t k = 0; k < settings.rules.size(); ++k) {
    check_rule(faults, settings.rules[k], "/rules/" + std::to_string(k));
  }
  if (faults.first()) return faults.first();
  for (std::size_t k = 0; k < settings.rules.size(); ++k) {
    const std::string place = "/rules/" + std::to_string(k);
    if (auto error = check_spawns(settings.rules[k].before, settings, place + "/before")) return error;
    if (auto error = check_spawns(settings.rules[k].after, settings, place + "/after")) return error;
  }
  return std::nullopt;
}

}  // namespace carom::detail

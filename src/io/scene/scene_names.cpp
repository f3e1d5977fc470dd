#include "io/scene/scene_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "io/json/json_text.hpp"
#include "io/scene/scene_values.hpp"
#include "io/scene/scene_words.hpp"

namespace carom::io {
namespace {

using Places = std::unordered_map<std::string, std::size_t>;

std::string body_place(std::size_t index, std::string_view key) { return fmt::format("/bodies/{}/{}", index, key); }

void check_pair(const NamePair& pair, const std::string& place, const Places& bodies, std::vector<Error>& faults) {
  const std::string_view edges[] = {k_bounds};
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string& name = pair[side];
    if (bodies.contains(name) || (side == 1 && name == k_bounds)) continue;
    faults.push_back({fmt::format("{}/{}", place, side),
                      fmt::format("expected the name of a body{}, found \"{}\"{}", side == 1 ? " or \"bounds\"" : "",
                                  clipped(name), side == 1 ? suggestion(name, edges) : "")});
  }
  if (pair[0] == pair[1]) {
    faults.push_back({place, fmt::format("expected two bodies, found \"{}\" twice", clipped(pair[0]))});
  }
}

void check_pairs(const std::vector<NamePair>& pairs, std::string_view key, const Places& bodies,
                 std::vector<Error>& faults) {
  for (std::size_t k = 0; k < pairs.size(); ++k) check_pair(pairs[k], fmt::format("/{}/{}", key, k), bodies, faults);
}

}  // namespace

std::optional<std::uint64_t> serial_in(std::string_view name) {
  if (!name.starts_with('#')) return std::nullopt;
  const std::string_view digits = name.substr(1);
  std::uint64_t serial = 0;
  const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), serial);
  const bool whole = wrong == std::errc() && end == digits.data() + digits.size();
  if (!whole || serial_name(serial) != name) return std::nullopt;  // "#05" is a name like any other
  return serial;
}

std::string serial_name(std::uint64_t serial) { return "#" + std::to_string(serial); }

std::string called(const BodyDef& body, std::uint64_t serial) {
  return body.name.empty() ? serial_name(serial) : body.name;
}

Checked<std::vector<std::uint64_t>> serials(const Scene& scene) {
  std::vector<std::uint64_t> result;
  result.reserve(scene.bodies.size());
  std::uint64_t next = 0;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const std::string& name = scene.bodies[k].name;
    if (const auto serial = serial_in(name)) {
      const bool fits = scene.created ? *serial >= next && *serial < *scene.created : *serial == k;
      if (!fits) {
        const auto expected = scene.created ? fmt::format("a number from {} to one below \"created\"", next)
                                            : fmt::format("\"{}\" here, or another name", serial_name(k));
        return Error{body_place(k, "name"),
                     fmt::format("\"#\" and a number is the name of the body created after that many: expected {}, "
                                 "found \"{}\"",
                                 expected, name)};
      }
      next = *serial;
    }
    result.push_back(next++);
  }
  if (scene.created && *scene.created < next) {
    return Error{"/created", fmt::format("expected at least {}, because so many bodies are listed, found {}", next,
                                         *scene.created)};
  }
  return result;
}

void check_names(const Scene& scene, std::vector<Error>& faults) {
  const auto numbers = serials(scene);
  if (!numbers) return faults.push_back(numbers.error());
  Places bodies;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const auto [first, is_new] = bodies.emplace(called(scene.bodies[k], numbers.value()[k]), k);
    if (is_new) continue;
    faults.push_back({body_place(k, "name"), fmt::format("expected a name of its own, found \"{}\", as in {}",
                                                         clipped(first->first), body_place(first->second, "name"))});
  }
  check_pairs(scene.passing, "passing", bodies, faults);
  check_pairs(scene.touching, "touching", bodies, faults);
  for (std::size_t k = 0; scene.flights && k < scene.flights->bodies.size(); ++k) {
    const SceneFlight& one = scene.flights->bodies[k];
    if (!bodies.contains(one.body)) {
      faults.push_back({fmt::format("/flights/{}/body", k),
                        fmt::format("expected the name of a body, found \"{}\"", clipped(one.body))});
    }
    const Vec2 velocity = one.velocity;
    if (one.held && !(velocity == Vec2{})) {
      faults.push_back({fmt::format("/flights/{}/velocity", k),
                        fmt::format("expected [0, 0] of a body that is held, found [{}, {}]", velocity.x, velocity.y)});
    }
  }
  for (std::size_t k = 0; scene.flights && k < scene.flights->clock.just_parted.size(); ++k) {
    const NamePair& pair = scene.flights->clock.just_parted[k].between;
    const std::string place = fmt::format("/clock/just_parted/{}/between", k);
    check_pair(pair, place, bodies, faults);
    if (pair[1] == k_bounds) faults.push_back({place + "/1", "expected the name of a body, found \"bounds\""});
  }
  if (!scene.resting) return;
  for (std::size_t k = 0; k < scene.resting->size(); ++k) {
    check_pair((*scene.resting)[k].between, fmt::format("/resting/{}/between", k), bodies, faults);
  }
}

}  // namespace carom::io

#pragma once

#include <string>
#include <string_view>

/// The units that a scene names for its numbers. They are written beside numbers in pictures, plots and films; nothing is
/// computed with them.
namespace carom {

/// As a scene names them: "m", "s", "kg". Empty: it does not.
struct SceneUnits {
  std::string length;
  std::string time;
  std::string mass;
  friend bool operator==(const SceneUnits&, const SceneUnits&) = default;
};

/// Of what is made of them: "m/s", "kg m/s", "kg m²/s²"; empty where one of them has no name.
[[nodiscard]] std::string speed_unit(const SceneUnits& units);
[[nodiscard]] std::string momentum_unit(const SceneUnits& units);
[[nodiscard]] std::string energy_unit(const SceneUnits& units);

/// "t, s", as the name of an axis; the name alone where there is no unit.
[[nodiscard]] std::string named_with(std::string_view name, std::string_view unit);
/// "5 m"; the number alone where there is no unit.
[[nodiscard]] std::string number_with(std::string_view number, std::string_view unit);

}  // namespace carom

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "carom/math/vec2.hpp"
#include "carom/shapes/checked.hpp"
#include "math/number_text.hpp"

namespace carom::detail {

/// Looks at values given from outside and keeps the first that is wrong. All numbers must be finite and at most
/// k_coordinate_limit in size, so that products of some of them stay finite.
class Faults {
 public:
  /// Every place begins with `prefix`.
  explicit Faults(std::string prefix = {}) : prefix_(std::move(prefix)) {}

  void number(std::string_view place, double value);
  void positive(std::string_view place, double value);
  void not_negative(std::string_view place, double value);
  /// From 0 to 1.
  void fraction(std::string_view place, double value);
  void point(std::string_view place, Vec2 value);
  /// What is not to be had here: `why` says so.
  void zero(std::string_view place, double value, std::string_view why);
  /// A name or tag to be given to a body: not one of the words that have a meaning of their own in rules.
  void label(std::string_view place, std::string_view text);
  void fault(std::string_view place, std::string reason);

  [[nodiscard]] const std::optional<Error>& first() const noexcept { return first_; }

 private:
  std::string prefix_;
  std::optional<Error> first_;
};

}  // namespace carom::detail

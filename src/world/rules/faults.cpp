#include "world/rules/faults.hpp"

#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"

namespace carom::detail {
namespace {

constexpr std::string_view k_reserved[] = {"*", "bounds", "first", "second"};

std::string unexpected(std::string_view expected, double found) {
  return "expected " + std::string(expected) + ", found " + number_text(found);
}

}  // namespace

void Faults::number(std::string_view place, double value) {
  if (!std::isfinite(value)) {
    fault(place, unexpected("a finite number", value));
  } else if (std::abs(value) > k_coordinate_limit) {
    fault(place, unexpected("a number of at most 1e60 in size", value));
  }
}

void Faults::positive(std::string_view place, double value) {
  number(place, value);
  if (!(value > 0)) fault(place, unexpected("a positive number", value));
}

void Faults::not_negative(std::string_view place, double value) {
  number(place, value);
  if (!(value >= 0)) fault(place, unexpected("a number that is not negative", value));
}

void Faults::fraction(std::string_view place, double value) {
  if (!(value >= 0 && value <= 1)) fault(place, unexpected("a number from 0 to 1", value));
}

void Faults::point(std::string_view place, Vec2 value) {
  number(std::string(place) + "/0", value.x);
  number(std::string(place) + "/1", value.y);
}

void Faults::zero(std::string_view place, double value, std::string_view why) {
  if (value != 0) fault(place, std::string(why) + ": " + unexpected("0", value));
}

void Faults::label(std::string_view place, std::string_view text) {
  if (text.empty()) fault(place, "expected a text that is not empty");
  if (std::ranges::find(k_reserved, text) != std::end(k_reserved)) {
    fault(place, "\"" + std::string(text) + "\" has a meaning of its own in rules: expected another name");
  }
}

void Faults::fault(std::string_view place, std::string reason) {
  if (!first_) first_ = Error{prefix_ + std::string(place), std::move(reason)};
}

}  // namespace carom::detail

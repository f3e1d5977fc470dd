#include "io/record/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "io/json/json_text.hpp"

namespace carom::io {
namespace {

using Json = nlohmann::ordered_json;

/// Doubles as whole numbers in their order.
std::int64_t rank_of(double value) noexcept {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}

bool same_bits(double a, double b) noexcept {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Whole numbers too large for a double are compared as they are.
bool same_number(const Json& a, const Json& b) {
  if (a.is_number_integer() && b.is_number_integer()) return a == b;
  return same_bits(a.get<double>(), b.get<double>());
}

class Comparison {
 public:
  explicit Comparison(const std::vector<std::string_view>& ignored) : ignored_(ignored) {}

  void compare(const Json& a, const Json& b, const std::string& place) {
    if (a.is_number() && b.is_number()) {
      if (!same_number(a, b)) tell(place, two_numbers(a.get<double>(), b.get<double>()));
    } else if (a.is_object() && b.is_object()) {
      compare_objects(a, b, place);
    } else if (a.is_array() && b.is_array()) {
      for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
        compare(a[k], b[k], fmt::format("{}/{}", place, k));
      if (a.size() != b.size()) tell(place, fmt::format("{} and {} entries", a.size(), b.size()));
    } else if (a != b) {
      tell(place, fmt::format("{} and {}", clipped(a.dump()), clipped(b.dump())));
    }
  }
  [[nodiscard]] std::optional<JsonDifference> take() { return std::move(found_); }

 private:
  void compare_objects(const Json& a, const Json& b, const std::string& place) {
    const auto counts = [&](const std::string& key) { return std::ranges::find(ignored_, key) == ignored_.end(); };
    for (const auto& [key, value] : a.items()) {
      if (!counts(key)) continue;
      if (b.contains(key)) {
        compare(value, b[key], place + pointer_step(key));
      } else {
        tell(place + pointer_step(key), fmt::format("{} and nothing", clipped(value.dump())));
      }
    }
    for (const auto& [key, value] : b.items()) {
      if (counts(key) && !a.contains(key)) {
        tell(place + pointer_step(key), fmt::format("nothing and {}", clipped(value.dump())));
      }
    }
  }
  void tell(const std::string& place, std::string text) {
    if (!found_) found_ = JsonDifference{place, std::move(text), 0};
    ++found_->count;
  }

  const std::vector<std::string_view>& ignored_;
  std::optional<JsonDifference> found_;
};

}  // namespace

std::uint64_t ulps_between(double a, double b) noexcept {
  const std::int64_t x = rank_of(a);
  const std::int64_t y = rank_of(b);
  return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
               : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

std::string two_numbers(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return fmt::format("{} and {}", number_text(a), number_text(b));
  return fmt::format("{} and {}, by {:.3g} ({} ulp)", number_text(a), number_text(b), std::fabs(b - a),
                     ulps_between(a, b));
}

std::optional<JsonDifference> json_difference(const Json& a, const Json& b,
                                              const std::vector<std::string_view>& ignored) {
  Comparison comparison(ignored);
  comparison.compare(a, b, "");
  return comparison.take();
}

std::optional<std::string> frame_difference(const RecordedFrame& a, const RecordedFrame& b) {
  if (!same_bits(a.t, b.t)) return "the times of the frames: " + two_numbers(a.t, b.t);
  for (std::size_t k = 0; k < std::min(a.bodies.size(), b.bodies.size()); ++k) {
    const auto& [id, s] = a.bodies[k];
    const auto& [other, o] = b.bodies[k];
    if (id != other)
      return fmt::format("body #{} is only in the {} one", std::min(id, other), id < other ? "first" : "second");
    const auto one = [&](const char* what, double x, double y) -> std::optional<std::string> {
      if (same_bits(x, y)) return std::nullopt;
      return fmt::format("{} of body #{}: {}", what, id, two_numbers(x, y));
    };
    if (auto text = one("x", s.at.x, o.at.x)) return text;
    if (auto text = one("y", s.at.y, o.at.y)) return text;
    if (auto text = one("vx", s.velocity.x, o.velocity.x)) return text;
    if (auto text = one("vy", s.velocity.y, o.velocity.y)) return text;
    if (auto text = one("angle", s.angle, o.angle)) return text;
    if (auto text = one("spin", s.spin, o.spin)) return text;
  }
  if (a.bodies.size() == b.bodies.size()) return std::nullopt;
  return fmt::format("{} and {} bodies", a.bodies.size(), b.bodies.size());
}

double largest_distance(const RecordedFrame& a, const RecordedFrame& b) {
  double largest = 0;
  auto other = b.bodies.begin();
  for (const RecordedBody& body : a.bodies) {
    while (other != b.bodies.end() && other->id < body.id) ++other;
    if (other == b.bodies.end()) break;
    if (other->id == body.id) largest = std::max(largest, length(other->state.at - body.state.at));
  }
  return largest;
}

}  // namespace carom::io

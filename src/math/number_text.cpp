#include "math/number_text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace carom::detail {
namespace {

/// 0.d₁d₂d₃… × 10^exponent, d₁ ≠ 0, without zeros at the end.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

/// A natural number in digits of nine decimals, the lowest first.
class Natural {
 public:
  explicit Natural(std::uint64_t value) {
    for (; value > 0; value /= k_base) parts_.push_back(static_cast<std::uint32_t>(value % k_base));
  }
  void multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& part : parts_) {
      carry += std::uint64_t{part} * factor;
      part = static_cast<std::uint32_t>(carry % k_base);
      carry /= k_base;
    }
    if (carry > 0) parts_.push_back(static_cast<std::uint32_t>(carry));
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (std::size_t k = parts_.size(); k-- > 0;) {
      const std::string part = std::to_string(parts_[k]);
      if (!text.empty()) text.append(9 - part.size(), '0');
      text += part;
    }
    return text;
  }

 private:
  static constexpr std::uint64_t k_base = 1'000'000'000;
  std::vector<std::uint32_t> parts_;
};

void drop_zeros(std::string& digits) { digits.resize(digits.find_last_not_of('0') + 1); }

/// mantissa × 2^power, exactly: 2^-k is 5^k / 10^k.
Decimal exact(std::uint64_t mantissa, int power) {
  Natural number(mantissa);
  for (int k = 0; k < std::abs(power); ++k) number.multiply(power > 0 ? 2 : 5);
  Decimal decimal{number.text(), 0};
  decimal.exponent = static_cast<int>(decimal.digits.size()) + std::min(power, 0);
  drop_zeros(decimal.digits);
  return decimal;
}

bool less(const Decimal& a, const Decimal& b) {
  return a.exponent != b.exponent ? a.exponent < b.exponent : a.digits < b.digits;
}

/// Cut off after so many digits, and the next larger one of so many.
std::pair<Decimal, Decimal> around(const Decimal& value, std::size_t count) {
  Decimal below{value.digits.substr(0, count), value.exponent};
  Decimal above = below;
  above.digits.resize(count, '0');
  std::size_t at = count;
  while (at > 0 && above.digits[at - 1] == '9') --at;
  if (at == 0) {
    above = {"1", value.exponent + 1};
  } else {
    ++above.digits[at - 1];
    above.digits.resize(at);
  }
  drop_zeros(below.digits);
  return {below, above};
}

/// Whether to round up: the digits behind the first `count` are more than a half, or a half behind an odd one.
bool nearer_above(const Decimal& value, std::size_t count) {
  const std::string_view rest = std::string_view(value.digits).substr(count);
  if (rest != "5") return rest > "5";
  return (value.digits[count - 1] - '0') % 2 == 1;
}

/// The shortest decimal that is nearer to mantissa × 2^power than to any other double, and of these the nearest.
Decimal shortest(std::uint64_t mantissa, int power, bool least_of_its_power) {
  const Decimal value = exact(mantissa, power);
  // Half way to the neighbours; below a power of two they lie twice as close. To even mantissas a half is rounded.
  const Decimal low = least_of_its_power ? exact(4 * mantissa - 1, power - 2) : exact(2 * mantissa - 1, power - 1);
  const Decimal high = exact(2 * mantissa + 1, power - 1);
  const bool even = mantissa % 2 == 0;
  const auto inside = [&](const Decimal& x) {
    return even ? !less(x, low) && !less(high, x) : less(low, x) && less(x, high);
  };
  for (std::size_t count = 1; count < value.digits.size(); ++count) {
    const auto [below, above] = around(value, count);
    const bool up = nearer_above(value, count);
    if (inside(up ? above : below)) return up ? above : below;
    if (inside(up ? below : above)) return up ? below : above;
  }
  return value;
}

std::string scientific(const Decimal& decimal) {
  std::string text = decimal.digits.substr(0, 1);
  if (decimal.digits.size() > 1) text += "." + decimal.digits.substr(1);
  const int power = decimal.exponent - 1;
  const std::string size = std::to_string(std::abs(power));
  return text + (power < 0 ? "e-" : "e+") + (size.size() < 2 ? "0" : "") + size;
}

/// A large whole number with all of its digits, as to_chars has it.
std::string fixed(const Decimal& decimal, std::uint64_t mantissa, int power) {
  const auto count = static_cast<int>(decimal.digits.size());
  if (decimal.exponent <= 0)
    return "0." + std::string(static_cast<std::size_t>(-decimal.exponent), '0') + decimal.digits;
  const auto before = static_cast<std::size_t>(decimal.exponent);
  if (decimal.exponent < count) return decimal.digits.substr(0, before) + "." + decimal.digits.substr(before);
  std::string text = exact(mantissa, power).digits;
  text.resize(before, '0');
  return text;
}

}  // namespace

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  const std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value)) return sign + "inf";
  if (value == 0) return sign + "0";
  constexpr int k_bits = 52;
  constexpr int k_bias = 1075;
  const auto bits = std::bit_cast<std::uint64_t>(std::abs(value));
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << k_bits) - 1);
  const auto biased = static_cast<int>(bits >> k_bits);
  const std::uint64_t mantissa = biased == 0 ? fraction : fraction | std::uint64_t{1} << k_bits;
  const int power = std::max(biased, 1) - k_bias;
  const Decimal decimal = shortest(mantissa, power, fraction == 0 && biased > 1);
  // What fixed would need is known before it is made: 10^300 is not written out.
  const std::string brief = scientific(decimal);
  const int zeros = std::max(decimal.exponent - static_cast<int>(decimal.digits.size()), -decimal.exponent);
  if (zeros > static_cast<int>(brief.size())) return sign + brief;
  const std::string plain = fixed(decimal, mantissa, power);
  return sign + (plain.size() <= brief.size() ? plain : brief);
}

}  // namespace carom::detail

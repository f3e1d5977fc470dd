#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/gmp.hpp>
#include <utility>

/// Exact numbers. Every finite double is an integer times a power of two, so after one common scaling a whole question is
/// made of integers; times are roots of integer polynomials and samples between them are n / 2^k. Nothing is ever rounded.
namespace carom::oracle {

/// Without expression templates: `auto` and ternaries mean what they say.
using Int = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
/// Only for handing out a time, never for deciding anything.
using Real = boost::multiprecision::cpp_bin_float_100;

[[nodiscard]] inline int sign(const Int& x) { return x.sign(); }

/// num / den with den > 0, not necessarily reduced.
struct Rational {
  Int num = 0;
  Int den = 1;
};

/// The instant num / 2^shift.
struct Dyadic {
  Int num = 0;
  unsigned shift = 0;
};

struct IntPoint {
  Int x;
  Int y;
};

[[nodiscard]] inline IntPoint operator-(const IntPoint& a, const IntPoint& b) { return {a.x - b.x, a.y - b.y}; }
[[nodiscard]] inline bool operator==(const IntPoint& a, const IntPoint& b) { return a.x == b.x && a.y == b.y; }
[[nodiscard]] inline Int dot(const IntPoint& a, const IntPoint& b) { return a.x * b.x + a.y * b.y; }
[[nodiscard]] inline Int cross(const IntPoint& a, const IntPoint& b) { return a.x * b.y - a.y * b.x; }

}  // namespace carom::oracle

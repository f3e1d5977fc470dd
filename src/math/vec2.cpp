#include "carom/math/vec2.hpp"

#include <algorithm>

namespace carom {
namespace {

/// The power of two that brings the larger component of `a` near 1; exact to multiply by. frexp and ldexp only move
/// bits, so they are safe for reproducibility.
int exponent_of(Vec2 a) noexcept {
  int exponent = 0;
  std::frexp(std::max(std::abs(a.x), std::abs(a.y)), &exponent);
  return exponent;
}

Vec2 scaled(Vec2 a, int exponent) noexcept { return {std::ldexp(a.x, exponent), std::ldexp(a.y, exponent)}; }

}  // namespace

double length(Vec2 a) noexcept {
  const double plain = dot(a, a);
  if (plain > 1e-200 && plain < 1e200) return std::sqrt(plain);
  if (a == Vec2{}) return 0;
  const int exponent = exponent_of(a);
  const Vec2 near_one = scaled(a, -exponent);
  return std::ldexp(std::sqrt(dot(near_one, near_one)), exponent);
}

Vec2 unit(Vec2 a) noexcept {
  double squared = dot(a, a);
  if (!(squared > 1e-200 && squared < 1e200)) {
    if (a.x == 0 && a.y == 0) return a;
    a = scaled(a, -exponent_of(a));
    squared = dot(a, a);
  }
  const double size = std::sqrt(squared);
  return {a.x / size, a.y / size};
}

}  // namespace carom

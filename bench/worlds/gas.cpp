#include "gas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "../pairs.hpp"

namespace carom::bench {
namespace {

/// Cells of side 1/√2 hold the centre of one disc at most.
class OneDiscCells {
 public:
  explicit OneDiscCells(double half)
      : half_(half),
        columns_(static_cast<std::ptrdiff_t>(2 * half * std::numbers::sqrt2) + 1),
        taken_(static_cast<std::size_t>(columns_ * columns_), k_empty) {}

  /// Puts a disc there unless one is too near.
  bool put(Vec2 p, std::vector<Vec2>& positions) {
    const std::ptrdiff_t column = along(p.x);
    const std::ptrdiff_t row = along(p.y);
    for (std::ptrdiff_t y = std::max<std::ptrdiff_t>(row - 2, 0); y <= std::min(row + 2, columns_ - 1); ++y) {
      for (std::ptrdiff_t x = std::max<std::ptrdiff_t>(column - 2, 0); x <= std::min(column + 2, columns_ - 1); ++x) {
        const std::size_t other = taken_[static_cast<std::size_t>(y * columns_ + x)];
        if (other == k_empty) continue;
        const Vec2 d = positions[other] - p;
        if (dot(d, d) < 1) return false;
      }
    }
    taken_[static_cast<std::size_t>(row * columns_ + column)] = positions.size();
    positions.push_back(p);
    return true;
  }

 private:
  static constexpr std::size_t k_empty = static_cast<std::size_t>(-1);

  [[nodiscard]] std::ptrdiff_t along(double x) const {
    return std::clamp(static_cast<std::ptrdiff_t>((x + half_) * std::numbers::sqrt2), std::ptrdiff_t{0}, columns_ - 1);
  }

  double half_;
  std::ptrdiff_t columns_;
  std::vector<std::size_t> taken_;
};

/// Maxwell in two dimensions: the speed by inversion, the direction uniform; then scaled to the mean speed exactly.
std::vector<Vec2> maxwell(Random& random, std::size_t count, double mean_speed) {
  std::vector<Vec2> velocities(count);
  double sum = 0;
  for (Vec2& v : velocities) {
    const double speed = std::sqrt(-2 * std::log(1 - random.between(0, 1)));
    const double angle = random.between(0, 2 * std::numbers::pi);
    v = Vec2{speed * std::cos(angle), speed * std::sin(angle)};
    sum += speed;
  }
  const double scale = mean_speed * static_cast<double>(count) / sum;
  for (Vec2& v : velocities) v = scale * v;
  return velocities;
}

}  // namespace

Gas make_gas(std::size_t count, double area_fraction, double displacement) {
  Random random(count);
  Gas gas;
  const double area = static_cast<double>(count) * std::numbers::pi * k_radius * k_radius / area_fraction;
  gas.half = std::sqrt(area) / 2;
  gas.displacement = displacement;
  const double reach = gas.half - k_radius;
  OneDiscCells cells(gas.half);
  while (gas.discs.size() < count) {
    const double x = random.between(-reach, reach);
    cells.put({x, random.between(-reach, reach)}, gas.discs.positions);
  }
  gas.discs.velocities = maxwell(random, count, displacement);
  return gas;
}

double energy(const Discs& discs) {
  double sum = 0;
  for (const Vec2 v : discs.velocities) sum += dot(v, v);
  return sum;
}

std::size_t outside(const Discs& discs, double half) {
  const double limit = half - k_radius + 2 * k_radius;
  return static_cast<std::size_t>(std::count_if(discs.positions.begin(), discs.positions.end(), [&](Vec2 p) {
    return !(std::abs(p.x) <= limit && std::abs(p.y) <= limit);  // a lost NaN counts as well
  }));
}

}  // namespace carom::bench

#include "piles.hpp"

#include <charconv>
#include <cmath>
#include <utility>

#include "carom/math/elementary.hpp"
#include "carom/math/random.hpp"

namespace carom::bench {
namespace {

std::vector<Vec2> box(double width) {
  const double h = width / 2;
  return {{-h, -h}, {h, -h}, {h, h}, {-h, h}};
}

Pile pyramid(int rows) {
  Pile pile{.floor = true};
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < rows - row; ++k)
      pile.pieces.push_back({box(1), {(k - 0.5 * (rows - 1 - row)) * 1.05, 0.5 + row * 1.001}});
  }
  return pile;
}

Pile falling(int count) {
  Pile pile{.floor = true, .wall = 12, .restitution = 0.2};
  Random random(3);
  for (int k = 0; k < count; ++k) {
    const int sides = 3 + static_cast<int>(random.below(5));
    std::vector<Vec2> vertices;
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * k_pi * (i + 0.2 * random.uniform()) / sides;
      vertices.push_back({0.45 * std::cos(angle), 0.45 * std::sin(angle)});
    }
    const double x = -11 + 1.0 * (k % 22) + 0.05 * random.uniform();
    pile.pieces.push_back({std::move(vertices), {x, 1 + 1.0 * (k / 22)}});
  }
  return pile;
}

Pile tumbler(int count) {
  Pile pile{.drum_spin = 0.5, .restitution = 0.2};
  const double radius = 0.7 * std::sqrt(count * 0.25 / k_pi) / std::sqrt(0.25);
  for (int k = 0; k < 32; ++k)
    pile.drum.push_back({radius * std::cos(k_pi / 16 * k), radius * std::sin(k_pi / 16 * k)});
  const int side = static_cast<int>(std::ceil(std::sqrt(count)));
  for (int k = 0; k < count; ++k) {
    pile.pieces.push_back({box(0.4), {(k % side - 0.5 * (side - 1)) * 0.45, (k / side - 0.5 * (side - 1)) * 0.45}});
  }
  return pile;
}

}  // namespace

std::optional<Pile> make_pile(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == name.npos) return std::nullopt;
  const std::string_view kind = name.substr(0, colon);
  const std::string_view digits = name.substr(colon + 1);
  int size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (error != std::errc{} || end != digits.data() + digits.size() || size < 1 || size > 1'000'000) return std::nullopt;
  std::optional<Pile> pile;
  if (kind == "pyramid" && size <= 1000) pile = pyramid(size);
  if (kind == "falling") pile = falling(size);
  if (kind == "tumbler") pile = tumbler(size);
  if (pile) pile->name = name;
  return pile;
}

}  // namespace carom::bench

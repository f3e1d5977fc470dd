#include "io/picture/palette.hpp"

#include <algorithm>
#include <cmath>

namespace carom::io {
namespace {

constexpr Palette k_light{{0xfbfaf7},
                          {0xffffff},
                          {0xe7e3da},
                          {0x27303d},
                          {0x6b7280},
                          {0x5b6472},
                          {0xc43a14},
                          {0xc77a12},
                          {0x35507e},
                          {{{0x35507e}, {0x2f7f8f}, {0x55a868}, {0xd9b236}, {0xe58a1f}}},
                          {{{0x3d6fa5}, {0x2d8f83}, {0xc99a2e}, {0x8a62a8}, {0x6f9440}, {0xb0607f}, {0x5d7a8c}}}};

constexpr Palette k_dark{{0x12161d},
                         {0x1a2029},
                         {0x1e242e},
                         {0xd9dee6},
                         {0x8c96a5},
                         {0x8c96a5},
                         {0xff6b3d},
                         {0xffb454},
                         {0x7ea2e0},
                         {{{0x5577b8}, {0x3fa0ae}, {0x6cc283}, {0xf0cb55}, {0xffa03a}}},
                         {{{0x6a9fd8}, {0x4dbfb0}, {0xe6bb55}, {0xb48ad6}, {0x9bc466}, {0xdd8cab}, {0x8fb0c4}}}};

}  // namespace

const Palette& palette(bool dark) noexcept { return dark ? k_dark : k_light; }

Colour speed_colour(const Palette& palette, double share) noexcept {
  const auto last = palette.speeds.size() - 1;
  const double place = std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0) * static_cast<double>(last);
  const std::size_t low = std::min(static_cast<std::size_t>(place), last - 1);
  return mixed(palette.speeds[low], palette.speeds[low + 1], place - static_cast<double>(low));
}

Colour tag_colour(const Palette& palette, std::string_view tag) noexcept {
  std::uint32_t sum = 7;
  for (const char c : tag) sum = 31 * sum + static_cast<unsigned char>(c);
  return palette.kinds[sum % palette.kinds.size()];
}

}  // namespace carom::io

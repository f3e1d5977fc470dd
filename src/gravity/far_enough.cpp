#include "gravity/far_enough.hpp"

#include "gravity/cells.hpp"
#include "math/wide.hpp"

namespace carom::detail {
namespace {

/// Cells nearer than this, in units of the largest coordinate, never act as a whole: the highest derivatives would overflow.
constexpr double k_nearest_cells = 1e-24;
/// Cells this much farther than they need to be, squared, act by an expansion of one order less: the error of all together
/// hardly grows.
constexpr double k_distant_squared = 0.8 * 0.8;

static_assert(k_width<Four> == k_children);

/// One answer; without branches, because it cannot be predicted. Each is of the size of a count.
CAROM_ALWAYS_INLINE void file(std::uint32_t cell, std::uint32_t level_first, std::size_t is_far, std::size_t is_distant,
                              Answers& to) noexcept {
  *to.closer = level_first + cell;
  *to.distant = level_first + cell;
  *to.near = cell;
  to.closer += is_far - is_distant;
  to.distant += is_distant;
  to.near += 1 - is_far;
}

CAROM_VECTOR_CLONES void each(const Question& ask, const std::uint32_t* list, std::size_t count,
                              Answers& answers) noexcept {
  Answers to = answers;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t other = list[k];
    const double dx = ask.x[other] - ask.own_x;
    const double dy = ask.y[other] - ask.own_y;
    const double radii = (ask.radius[other] + ask.own_radius) + k_nearest_cells;
    const double need = radii * radii;
    const double allowed = ask.ratio_squared * (dx * dx + dy * dy);
    file(other, ask.level_first, need < allowed ? 1 : 0, need < k_distant_squared * allowed ? 1 : 0, to);
  }
  answers = to;
}

/// One family at a time.
CAROM_VECTOR_CLONES void children(const Question& ask, const std::uint32_t* list, std::size_t count,
                                  Answers& answers) noexcept {
  Answers to = answers;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t child = list[k] * static_cast<std::uint32_t>(k_children);
    Four dx;
    Four dy;
    Four radii;
    load(ask.x + child, dx);
    load(ask.y + child, dy);
    load(ask.radius + child, radii);
    dx -= ask.own_x;
    dy -= ask.own_y;
    radii = (radii + ask.own_radius) + k_nearest_cells;
    const Four need = radii * radii;
    const Four allowed = ask.ratio_squared * (dx * dx + dy * dy);
    const auto is_far = need < allowed;
    const auto is_distant = need < k_distant_squared * allowed;
    for (std::uint32_t n = 0; n < k_children; ++n) {
      file(child + n, ask.level_first, static_cast<std::size_t>(is_far[n] & 1),
           static_cast<std::size_t>(is_distant[n] & 1), to);
    }
  }
  answers = to;
}

}  // namespace

void ask_each(const Question& ask, const std::uint32_t* list, std::size_t count, Answers& answers) noexcept {
  each(ask, list, count, answers);
}

void ask_children(const Question& ask, const std::uint32_t* list, std::size_t count, Answers& answers) noexcept {
  children(ask, list, count, answers);
}

}  // namespace carom::detail

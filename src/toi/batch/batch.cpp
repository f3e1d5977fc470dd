#include "carom/toi/batch.hpp"

#include <algorithm>
#include <array>

#include "carom/toi/circle_border.hpp"
#include "carom/toi/circle_circle.hpp"
#include "math/vector_clones.hpp"
#include "toi/straight/circle_border_filter.hpp"
#include "toi/straight/circle_circle_filter.hpp"

namespace carom {
namespace {

/// Small enough for the first cache, large enough to hide the loop's ends.
constexpr std::size_t k_block = 512;

/// Outcomes as doubles, of the width of the numbers they come from: a loop of one width vectorises. A miss is 0.
[[maybe_unused]] constexpr double k_hit = 1;
constexpr double k_overlap = 2;
constexpr double k_open = 4;  ///< to be decided again; a bit that no outcome has
static_assert(static_cast<int>(Outcome::miss) == 0 && static_cast<int>(Outcome::hit) == 1 &&
              static_cast<int>(Outcome::overlap) == 2);

struct Block {
  alignas(64) std::array<double, k_block> code;
};

/// The start of each array of a block.
struct CirclePointers {
  const double* from_x;
  const double* from_y;
  const double* to_x;
  const double* to_y;
  const double* radius;
};

CirclePointers pointers(const CircleArrays& circles, std::size_t first) noexcept {
  return {circles.from_x.data() + first, circles.from_y.data() + first, circles.to_x.data() + first,
          circles.to_y.data() + first, circles.radius.data() + first};
}

/// 1 where the condition holds, else 0: conditions combine by multiplication, which no compiler turns into a branch.
inline double flag(bool condition) noexcept { return condition ? 1.0 : 0.0; }

inline double code_of(double hit, double miss, double overlap) noexcept {
  return k_hit * hit + k_overlap * overlap + k_open * (1 - hit - miss - overlap);
}

/// detail::decided() without branches.
CAROM_VECTOR_CLONES void circle_circle_block(CirclePointers a, CirclePointers b, std::size_t count,
                                             double* __restrict t, double* __restrict code) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 d0{a.from_x[i] - b.from_x[i], a.from_y[i] - b.from_y[i]};
    const Vec2 d1{a.to_x[i] - b.to_x[i], a.to_y[i] - b.to_y[i]};
    const auto f = detail::circle_filter(d0, d1, a.radius[i] + b.radius[i]);
    const detail::FilteredTime time = detail::filtered_time(f);
    const double error = f.error();
    const double normal = flag(f.size > detail::k_filter_floor);
    const double overlap = normal * flag(f.separation() < -error);
    const double apart = normal * flag(f.separation() > error);
    const double closing = apart * flag(f.closing() > error);
    const double parting = apart * flag(f.closing() < -error);
    const double close = closing * flag(f.discriminant() > f.discriminant_error());
    const double passing = closing * flag(f.discriminant() < -f.discriminant_error());
    const double late = close * flag(f.reach() < -error);
    const double hit = close * flag(f.reach() > error) * flag(time.error <= time.allowed);
    t[i] = hit > 0 ? time.t : 0;
    code[i] = code_of(hit, parting + passing + late, overlap);
  }
}

CAROM_VECTOR_CLONES void circle_border_block(const double* from, const double* to, const double* radius, double at,
                                             std::size_t count, double* __restrict t,
                                             double* __restrict code) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const detail::BorderFilter f = detail::border_filter(from[i], to[i], radius[i], at);
    const double apart = flag(f.gap > f.error);
    const double hit = apart * flag(f.end_gap < -f.error) * flag(f.error <= f.time_allowance());
    const double time = f.t < 1 ? f.t : 1;
    t[i] = hit > 0 ? time : 0;
    code[i] = code_of(hit, apart * flag(f.end_gap > f.error), flag(f.gap < -f.error));
  }
}

/// Narrows the codes; true when one is open.
CAROM_VECTOR_CLONES bool narrow_block(const double* code, std::size_t count, Outcome* __restrict outcome) noexcept {
  int seen = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int number = static_cast<int>(code[i]);
    seen |= number;
    outcome[i] = static_cast<Outcome>(number);
  }
  return (seen & static_cast<int>(k_open)) != 0;
}

/// Asks again, one by one, where a code is open.
template <class AskAgain>
void finish_block(const Block& block, std::size_t first, std::size_t count, const ImpactArrays& out,
                  const AskAgain& ask_again) noexcept {
  if (!narrow_block(block.code.data(), count, out.outcome.data() + first)) return;
  for (std::size_t i = 0; i < count; ++i) {
    if (block.code[i] != k_open) continue;
    const ImpactTime impact = ask_again(first + i);
    out.outcome[first + i] = impact.outcome;
    out.t[first + i] = impact.t;
  }
}

MovingCircle circle_at(const CircleArrays& circles, std::size_t i) noexcept {
  return {circles.radius[i], {circles.from_x[i], circles.from_y[i]}, {circles.to_x[i], circles.to_y[i]}};
}

}  // namespace

void impact_times(const CircleArrays& a, const CircleArrays& b, const ImpactArrays& out) noexcept {
  Block block;
  for (std::size_t first = 0; first < a.radius.size(); first += k_block) {
    const std::size_t count = std::min(k_block, a.radius.size() - first);
    circle_circle_block(pointers(a, first), pointers(b, first), count, out.t.data() + first, block.code.data());
    finish_block(block, first, count, out,
                 [&](std::size_t i) { return impact_time(circle_at(a, i), circle_at(b, i)); });
  }
}

void impact_times(const CircleArrays& circles, const Border& border, const ImpactArrays& out) noexcept {
  const std::span<const double> from = border.axis == Axis::x ? circles.from_x : circles.from_y;
  const std::span<const double> to = border.axis == Axis::x ? circles.to_x : circles.to_y;
  Block block;
  for (std::size_t first = 0; first < from.size(); first += k_block) {
    const std::size_t count = std::min(k_block, from.size() - first);
    circle_border_block(from.data() + first, to.data() + first, circles.radius.data() + first, border.at, count,
                        out.t.data() + first, block.code.data());
    finish_block(block, first, count, out, [&](std::size_t i) { return impact_time(circle_at(circles, i), border); });
  }
}

}  // namespace carom

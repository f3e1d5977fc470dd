#include "event/event_bounces.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "event/four_movers.hpp"
#include "math/wide.hpp"

namespace carom::detail {
namespace {

static_assert(offsetof(Bounce, at_b) == 2 * sizeof(double) && offsetof(Bounce, velocity_a) == sizeof(Four));

/// Where they are at `now`; whose flight begins then is where it begins, the sign of a zero included.
CAROM_ALWAYS_INLINE void move(const Four& now, FourMovers& f) {
  const Four time = now - f.since;
  const FourMasks begins = now == f.since;
  choose(begins, f.x, f.x + time * f.vx, f.x);
  choose(begins, f.y, f.y + time * f.vy, f.y);
}

/// What is added to the second of two at a distance: the nearest image.
CAROM_ALWAYS_INLINE void nearest(const Four& distance, double period, Four& shift) {
  const Four periods = Four{} + period;
  choose(distance < -0.5 * periods, -periods, Four{}, shift);
  choose(distance > 0.5 * periods, periods, shift, shift);
}

CAROM_ALWAYS_INLINE void excess_of_square(const Four& n, Four& square, Four& error) {
  square = n * n;
  const Four spread = 134217729.0 * n;  // 2^27 + 1, as in halves()
  const Four upper = spread - (spread - n);
  const Four lower = n - upper;
  error = ((upper * upper - square) + upper * lower + lower * upper) + lower * lower;
}

/// unit_excess()
CAROM_ALWAYS_INLINE void excess_of_unit(const Four& nx, const Four& ny, Four& out) {
  Four xx;
  Four yy;
  Four x_error;
  Four y_error;
  excess_of_square(nx, xx, x_error);
  excess_of_square(ny, yy, y_error);
  Four larger;
  Four smaller;
  choose(xx < yy, yy, xx, larger);
  choose(yy < xx, yy, xx, smaller);
  out = ((larger - 1) + smaller) + (x_error + y_error);
}

/// disc_normal()
CAROM_ALWAYS_INLINE void normal_of(const Four& dx, const Four& dy, Four& nx, Four& ny) {
  const Four square = dx * dx + dy * dy;
  Four root;
  for (int k = 0; k < 4; ++k) root[k] = std::sqrt(square[k]);
  const Four scale = 1 / root;
  const FourMasks apart = square > 0.0;
  choose(apart, scale * dx, Four{} + 1, nx);
  choose(apart, scale * dy, Four{}, ny);
}

/// exchanged() of pairs that close, nothing of others: velocities after, and the impulse.
CAROM_ALWAYS_INLINE void exchange(const Four& nx, const Four& ny, FourMovers& a, FourMovers& b, Four& impulse) {
  const Four closing = -((a.vx - b.vx) * nx + (a.vy - b.vy) * ny);
  const Four half_a = 0.5 * a.inverse_mass;
  const Four half_b = 0.5 * b.inverse_mass;
  const Four mean = half_a + half_b;
  const Four b_part = mean - half_a;
  const Four mean_error = (half_a - (mean - b_part)) + (half_b - b_part);
  const Four rounded = closing / mean;
  Four excess;
  excess_of_unit(nx, ny, excess);
  const Four lambda = rounded - rounded * (excess + mean_error / mean);
  const FourMasks closes = closing > 0.0;
  const Four gain_a = lambda * a.inverse_mass;
  const Four gain_b = lambda * b.inverse_mass;
  choose(closes, a.vx + gain_a * nx, a.vx, a.vx);
  choose(closes, a.vy + gain_a * ny, a.vy, a.vy);
  choose(closes, b.vx - gain_b * nx, b.vx, b.vx);
  choose(closes, b.vy - gain_b * ny, b.vy, b.vy);
  choose(closes, lambda, Four{}, impulse);
}

CAROM_ALWAYS_INLINE void write(const FourMovers& a, const FourMovers& b, const Four& impulse, Bounce* out) {
  const Four places[4] = {a.x, a.y, b.x, b.y};
  const Four velocities[4] = {a.vx, a.vy, b.vx, b.vy};
  Four by_item[4];
  transpose(places, by_item);
  CAROM_UNROLL
  for (std::size_t k = 0; k < 4; ++k) store(by_item[k], &out[k].at_a.x);
  transpose(velocities, by_item);
  CAROM_UNROLL
  for (std::size_t k = 0; k < 4; ++k) store(by_item[k], &out[k].velocity_a.x);
  CAROM_UNROLL
  for (std::size_t k = 0; k < 4; ++k) out[k].impulse = impulse[k];
}

/// The body created first is the first of the two. Without a branch: which one it is cannot be predicted.
CAROM_ALWAYS_INLINE void put_in_order(const EventBody* movers, const WindowEvent& predicted, Bounce& out) {
  const std::uint32_t a = predicted.a;
  const std::uint32_t b = predicted.b.mover();
  const auto other_way = static_cast<std::uint32_t>(movers[b].body_index < movers[a].body_index);
  const std::uint32_t turned = (a ^ b) & (0U - other_way);
  out.a = a ^ turned;
  out.b = b ^ turned;
}

}  // namespace

CAROM_WIDE_CLONES void work_out(const EventBody* movers, const Periods& periods,
                                std::span<const WindowEvent* const> events, Bounce* out) noexcept {
  for (std::size_t first = 0; first < events.size(); first += 4) {
    std::uint32_t movers_a[4];
    std::uint32_t movers_b[4];
    Four now;
    for (std::size_t k = 0; k < 4; ++k) {
      // The last one fills up the last four.
      const WindowEvent& predicted = *events[std::min(first + k, events.size() - 1)];
      put_in_order(movers, predicted, out[first + k]);
      movers_a[k] = out[first + k].a;
      movers_b[k] = out[first + k].b;
      now[k] = predicted.t;
    }
    FourMovers a;
    FourMovers b;
    gather(movers, movers_a, a);
    gather(movers, movers_b, b);
    move(now, a);
    move(now, b);
    Four shift_x{};
    Four shift_y{};
    if (periods.periodic) {
      nearest(a.x - b.x, periods.period.x, shift_x);
      nearest(a.y - b.y, periods.period.y, shift_y);
    }
    Four nx;
    Four ny;
    normal_of(a.x - (b.x + shift_x), a.y - (b.y + shift_y), nx, ny);
    Four impulse;
    exchange(nx, ny, a, b, impulse);
    write(a, b, impulse, out + first);
  }
}

}  // namespace carom::detail

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "event/event_body.hpp"
#include "world/pairs/narrow.hpp"

/// When two discs in flight meet.
///
/// Equation   |d + t w| = R, the earlier root: t = c / (√q - m), measured from the later of the two flights' beginnings
/// Symbols    d, w: place and velocity of one relative to the other then; R = ra + rb; m = d·w; c = d² - R²;
///            q = w² R² - (d×w)², the discriminant without its cancellation
/// Cases      m >= 0: they part; q <= 0, or c > -2 m t by rounding: they pass, or slide along each other; c <= 0: they
///            touch or overlap by rounding, and meet now if they close faster than rounding
/// Gravity    pulls both alike: relative to each other they fly straight
/// Error      a few roundings of d and w. The time is a pure function of the two flights: asked by any search, at any time, it is the same
///            bits. Test: event_pairs_test
/// Source     docs/mathematics.md, sections 1 and 17
namespace carom::detail {

/// In a time t the gap c shrinks by -2 m t at most, but for rounding. A computed contact before that is a body that only
/// slides along the other: its discriminant is nothing but rounding.
inline constexpr double k_closes = 2 + 0x1p-20;

/// k_never if they do not meet. `shift` is added to b.
[[nodiscard]] inline double contact_time(const EventBody& a, const EventBody& b, Vec2 shift, Vec2 gravity) noexcept {
  const double start = std::max(a.since, b.since);
  const double wait_a = start - a.since;
  const double wait_b = start - b.since;
  Vec2 d = (a.at + wait_a * a.velocity) - (b.at + wait_b * b.velocity);
  Vec2 w = a.velocity - b.velocity;
  if (!(gravity == Vec2{})) {
    d = d + (0.5 * (wait_a * wait_a - wait_b * wait_b)) * gravity;
    w = w + (wait_a - wait_b) * gravity;
  }
  d = d - shift;
  const double m = dot(d, w);
  if (!(m < 0)) return k_never;
  const double radii = a.radius + b.radius;
  const double square = radii * radii;
  const double c = dot(d, d) - square;
  const double data = cross(d, w);
  const double q = dot(w, w) * square - data * data;
  if (!(q > 0)) return k_never;
  if (c > 0) {
    const double wait = c / (std::sqrt(q) - m);
    return c <= -k_closes * m * wait ? start + wait : k_never;
  }
  const double speeds = size(a.velocity) + size(b.velocity);
  return -m > k_still_closing * speeds * size(d) ? start : k_never;
}

/// The normal of two discs that touch, `apart` from the second centre to the first. Two centres in one place have no
/// direction; any will do, as long as it is always the same.
[[nodiscard]] inline Vec2 disc_normal(Vec2 apart) noexcept {
  const double square = dot(apart, apart);
  return square > 0 ? (1 / std::sqrt(square)) * apart : Vec2{1, 0};
}

/// The mover that a mover meets first among some.
struct First {
  double t = k_never;
  EventPartner partner;  ///< none: no contact before the limit, and before their own next events
  bool unclear = false;  ///< some meet at one time, or touch already: to be decided one by one
};

/// Which mover searches, and for what: contacts before `limit`. Those that rounding has put before `not_before` are then.
struct ContactSearch {
  std::uint32_t mover = 0;
  double limit = k_never;
  double not_before = 0;
  Vec2 shift;  ///< added to the candidates
};

/// The same times as contact_time's without gravity, four at a time. The candidates' number is a multiple of four; the
/// searching mover may be among them.
[[nodiscard]] First first_contact_of(const EventBody* movers, const ContactSearch& search,
                                     std::span<const std::uint32_t> candidates) noexcept;

struct TwoFirsts {
  First a;
  First b;
};

/// For two at once, as after a contact, when both begin their flights; there are no images.
[[nodiscard]] TwoFirsts first_contacts_of(const EventBody* movers, std::uint32_t a, std::uint32_t b, double limit,
                                          std::span<const std::uint32_t> candidates) noexcept;

}  // namespace carom::detail

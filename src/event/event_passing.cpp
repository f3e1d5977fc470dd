#include <algorithm>
#include <cmath>

#include "event/event_run.hpp"
#include "world/body_shape.hpp"
#include "world/narrow.hpp"

// Pairs that pass through each other: when that begins, and when it ends. Like all meetings these are asked of the whole
// flights, so that they do not depend on when they are asked; only what lies behind is asked again from now on.
namespace carom::detail {
namespace {

/// Of an epoch: in that time nobody gets anywhere.
constexpr double k_moment = 0x1p-40;
/// Amidst something with room: of the usual stride, and so many of them.
constexpr double k_small_stride = 0.125;
constexpr int k_small_strides = 256;

}  // namespace

/// Both in straight flight, seen from each other.
std::optional<Contact> EventRun::pass_begin(FlierPair pair) {
  auto contact = entering(pair, w_.scratch);
  if (!contact || contact->t >= now_) return contact;
  pair.not_before = now_;
  return entering(pair, w_.scratch);
}

/// The same, and not before they may meet again after they have parted.
std::optional<Contact> EventRun::next_pass(std::uint32_t a, std::uint32_t b, FlierPair pair) {
  auto contact = pass_begin(pair);
  const auto left = parted_.find(passing_key(a, b));
  if (!contact || left == parted_.end() || contact->t > left->second.t) return contact;
  pair.not_before = next_pass_from(left->second, clock_.length);
  return entering(pair, w_.scratch);
}

/// A mover under gravity and a fixture.
std::optional<Contact> EventRun::thrown_pass_begin(std::uint32_t who, std::uint32_t place, Vec2 shift) {
  const auto first_since = [&](double start) {
    // More overlap than rounding has begun already, closing or not.
    const Flier a = flier(who, start);
    const Flier b = flier(place, start);
    const FlierPair at_once{a, b, body(who).shape, body(place).shape, shift, start + k_moment * clock_.length};
    const auto contact = entering(at_once, w_.scratch);
    return contact && contact->t <= start ? contact : first_throw(who, place, shift, start);
  };
  const auto contact = first_since(std::max(w_.movers[who].since, fixture(place).since));
  const auto next = !contact || contact->t >= now_ ? contact : first_since(now_);
  const auto left = parted_.find(passing_key(who, place));
  if (!next || left == parted_.end() || next->t > left->second.t) return next;
  const double from = next_pass_from(left->second, clock_.length);
  return from < clock_.length ? first_since(from) : std::nullopt;
}

/// A parabola may come back: the first time they are apart after now is looked for in growing strides, and from there, with
/// time run backward, their last contact.
std::optional<Contact> EventRun::thrown_pass_end(std::uint32_t who, std::uint32_t place, Vec2 shift) {
  const Body& mover = body(who);
  const Body& stander = body(place);
  const double start = std::max(w_.movers[who].since, fixture(place).since);
  const double size = w_.movers[who].radius + fixture(place).reach;
  const double speed = length(velocity(who, start) - fixture(place).velocity) + std::sqrt(length(gravity_) * size);
  double stride = size > 0 && std::isfinite(size) ? 0.25 * size / speed : clock_.length;
  double until = start;
  int patience = 0;
  if (may_part_twice(mover.shape) || may_part_twice(stander.shape)) {
    // A short stay inside must not be strode over: small strides, counted from when the pass began.
    if (const auto first = first_throw(who, place, shift, start)) until = std::min(first->t, now_);
    stride *= k_small_stride;
    patience = k_small_strides;
  }
  for (; until < clock_.length; stride *= --patience < 0 ? 2 : 1) {
    until = std::min(until + stride, clock_.length);
    if (until < now_) continue;
    const Flier a = flier(who, until);
    const Flier b = flier(place, until);
    if (within({a, b, mover.shape, stander.shape, shift, until}, {1, 0}, 0, w_.scratch)) continue;
    Throw back = thrown(who, place, shift, until);
    back.velocity = -back.velocity;
    back.horizon = until - start;
    auto contact = thrown_contact(view_of(mover.shape), back, view_of(stander.shape));
    if (!contact) contact = Contact{};
    contact->t = until - contact->t;
    return contact;
  }
  return std::nullopt;
}

}  // namespace carom::detail

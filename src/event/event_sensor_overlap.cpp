#include "event/event_sensor_overlap.hpp"

#include <algorithm>
#include <cmath>

#include "event/event_paths.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/pairs/narrow.hpp"

namespace carom::detail {
namespace {

/// Of an epoch: in that time no body gets anywhere.
constexpr double k_moment = 0x1p-40;
/// Amidst something with room: of the usual stride, and so many of them.
constexpr double k_small_stride = 0.125;
constexpr int k_small_strides = 256;

}  // namespace

std::optional<Contact> EventOverlaps::first_overlap(SweepPair pair) {
  auto contact = entering(pair, scratch_);
  if (!contact || contact->t >= ctx_.now) return contact;
  pair.not_before = ctx_.now;
  return entering(pair, scratch_);
}

std::optional<Contact> EventOverlaps::next_overlap(BodyRef a, BodyRef b, SweepPair pair) {
  auto contact = first_overlap(pair);
  const auto left = parted_.find(rules_.overlap_key(a, b));
  if (!contact || left == parted_.end() || contact->t > left->second.t) return contact;
  pair.not_before = next_pass_from(left->second, ctx_.clock().length);
  return entering(pair, scratch_);
}

std::optional<Contact> EventOverlaps::next_ballistic_overlap(BodyRef mover, BodyRef fixed, Vec2 shift) {
  const double end = ctx_.clock().length;
  const auto first_since = [&](double start) {
    // More overlap than rounding has begun already, closing or not.
    const Sweep a = bodies_.sweep(mover, start);
    const Sweep b = bodies_.sweep(fixed, start);
    const SweepPair at_once{a, b, bodies_.body(mover).shape, bodies_.body(fixed).shape, shift, start + k_moment * end};
    const auto contact = entering(at_once, scratch_);
    return contact && contact->t <= start ? contact
                                          : first_ballistic_contact(ctx_, bodies_, mover, fixed, shift, start);
  };
  const auto contact = first_since(std::max(bodies_.since(mover), bodies_.since(fixed)));
  const auto next = !contact || contact->t >= ctx_.now ? contact : first_since(ctx_.now);
  const auto left = parted_.find(rules_.overlap_key(mover, fixed));
  if (!next || left == parted_.end() || next->t > left->second.t) return next;
  const double from = next_pass_from(left->second, end);
  return from < end ? first_since(from) : std::nullopt;
}

/// A parabola may come back: the first time they are apart after now is looked for in growing strides, and from there, with
/// time run backward, their last contact.
std::optional<Contact> EventOverlaps::ballistic_parting(BodyRef mover, BodyRef fixed, Vec2 shift) {
  const BodyShape& shape_a = bodies_.body(mover).shape;
  const BodyShape& shape_b = bodies_.body(fixed).shape;
  const double end = ctx_.clock().length;
  const double start = std::max(bodies_.since(mover), bodies_.since(fixed));
  const double size = bodies_.reach(mover) + bodies_.reach(fixed);
  const double speed =
      length(bodies_.velocity(mover, start) - bodies_.fixed(fixed).velocity) + std::sqrt(length(ctx_.gravity) * size);
  double stride = size > 0 && std::isfinite(size) ? 0.25 * size / speed : end;
  double until = start;
  int strides = 0;
  if (may_part_twice(shape_a) || may_part_twice(shape_b)) {
    // A short stay inside must not be strode over: small strides, counted from when the overlap began.
    if (const auto first = first_ballistic_contact(ctx_, bodies_, mover, fixed, shift, start)) {
      until = std::min(first->t, ctx_.now);
    }
    stride *= k_small_stride;
    strides = k_small_strides;
  }
  for (; until < end; stride *= --strides < 0 ? 2 : 1) {
    until = std::min(until + stride, end);
    if (until < ctx_.now) continue;
    const Sweep a = bodies_.sweep(mover, until);
    const Sweep b = bodies_.sweep(fixed, until);
    if (within({a, b, shape_a, shape_b, shift, until}, {1, 0}, 0, scratch_)) continue;
    BallisticPath back = ballistic_path(ctx_, bodies_, mover, fixed, shift, until);
    back.velocity = -back.velocity;
    back.horizon = until - start;
    auto contact = ballistic_contact(view_of(shape_a), back, view_of(shape_b));
    if (!contact) contact = Contact{};
    contact->t = until - contact->t;
    return contact;
  }
  return std::nullopt;
}

void EventOverlaps::note_parted(BodyRef a, BodyRef b) {
  Parted& parted = parted_[rules_.overlap_key(a, b)];
  parted = {ctx_.now, parted.count + 1};
}

std::vector<PartedPair> EventOverlaps::parted() const {
  std::vector<PartedPair> pairs;
  for (const auto& [key, one] : parted_) pairs.push_back({key.a, key.b, one.t, one.count});
  return pairs;
}

void EventOverlaps::restore(std::span<const PartedPair> pairs) {
  for (const PartedPair& one : pairs) parted_[{one.a, one.b}] = {one.t, one.count};
}

}  // namespace carom::detail

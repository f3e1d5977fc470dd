#include "event/event_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "event/event_pairs.hpp"
#include "event/event_paths.hpp"
#include "world/pairs/narrow.hpp"

namespace carom::detail {
namespace {

/// A disc inside a ring, both flying straight: when its chord ends. From wherever rounding has put it, the chord ends on the
/// circle; so nothing adds up.
double chord_end(const Sweep& a, const Sweep& b, Vec2 shift) noexcept {
  const double start = std::max(a.since, b.since);
  const Vec2 d = a.position(start) - b.position(start) - shift;
  const Vec2 w = a.velocity - b.velocity;
  const double room = std::abs(a.radius - b.radius);
  const double square = dot(w, w);
  if (!(square > 0)) return k_never;
  const double m = dot(d, w);
  const double c = dot(d, d) - room * room;
  if (m > 0 && c >= 0) return start;
  const double across = cross(d, w);
  const double q = std::max(square * room * room - across * across, 0.0);
  // Of the two forms of the root the one that does not cancel.
  return start + (m > 0 ? -c / (m + std::sqrt(q)) : (std::sqrt(q) - m) / square);
}

}  // namespace

double EventContactFinder::pair_time(BodyRef a, BodyRef b, Vec2 shift) {
  const Body& body_a = bodies_.body(a);
  const Body& body_b = bodies_.body(b);
  if (!filters_match(body_a, body_b)) return k_never;
  const bool through = !ctx_.unobserved && rules_.lets_pass(a, b);
  if (!through && bodies_.is_disc(a) && bodies_.is_disc(b) && a.is_mover() && b.is_mover()) {
    return contact_time(bodies_.mover(a.index()), bodies_.mover(b.index()), shift, ctx_.gravity);
  }
  const auto [sweep_a, sweep_b, horizon] = two_sweeps(ctx_, bodies_, a, b, shift);
  if (!through && encloses(a, b, sweep_a, sweep_b, shift)) return chord_end(sweep_a, sweep_b, shift);
  const SweepPair pair{sweep_a, sweep_b, body_a.shape, body_b.shape, shift, horizon};
  if (!through) {
    const auto contact = next_contact(pair, scratch_);
    return contact ? contact->t : k_never;
  }
  if (rules_.overlap(a, b)) {
    // Only the image that overlaps can part.
    if (!(shift == ctx_.fixed_shift(bodies_.position(a, ctx_.now), bodies_.position(b, ctx_.now)))) return k_never;
    return parting_time(pair, ctx_.now, scratch_).value_or(k_never);
  }
  const auto contact = overlaps_.next_overlap(a, b, pair);
  return contact ? contact->t : k_never;
}

std::optional<Contact> EventContactFinder::next_ballistic_contact(BodyRef mover, BodyRef fixed, Vec2 shift) {
  if (!filters_match(bodies_.body(mover), bodies_.body(fixed))) return std::nullopt;
  if (!ctx_.unobserved && rules_.lets_pass(mover, fixed)) {
    return rules_.overlap(mover, fixed) ? overlaps_.ballistic_parting(mover, fixed, shift)
                                        : overlaps_.next_ballistic_overlap(mover, fixed, shift);
  }
  const double start = std::max(bodies_.since(mover), bodies_.since(fixed));
  return first_ballistic_contact(ctx_, bodies_, mover, fixed, shift, start);
}

std::optional<Contact> EventContactFinder::contact(BodyRef a, BodyRef b, Vec2 shift) {
  if (ctx_.falling && !(a.is_mover() && b.is_mover())) {
    auto contact = a.is_mover() ? next_ballistic_contact(a, b, shift) : next_ballistic_contact(b, a, -shift);
    if (contact && !a.is_mover()) {
      contact->normal = -contact->normal;
      contact->point = contact->point + shift;
    }
    return contact;
  }
  const auto [sweep_a, sweep_b, horizon] = two_sweeps(ctx_, bodies_, a, b, shift);
  const bool through = !ctx_.unobserved && rules_.lets_pass(a, b);
  if (!through && encloses(a, b, sweep_a, sweep_b, shift)) {
    const Vec2 at_a = bodies_.position(a, ctx_.now);
    const Vec2 at_b = bodies_.position(b, ctx_.now);
    Vec2 out = unit(at_a - at_b - shift);
    // As wide as its ring it touches all around: the contact is where it goes.
    if (out == Vec2{}) out = unit(bodies_.velocity(a, ctx_.now) - bodies_.velocity(b, ctx_.now));
    const auto& circle = std::get<Circle>(bodies_.body(a).shape);
    Contact contact;
    contact.side = Side::inner;
    contact.normal = -out;
    // On the ring, which is a or b.
    contact.point = circle.hollow ? at_a - circle.radius * out
                                  : at_b + shift + std::get<Circle>(bodies_.body(b).shape).radius * out;
    return contact;
  }
  const SweepPair pair{sweep_a, sweep_b, bodies_.body(a).shape, bodies_.body(b).shape, shift, horizon};
  return through ? overlaps_.first_overlap(pair) : next_contact(pair, scratch_);
}

/// True if one of them is a ring and the other one a disc inside.
bool EventContactFinder::encloses(BodyRef a, BodyRef b, const Sweep& sweep_a, const Sweep& sweep_b, Vec2 shift) const {
  const auto* circle_a = std::get_if<Circle>(&bodies_.body(a).shape);
  const auto* circle_b = std::get_if<Circle>(&bodies_.body(b).shape);
  if (circle_a == nullptr || circle_b == nullptr || circle_a->hollow == circle_b->hollow) return false;
  const double ring = circle_a->hollow ? circle_a->radius : circle_b->radius;
  const double start = std::max(sweep_a.since, sweep_b.since);
  const Vec2 d = sweep_a.position(start) - sweep_b.position(start) - shift;
  return dot(d, d) < ring * ring;
}

}  // namespace carom::detail

#pragma once

#include <algorithm>

#include "contact/contact_pipeline.hpp"
#include "event/event_bodies.hpp"

namespace carom::detail {

/// What filter and law say of two bodies of an event run.
class EventPairRules {
 public:
  EventPairRules(const EventBodies& bodies, const ContactPipeline& contacts) noexcept
      : bodies_(bodies), contacts_(contacts) {}

  [[nodiscard]] Law law(BodyRef a, BodyRef b) const { return contacts_.law(side(a), side(b)); }
  /// True if nothing stops these two.
  [[nodiscard]] bool lets_pass(BodyRef a, BodyRef b) const {
    return contacts_.filter().lets_pass(side(a), side(b), overlap_key(a, b));
  }
  /// True if they overlap now and are let pass.
  [[nodiscard]] bool overlap(BodyRef a, BodyRef b) const { return contacts_.filter().overlaps(overlap_key(a, b)); }
  /// By serials; each edge counts by itself.
  [[nodiscard]] PairKey overlap_key(BodyRef a, BodyRef b) const {
    const std::uint64_t first = bodies_.body(a).serial;
    if (b.is_edge()) return {first, edge_serial(b.index())};
    const std::uint64_t second = bodies_.body(b).serial;
    return {std::min(first, second), std::max(first, second)};
  }

 private:
  [[nodiscard]] ContactSide side(BodyRef ref) const {
    if (ref.is_edge()) return {};
    const std::uint32_t body_index = bodies_.body_index(ref);
    const Body& b = bodies_.directory().body(body_index);
    return {b.restitution ? &*b.restitution : nullptr, b.sensor, bodies_.directory().rules(body_index), false,
            b.friction};
  }

  const EventBodies& bodies_;
  const ContactPipeline& contacts_;
};

}  // namespace carom::detail

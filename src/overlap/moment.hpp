#pragma once

#include "carom/motion/chain.hpp"

/// The moment of a static question about moving shapes. Each answers with the exact sign of a quadratic at that moment, or
/// just beside it, so that one classification serves the start, the time just after it, and both sides of an event.
namespace carom {

/// At t = 0 itself; only the c0 of a quadratic matters.
struct AtStart {
  template <class Builder>
  [[nodiscard]] Sign sign(const Builder& build) const noexcept {
    return certified_sign([&](auto lift) { return build(lift).c0; });
  }
};

/// At t = 1 itself: with a `shift` that is a proposed move, the exact state after it.
struct AtEnd {
  template <class Builder>
  [[nodiscard]] Sign sign(const Builder& build) const noexcept {
    return certified_sign([&](auto lift) { return build(lift).c2; });
  }
};

/// Where a track is at the moment, rounded. Rounding keeps order, so one that is less than another is less in truth too.
[[nodiscard]] inline Vec2 rounded_place(const Track& track, AtStart) noexcept { return track.from; }
[[nodiscard]] inline Vec2 rounded_place(const Track& track, AtEnd) noexcept { return track.to + track.shift; }

/// Just after t = 0: the first coefficient that is not zero tells (c0, then the slope m - 2 c0, then the curvature).
struct AfterStart {
  template <class Builder>
  [[nodiscard]] Sign sign(const Builder& build) const noexcept {
    if (const auto sign = certain_sign(build(LiftApprox{}).c0)) {
      count_decision(DecisionLevel::plain);
      return *sign;
    }
    count_decision(DecisionLevel::exact);
    const ExactQuadratic f = build(LiftExact{});
    if (f.c0.sign() != Sign::zero) return f.c0.sign();
    if (f.m.sign() != Sign::zero) return f.m.sign();
    return f.c2.sign();
  }
};

/// Just before or just after an event.
struct BesideEvent {
  const Instant& instant;
  Approx t;
  bool after;

  template <class Builder>
  [[nodiscard]] Sign sign(const Builder& build) const noexcept {
    const ApproxQuadratic plain = build(LiftApprox{});
    const Approx rest = Approx{1, 0} - t;
    if (const auto sign = certain_sign(plain.c0 * rest * rest + plain.m * t * rest + plain.c2 * t * t)) {
      count_decision(DecisionLevel::plain);
      return *sign;
    }
    count_decision(DecisionLevel::exact);
    const ExactQuadratic f = build(LiftExact{});
    return after ? instant.sign_after(f) : instant.sign_before(f);
  }
};

}  // namespace carom

#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "carom/motion/chain.hpp"

/// A moving vertex and a moving edge.
///
/// Equation   f(t) = e(t) × w(t) = 0, e = B - A, w = P - A: a quadratic; a contact when 0 <= w·e <= e·e at the root
/// Symbols    P the vertex, A and B the ends of the edge, all on straight paths
/// Cases      f vanishes everywhere: all stays on one line, and a contact can only begin with P on A or on B;
///            the edge shrinks to a point at the root: a contact when P is on it
/// Error      decisions exact; |t - true t| <= k_time_error. Tests: vertex_edge_test, chain_chain_test
/// Source     docs/mathematics.md, section 4
namespace carom::detail {

/// P comes to lie on the edge at `t`, in (0, 1].
struct EdgeEvent {
  double t = 0;
  /// On which side of the edge P was just before: positive is left. Zero when it came along the edge's line.
  Sign side = Sign::zero;
  /// Just before, the nearest point of the edge to P was in its body (or P came straight over an end): its normal counts.
  bool face = false;
};

/// Everything of one vertex and one edge; a short-lived helper on the stack.
class VertexEdge {
 public:
  VertexEdge(const Track& p, const Track& a, const Track& b) noexcept : p_(p), a_(a), b_(b) {}

  /// Calls `visit(event, make_instant)` for each contact in (0, 1], in order of time.
  template <class Visit>
  void visit_events(const Visit& visit) const noexcept {
    const auto f = cross_quadratic(a_, b_, a_, p_);
    const QuadraticSigns signs = certified_signs(f);
    if (signs.vanishes()) {
      visit_meeting(a_, visit);
      visit_meeting(b_, visit);
      return;
    }
    const Roots roots =
        roots_in_step(signs, [&] { return certified_sign([&](auto lift) { return discriminant(f(lift)); }); });
    for (int i = 0; i < roots.count; ++i) {
      const Root which = roots.which[i];
      const auto instant = [&] { return Instant::root(f(LiftExact{}), signs, which); };
      EdgeEvent event{certified_root_time(f, signs, which), side_before(signs, which), false};
      if (is_contact(event, instant)) visit(event, instant);
    }
  }

 private:
  static Sign side_before(const QuadraticSigns& signs, Root which) noexcept {
    if (which == Root::other) return signs.m;
    return which == Root::first ? signs.c0 : -signs.c0;
  }

  /// The sign of `g` at the event and, only if that is zero, just before it.
  struct SignPair {
    Sign at;
    Sign before;
  };
  template <class Builder, class MakeInstant>
  static SignPair sign_at(const Builder& g, double time, const MakeInstant& instant) noexcept {
    const ApproxQuadratic plain = g(LiftApprox{});
    const Approx t{time, k_time_error};
    const Approx rest = Approx{1, 0} - t;
    if (const auto sign = certain_sign(plain.c0 * rest * rest + plain.m * t * rest + plain.c2 * t * t)) {
      return {*sign, *sign};
    }
    count_decision(DecisionLevel::exact);
    const ExactQuadratic exact = g(LiftExact{});
    const Instant moment = instant();
    const Sign at = moment.sign_at(exact);
    return {at, at == Sign::zero ? moment.sign_before(exact) : at};
  }

  template <class MakeInstant>
  bool is_contact(EdgeEvent& event, const MakeInstant& instant) const noexcept {
    const SignPair from_a = sign_at(dot_quadratic(a_, p_, a_, b_), event.t, instant);
    if (from_a.at == Sign::negative) return false;
    const SignPair from_b = sign_at(dot_quadratic(b_, p_, b_, a_), event.t, instant);
    if (from_b.at == Sign::negative) return false;
    event.face = from_a.before != Sign::negative && from_b.before != Sign::negative;
    const bool shrunk = from_a.at == Sign::zero && from_b.at == Sign::zero;
    return !shrunk || instant().sign_at(dot_quadratic(a_, p_, a_, p_)(LiftExact{})) == Sign::zero;
  }

  /// P on the end `q`: w0 and w1 point in opposite directions.
  template <class Visit>
  void visit_meeting(const Track& q, const Visit& visit) const noexcept {
    const Difference<LiftExact> w{{}, p_, q};
    const Exact<1> x0 = w.x0(), y0 = w.y0(), x1 = w.x1(), y1 = w.y1();
    if (x0.sign() == Sign::zero && y0.sign() == Sign::zero) return;
    if ((x0 * y1 - y0 * x1).sign() != Sign::zero) return;
    if ((x0 * x1 + y0 * y1).sign() == Sign::positive) return;
    // t = |w0| / (|w0| + |w1|), along an axis in which w0 does not vanish.
    const bool along_x = x0.sign() != Sign::zero;
    const Exact<1> start = along_x ? x0 : y0;
    const Exact<1> end = along_x ? x1 : y1;
    const int bits = end.sign() == Sign::zero ? start.bit_length() : std::max(start.bit_length(), end.bit_length());
    const DoubleDouble w0 = start.scaled(bits);
    const double t = (w0 / (w0 - end.scaled(bits))).rounded();
    const bool negative = start.sign() == Sign::negative;
    visit(EdgeEvent{std::fmin(t, 1.0), Sign::zero, false},
          [&] { return Instant::ratio(Exact<2>(negative ? -start : start), Exact<2>(negative ? end : -end)); });
  }

  const Track& p_;
  const Track& a_;
  const Track& b_;
};

}  // namespace carom::detail

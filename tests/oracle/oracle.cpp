#include "oracle.hpp"

#include <optional>
#include <stdexcept>

#include "critical.hpp"
#include "lifted.hpp"
#include "state.hpp"

namespace carom::oracle {
namespace {

// mathematics.md, section 2: a point on a ring counts as being inside. Unless it moves inwards, the wall stops it at once,
// though a point that is about to leave a line does not overlap it.
[[nodiscard]] bool leaves_ring_at_once(const LiftedShape& a, const LiftedShape& b) {
  if (!(a.is_ring() && b.is_point()) && !(b.is_ring() && a.is_point())) return false;
  const MovingPoint d = a.points[0] - b.points[0];
  const Poly gap = dot(d, d) - Poly({(a.radius + b.radius) * (a.radius + b.radius)});
  if (gap.sign_at(Dyadic{0, 0}) != 0) return false;
  return gap.degree() == 2 && gap[1] >= 0;
}

[[nodiscard]] State state_at(const LiftedPair& pair, const Dyadic& t) {
  return state_of(freeze(pair.a, t), freeze(pair.b, t));
}

// The first t in [0, 1] at which they touch and were apart just before or would overlap just after.
[[nodiscard]] std::optional<Root> first_hit(const LiftedPair& pair, State at_start) {
  std::vector<Critical> times = critical_times(pair.a, pair.b);
  Root here(Rational{0, 1});
  if (!times.empty() && compare(times.front().t, here) == 0) times.erase(times.begin());
  times.push_back({Root(Rational{2, 1}), false});
  const Root end(Rational{1, 1});

  State before = state_at(pair, instant_between(here, times.front().t));
  if (at_start == State::touch && before == State::overlap) return here;
  if (before == State::overlap || (at_start == State::apart && before != State::apart)) {
    throw std::logic_error("oracle: the state changes just after the start without a reason");
  }
  for (std::size_t i = 0; i + 1 < times.size() && compare(times[i].t, end.value()) <= 0; ++i) {
    const State after = state_at(pair, instant_between(times[i].t, times[i + 1].t));
    if (after != before && !times[i].contact) throw std::logic_error("oracle: the state changes without a contact");
    const bool touching = times[i].contact || before == State::touch;
    if (touching && (before == State::apart || after == State::overlap)) return times[i].t;
    before = after;
  }
  return std::nullopt;
}

[[nodiscard]] bool needs_quartic(const LiftedShape& a, const LiftedShape& b) {
  return a.form == Form::circle && a.radius > 0 && b.form == Form::chain && !is_rigid(b);
}

}  // namespace

Truth truth(const MovingShape& a, const MovingShape& b) {
  Truth result;
  if (std::holds_alternative<Border>(a) && std::holds_alternative<Border>(b)) {
    result.outcome = Outcome::unanswerable;
    return result;
  }
  const LiftedPair pair = lift(a, b);
  const FrozenShape start_a = freeze(pair.a, {});
  const FrozenShape start_b = freeze(pair.b, {});
  result.side = side_of(start_a, start_b);
  result.exact = !needs_quartic(pair.a, pair.b) && !needs_quartic(pair.b, pair.a);
  const State at_start = state_of(start_a, start_b);
  if (at_start == State::overlap) {
    result.outcome = Outcome::overlap;
    return result;
  }
  if (leaves_ring_at_once(pair.a, pair.b)) {
    result.outcome = Outcome::hit;
    return result;
  }
  if (const std::optional<Root> hit = first_hit(pair, at_start)) {
    const Approximation t = approximate(*hit);
    result.outcome = Outcome::hit;
    result.t_exact = t.value;
    result.t_error = t.error;
    result.t = static_cast<double>(t.value);
  }
  return result;
}

}  // namespace carom::oracle

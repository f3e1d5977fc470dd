#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "carom/math/tolerances.hpp"
#include "carom/motion/chain.hpp"
#include "carom/toi/time_of_impact.hpp"
#include "oracle/adversarial.hpp"
#include "oracle/oracle.hpp"

/// One answer of the kernels held against the oracle's.
namespace carom::judged {

/// Largest error of a time where a circle meets an edge whose ends move differently (free_edge.hpp).
inline constexpr double k_free_edge_time_error = 1e-13;
/// How near to touching such a hit must come, relative to the larger of size and distance.
inline constexpr double k_free_edge_clearance = 1e-13;

/// Largest error of the normal of two circles.
inline constexpr double k_normal_error = 1e-14;

struct Verdict {
  Outcome truth = Outcome::miss;
  std::string wrong;       ///< what is wrong with the answer; empty if nothing is
  double time_error = 0;   ///< of a hit that both have
  bool tolerated = false;  ///< a hit of the quartic that comes near enough to touching to be allowed
};

[[nodiscard]] inline std::string in_words(Outcome outcome) {
  return outcome == Outcome::miss ? "miss" : outcome == Outcome::hit ? "hit" : "overlap";
}

/// The larger of the circle, the chain and their distance at `t`, and how fast they move with respect to each other.
struct Extent {
  double size = 0;
  double speed = 0;
};
[[nodiscard]] inline Extent extent_at(const MovingCircle& circle, const MovingShape& other, double t) {
  const auto* segment = std::get_if<MovingSegment>(&other);
  const Chain chain = segment != nullptr ? chain_of(*segment) : chain_of(std::get<MovingPolygon>(other));
  const Vec2 center = lerp(circle.from, circle.to, t);
  Extent extent{circle.radius, 0};
  for (int i = 0; i < chain.count; ++i) {
    const Track vertex = chain.vertex(i);
    const Vec2 p = vertex.at(t);
    extent.size = std::max({extent.size, length(p - center), length(chain.edge_end(i).at(t) - p)});
    extent.speed = std::max(extent.speed, length((circle.to - circle.from) - (vertex.to - vertex.from) - vertex.shift));
  }
  return extent;
}

/// Does the pair, a circle and a chain, come within the quartic's tolerance of touching at `t`, or within the error of it?
[[nodiscard]] inline bool nearly_touches(const MovingShape& a, const MovingShape& b, double t, Side side) {
  const bool circle_first = std::holds_alternative<MovingCircle>(a);
  const Extent extent = extent_at(std::get<MovingCircle>(circle_first ? a : b), circle_first ? b : a, t);
  const double limit = k_free_edge_clearance * extent.size + k_free_edge_time_error * extent.speed;
  return abs(oracle::clearance(a, b, t, side)) <= oracle::Real(limit);
}

/// Of two circles that meet: how far the normal is from the line of centres at the true time, in many digits.
[[nodiscard]] inline double normal_error(const MovingCircle& a, const MovingCircle& b, const oracle::Truth& truth,
                                         const Contact& contact) {
  using oracle::Real;
  const Real t = truth.t_exact;
  const auto between = [&](double a0, double a1, double b0, double b1) {
    return Real((Real(a0) - Real(b0)) * (1 - t) + (Real(a1) - Real(b1)) * t);
  };
  const Real dx = between(a.from.x, a.to.x, b.from.x, b.to.x);
  const Real dy = between(a.from.y, a.to.y, b.from.y, b.to.y);
  const Real distance = sqrt(dx * dx + dy * dy);
  const double way_size = std::max(length(a.to - a.from), length(b.to - b.from));
  // Without extent the direction of motion serves as well as any; with hardly any, the oracle's 95 digits do not tell.
  if (distance <= Real(way_size) * Real(1e-75)) return 0;
  const Real way = contact.side == Side::inner ? Real(-1) : Real(1);
  const Real error_x = way * dx / distance - Real(contact.normal.x);
  const Real error_y = way * dy / distance - Real(contact.normal.y);
  return static_cast<double>(sqrt(error_x * error_x + error_y * error_y));
}

[[nodiscard]] inline Verdict judged(const MovingShape& a, const MovingShape& b) {
  const Impact answer = time_of_impact(a, b);
  const oracle::Truth truth = oracle::truth(a, b);
  Verdict verdict;
  verdict.truth = truth.outcome;
  const Contact& contact = answer.contact;
  const bool hits = answer.outcome == Outcome::hit;
  // Where the quartic is allowed its tolerance: a hit that is none, or comes before the true one.
  const auto allowed_hit = [&] { return !truth.exact && hits && nearly_touches(a, b, contact.t, contact.side); };

  if (answer.outcome != truth.outcome) {
    verdict.tolerated = truth.outcome == Outcome::miss && allowed_hit();
    if (!verdict.tolerated) verdict.wrong = in_words(answer.outcome) + ", expected " + in_words(truth.outcome);
    return verdict;
  }
  if (!hits) return verdict;
  verdict.time_error = std::abs(static_cast<double>(truth.t_exact - oracle::Real(contact.t)));
  const double limit = truth.exact ? k_time_error : k_free_edge_time_error;
  if (!(verdict.time_error <= limit)) {
    verdict.tolerated = contact.t < truth.t && allowed_hit();
    if (!verdict.tolerated) verdict.wrong = "t off by " + std::to_string(verdict.time_error / limit) + " limits";
    verdict.time_error = 0;
  } else if (!(contact.t >= 0 && contact.t <= 1)) {
    verdict.wrong = "t outside the step";
  } else if (contact.side != truth.side) {
    verdict.wrong = "side";
  } else if (!(std::abs(length(contact.normal) - 1) <= 1e-15)) {
    verdict.wrong = "normal of length " + std::to_string(length(contact.normal));
  } else if (!(std::isfinite(contact.point.x) && std::isfinite(contact.point.y))) {
    verdict.wrong = "point";
  } else if (std::holds_alternative<MovingCircle>(a) && std::holds_alternative<MovingCircle>(b)) {
    const double off = normal_error(std::get<MovingCircle>(a), std::get<MovingCircle>(b), truth, contact);
    if (!(off <= k_normal_error)) verdict.wrong = "normal off by " + std::to_string(off / k_normal_error) + " limits";
  }
  return verdict;
}

}  // namespace carom::judged

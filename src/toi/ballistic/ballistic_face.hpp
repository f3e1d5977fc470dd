#pragma once

#include <array>

#include "carom/math/tolerances.hpp"
#include "toi/ballistic/ballistic_gap.hpp"

/// What a body made of straight pieces can be met at: its edges and its vertices.
namespace carom::detail {

/// The earliest contact so far. Of two faces that meet, each end of the piece they share is a contact of its own.
class Earliest {
 public:
  explicit Earliest(const Flightpath& way) noexcept : way_(way) {}

  void offer(const Contact& contact, double closing) noexcept {
    if (!best_) return take(contact, closing);
    // Times that differ by less than rounding moves them are one.
    const double lead = (best_->t - contact.t) * std::max(closing, closing_);
    const double error = 4 * way_.error(contact.t);
    if (lead > error) return take(contact, closing);
    if (lead < -error) return;
    if (std::abs(cross(contact.normal, best_->normal)) <= k_parallel_sine && dot(contact.normal, best_->normal) > 0) {
      widen(contact.point);
      best_->t = std::min(best_->t, contact.t);
    } else if (closing > closing_) {
      take(contact, closing);
    }
  }

  [[nodiscard]] std::optional<Contact> contact() const noexcept {
    if (!best_) return std::nullopt;
    Contact result = *best_;
    result.point = 0.5 * (first_ + last_);
    return result;
  }
  [[nodiscard]] bool empty() const noexcept { return !best_; }

 private:
  void take(const Contact& contact, double closing) noexcept {
    best_ = contact;
    closing_ = closing;
    first_ = last_ = contact.point;
  }
  void widen(Vec2 point) noexcept {
    const Vec2 along = perpendicular(best_->normal);
    if (dot(point - first_, along) < 0) first_ = point;
    if (dot(point - last_, along) > 0) last_ = point;
  }

  const Flightpath& way_;
  std::optional<Contact> best_;
  double closing_ = 0;
  Vec2 first_, last_;
};

/// An edge, and a point that must stay `radius` off it, one of them ballistic.
struct StraightFace {
  Vec2 point;   ///< of the mover, or of the stander
  Vec2 begin;   ///< of the edge
  Vec2 along;   ///< the edge
  Vec2 normal;  ///< off the edge, to the point's side
  double radius = 0;
  double sense = 1;  ///< -1: the edge flies and the point stands
  Side side = Side::outer;
  bool far_side = false;  ///< the point is on the other side of the line, and must pass by the edge first

  [[nodiscard]] Stage stage(const Flightpath& way) const noexcept {
    return far_side ? Stage::behind : stage_of(gap(way), way);
  }
  [[nodiscard]] Vec2 place(const Flightpath& way, double t) const noexcept {
    return (point - begin) + (sense * t) * (way.velocity + (0.5 * t) * way.gravity);
  }
  [[nodiscard]] Gap gap(const Flightpath& way) const noexcept {
    return {dot(normal, point - begin) - radius, sense * dot(normal, way.velocity), sense * dot(normal, way.gravity),
            0x1p-46 * way.pull};
  }
  [[nodiscard]] std::optional<double> time(Stage stage, const Flightpath& way) const noexcept {
    return straight_time(gap(way), stage, way);
  }
  /// Is the foot of the point on the edge?
  [[nodiscard]] bool faces(const Flightpath& way, double t) const noexcept {
    const double foot = dot(along, place(way, t));
    const double error = taxicab(along) * way.error(t);
    return foot >= -error && foot <= dot(along, along) + error;
  }
  [[nodiscard]] Contact contact(const Flightpath& way, double t) const noexcept {
    if (sense < 0) return {.t = t, .point = point, .normal = -normal, .side = side};
    const Vec2 w = place(way, t);
    return {.t = t, .point = begin + (w - dot(normal, w) * normal), .normal = normal, .side = side};
  }
  void shift(Vec2 way) noexcept { point = point + sense * way; }
};

/// A vertex with the edges that leave it, and a ballistic circle, beside it or around it.
struct VertexFace {
  RoundFace round;
  Vec2 vertex;
  std::array<Vec2, 2> edges;
  Side side = Side::outer;

  [[nodiscard]] Stage stage(const Flightpath& way) const noexcept { return stage_of(gap(way), way); }
  [[nodiscard]] Gap gap(const Flightpath& way) const noexcept { return round.gap(way); }
  [[nodiscard]] std::optional<double> time(Stage stage, const Flightpath& way) const noexcept {
    return round_time(round, stage, way);
  }
  /// Is the vertex nearer than its edges? From inside it is what is farthest that counts.
  [[nodiscard]] bool faces(const Flightpath& way, double t) const noexcept {
    if (round.inner) return true;
    const Vec2 w = round.place(way, t);
    return dot(edges[0], w) <= taxicab(edges[0]) * way.error(t) && dot(edges[1], w) <= taxicab(edges[1]) * way.error(t);
  }
  [[nodiscard]] Contact contact(const Flightpath& way, double t) const noexcept {
    const Vec2 n = round.normal(way, t);
    return {.t = t, .point = vertex, .normal = n == Vec2{} ? unit(-way.velocity_at(t)) : n, .side = side};
  }
  void shift(Vec2 way) noexcept { round.from = round.from + way; }
};

}  // namespace carom::detail

#include "toi/straight/chain_contact.hpp"

#include <algorithm>

namespace carom::detail {
namespace {

Vec2 velocity(const Track& track) noexcept { return (track.to - track.from) + track.shift; }

/// A vertex on an edge at a given time, in numbers.
struct Placed {
  const Chain& vertex_chain;
  const Chain& edge_chain;
  const ChainEvent& event;
  double t;

  Track p() const noexcept { return vertex_chain.vertex(event.vertex); }
  Track a() const noexcept { return edge_chain.vertex(event.edge); }
  Track b() const noexcept { return edge_chain.edge_end(event.edge); }
  Vec2 edge() const noexcept { return lerp(b().from - a().from, b().to - a().to, t); }

  /// Position of a vertex of the other chain along the edge, 0 at its start and 1 at its end.
  double along(const Track& q) const noexcept {
    const Vec2 e = edge();
    const double size = dot(e, e);
    const Vec2 w = lerp(q.from - a().from, (q.to - a().to) + (q.shift - a().shift), t);
    return size > 0 ? dot(w, e) / size : 0;
  }
  Vec2 relative_velocity() const noexcept {
    const double alpha = std::clamp(along(p()), 0.0, 1.0);
    const Vec2 relative = velocity(p()) - lerp(velocity(a()), velocity(b()), alpha);
    // Of an edge that has shrunk to a point the other end may be the one that moves.
    return relative == Vec2{} ? velocity(p()) - velocity(b()) : relative;
  }
  /// Pushes the vertex off the edge.
  Vec2 normal() const noexcept {
    const Vec2 left = unit(perpendicular(edge()));
    return event.event.side == Sign::negative ? -left : left;
  }
  /// How directly the vertex runs into the edge: 1 head on, 0 along it.
  double closing() const noexcept { return -dot(normal(), unit(relative_velocity())); }

  /// From differences of the vertices given: far from the origin those of places at t have lost the direction.
  bool parallel(const Track& q) const noexcept {
    const Vec2 other = unit(lerp(q.from - p().from, q.to - p().to, t));
    return std::abs(cross(other, unit(edge()))) <= k_parallel_sine;
  }

  /// The vertex itself, or the middle of the piece that a face next to it shares with the edge.
  Vec2 point() const noexcept {
    if (!event.event.face || vertex_chain.count < 2) return p().at(t);
    struct End {
      double along;
      Vec2 place;
    };
    End low{along(p()), p().at(t)};
    End high = low;
    for (const int neighbour : {vertex_chain.previous(event.vertex), vertex_chain.next(event.vertex)}) {
      const Track q = vertex_chain.vertex(neighbour);
      if (!parallel(q)) continue;
      const End end{along(q), q.at(t)};
      if (end.along < low.along) low = end;
      if (end.along > high.along) high = end;
    }
    if (low.along == high.along) return p().at(t);
    if (low.along < 0) low.place = a().at(t);
    if (high.along > 1) high.place = b().at(t);
    return lerp(low.place, high.place, 0.5);
  }
};

}  // namespace

Contact face_contact(const Chain& a, const Chain& b, const ChainEvent& event) noexcept {
  const Placed placed = event.vertex_of_a ? Placed{a, b, event, event.event.t} : Placed{b, a, event, event.event.t};
  const Vec2 normal = placed.normal();
  return {.t = event.event.t, .point = placed.point(), .normal = event.vertex_of_a ? normal : -normal};
}

void EarliestEvents::add(const ChainEvent& event) noexcept {
  const double t = event.event.t;
  if (!wants(t)) return;
  if (count_ == 0 || t < earliest_) {
    earliest_ = t;
    const auto stale = [&](const ChainEvent& e) { return !wants(e.event.t); };
    count_ = static_cast<int>(std::remove_if(events_.begin(), events_.begin() + count_, stale) - events_.begin());
  }
  if (count_ < static_cast<int>(events_.size())) {
    events_[static_cast<std::size_t>(count_++)] = event;
  } else if (event.event.face) {  // of more than fit, those that tell the normal matter
    const auto other = std::find_if(events_.begin(), events_.end(), [](const ChainEvent& e) { return !e.event.face; });
    if (other != events_.end()) *other = event;
  }
}

Contact EarliestEvents::contact(const Chain& a, const Chain& b) const noexcept {
  const auto placed = [&](const ChainEvent& e) {
    return e.vertex_of_a ? Placed{a, b, e, earliest_} : Placed{b, a, e, earliest_};
  };
  const ChainEvent* best = nullptr;
  double best_closing = 0;
  for (int i = 0; i < count_; ++i) {
    const ChainEvent& e = events_[static_cast<std::size_t>(i)];
    const double closing = e.event.face && e.event.side != Sign::zero ? placed(e).closing() : -2;
    if (best == nullptr || closing > best_closing) {
      best = &e;
      best_closing = closing;
    }
  }
  const Placed chosen = placed(*best);
  const bool face = best_closing >= -1;
  const Vec2 motion = unit(chosen.relative_velocity());
  Vec2 off_edge = face || motion == Vec2{} ? chosen.normal() : -motion;
  if (off_edge == Vec2{}) off_edge = {1, 0};  // two points at rest on each other: no direction is better than another
  return {.t = earliest_, .point = chosen.point(), .normal = best->vertex_of_a ? off_edge : -off_edge};
}

}  // namespace carom::detail

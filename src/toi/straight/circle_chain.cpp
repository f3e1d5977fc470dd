#include "toi/straight/circle_chain.hpp"

#include <algorithm>

#include "overlap/circle_chain_state.hpp"
#include "overlap/depth.hpp"
#include "toi/straight/circle_rest.hpp"
#include "toi/straight/free_edge.hpp"
#include "toi/straight/round_pair.hpp"
#include "toi/straight/sliding_edge.hpp"

namespace carom::detail {
namespace {

/// The earliest touch so far: of a vertex, or of the body of an edge.
struct Touch {
  bool found = false;
  double t = 0;
  bool vertex = false;
  int index = 0;
  Sign side = Sign::zero;  ///< of an edge: positive when the circle is on its left

  void offer(const Touch& other) noexcept {
    if (other.found && (!found || other.t < t)) *this = other;
  }
};

/// Which touches count: all, or (once they are in touch) only those that lead to an overlap.
enum class Count : std::uint8_t { all, entering };

class CircleSearch {
 public:
  CircleSearch(const MovingCircle& circle, const Chain& chain) noexcept
      : circle_(circle), chain_(chain), center_{circle.from, circle.to, {}} {}

  [[nodiscard]] Touch first_touch(Count count) const noexcept {
    Touch best;
    for (int i = 0; i < chain_.count; ++i) best.offer(vertex_touch(i, count));
    for (int i = 0; i < chain_.edges(); ++i) best.offer(edge_touch(i));
    return best;
  }

  /// The circle is the ring that holds the chain.
  [[nodiscard]] Touch first_touch_inside() const noexcept {
    Touch best;
    for (int i = 0; i < chain_.count; ++i) {
      const RoundPair pair = pair_with(i, Reach::inside);
      const ImpactTime impact = from_inside(pair, separation_sign(pair));
      best.offer({impact.outcome == Outcome::hit, impact.t, true, i});
    }
    return best;
  }

  /// They touch at t = 0.
  [[nodiscard]] Touch touch_from_contact() const noexcept {
    Touch now;
    double best_closing = -2;
    bool stays = false;
    for (int i = 0; i < chain_.edges(); ++i) {
      const AfterTouch after = edge_after_start(center_, circle_.radius, chain_, i);
      stays |= after.gap == Sign::zero;
      if (after.gap != Sign::negative) continue;
      const Touch touch = touch_at_start(i, after.nearest);
      const double closing = -dot(contact(touch).normal, unit(relative_velocity(touch)));
      if (!now.found || closing > best_closing) {
        now = touch;
        best_closing = closing;
      }
    }
    if (now.found) return now;
    if (!stays) return first_touch(Count::all);
    Touch best = first_touch(Count::entering);
    const Graze graze = first_graze_after_sliding(center_, circle_.radius, chain_);
    best.offer({graze.found, graze.t, true, graze.vertex});
    const Graze turn = first_turn_into_edge(center_, circle_.radius, chain_);
    best.offer({turn.found, turn.t, true, turn.vertex});
    return best;
  }

  [[nodiscard]] Contact contact(const Touch& touch) const noexcept {
    Contact contact{.t = touch.t, .point = {}, .normal = {}};
    const Track a = chain_.vertex(touch.index);
    if (touch.vertex) {
      contact.point = a.at(touch.t);
      contact.normal = direction_at_contact(pair_with(touch.index, Reach::outside));
      return contact;
    }
    const Track b = chain_.edge_end(touch.index);
    const Vec2 e = lerp(b.from - a.from, b.to - a.to, touch.t);
    const Vec2 w = lerp(circle_.from - a.from, (circle_.to - a.to) - chain_.shift, touch.t);
    const Vec2 left = unit(perpendicular(e));
    contact.normal = touch.side == Sign::negative ? -left : left;
    const double size = dot(e, e);
    const double along = size > 0 ? std::clamp(dot(w, e) / size, 0.0, 1.0) : 0;
    contact.point = lerp(a.at(touch.t), b.at(touch.t), along);
    return contact;
  }

  [[nodiscard]] Contact contact_inside(const Touch& touch) const noexcept {
    Contact contact{.t = touch.t, .point = chain_.vertex(touch.index).at(touch.t), .normal = {}, .side = Side::inner};
    contact.normal = -direction_at_contact(pair_with(touch.index, Reach::inside));
    return contact;
  }

 private:
  [[nodiscard]] RoundPair pair_with(int vertex, Reach reach) const noexcept {
    return {center_, chain_.vertex(vertex), circle_.radius, 0, reach};
  }

  [[nodiscard]] Touch vertex_touch(int i, Count count) const noexcept {
    const RoundPair pair = pair_with(i, Reach::outside);
    const ImpactTime impact = from_outside(pair);
    if (impact.outcome != Outcome::hit) return {};
    if (count == Count::entering && discriminant_sign(pair) == Sign::zero) return {};
    return {true, impact.t, true, i};
  }

  [[nodiscard]] Touch edge_touch(int i) const noexcept {
    const Track a = chain_.vertex(i);
    const Track b = chain_.edge_end(i);
    const auto hit =
        slides(a, b) ? sliding_edge_hit(center_, circle_.radius, a, b) : free_edge_hit(center_, circle_.radius, a, b);
    if (!hit) return {};
    return {true, hit->t, false, i, hit->side};
  }

  [[nodiscard]] Touch touch_at_start(int edge, NearPart nearest) const noexcept {
    if (nearest == NearPart::start) return {true, 0, true, edge};
    if (nearest == NearPart::end) return {true, 0, true, chain_.next(edge)};
    const Track center = center_;
    return {true, 0, false, edge,
            AtStart{}.sign(cross_quadratic(chain_.vertex(edge), chain_.edge_end(edge), chain_.vertex(edge), center))};
  }

  [[nodiscard]] Vec2 relative_velocity(const Touch& touch) const noexcept {
    const auto velocity = [](const Track& track) { return (track.to - track.from) + track.shift; };
    return velocity(center_) - velocity(chain_.vertex(touch.index));
  }

  const MovingCircle& circle_;
  const Chain& chain_;
  Track center_;
};

}  // namespace

Impact circle_chain(const MovingCircle& circle, const Chain& chain) noexcept {
  const Circle start{circle.radius, circle.from, circle.hollow};
  const CircleClassification at_start = classify(start, chain);
  if (at_start.state == ChainState::overlapping) {
    const Overlap deep = overlap_depth(start, chain);
    return {Outcome::overlap, {0, deep.point, deep.normal, Side::outer, deep.depth}};
  }
  const CircleSearch search(circle, chain);
  if (at_start.holds_chain) {
    const Touch touch = search.first_touch_inside();
    return touch.found ? Impact{Outcome::hit, search.contact_inside(touch)} : Impact{};
  }
  const Touch touch =
      at_start.state == ChainState::touching ? search.touch_from_contact() : search.first_touch(Count::all);
  if (!touch.found) return {};
  Impact impact{Outcome::hit, search.contact(touch)};
  impact.contact.side = at_start.in_arena ? Side::inner : Side::outer;
  return impact;
}

}  // namespace carom::detail

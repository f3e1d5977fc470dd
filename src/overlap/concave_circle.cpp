#include "overlap/circle_chain_state.hpp"
#include "overlap/concave.hpp"
#include "overlap/faces.hpp"
#include "overlap/proposals.hpp"

namespace carom::detail {
namespace {

class CircleProposals {
 public:
  CircleProposals(const Circle& circle, const Chain& chain, double limit) noexcept
      : circle_(circle), chain_(chain), margin_(trial_margin(std::max(extent_of(chain), circle.radius))), best_(limit) {
    for (int i = 0; i < chain.count; ++i) {
      add_corner(i);
      add_side(i, false);
      if (has_two_sides(chain)) add_side(i, true);
    }
  }

  [[nodiscard]] const BestMoves& best() const noexcept { return best_; }

 private:
  void add(Vec2 normal, double depth) noexcept {
    if (depth > -margin_) best_.add(proposal(normal, depth, margin_));
  }

  [[nodiscard]] Need need_of(int i, bool inner) const noexcept {
    const Face face = face_of(chain_, i, inner);
    return {face, (DoubleDouble(circle_.radius) + line_distance(face.start, face.end, circle_.center)).rounded()};
  }

  /// Off face `i`, and out of the niche that it makes with the one before.
  void add_side(int i, bool inner) noexcept {
    const Need need = need_of(i, inner);
    const Face& face = need.face;
    const bool over_face = alignment(face.start, circle_.center, face.start, face.end) != Sign::negative &&
                           alignment(face.end, circle_.center, face.end, face.start) != Sign::negative;
    if (over_face) add(face.normal, need.depth);
    if (bend_at(chain_, i) != (inner ? Sign::positive : Sign::negative)) return;
    if (const auto both = off_both(need, need_of(chain_.previous(i), inner), margin_)) best_.add(*both);
  }

  /// Off a corner that sticks out, seen from the side the centre is on.
  void add_corner(int i) noexcept {
    const Vec2 corner = chain_.from[i];
    if (!has_two_sides(chain_) && bend_at(chain_, i) != Sign::positive) return;
    if (circle_.center == corner) return;
    if (alignment(corner, circle_.center, corner, chain_.from[chain_.next(i)]) == Sign::positive ||
        alignment(corner, circle_.center, corner, chain_.from[chain_.previous(i)]) == Sign::positive) {
      return;
    }
    const DoubleDouble distance = distance_between(circle_.center, corner);
    add(unit(circle_.center - corner), (DoubleDouble(circle_.radius) - distance).rounded());
  }

  const Circle& circle_;
  const Chain& chain_;
  double margin_;
  BestMoves best_;
};

}  // namespace

Move concave_move(const Circle& a, const Chain& b, const Move& fallback) noexcept {
  const CircleProposals proposals(a, b, fallback.depth);
  return first_that_parts(proposals.best(), fallback,
                          [&](Vec2 move) { return classify_moved(a, move, b).state != ChainState::overlapping; });
}

}  // namespace carom::detail

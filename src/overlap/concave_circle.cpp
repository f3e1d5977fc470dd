#include "overlap/best_moves.hpp"
#include "overlap/circle_chain_state.hpp"
#include "overlap/concave.hpp"
#include "overlap/corner.hpp"
#include "overlap/trial.hpp"

namespace carom::detail {
namespace {

class Proposals {
 public:
  Proposals(const Circle& circle, const Chain& chain, double limit) noexcept
      : circle_(circle), chain_(chain), best_(limit) {
    for (int i = 0; i < chain.count; ++i) {
      add_corner(i);
      add_side(i, false);
      if (has_two_sides(chain)) add_side(i, true);
    }
  }

  [[nodiscard]] const BestMoves& best() const noexcept { return best_; }

 private:
  [[nodiscard]] double depth_below(const Face& face) const noexcept {
    return (DoubleDouble(circle_.radius) + line_distance(face.start, face.end, circle_.center)).rounded();
  }

  /// Off face `i`, and out of the niche that it makes with the one before.
  void add_side(int i, bool inner) noexcept {
    const Face face = face_of(chain_, i, inner);
    const double depth = depth_below(face);
    const bool over_face = alignment(face.start, circle_.center, face.start, face.end) != Sign::negative &&
                           alignment(face.end, circle_.center, face.end, face.start) != Sign::negative;
    if (over_face) best_.add({face.normal, depth});
    if (bend_at(chain_, i) != (inner ? Sign::positive : Sign::negative)) return;
    const Face before = face_of(chain_, chain_.previous(i), inner);
    if (const auto move = move_off_both(face, depth, before, depth_below(before))) best_.add(move_along(*move));
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
    best_.add({unit(circle_.center - corner), (DoubleDouble(circle_.radius) - distance).rounded()});
  }

  const Circle& circle_;
  const Chain& chain_;
  BestMoves best_;
};

}  // namespace

Move concave_move(const Circle& a, const Chain& b, const Move& fallback) noexcept {
  const Proposals proposals(a, b, fallback.depth);
  const double size = std::max(extent_of(b), a.radius);
  return first_that_parts(proposals.best(), fallback, size,
                          [&](Vec2 move) { return classify_moved(a, move, b).state != ChainState::overlapping; });
}

}  // namespace carom::detail

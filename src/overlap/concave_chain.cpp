#include <algorithm>
#include <limits>

#include "overlap/chain_state.hpp"
#include "overlap/concave.hpp"
#include "overlap/faces.hpp"
#include "overlap/proposals.hpp"

namespace carom::detail {
namespace {

/// Sine of the angle that a face may lean the wrong way and still count as lying on another.
constexpr double k_leaning = 1e-9;

/// Moves of `mover` that rest on faces and niches of `wall`.
class Proposals {
 public:
  Proposals(const Chain& mover, const Chain& wall, bool reversed, BestMoves& best) noexcept
      : mover_(mover),
        wall_(wall),
        reversed_(reversed),
        margin_(trial_margin(std::max(extent_of(mover), extent_of(wall)))),
        best_(best) {}

  void add_all() noexcept {
    for (int j = 0; j < wall_.edges(); ++j) {
      add_side(j, false);
      if (has_two_sides(wall_)) add_side(j, true);
    }
  }

 private:
  void add(const Proposal& p) noexcept {
    best_.add(reversed_ ? Proposal{{-p.move.normal, p.move.depth}, -p.longer} : p);
  }

  void add_side(int j, bool inner) noexcept {
    const Face face = face_of(wall_, j, inner);
    for (int i = 0; i < mover_.count; ++i) add_vertex(face, i);
    if (!wall_.closed() || bend_at(wall_, j) != (inner ? Sign::positive : Sign::negative)) return;
    const Face before = face_of(wall_, wall_.previous(j), inner);
    if (const auto both = off_both(need_of(face), need_of(before), margin_)) add(*both);
  }

  void add_vertex(const Face& face, int i) noexcept {
    const Vec2 p = mover_.from[i];
    const double depth = -dot(face.normal, p - face.start);
    if (depth < -margin_ || !best_.wants(depth)) return;
    const Vec2 along = unit(face.end - face.start);
    const double margin = k_leaning * dot(along, face.end - face.start);
    if (dot(along, p - face.start) < -margin || dot(along, p - face.end) > margin) return;
    if (!rises_from(i, mover_.next(i), face.normal) || !rises_from(i, mover_.previous(i), face.normal)) return;
    if (mover_.kind == ChainKind::solid && bend_at(mover_, i) == Sign::negative) return;
    add(proposal(face.normal, line_distance(face.start, face.end, p).rounded(), margin_));
  }

  /// Does the edge to a neighbour leave the face, or lie along it?
  [[nodiscard]] bool rises_from(int i, int neighbour, Vec2 normal) const noexcept {
    const Vec2 way = mover_.from[neighbour] - mover_.from[i];
    return dot(normal, way) >= -k_leaning * (std::abs(way.x) + std::abs(way.y));
  }

  [[nodiscard]] Need need_of(const Face& face) const noexcept {
    double depth = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < mover_.count; ++i) depth = std::max(depth, -dot(face.normal, mover_.from[i] - face.start));
    return {face, depth};
  }

  const Chain& mover_;
  const Chain& wall_;
  bool reversed_;
  double margin_;
  BestMoves& best_;
};

Chain moved(Chain chain, Vec2 move) noexcept {
  chain.to = chain.from;
  chain.shift = move;
  return chain;
}

}  // namespace

Move concave_move(const Chain& a, const Chain& b, const Move& fallback) noexcept {
  BestMoves best(fallback.depth);
  Proposals(a, b, false, best).add_all();
  Proposals(b, a, true, best).add_all();
  const Chain still = moved(b, {});
  return first_that_parts(best, fallback, [&](Vec2 move) {
    return classify(moved(a, move), still, AtEnd{}).state != ChainState::overlapping;
  });
}

}  // namespace carom::detail

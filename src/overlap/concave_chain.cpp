#include <algorithm>

#include "overlap/chain_state.hpp"
#include "overlap/concave.hpp"
#include "overlap/faces.hpp"
#include "overlap/proposals.hpp"

namespace carom::detail {
namespace {

/// Moves of `mover` that rest on faces and niches of `wall`.
class ChainProposals {
 public:
  ChainProposals(const Chain& mover, const Chain& wall, bool reversed, BestMoves& best) noexcept
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
    if (wall_.closed() && bend_at(wall_, j) == (inner ? Sign::positive : Sign::negative)) {
      add_niche(face, face_of(wall_, wall_.previous(j), inner));
    }
  }

  void add_vertex(const Face& face, int i) noexcept {
    const Vec2 p = mover_.from[i];
    const double depth = depth_below(face, i);
    if (depth < -margin_ || !best_.wants(depth) || !may_rest_on(face, i)) return;
    const Vec2 along = unit(face.end - face.start);
    const double margin = k_leaning_sine * dot(along, face.end - face.start);
    if (dot(along, p - face.start) < -margin || dot(along, p - face.end) > margin) return;
    add(proposal(face.normal, line_distance(face.start, face.end, p).rounded(), margin_));
  }

  /// Two faces that make a niche: something round rests in it with the vertices deepest below each of them, a corner with
  /// one vertex, an edge with both its ends.
  void add_niche(const Face& face, const Face& before) noexcept {
    add_both(face, deepest_below(face), before, deepest_below(before));
    for (int i = 0; i < mover_.count; ++i) {
      if (!may_rest_on(face, i)) continue;
      for (const int k : {i, mover_.next(i), mover_.previous(i)}) {
        if (may_rest_on(before, k)) add_both(face, i, before, k);
      }
    }
  }

  void add_both(const Face& face, int i, const Face& before, int k) noexcept {
    if (const auto both = off_both({face, depth_below(face, i)}, {before, depth_below(before, k)}, margin_)) add(*both);
  }

  [[nodiscard]] double depth_below(const Face& face, int i) const noexcept {
    return -dot(face.normal, mover_.from[i] - face.start);
  }

  [[nodiscard]] int deepest_below(const Face& face) const noexcept {
    int deepest = 0;
    for (int i = 1; i < mover_.count; ++i) {
      if (depth_below(face, i) > depth_below(face, deepest)) deepest = i;
    }
    return deepest;
  }

  /// Do the edges next to vertex `i` leave the face, or lie along it?
  [[nodiscard]] bool may_rest_on(const Face& face, int i) const noexcept {
    for (const int neighbour : {mover_.next(i), mover_.previous(i)}) {
      const Vec2 way = mover_.from[neighbour] - mover_.from[i];
      if (dot(face.normal, way) < -k_leaning_sine * (std::abs(way.x) + std::abs(way.y))) return false;
    }
    return mover_.kind != ChainKind::solid || bend_at(mover_, i) != Sign::negative;
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
  ChainProposals(a, b, false, best).add_all();
  ChainProposals(b, a, true, best).add_all();
  const Chain still = moved(b, {});
  return first_that_parts(best, fallback, [&](Vec2 move) {
    return classify(moved(a, move), still, AtEnd{}).state != ChainState::overlapping;
  });
}

}  // namespace carom::detail

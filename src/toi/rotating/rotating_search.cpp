#include "toi/rotating/rotating_search.hpp"

#include <algorithm>
#include <limits>

namespace carom::detail {
namespace {

/// A direction is left for a better one when the gap along it has shrunk to this fraction of what it was when it was chosen.
/// Measured: from 0.1 to 0.5 all the same.
constexpr double k_stale = 0.3;

/// How far below what it is a gap may sink while it counts as not closing, as a fraction of the tolerance.
constexpr double k_give = 0.125;

/// After so many steps in touch it is called a contact, which it is within the tolerance: nothing shall take for ever.
constexpr int k_most_slides = 2000;

/// Cosine of the angle up to which a direction is straight: what lies flat on an edge leans by much less.
constexpr double k_straight = 0.999999;

/// Down to so many tolerances below zero parts that touch at the start may overlap.
constexpr double k_deepest = 2;

class Search {
 public:
  Search(const RotatingPair& pair, RotatingParts& parts, const SearchRange& range) noexcept
      : pair_(pair),
        parts_(parts),
        range_(range),
        distance_(std::max(length(parts.now().c), length(pair.between(range.until)))) {}

  std::optional<SearchHit> run() noexcept {
    if (!skip()) return std::nullopt;
    GapAxis axis = parts_.along(parts_.between_middles());
    double chosen = std::numeric_limits<double>::infinity();
    for (;;) {
      if (axis.gap <= pair_.tolerance || axis.gap < k_stale * chosen) {
        const auto [best, distance] = parts_.best_axis(axis);
        axis = best;
        if (axis.gap <= pair_.tolerance && distance > pair_.tolerance) {
          const GapAxis nearest = parts_.nearest_axis();
          if (nearest.gap > axis.gap) axis = nearest;
        }
        chosen = axis.gap;
      }
      double level = 0.5 * pair_.tolerance;
      if (axis.gap <= pair_.tolerance) {
        const auto sliding = range_.resting ? sliding_axis(axis) : std::nullopt;
        if (!sliding) return SearchHit{parts_.now().t, axis};
        axis = *sliding;
        level = level_below(axis);
      }
      if (!advance(axis, level)) return std::nullopt;
    }
  }

  std::optional<SearchHit> run_along(GapAxis axis) noexcept {
    axis.gap = parts_.gap_along(axis);
    for (;;) {
      double level = 0.5 * pair_.tolerance;
      if (axis.gap <= pair_.tolerance) {
        if (!range_.resting || closes(axis) || ++slides_ > k_most_slides) return SearchHit{parts_.now().t, axis};
        level = level_below(axis);
      }
      if (!advance(axis, level)) return std::nullopt;
    }
  }

 private:
  /// To the time before which the circles around the parts cannot meet. False: they do not at all.
  bool skip() noexcept {
    const auto &a = parts_.a(), &b = parts_.b();
    const double gap = length(parts_.between_middles()) - a.half - b.half - pair_.radius - pair_.tolerance;
    if (!(gap > 0)) return true;
    const double speed = pair_.speed + std::abs(pair_.a_spin) * a.reach + std::abs(pair_.b_spin) * b.reach;
    const double t = parts_.now().t;
    if (!(gap < speed * (range_.until - t))) return false;
    parts_.place(t + gap / speed);
    return true;
  }

  [[nodiscard]] double level_below(const GapAxis& axis) const noexcept {
    return std::min(0.5 * pair_.tolerance, axis.gap - k_give * pair_.tolerance);
  }
  [[nodiscard]] bool closes(const GapAxis& axis) const noexcept { return !(parts_.growth(axis) >= -pair_.still); }

  /// False: there is nothing up to the end.
  bool advance(GapAxis& axis, double level) noexcept {
    const double t = parts_.now().t;
    const double later = t + parts_.safe_time(axis, level, range_.until - t, distance_);
    if (!(later < range_.until)) return false;
    parts_.place(later);
    axis.gap = parts_.gap_along(axis);
    return true;
  }

  /// Would it lead straight into the solid that the edge belongs to? (Not where an acute corner of it ends: there directions
  /// of the other edge lead inward, too, as seen from this one.)
  [[nodiscard]] bool leads_inside(const GapAxis& axis) const noexcept {
    const Vec2 n = RotatingPair::direction(axis, parts_.now());
    const auto inward = [&](const GapAxis& out) {
      return dot(RotatingPair::direction(out, parts_.now()), n) < -k_straight;
    };
    return (parts_.a().one_sided && inward(parts_.face_of_a(0))) ||
           (parts_.b().one_sided && inward(parts_.face_of_b(0)));
  }

  /// Of the directions that keep the parts apart within the tolerance and do not close, the one that does so longest.
  [[nodiscard]] std::optional<GapAxis> sliding_axis(const GapAxis& nearest) noexcept {
    if (++slides_ > k_most_slides) return std::nullopt;
    std::optional<GapAxis> longest;
    double most = 0;
    const auto see = [&](const GapAxis& axis) {
      if (axis.gap < -k_deepest * pair_.tolerance || leads_inside(axis) || closes(axis)) return;
      const double time = parts_.safe_time(axis, level_below(axis), range_.until - parts_.now().t, distance_);
      if (time > most) most = time, longest = axis;
    };
    see(nearest);
    for (int i = 0; i < parts_.a().faces(); ++i) see(parts_.face_of_a(i));
    for (int i = 0; i < parts_.b().faces(); ++i) see(parts_.face_of_b(i));
    return longest;
  }

  const RotatingPair& pair_;
  RotatingParts& parts_;
  SearchRange range_;
  double distance_;
  int slides_ = 0;
};

}  // namespace

std::optional<SearchHit> first_arrival(const RotatingPair& pair, RotatingParts& parts,
                                       const SearchRange& range) noexcept {
  return Search(pair, parts, range).run();
}

std::optional<SearchHit> first_arrival_along(const RotatingPair& pair, RotatingParts& parts, GapAxis axis,
                                             const SearchRange& range) noexcept {
  return Search(pair, parts, range).run_along(axis);
}

}  // namespace carom::detail

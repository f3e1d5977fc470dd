#include "toi/rotating/rotating_ring.hpp"

#include <algorithm>
#include <limits>

#include "carom/shapes/mass.hpp"

namespace carom::detail {
namespace {

class RingSearch {
 public:
  RingSearch(const RotatingPair& pair, const RotatingPart& part, double radius, const SearchRange& range) noexcept
      : pair_(pair), part_(part), radius_(radius), until_(range.until), now_(pair.moment(0)) {
    const double distance = std::max(length(pair.between(0)), length(pair.between(range.until)));
    const double spin = std::abs(pair.a_spin);
    curvature_ =
        2 * pair.speed * pair.speed + 4 * spin * pair.speed * part.reach + 2 * spin * spin * distance * part.reach;
    curvature_ *= 1 + 1e-12;
  }

  std::optional<RingArrival> run(bool resting) noexcept {
    for (;;) {
      const Least least = room_after(0);
      const double place = length(place_of(least.vertex));
      const double gap = radius_ - place;
      double level = 0.5 * pair_.tolerance;
      if (gap <= pair_.tolerance) {
        if (!resting || closes(gap)) return arrival(least.vertex);
        level = std::min(level, gap - 0.125 * pair_.tolerance);
      }
      const double later = now_.t + safe_time(level * (2 * radius_ - level), until_ - now_.t);
      if (!(later < until_)) return std::nullopt;
      now_ = pair_.moment(later);
    }
  }

 private:
  struct Least {
    int vertex = 0;
    double room = 0;  ///< without the curvature
  };
  struct Line {
    double now = 0;
    double rate = 0;
  };

  [[nodiscard]] Vec2 place_of(int i) const noexcept { return now_.c + turned(part_.vertices[i], now_.a); }
  [[nodiscard]] Line line_of(int i) const noexcept {
    const Vec2 arm = turned(part_.vertices[i], now_.a);
    const Vec2 place = now_.c + arm;
    const double size = length(place);
    return {(radius_ - size) * (radius_ + size), -2 * (dot(now_.c, pair_.velocity) + dot(arm, pair_.velocity) +
                                                       pair_.a_spin * dot(now_.c, perpendicular(arm)))};
  }
  [[nodiscard]] Least room_after(double x) const noexcept {
    Least least{0, std::numeric_limits<double>::infinity()};
    for (int i = 0; i < part_.count; ++i) {
      const Line line = line_of(i);
      if (line.now + x * line.rate < least.room) least = {i, line.now + x * line.rate};
    }
    return least;
  }

  /// Does any vertex that touches, as far as the one with the given gap, go outward?
  [[nodiscard]] bool closes(double gap) const noexcept {
    for (int i = 0; i < part_.count; ++i) {
      if (radius_ - length(place_of(i)) > gap + 0.125 * pair_.tolerance) continue;
      if (!(line_of(i).rate >= -2 * radius_ * pair_.still)) return true;
    }
    return false;
  }

  /// As RotatingParts::safe_time; `level` is a room.
  [[nodiscard]] double safe_time(double level, double remaining) const noexcept {
    double x = remaining;
    for (int last = -1;;) {
      const Least least = room_after(x);
      if (least.room - 0.5 * curvature_ * x * x >= level || least.vertex == last) return x;
      last = least.vertex;
      const Line line = line_of(last);
      const double gap = line.now - level;
      if (!(gap > 0)) return 0;
      const double root = std::sqrt(line.rate * line.rate + 2 * curvature_ * gap);
      const double safe = line.rate <= 0 ? 2 * gap / (root - line.rate) : (line.rate + root) / curvature_;
      if (!(safe < x)) return x;
      x = safe;
    }
  }

  [[nodiscard]] RingArrival arrival(int vertex) const noexcept {
    const Vec2 place = place_of(vertex);
    return {now_.t, place, -unit(place)};
  }

  const RotatingPair& pair_;
  RotatingPart part_;
  double radius_;
  double until_;
  double curvature_ = 0;
  RotatingMoment now_;
};

}  // namespace

std::optional<RingArrival> first_arrival_in_ring(const RotatingPair& pair, const RotatingPart& vertices,
                                                 double ring_radius, const SearchRange& range) noexcept {
  return RingSearch(pair, vertices, ring_radius, range).run(range.resting);
}

}  // namespace carom::detail

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/event_grid.hpp"
#include "event/event_bodies.hpp"

namespace carom::detail {

/// The next line of a grid that a mover crosses, and the way, in cells.
struct Crossing {
  double t = k_never;
  int dx = 0;
  int dy = 0;
};

/// Straight out of a box: from the flight's beginning, by one division each; not before `now`.
[[nodiscard]] inline Crossing leaving(const EventBody& m, Vec2 low, Vec2 high, double now) noexcept {
  const auto straight = [&](double border, double at, double v) {
    return v == 0 ? k_never : std::max(m.since + (border - at) / v, now);
  };
  // Without a branch: a direction of flight cannot be predicted.
  const auto forward = [](double v) { return static_cast<int>(~std::bit_cast<std::uint64_t>(v) >> 63U); };
  const int right = forward(m.velocity.x);
  const int up = forward(m.velocity.y);
  const double x = straight(right != 0 ? high.x : low.x, m.at.x, m.velocity.x);
  const double y = straight(up != 0 ? high.y : low.y, m.at.y, m.velocity.y);
  const auto first = static_cast<int>(x <= y);
  return {std::min(x, y), first * (2 * right - 1), (1 - first) * (2 * up - 1)};
}

/// Where a mover stands that leaves a periodic box now: at the other side.
[[nodiscard]] inline Vec2 wrapped_position(const EventContext& ctx, const EventBody& m, const Crossing& way) noexcept {
  return m.at + (ctx.now - m.since) * m.velocity - Vec2{way.dx * ctx.period.x, way.dy * ctx.period.y};
}

/// In which cell each mover is, and when it leaves it.
class EventCells {
 public:
  EventCells(const EventContext& context, EventBodies& bodies) noexcept : ctx_(context), bodies_(bodies) {}

  /// Plans the grid, puts all movers into cells and into the order of these.
  void sort();
  /// None of the movers is in a cell until sort().
  void empty(std::size_t movers);
  /// A newcomer, in no cell until sort().
  void add() { places_.emplace_back(); }
  /// A mover stands elsewhere.
  void move(std::uint32_t mover, Vec2 at);
  /// It is found by no search any more.
  void remove(std::uint32_t mover);

  void find_next_line(std::uint32_t mover) noexcept {
    Place& place = places_[mover];
    const Crossing next = bodies_.gone(mover) ? Crossing{} : crossing(mover);
    place.leave = next.t;
    place.dx = static_cast<std::int8_t>(next.dx);
    place.dy = static_cast<std::int8_t>(next.dy);
  }
  /// The mover crosses the line that was due.
  struct Crossed {
    Crossing way;
    bool around = false;  ///< out of a periodic box
  };
  Crossed cross(std::uint32_t mover);

  [[nodiscard]] double leave_time(std::uint32_t mover) const noexcept { return places_[mover].leave; }
  [[nodiscard]] const CellPlace& cell(std::uint32_t mover) const noexcept { return places_[mover].cell; }
  [[nodiscard]] bool is_gridded(std::uint32_t mover) const noexcept { return places_[mover].cell.level != k_no_level; }
  /// True if the mover's cell is so far inside that nothing in it reaches an edge of the world.
  [[nodiscard]] bool is_inside(std::uint32_t mover, const Bounds& bounds) const noexcept;
  /// Movers that no grid holds: movable borders.
  [[nodiscard]] std::span<const std::uint32_t> ungridded() const noexcept { return ungridded_; }
  [[nodiscard]] const EventGrid& grid() const noexcept { return grid_; }
  /// Calls visit(other, image_x, image_y) for all movers that may be near one, itself included; `solid`: nothing is inside it.
  template <class Visit>
  void near(std::uint32_t mover, bool solid, const Visit& visit) const {
    if (!is_gridded(mover)) {
      for (std::uint32_t other = 0; other < bodies_.mover_count(); ++other) visit(other, 0, 0);
      return;
    }
    grid_.near({cell(mover), bodies_.mover(mover).radius, solid}, visit);
    for (const std::uint32_t other : ungridded_) visit(other, 0, 0);
  }

 private:
  static constexpr std::uint8_t k_no_level = 0xff;
  struct Place {
    double leave = k_never;
    CellPlace cell{0, 0, k_no_level};
    std::int8_t dx = 0;  ///< the way it leaves, in cells
    std::int8_t dy = 0;
  };

  [[nodiscard]] Crossing crossing(std::uint32_t mover) const noexcept;

  const EventContext& ctx_;
  EventBodies& bodies_;
  EventGrid grid_;
  std::vector<Place> places_;  ///< of the movers; empty in windows
  std::vector<std::uint32_t> ungridded_;
};

}  // namespace carom::detail

#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <queue>

#include "carom/carom.hpp"

namespace carom::bench {
namespace {

/// A meeting predicted for two discs, or for one disc and a wall. It holds as long as neither has changed its flight.
struct Predicted {
  double t = 0;
  std::size_t a = 0;
  std::size_t b = 0;  ///< equal to a: a wall
  std::uint32_t flight_a = 0;
  std::uint32_t flight_b = 0;
  Axis wall = Axis::x;
  bool overlap = false;

  friend bool operator>(const Predicted& x, const Predicted& y) { return x.t > y.t; }
};

struct Disc {
  Vec2 at;  ///< at the time `since`
  Vec2 velocity;
  double since = 0;
  std::uint32_t flight = 0;  ///< counts the changes of velocity
  bool touched = false;

  [[nodiscard]] Vec2 position(double t) const { return at + (t - since) * velocity; }
};

struct Box {
  Vec2 low;
  Vec2 high;
};

bool meet(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
}

/// Which discs reach into which cell of a grid. What is outside the box falls into the cells at its edge.
class Cells {
 public:
  explicit Cells(double half)
      : half_(half), columns_(static_cast<std::size_t>(2 * half / k_side) + 1), members_(columns_ * columns_) {}

  void clear() {
    for (auto& cell : members_) cell.clear();
  }
  void insert(std::size_t disc, const Box& box) {
    visit(box, [&](std::size_t cell) { members_[cell].push_back(disc); });
  }
  /// All discs in the cells that the box reaches; some more than once.
  template <class Each>
  void each_near(const Box& box, const Each& each) const {
    visit(box, [&](std::size_t cell) {
      for (const std::size_t disc : members_[cell]) each(disc);
    });
  }

 private:
  static constexpr double k_side = 2;

  [[nodiscard]] std::size_t along(double x) const {
    return static_cast<std::size_t>(std::clamp((x + half_) / k_side, 0.0, static_cast<double>(columns_ - 1)));
  }
  template <class Each>
  void visit(const Box& box, const Each& each) const {
    for (std::size_t row = along(box.low.y); row <= along(box.high.y); ++row) {
      for (std::size_t column = along(box.low.x); column <= along(box.high.x); ++column) each(row * columns_ + column);
    }
  }

  double half_;
  std::size_t columns_;
  std::vector<std::vector<std::size_t>> members_;
};

/// The step from 0 to 1, in windows so short that a disc meets few others in one.
class ExactStep {
 public:
  ExactStep(const Discs& discs, double half)
      : half_(half), untouched_(discs.size()), boxes_(discs.size()), cells_(half) {
    double speeds = 0;
    for (std::size_t i = 0; i < discs.size(); ++i) {
      discs_.push_back({discs.positions[i], discs.velocities[i]});
      speeds += length(discs.velocities[i]);
    }
    windows_ = std::max(1, static_cast<int>(2 * speeds / static_cast<double>(discs.size())));
  }

  std::vector<Pair> first_contacts() {
    for (int k = 0; k < windows_ && untouched_ > 0; ++k) {
      play_window(static_cast<double>(k) / windows_, static_cast<double>(k + 1) / windows_);
    }
    std::sort(first_.begin(), first_.end());
    return std::move(first_);
  }

 private:
  void play_window(double begin, double end) {
    end_ = end;
    queue_ = {};
    cells_.clear();
    for (std::size_t i = 0; i < discs_.size(); ++i) {
      place(i, begin);
      predict(i, begin);  // against those placed before: each pair once
    }
    while (!queue_.empty() && untouched_ > 0) {
      const Predicted next = queue_.top();
      queue_.pop();
      if (discs_[next.a].flight == next.flight_a && discs_[next.b].flight == next.flight_b) resolve(next);
    }
  }

  void place(std::size_t i, double now) {
    const Vec2 p = discs_[i].position(now);
    const Vec2 q = discs_[i].position(end_);
    boxes_[i] = {{std::min(p.x, q.x) - k_radius, std::min(p.y, q.y) - k_radius},
                 {std::max(p.x, q.x) + k_radius, std::max(p.y, q.y) + k_radius}};
    cells_.insert(i, boxes_[i]);
  }

  [[nodiscard]] MovingCircle moving(std::size_t i, double now) const {
    return {k_radius, discs_[i].position(now), discs_[i].position(end_)};
  }

  void predict(std::size_t i, double now) {
    predict_walls(i, now);
    cells_.each_near(boxes_[i], [&](std::size_t j) {
      if (j != i && meet(boxes_[i], boxes_[j])) predict_pair(i, j, now);
    });
  }

  void predict_pair(std::size_t i, std::size_t j, double now) {
    const ImpactTime impact = impact_time(moving(i, now), moving(j, now));
    if (impact.outcome == Outcome::miss) return;
    const bool overlap = impact.outcome == Outcome::overlap;
    if (overlap) {
      const Vec2 d = discs_[i].position(now) - discs_[j].position(now);
      // Two that have just met overlap by a rounding, and part.
      if (dot(d, discs_[i].velocity - discs_[j].velocity) >= -k_closing) return;
    }
    const double t = overlap ? now : now + impact.t * (end_ - now);
    queue_.push({t, i, j, discs_[i].flight, discs_[j].flight, Axis::x, overlap});
  }

  void predict_walls(std::size_t i, double now) {
    const Box& box = boxes_[i];
    if (box.low.x > -half_ && box.low.y > -half_ && box.high.x < half_ && box.high.y < half_) return;
    for (const Axis axis : {Axis::x, Axis::y}) {
      const double v = coordinate(discs_[i].velocity, axis);
      if (v == 0) continue;
      const double wall = v > 0 ? half_ - k_radius : k_radius - half_;  // where the centre turns back
      const double t = now + std::max(0.0, (wall - coordinate(discs_[i].position(now), axis)) / v);
      if (t <= end_) queue_.push({t, i, i, discs_[i].flight, discs_[i].flight, axis});
    }
  }

  void resolve(const Predicted& event) {
    const bool wall = event.a == event.b;
    if (!wall && !event.overlap && !discs_[event.a].touched && !discs_[event.b].touched) {
      first_.push_back(make_pair_of(event.a, event.b));
    }
    Disc& a = stop(event.a, event.t);
    Disc& b = stop(event.b, event.t);
    if (wall) {
      (event.wall == Axis::x ? a.velocity.x : a.velocity.y) *= -1;
    } else {
      const Vec2 d = a.at - b.at;
      const Vec2 exchanged = (dot(a.velocity - b.velocity, d) / dot(d, d)) * d;
      a.velocity = a.velocity - exchanged;
      b.velocity = b.velocity + exchanged;
    }
    for (const std::size_t i : {event.a, event.b}) {
      place(i, event.t);
      predict(i, event.t);
    }
  }

  /// Where it is at `t`, to start a new flight.
  Disc& stop(std::size_t i, double t) {
    Disc& disc = discs_[i];
    if (!disc.touched) --untouched_;
    disc.touched = true;
    disc.at = disc.position(t);
    disc.since = t;
    ++disc.flight;
    return disc;
  }

  static constexpr double k_closing = 1e-9;  // diameters² a step

  double half_;
  std::size_t untouched_;
  int windows_ = 1;
  double end_ = 1;
  std::vector<Disc> discs_;
  std::vector<Box> boxes_;
  Cells cells_;
  std::priority_queue<Predicted, std::vector<Predicted>, std::greater<>> queue_;
  std::vector<Pair> first_;
};

}  // namespace

std::vector<Pair> true_first_contacts(const Discs& discs, double half) {
  return ExactStep(discs, half).first_contacts();
}

std::size_t count_handled(const std::vector<Pair>& truth, std::vector<Pair> handled) {
  std::sort(handled.begin(), handled.end());
  return static_cast<std::size_t>(std::count_if(truth.begin(), truth.end(), [&](const Pair& pair) {
    return std::binary_search(handled.begin(), handled.end(), pair);
  }));
}

}  // namespace carom::bench

#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/carom.hpp"

namespace carom::bench {
namespace {

constexpr double k_never = 2;     // later than any contact of the step
constexpr double k_already = -1;  // overlaps at the start
constexpr std::size_t k_none = std::numeric_limits<std::size_t>::max();

struct FirstContact {
  double t = k_never;
  std::size_t with = k_none;

  void offer(double time, std::size_t other) {
    if (time < t) *this = {time, other};
  }
};

struct Box {
  Vec2 low;
  Vec2 high;
};

Box swept_box(const MovingCircle& disc) {
  const Vec2 low{std::min(disc.from.x, disc.to.x) - disc.radius, std::min(disc.from.y, disc.to.y) - disc.radius};
  const Vec2 high{std::max(disc.from.x, disc.to.x) + disc.radius, std::max(disc.from.y, disc.to.y) + disc.radius};
  return {low, high};
}

bool meet(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
}

/// A grid of lists: which boxes reach into which cell. Built by counting, so that it is two arrays.
class Cells {
 public:
  Cells(const std::vector<Box>& boxes, double half, double side)
      : half_(half), side_(side), columns_(static_cast<int>(2 * half / side) + 1) {
    first_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(columns_) + 1, 0);
    for (const Box& box : boxes) {
      visit(box, [&](std::size_t cell) { ++first_[cell + 1]; });
    }
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    members_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      visit(boxes[i], [&](std::size_t cell) { members_[next[cell]++] = i; });
    }
  }

  /// Every pair of boxes that meet, once: in the cell that holds the low corner of what they share.
  template <class Ask>
  void each_pair(const std::vector<Box>& boxes, const Ask& ask) const {
    for (std::size_t cell = 0; cell + 1 < first_.size(); ++cell) {
      for (std::size_t k = first_[cell]; k < first_[cell + 1]; ++k) {
        for (std::size_t l = k + 1; l < first_[cell + 1]; ++l) {
          const Box& a = boxes[members_[k]];
          const Box& b = boxes[members_[l]];
          if (!meet(a, b)) continue;
          if (cell_of(std::max(a.low.x, b.low.x), std::max(a.low.y, b.low.y)) != cell) continue;
          ask(members_[k], members_[l]);
        }
      }
    }
  }

 private:
  /// What is outside the box falls into the cells at its edge.
  [[nodiscard]] int along(double x) const {
    return static_cast<int>(std::clamp((x + half_) / side_, 0.0, static_cast<double>(columns_ - 1)));
  }
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }
  [[nodiscard]] std::size_t cell_of(double x, double y) const { return index(along(x), along(y)); }

  template <class Each>
  void visit(const Box& box, const Each& each) const {
    for (int row = along(box.low.y); row <= along(box.high.y); ++row) {
      for (int column = along(box.low.x); column <= along(box.high.x); ++column) each(index(column, row));
    }
  }

  double half_;
  double side_;
  int columns_;
  std::vector<std::size_t> first_;
  std::vector<std::size_t> members_;
};

std::vector<MovingCircle> flights(const Discs& discs) {
  std::vector<MovingCircle> all;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    all.push_back({k_radius, discs.positions[i], discs.positions[i] + discs.velocities[i]});
  }
  return all;
}

/// The first wall a disc flies into; one that is in a wall already is left out like one in another disc.
FirstContact first_wall(const MovingCircle& disc, double half) {
  FirstContact first;
  for (const Axis axis : {Axis::x, Axis::y}) {
    for (const double at : {-half, half}) {
      const ImpactTime impact = impact_time(disc, Border{axis, at});
      if (impact.outcome == Outcome::hit) first.offer(impact.t, k_none);
      if (impact.outcome == Outcome::overlap) first.offer(k_already, k_none);
    }
  }
  return first;
}

/// The cells fit the mean swept disc: smaller ones would list each disc many times, larger ones list too many together.
double cell_side(const std::vector<Box>& boxes) {
  double sum = 0;
  for (const Box& box : boxes) sum += (box.high.x - box.low.x) + (box.high.y - box.low.y);
  return sum / (2 * static_cast<double>(boxes.size()));
}

}  // namespace

std::vector<Pair> true_first_contacts(const Discs& discs, double half) {
  const std::vector<MovingCircle> all = flights(discs);
  std::vector<Box> boxes;
  std::vector<FirstContact> first;
  for (const MovingCircle& disc : all) {
    boxes.push_back(swept_box(disc));
    first.push_back(first_wall(disc, half));
  }
  Cells(boxes, half, cell_side(boxes)).each_pair(boxes, [&](std::size_t i, std::size_t j) {
    const ImpactTime impact = impact_time(all[i], all[j]);
    if (impact.outcome == Outcome::miss) return;
    const double t = impact.outcome == Outcome::overlap ? k_already : impact.t;
    first[i].offer(t, j);
    first[j].offer(t, i);
  });
  std::vector<Pair> truth;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::size_t j = first[i].with;
    if (j == k_none || j < i || first[i].t < 0 || first[j].with != i) continue;
    truth.push_back({i, j});
  }
  return truth;
}

std::size_t count_handled(const std::vector<Pair>& truth, std::vector<Pair> handled) {
  std::sort(handled.begin(), handled.end());
  return static_cast<std::size_t>(std::count_if(truth.begin(), truth.end(), [&](const Pair& pair) {
    return std::binary_search(handled.begin(), handled.end(), pair);
  }));
}

}  // namespace carom::bench

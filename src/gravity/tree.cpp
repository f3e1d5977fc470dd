#include "gravity/tree.hpp"

#include <algorithm>

#include "math/parallel.hpp"

namespace carom::detail {
namespace {

/// Walks side by side, at least, if there are leaves enough. Not a matter of the number of threads: the work is cut the
/// same way for all of them.
constexpr std::size_t k_walks = 64;
/// Bodies in one portion of the work of a thread.
constexpr std::size_t k_portion = 4096;
/// Cells nearer than the root of this, in units of the largest coordinate, never act as a whole: the highest derivatives
/// would overflow.
constexpr double k_nearest_cells_squared = 1e-48;

using Four = double __attribute__((vector_size(32)));
static_assert(sizeof(Four) == k_children * sizeof(double));

/// The centres of one level's cells, and the one cell that asks.
struct Question {
  const double* x;
  const double* y;
  const double* radius;
  double own_x;
  double own_y;
  double own_radius;
  double ratio_squared;
};

struct Counts {
  std::size_t far = 0;
  std::size_t near = 0;
};

/// Who of the list is far enough; without branches, because nobody can predict the answers.
CAROM_VECTOR_CLONES Counts ask_each(const Question& ask, const std::uint32_t* list, std::size_t count,
                                    std::uint32_t level_first, std::uint32_t* far, std::uint32_t* near) noexcept {
  Counts counts;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t other = list[k];
    const double dx = ask.x[other] - ask.own_x;
    const double dy = ask.y[other] - ask.own_y;
    const double radii = ask.radius[other] + ask.own_radius;
    const std::size_t is_far =
        radii * radii + k_nearest_cells_squared < ask.ratio_squared * (dx * dx + dy * dy) ? 1 : 0;
    far[counts.far] = level_first + other;
    near[counts.near] = other;
    counts.far += is_far;
    counts.near += 1 - is_far;
  }
  return counts;
}

/// The same of all children of those in the list, one family at a time.
CAROM_VECTOR_CLONES Counts ask_children(const Question& ask, const std::uint32_t* list, std::size_t count,
                                        std::uint32_t level_first, std::uint32_t* far, std::uint32_t* near) noexcept {
  Counts counts;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t child = list[k] * static_cast<std::uint32_t>(k_children);
    Four dx;
    Four dy;
    Four radii;
    std::memcpy(&dx, ask.x + child, sizeof dx);
    std::memcpy(&dy, ask.y + child, sizeof dy);
    std::memcpy(&radii, ask.radius + child, sizeof radii);
    dx -= ask.own_x;
    dy -= ask.own_y;
    radii += ask.own_radius;
    const auto is_far = radii * radii + k_nearest_cells_squared < ask.ratio_squared * (dx * dx + dy * dy);
    for (std::uint32_t n = 0; n < k_children; ++n) {
      const auto one = static_cast<std::size_t>(is_far[n] & 1);
      far[counts.far] = level_first + child + n;
      near[counts.near] = child + n;
      counts.far += one;
      counts.near += 1 - one;
    }
  }
  return counts;
}

}  // namespace

void Tree::build(const Scaled& bodies, unsigned threads) {
  count_ = bodies.x.size();
  order_.sort(bodies.x, bodies.y, k_leaf, threads);
  const std::size_t leaves = (count_ + k_leaf - 1) / k_leaf;
  x_.resize(leaves * k_leaf);
  y_.resize(leaves * k_leaf);
  mass_.resize(leaves * k_leaf);
  parallel_for((count_ + k_portion - 1) / k_portion, threads, [&](std::size_t portion) {
    for (std::size_t k = portion * k_portion; k < std::min(count_, (portion + 1) * k_portion); ++k) {
      x_[k] = bodies.x[order_[k]];
      y_[k] = bodies.y[order_[k]];
      mass_[k] = bodies.mass[order_[k]];
    }
  });
  for (std::size_t k = count_; k < x_.size(); ++k) {
    x_[k] = x_[count_ - 1];
    y_[k] = y_[count_ - 1];
    mass_[k] = 0;
  }
  cells_.build(this->bodies(), leaves, threads);
}

/// The list of those who are too near comes on top of the stack; the others go to walk.far.
Tree::Sifted Tree::sift(Walk& walk, std::size_t level, std::size_t k, List list) const {
  const Cell& own = cells_.cell(level, k);
  const auto ask = [&](std::size_t other_level) {
    const std::size_t first = cells_.levels()[other_level].first;
    return Question{cells_.x() + first, cells_.y() + first, cells_.radius() + first, own.x, own.y,
                    own.radius,         far_ratio_squared_};
  };
  const std::size_t count = list.last - list.first;
  const std::size_t room = (1 + k_children) * count;
  // One more than may be kept: what is not kept is written too.
  if (walk.waiting.size() < list.last + room + 1) walk.waiting.resize(2 * (list.last + room + 1));
  if (walk.far.size() < room + 1) walk.far.resize(2 * (room + 1));
  std::uint32_t* const waiting = walk.waiting.data();

  const auto level_first = [&](std::size_t n) { return static_cast<std::uint32_t>(cells_.levels()[n].first); };
  const Counts each =
      ask_each(ask(level), waiting + list.first, count, level_first(level), walk.far.data(), waiting + list.last);
  const List left{list.last, list.last + each.near};
  if (level == 0) return {left, each.far};
  const Counts children = ask_children(ask(level - 1), waiting + left.first, each.near, level_first(level - 1),
                                       walk.far.data() + each.far, waiting + left.last);
  return {{left.last, left.last + children.near}, each.far + children.far};
}

void Tree::give_to_children(std::size_t level, std::size_t k) {
  const Cells::Level here = cells_.levels()[level];
  const Cells::Level below = cells_.levels()[level - 1];
  const std::size_t first = k * k_children;
  const Cell& own = cells_.cell(level, k);
  hand_down(expansions_[here.first + k], own.x, own.y,
            {cells_.cells() + below.first + first, std::min(k_children, below.count - first)},
            expansions_.data() + below.first + first);
}

/// Leaves that follow each other are one stretch.
void Tree::gather_near(Walk& walk, List list) const {
  walk.near.clear();
  for (std::size_t n = list.first; n < list.last; ++n) {
    const auto first = static_cast<std::uint32_t>(walk.waiting[n] * k_leaf);
    const auto last = static_cast<std::uint32_t>(first + k_leaf);
    if (!walk.near.empty() && walk.near.back().last == first) {
      walk.near.back().last = last;
    } else {
      walk.near.push_back({first, last});
    }
  }
}

/// Deals with cell k of a level and all below it. At level `stop` it only leaves the list for another walk to go on with.
template <class Leaf>
void Tree::walk(Walk& walk, std::size_t level, std::size_t k, List list, std::size_t stop, const Leaf& leaf) {
  if (level == stop) {
    walks_[k].waiting.assign(walk.waiting.begin() + static_cast<std::ptrdiff_t>(list.first),
                             walk.waiting.begin() + static_cast<std::ptrdiff_t>(list.last));
    return;
  }
  const Sifted sifted = sift(walk, level, k, list);
  const Cell& own = cells_.cell(level, k);
  Expansion& expansion = expansions_[cells_.levels()[level].first + k];
  if (sifted.far > 0) {
    add_far_field(cells_.cells(), {walk.far.data(), sifted.far}, own.x, own.y, softening_squared_, expansion);
  }
  if (level == 0) {
    gather_near(walk, sifted.near);
    leaf(k * k_leaf, own, expansion, std::span<const Stretch>(walk.near));
    return;
  }
  give_to_children(level, k);
  const std::size_t end = std::min((k + 1) * k_children, cells_.levels()[level - 1].count);
  for (std::size_t child = k * k_children; child < end; ++child)
    this->walk(walk, level - 1, child, sifted.near, stop, leaf);
}

template <class Leaf>
void Tree::walk_all(double opening, double softening_squared, unsigned threads, const Leaf& leaf) {
  // The mean radius within `opening` of the gap: (r + r') / 2 < opening (d - r - r').
  const double ratio = 2 * opening / (1 + 2 * opening);
  far_ratio_squared_ = ratio * ratio;
  softening_squared_ = softening_squared;
  const auto& levels = cells_.levels();
  expansions_.resize(levels.back().first + k_children);
  const std::size_t root = levels.size() - 1;
  expansions_[levels[root].first] = Expansion{};

  std::size_t cut = root;
  while (cut > 0 && levels[cut].count < k_walks) --cut;
  walks_.resize(std::max(walks_.size(), levels[cut].count));
  constexpr std::size_t no_stop = static_cast<std::size_t>(-1);
  top_.waiting.assign(1, 0);
  walk(top_, root, 0, {0, 1}, cut, leaf);
  parallel_for(levels[cut].count, threads,
               [&](std::size_t k) { walk(walks_[k], cut, k, {0, walks_[k].waiting.size()}, no_stop, leaf); });
}

void Tree::accelerations(double opening, double softening_squared, unsigned threads, std::span<double> ax,
                         std::span<double> ay) {
  walk_all(opening, softening_squared, threads,
           [&](std::size_t first, const Cell& cell, const Expansion& expansion, std::span<const Stretch> near) {
             double x[k_leaf];
             double y[k_leaf];
             near_accelerations(bodies(), first, bodies(), near, softening_squared, x, y);
             add_gradient(expansion, cell.x, cell.y, x_.data() + first, y_.data() + first, x, y);
             for (std::size_t k = 0; k < std::min(k_leaf, count_ - first); ++k) {
               ax[order_[first + k]] = x[k];
               ay[order_[first + k]] = y[k];
             }
           });
}

void Tree::potentials(double opening, double softening_squared, unsigned threads, std::span<double> potential) {
  walk_all(opening, softening_squared, threads,
           [&](std::size_t first, const Cell& cell, const Expansion& expansion, std::span<const Stretch> near) {
             double sum[k_leaf];
             near_potentials(bodies(), first, near, softening_squared, sum);
             add_value(expansion, cell.x, cell.y, x_.data() + first, y_.data() + first, sum);
             for (std::size_t k = 0; k < std::min(k_leaf, count_ - first); ++k) potential[order_[first + k]] = sum[k];
           });
}

}  // namespace carom::detail

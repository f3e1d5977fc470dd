#include "gravity/tree.hpp"

#include <algorithm>

#include "gravity/far_enough.hpp"
#include "math/parallel.hpp"

namespace carom::detail {
namespace {

/// Walks side by side, at least, if there are leaves enough; up to four times as many. Not a matter of the number of
/// threads: the work is cut the same way for all of them. More would leave fewer pairs within one walk.
constexpr std::size_t k_walks = 16;
/// Bodies in one portion of the work of a thread.
constexpr std::size_t k_tree_portion = 4096;
/// By so much more two leaves may be near and still act as a whole. If a parent of one has acted on the other, or a parent
/// of the other, they would too, had there been no rounding; with this they do. So what is left on a leaf's list has
/// the leaf on its own.
constexpr double k_leaf_slack = 1 + 1e-12;
/// Units of work (StepGuard) of a cell, at least.
constexpr std::uint64_t k_walk_work = 64;
}  // namespace

template <class Work>
void Tree::for_each_place(unsigned threads, const Work& work) const {
  parallel_portions(count_, k_tree_portion, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) work(k);
  });
}

void Tree::build(const Scaled& bodies, unsigned threads) {
  count_ = bodies.x.size();
  order_.sort(bodies.x, bodies.y, k_leaf, threads);
  const std::size_t leaves = (count_ + k_leaf - 1) / k_leaf;
  x_.resize(leaves * k_leaf);
  y_.resize(leaves * k_leaf);
  mass_.resize(leaves * k_leaf);
  for_each_place(threads, [&](std::size_t k) {
    x_[k] = bodies.x[order_[k]];
    y_[k] = bodies.y[order_[k]];
    mass_[k] = bodies.mass[order_[k]];
  });
  for (std::size_t k = count_; k < x_.size(); ++k) {
    x_[k] = x_[count_ - 1];
    y_[k] = y_[count_ - 1];
    mass_[k] = 0;
  }
  cells_.build(this->bodies(), leaves, threads);
}

/// The list of cells that are too near comes on top of the stack; the others go to walk.far, closer ones first.
Tree::Sifted Tree::sift(Walk& walk, std::size_t level, std::size_t k, List list) const {
  const Cell& own = cells_.cell(level, k);
  const auto ask = [&](std::size_t other_level) {
    const std::size_t first = cells_.levels()[other_level].first;
    return Question{cells_.x() + first,
                    cells_.y() + first,
                    cells_.radius() + first,
                    static_cast<std::uint32_t>(first),
                    own.x,
                    own.y,
                    own.radius,
                    far_ratio_squared_ * (level == 0 ? k_leaf_slack : 1)};
  };
  const std::size_t count = list.last - list.first;
  // One more than may be kept: what is not kept is written too. And up to whole eights.
  const std::size_t room = (1 + k_children) * count + k_lanes;
  if (walk.waiting.size() < list.last + room) walk.waiting.resize(2 * (list.last + room));
  if (walk.far.size() < room) {
    walk.far.resize(2 * room);
    walk.distant.resize(2 * room);
  }
  std::uint32_t* const waiting = walk.waiting.data();
  Answers answers{walk.far.data(), walk.distant.data(), waiting + list.last};
  ask_each(ask(level), waiting + list.first, count, answers);
  List left{list.last, static_cast<std::size_t>(answers.near - waiting)};
  if (level > 0) {
    ask_children(ask(level - 1), waiting + left.first, left.last - left.first, answers);
    left = {left.last, static_cast<std::size_t>(answers.near - waiting)};
  }
  std::uint32_t* const end = std::copy(walk.distant.data(), answers.distant, answers.closer);
  std::fill(end, end + k_lanes - 1, cells_.no_cell());
  const auto far = static_cast<std::size_t>(end - walk.far.data());
  return {left, static_cast<std::size_t>(answers.closer - walk.far.data()), (far + k_lanes - 1) / k_lanes * k_lanes};
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

/// Leaves that follow each other are one stretch. Of those that this walk deals with too, the later ones are partners, and
/// the earlier ones had this leaf for a partner.
void Tree::gather_near(Walk& walk, std::uint32_t own, List list) const {
  walk.near.clear();
  walk.partners.clear();
  for (std::size_t n = list.first; n < list.last; ++n) {
    const std::uint32_t leaf = walk.waiting[n];
    const auto first = static_cast<std::uint32_t>(leaf * k_leaf);
    const auto last = static_cast<std::uint32_t>(first + k_leaf);
    if (leaf != own && leaf >= walk.first_leaf && leaf < walk.last_leaf) {
      if (leaf > own) walk.partners.push_back(first);
    } else if (!walk.near.empty() && walk.near.back().last == first) {
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
  if (guard_ != nullptr && guard_->pause(k_walk_work)) return;
  const Sifted sifted = sift(walk, level, k, list);
  const Cell& own = cells_.cell(level, k);
  Expansion& expansion = expansions_[cells_.levels()[level].first + k];
  if (sifted.far > 0) {
    add_far_field({cells_.cells(), {walk.far.data(), sifted.far}, sifted.closer}, own.x, own.y, softening_squared_,
                  wanted_, expansion);
  }
  if (level == 0) {
    gather_near(walk, static_cast<std::uint32_t>(k), sifted.near);
    leaf(k * k_leaf, own, expansion, walk);
    return;
  }
  give_to_children(level, k);
  const std::size_t end = std::min((k + 1) * k_children, cells_.levels()[level - 1].count);
  for (std::size_t child = k * k_children; child < end; ++child)
    this->walk(walk, level - 1, child, sifted.near, stop, leaf);
}

template <class Leaf>
void Tree::walk_all(double opening, double softening_squared, Wanted wanted, unsigned threads, const Leaf& leaf) {
  // The mean radius within `opening` of the gap: (r + r') / 2 < opening (d - r - r').
  const double ratio = 2 * opening / (1 + 2 * opening);
  far_ratio_squared_ = ratio * ratio;
  softening_squared_ = softening_squared;
  wanted_ = wanted;
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
  const std::size_t leaves = std::size_t{1} << (2 * cut);
  parallel_for(levels[cut].count, threads, [&](std::size_t k) {
    Walk& own = walks_[k];
    own.first_leaf = static_cast<std::uint32_t>(k * leaves);
    // Potentials have no partners.
    own.last_leaf = own.first_leaf + static_cast<std::uint32_t>(wanted == Wanted::gradient ? leaves : 0);
    walk(own, cut, k, {0, own.waiting.size()}, no_stop, leaf);
  });
}

void Tree::accelerations(double opening, double softening_squared, unsigned threads, std::span<double> ax,
                         std::span<double> ay, StepGuard* guard) {
  guard_ = guard;
  sum_x_.assign(x_.size(), 0);
  sum_y_.assign(x_.size(), 0);
  walk_all(opening, softening_squared, Wanted::gradient, threads,
           [&](std::size_t first, const Cell& cell, const Expansion& expansion, const Walk& walk) {
             double x[k_leaf];
             double y[k_leaf];
             near_accelerations(bodies(), first, bodies(), walk.near, softening_squared, x, y);
             add_gradient(expansion, cell.x, cell.y, x_.data() + first, y_.data() + first, x, y);
             for (std::size_t k = 0; k < k_leaf; ++k) {
               sum_x_[first + k] += x[k];
               sum_y_[first + k] += y[k];
             }
             add_mutual_accelerations(bodies(), first, walk.partners, softening_squared, sum_x_.data(), sum_y_.data());
           });
  guard_ = nullptr;
  for_each_place(threads, [&](std::size_t k) {
    ax[order_[k]] = sum_x_[k];
    ay[order_[k]] = sum_y_[k];
  });
}

void Tree::potentials(double opening, double softening_squared, unsigned threads, std::span<double> potential) {
  walk_all(opening, softening_squared, Wanted::value, threads,
           [&](std::size_t first, const Cell& cell, const Expansion& expansion, const Walk& walk) {
             double sum[k_leaf];
             near_potentials(bodies(), first, walk.near, softening_squared, sum);
             add_value(expansion, cell.x, cell.y, x_.data() + first, y_.data() + first, sum);
             for (std::size_t k = 0; k < std::min(k_leaf, count_ - first); ++k) potential[order_[first + k]] = sum[k];
           });
}

}  // namespace carom::detail

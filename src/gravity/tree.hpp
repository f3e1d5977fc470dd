#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gravity/cells.hpp"
#include "gravity/far_field.hpp"
#include "gravity/halving_order.hpp"
#include "gravity/near_field.hpp"
#include "math/step_guard.hpp"

/// Forces by the tree, of bodies in scaled units.
///
/// A cell goes through the list of cells that are still to be dealt with. One far enough acts as a whole; of the others
/// the children are tried; one still too near goes on the list of the cell's own children. Leaves take what is left
/// body by body. The work is cut into walks in the same way for any number of threads, and no walk writes to another's
/// bodies: the bits do not depend on which thread walks where.
namespace carom::detail {

struct Scaled {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> mass;
};

class Tree {
 public:
  void build(const Scaled& bodies, unsigned threads);

  /// Results in the order of the bodies given to build. `opening` as in Attraction.
  void accelerations(double opening, double softening_squared, unsigned threads, std::span<double> ax,
                     std::span<double> ay, StepGuard* guard = nullptr);
  void potentials(double opening, double softening_squared, unsigned threads, std::span<double> potential);

 private:
  /// The lists of one walk.
  struct Walk {
    std::vector<std::uint32_t> waiting;   ///< a stack of lists: numbers of cells within a level
    std::vector<std::uint32_t> far;       ///< numbers in cells(); room for more than there are
    std::vector<std::uint32_t> distant;   ///< the same, of those that are farther than they need to be
    std::vector<Stretch> near;            ///< bodies that pull a leaf
    std::vector<std::uint32_t> partners;  ///< where leaves begin that pull a leaf and are pulled by it
    std::uint32_t first_leaf = 0;         ///< the leaves among which partners are found
    std::uint32_t last_leaf = 0;
  };
  /// A part of the stack.
  struct List {
    std::size_t first = 0;
    std::size_t last = 0;
  };

  struct Sifted {
    List near;
    std::size_t closer = 0;  ///< how many of Walk::far need all orders
    std::size_t far = 0;     ///< how many of Walk::far there are, filled up to whole eights
  };

  template <class Work>
  void for_each_place(unsigned threads, const Work& work) const;
  template <class Leaf>
  void walk_all(double opening, double softening_squared, Wanted wanted, unsigned threads, const Leaf& leaf);
  template <class Leaf>
  void walk(Walk& walk, std::size_t level, std::size_t k, List list, std::size_t stop, const Leaf& leaf);
  [[nodiscard]] Sifted sift(Walk& walk, std::size_t level, std::size_t k, List list) const;
  void give_to_children(std::size_t level, std::size_t k);
  void gather_near(Walk& walk, std::uint32_t own, List list) const;

  StepGuard* guard_ = nullptr;  ///< of the accelerations that are computed
  [[nodiscard]] Bodies bodies() const noexcept { return {x_.data(), y_.data(), mass_.data()}; }

  HalvingOrder order_;
  std::size_t count_ = 0;
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<double> mass_;
  std::vector<double> sum_x_;
  std::vector<double> sum_y_;
  Cells cells_;
  std::vector<Expansion> expansions_;
  Walk top_;
  std::vector<Walk> walks_;
  double far_ratio_squared_ = 0;
  double softening_squared_ = 0;
  Wanted wanted_ = Wanted::gradient;
};

}  // namespace carom::detail

#pragma once

#include <cstdint>
#include <span>

#include "gravity/cells.hpp"

/// Cell by cell: the kernels of the tree.
namespace carom::detail {

/// What acts on a cell from afar, as an expansion about its centre.
struct Expansion {
  double terms[k_terms] = {};
};

/// The gradient needs no value.
enum class Wanted { gradient, value };

struct FarSources {
  const Cell* cells = nullptr;
  std::span<const std::uint32_t> numbers;  ///< which of the cells; whole eights and at least one
  /// The first so many need all orders; for the others, one less is good enough. A cell that shares an eight with one that
  /// needs them gets them too.
  std::size_t closer = 0;
};

/// Adds what cells do to a cell at (x, y), eight at a time.
void add_far_field(const FarSources& sources, double x, double y, double softening_squared, Wanted wanted,
                   Expansion& to) noexcept;

/// A parent's expansion, seen from each child.
void hand_down(const Expansion& parent, double x, double y, std::span<const Cell> children, Expansion* to) noexcept;

/// Adds the expansion about (x, y), or its gradient, at eight bodies.
void add_gradient(const Expansion& expansion, double x, double y, const double* at_x, const double* at_y, double* ax,
                  double* ay) noexcept;
void add_value(const Expansion& expansion, double x, double y, const double* at_x, const double* at_y,
               double* potential) noexcept;

}  // namespace carom::detail

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fill/fill_region.hpp"
#include "world/bodies/shape_box.hpp"

namespace carom::detail {

/// The bodies that a fill has to keep clear of.
///
/// The region is cut into cells, and each cell lists the bodies that a disc with its centre there may meet; bodies that would
/// stand in many lists are always tested instead.
class Obstacles {
 public:
  /// `bounds` count only where they are periodic: then every body stands at all its images. Discs will have a radius of
  /// `largest_radius` at most. The error is that of a body that cannot be turned by its angle.
  [[nodiscard]] static Checked<Obstacles> make(std::span<const BodyDef> bodies, const std::optional<Bounds>& bounds,
                                               const Region& region, double largest_radius);

  /// Does the disc overlap any of them? Decided exactly, for its centre relative to the body's, rounded once.
  [[nodiscard]] bool meets(const Circle& disc) const noexcept;

 private:
  struct Image {
    std::size_t shape = 0;
    Vec2 at;
  };

  void cut_into_cells(const Region& region, std::size_t images, double largest_radius);
  void list(const Image& image, const ShapeBox& around);
  [[nodiscard]] std::size_t column(double x) const noexcept;
  [[nodiscard]] std::size_t row(double y) const noexcept;
  [[nodiscard]] bool meets(const Circle& disc, const Image& image) const noexcept;

  Region region_;
  std::vector<BodyShape> shapes_;  // turned, around their own origin
  std::vector<Image> everywhere_;
  std::vector<std::vector<Image>> cells_;
  std::size_t columns_ = 1;
  std::size_t rows_ = 1;
};

}  // namespace carom::detail

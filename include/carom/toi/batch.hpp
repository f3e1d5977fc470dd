#pragma once

#include <span>

#include "carom/shapes/border.hpp"
#include "carom/toi/contact.hpp"

/// Many questions at once: structure of arrays in, outcomes and times out.
///
/// The loops are free of branches and vectorised; pairs that plain double cannot decide are then asked again one by one.
/// Every answer has the same bits as impact_time() gives. Test: batch_test; speed: bench, BatchCircleCircle.
namespace carom {

/// Solid circles in motion. All spans have the same length.
struct CircleArrays {
  std::span<const double> from_x;
  std::span<const double> from_y;
  std::span<const double> to_x;
  std::span<const double> to_y;
  std::span<const double> radius;
};

/// As many as there are questions.
struct ImpactArrays {
  std::span<Outcome> outcome;
  std::span<double> t;
};

/// a[i] against b[i].
void impact_times(const CircleArrays& a, const CircleArrays& b, const ImpactArrays& out) noexcept;

/// Each circle against one border.
void impact_times(const CircleArrays& circles, const Border& border, const ImpactArrays& out) noexcept;

}  // namespace carom

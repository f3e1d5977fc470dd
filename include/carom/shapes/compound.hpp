#pragma once

#include <variant>
#include <vector>

#include "carom/shapes/mass.hpp"

namespace carom {

/// One of the shapes that make a body, where it stands in it.
using Part = std::variant<Circle, Segment, Polygon>;

/// Several shapes joined for good: they move and turn as one. They may overlap; what they share weighs as often as it is
/// there.
struct Compound {
  std::vector<Part> parts;
};

/// A part turned about its origin, then moved; an error as that of turned().
[[nodiscard]] Checked<Part> placed(const Part& part, double angle, Vec2 at);

/// Each part turned about the origin; an error as that of turned().
[[nodiscard]] Checked<Compound> turned(const Compound& compound, double angle);

/// Makes `result`, which was made from `upright` before, the upright one turned about the origin.
void take_turned(const Circle& upright, SinCos angle, Circle& result) noexcept;
void take_turned(const Segment& upright, SinCos angle, Segment& result) noexcept;
void take_turned(const Polygon& upright, SinCos angle, Polygon& result);
void take_turned(const Compound& upright, SinCos angle, Compound& result);

/// The area of the parts that have one: what a density is multiplied by.
[[nodiscard]] double covered_area(const Compound& compound) noexcept;

/// The parts' areas, their common centre and what they are hard to turn by about it. Segments weigh nothing beside parts that
/// have an area; segments alone weigh by their lengths.
[[nodiscard]] MassProperties mass_properties(const Compound& compound) noexcept;

}  // namespace carom

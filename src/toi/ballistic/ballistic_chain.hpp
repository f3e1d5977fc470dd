#pragma once

#include "carom/motion/chain.hpp"
#include "toi/ballistic/ballistic_gap.hpp"

/// Ballistic bodies against what is made of straight pieces. Each face of the pair (an edge, or the circle around a vertex) is
/// tested twice: first whether it is met now, then when. Faces in touch that are not met hold the mover off a little when the
/// others are tested, so that a ball rolling over the joint of two floors does not stumble over the second one's end.
namespace carom::detail {

/// Might the circle overlap the chain at t = 0 by more than rounding? Never wrongly no.
[[nodiscard]] bool may_overlap(double radius, const Flightpath& way, const Chain& chain) noexcept;

/// A circle of radius `radius`, ballistic, and a chain at rest. `holds`: the circle is a ring, and the chain may be inside.
[[nodiscard]] std::optional<Contact> ballistic_circle_chain(double radius, bool holds, const Flightpath& way,
                                                            const Chain& chain) noexcept;

/// A ballistic chain and a chain at rest.
[[nodiscard]] std::optional<Contact> ballistic_chain_chain(const Chain& mover, const Flightpath& way,
                                                           const Chain& stander) noexcept;

}  // namespace carom::detail

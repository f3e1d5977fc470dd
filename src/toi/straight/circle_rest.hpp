#pragma once

#include "carom/motion/chain.hpp"
#include "overlap/chain_state.hpp"

/// A circle that touches a chain at t = 0: what comes just after, and until when it slides.
///
/// Just after the start every distance is a polynomial in t whose first coefficient that is not zero tells its sign: the
/// squared distance to a vertex, (e × w)² - r² e·e over the body of an edge. All are exact, for freely moving ends too.
namespace carom::detail {

/// The distance to edge `edge`, compared with the radius, just after t = 0.
enum class NearPart : std::uint8_t { start, body, end };
struct AfterTouch {
  Sign gap = Sign::positive;          ///< negative: they overlap just after
  NearPart nearest = NearPart::body;  ///< which part of the edge is nearest
};
[[nodiscard]] AfterTouch edge_after_start(const Track& center, double radius, const Chain& chain, int edge) noexcept;

/// How long a circle that touches at t = 0 stays in touch by sliding along faces, over seams too, and the first graze after
/// that: a vertex passed at exactly the distance of the radius, which is a contact because they were apart before.
struct Graze {
  bool found = false;
  double t = 0;
  int vertex = 0;
};
[[nodiscard]] Graze first_graze_after_sliding(const Track& center, double radius, const Chain& chain) noexcept;

/// A vertex rests against the circle, or is passed in touch, while an edge at it turns: the moment at which the edge begins
/// to turn into the circle.
[[nodiscard]] Graze first_turn_into_edge(const Track& center, double radius, const Chain& chain) noexcept;

}  // namespace carom::detail

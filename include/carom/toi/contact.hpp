#pragma once

#include <cstdint>

#include "carom/math/vec2.hpp"

namespace carom {

enum class Outcome : std::uint8_t {
  miss,          ///< they do not meet in [0, 1], or only part, rest or slide
  hit,           ///< they meet
  overlap,       ///< they overlap at t = 0 already
  unanswerable,  ///< the question makes no sense: two borders
};

/// `inner` when one is inside the other's ring or arena.
enum class Side : std::uint8_t { outer, inner };

/// Where detection and response meet: all that is known of one touch.
struct Contact {
  double t = 0;  ///< 0 in an overlap
  Vec2 point;    ///< of two faces that meet, the middle of the shared piece
  Vec2 normal;   ///< unit; the direction that pushes `a` off `b` at `t`
  Side side = Side::outer;
  double depth = 0;  ///< overlaps only: how far to move apart along `normal`
};

/// The answer to "when do they meet?". `contact` has a meaning for `hit` and `overlap` only.
struct Impact {
  Outcome outcome = Outcome::miss;
  Contact contact;
};

/// The short answer, for callers that look for the earliest of many: `t` has a meaning for `hit` only.
struct ImpactTime {
  Outcome outcome = Outcome::miss;
  double t = 0;

  friend constexpr bool operator==(const ImpactTime&, const ImpactTime&) noexcept = default;
};

/// The same touch told from the other side: what pushes `a` off `b` pushes `b` off `a` the other way.
[[nodiscard]] constexpr Impact mirrored(Impact impact) noexcept {
  impact.contact.normal = -impact.contact.normal;
  return impact;
}

}  // namespace carom

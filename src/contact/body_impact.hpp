#pragma once

#include <optional>

#include "carom/toi/contact.hpp"
#include "contact/body_ref.hpp"

namespace carom::detail {

/// Two bodies, or a body and an edge, at the moment they touch.
struct BodyImpact {
  BodyRef a;
  BodyRef b;  ///< a body or an edge
  double t = 0;
  Contact contact;             ///< its normal pushes a off b
  Vec2 shift;                  ///< added to b: its image in a periodic box
  std::optional<Vec2> placed;  ///< where a is, if not where its flight has rounded it to
};

}  // namespace carom::detail

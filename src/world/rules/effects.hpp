#pragma once

#include <optional>
#include <span>
#include <vector>

#include "carom/world/world.hpp"
#include "world/bodies/body_store.hpp"

namespace carom::detail {

/// Whose contact the effects belong to.
struct EffectContext {
  Party a;
  std::optional<Party> b;  ///< nothing: the edges of the world
  bool first_is_a = true;  ///< false: `first` is b and `second` is a
  Vec2 point;
};

/// Runs the effects of a rule, in order, and returns those that ran, with names filled in.
///
/// `who` and `to` mean, in this order: `first` or `second`; those of the two that have the name or the tag; for `destroy` and
/// `mark` any other body of that name, for `damage` all others that have the name or the tag. An effect that found no body
/// did not run, but for damage that hit none: it is returned as it was written. A body that is gone is not touched again.
/// `bodies` are those of the world.
[[nodiscard]] std::vector<Effect> run_effects(World& world, BodyStore& bodies, std::span<const Effect> effects,
                                              const EffectContext& context);

}  // namespace carom::detail

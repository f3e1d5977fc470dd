#pragma once

#include <optional>
#include <string>

#include "carom/response/restitution.hpp"
#include "io/json/fields.hpp"

/// The key `restitution_law` of a scene's world and of its rules.
namespace carom::io {

/// Of an object that may have it in the place of `restitution`; both are a fault.
[[nodiscard]] std::optional<RestitutionLaw> read_restitution_law(Reading& in, const Fields& fields);

/// As it stands in a scene.
[[nodiscard]] std::string restitution_law_text(const RestitutionLaw& law);

}  // namespace carom::io

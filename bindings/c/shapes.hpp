#pragma once

#include <string>

#include "boundary.hpp"
#include "carom/io/query.hpp"
#include "carom/world/settings.hpp"

/// Shapes as C gives them. Errors have places as in a scene: "/circle/radius", "/polygon/vertices/2".
namespace carom::c {

[[nodiscard]] Checked<BodyShape> body_shape(const carom_shape& shape);
[[nodiscard]] Checked<BodyShape> body_shape(const carom_part* parts, size_t count);

/// A shape of `carom query`; `place` is "/a" or "/b".
[[nodiscard]] Checked<QueryShape> query_shape(const carom_moving& moving, const std::string& place);
/// Where one of two rotates, both are given to the kernels that rotate: an error where that cannot be.
[[nodiscard]] Checked<Query> query(const carom_moving& a, const carom_moving& b, const std::string& place);

}  // namespace carom::c

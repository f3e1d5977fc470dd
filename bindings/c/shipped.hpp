#pragma once

#include <span>
#include <string_view>

namespace carom::c {

/// A scene that comes with the library, in the library.
struct ShippedScene {
  std::string_view name;
  std::string_view text;
};

/// In order of their names. Made of scenes/*.json when the library is built.
[[nodiscard]] std::span<const ShippedScene> shipped_scenes() noexcept;

}  // namespace carom::c

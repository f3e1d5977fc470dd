#pragma once

#include <span>
#include <string>
#include <string_view>

namespace carom::app {

/// A scene that comes with the program, in the program.
struct ShippedScene {
  std::string_view name;
  std::string_view text;
};

/// In order of their names. Made of scenes/*.json when the program is built.
[[nodiscard]] std::span<const ShippedScene> shipped_scenes() noexcept;

struct SceneSource {
  std::string label;  ///< for messages: the path, or the name
  std::string path;   ///< empty: a shipped scene
  std::string text;
};

/// `wanted` is the path of a file or, where there is no such file, the name of a shipped scene. Throws Failure.
[[nodiscard]] SceneSource find_scene(const std::string& wanted);

}  // namespace carom::app

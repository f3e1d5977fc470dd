#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "carom/shapes/checked.hpp"

/// What a film says about itself: MP4 (ISO/IEC 14496-12), WebM (RFC 8794 and 9559) and GIF 89a, as far as `carom run --video`
/// writes them.
namespace carom::io {

struct FilmFacts {
  std::uint64_t width = 0;  ///< pixels
  std::uint64_t height = 0;
  std::uint64_t frames = 0;
  double seconds = 0;
  std::string comment;  ///< where it comes from; GIF has none
};

/// Of all bytes of a file. The error has no place.
[[nodiscard]] Checked<FilmFacts> mp4_facts(std::string_view bytes);
[[nodiscard]] Checked<FilmFacts> webm_facts(std::string_view bytes);
[[nodiscard]] Checked<FilmFacts> gif_facts(std::string_view bytes);

}  // namespace carom::io

#pragma once

#include <string_view>

#include "carom/toi/contact.hpp"

namespace carom::io {

/// The words of `carom query`.
[[nodiscard]] constexpr std::string_view name(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::miss: return "miss";
    case Outcome::hit: return "hit";
    case Outcome::overlap: return "overlap";
    case Outcome::unanswerable: return "unanswerable";  // never written: answer() makes an error of it
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name(Side side) noexcept { return side == Side::inner ? "inner" : "outer"; }

}  // namespace carom::io

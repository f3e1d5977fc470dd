#pragma once

#include <string>
#include <string_view>

namespace carom::io {

/// SHA-256 of the bytes (FIPS 180-4), as 64 hex digits: what `sha256sum` prints of a file that holds them.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace carom::io

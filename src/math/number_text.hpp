#pragma once

#include <string>

namespace carom::detail {

/// The shortest text that reads back as the same double, as std::to_chars writes it: fixed or scientific, whichever is
/// shorter; "nan" whatever its sign. For messages: by exact decimals, a few microseconds each. (With to_chars libc++ brings
/// 100 kB of tables into the WebAssembly module.)
[[nodiscard]] std::string number_text(double value);

}  // namespace carom::detail

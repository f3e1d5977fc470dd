#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace carom::app {

/// Reads a file descriptor line by line, holding no more than a block and one line of it.
class LineReader {
 public:
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  /// Whether next() can answer without reading on, which may have to wait.
  [[nodiscard]] bool ready();
  /// The next line without its end, valid until the next call; nothing at the end of the file or after an error. A
  /// UTF-8 byte order mark at the start of the file is skipped.
  [[nodiscard]] std::optional<std::string_view> next();
  /// The errno of a read that failed, or 0.
  [[nodiscard]] int error() const noexcept { return error_; }

 private:
  void read_block();
  void skip_byte_order_mark();

  int descriptor_;
  std::string buffer_;
  std::size_t begin_ = 0;     // of the next line
  std::size_t searched_ = 0;  // no line ends between begin_ and here
  bool at_start_ = true;
  bool at_end_ = false;
  int error_ = 0;
};

}  // namespace carom::app

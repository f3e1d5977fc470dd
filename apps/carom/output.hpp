#pragma once

#include <string>
#include <string_view>

namespace carom::app {

/// Writes to a file descriptor in blocks and remembers the first failure.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}

  /// False once a write has failed.
  bool write(std::string_view text);
  bool flush();
  /// The errno of the write that failed, or 0.
  [[nodiscard]] int error() const noexcept { return error_; }

 private:
  bool put(std::string_view rest);

  int descriptor_;
  std::string buffer_;
  int error_ = 0;
};

}  // namespace carom::app

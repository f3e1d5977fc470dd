#include "output.hpp"

#include <unistd.h>

#include <cerrno>

namespace carom::app {

bool Output::write(std::string_view text) {
  constexpr std::size_t block = 1U << 16U;
  if (text.size() >= block) return flush() && put(text);
  buffer_ += text;
  return buffer_.size() < block ? error_ == 0 : flush();
}

bool Output::flush() {
  put(buffer_);
  buffer_.clear();
  return error_ == 0;
}

bool Output::put(std::string_view rest) {
  while (error_ == 0 && !rest.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  return error_ == 0;
}

}  // namespace carom::app

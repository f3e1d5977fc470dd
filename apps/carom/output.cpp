#include "output.hpp"
#include "io/system/system.hpp"

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
  if (error_ == 0 && !io::write_all(descriptor_, rest.data(), rest.size())) error_ = errno;
  return error_ == 0;
}

}  // namespace carom::app

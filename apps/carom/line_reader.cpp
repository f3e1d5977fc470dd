#include "line_reader.hpp"
#include "io/system/system.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

namespace carom::app {

bool LineReader::ready() {
  searched_ = std::min(buffer_.find('\n', searched_), buffer_.size());
  return searched_ < buffer_.size();
}

std::optional<std::string_view> LineReader::next() {
  while (!ready() && !at_end_) read_block();
  if (at_start_) skip_byte_order_mark();
  if (error_ != 0 || (at_end_ && begin_ == buffer_.size())) return std::nullopt;
  const std::size_t end = searched_;
  const std::string_view line = std::string_view(buffer_).substr(begin_, end - begin_);
  begin_ = searched_ = std::min(end + 1, buffer_.size());
  return line;
}

void LineReader::read_block() {
  buffer_.erase(0, begin_);
  searched_ -= begin_;
  begin_ = 0;
  std::array<char, 1U << 16U> block{};
  const auto count = io::read_some(descriptor_, block.data(), block.size());
  if (!count) error_ = errno;
  at_end_ = count.value_or(0) == 0;
  buffer_.append(block.data(), count.value_or(0));
}

/// Called with the first line, or all there is, in the buffer.
void LineReader::skip_byte_order_mark() {
  at_start_ = false;
  if (buffer_.starts_with("\xEF\xBB\xBF")) begin_ = 3;
}

}  // namespace carom::app

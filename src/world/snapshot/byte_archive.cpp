#include "world/snapshot/byte_archive.hpp"

namespace carom::detail {

void ByteWriter::put_bits(std::uint64_t bits, std::size_t size) {
  std::byte bytes[sizeof bits];
  for (std::size_t k = 0; k < size; ++k) bytes[k] = static_cast<std::byte>(bits >> (8 * k) & 0xFFU);
  bytes_.insert(bytes_.end(), bytes, bytes + size);
}

void ByteWriter::put_bytes(std::span<const std::byte> bytes) {
  put_bits(bytes.size(), sizeof(std::uint64_t));
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

void ByteReader::check(std::string_view name, bool good, std::string_view expected) {
  if (good || error_) return;
  fail("expected " + std::string(expected));
  within(name);
}

void ByteReader::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

std::optional<Error> ByteReader::error() const {
  if (!error_ && at_ < bytes_.size()) return Error{"", "expected the end at byte " + std::to_string(at_)};
  return error_;
}

void ByteReader::within(std::string_view name) {
  if (!name.empty()) error_->place = "/" + std::string(name) + error_->place;
}

void ByteReader::within(std::size_t number) { within(std::to_string(number)); }

std::span<const std::byte> ByteReader::next(std::uint64_t count) {
  const std::size_t left = bytes_.size() - at_;
  if (count > left) {
    fail("expected " + std::to_string(count) + " bytes from byte " + std::to_string(at_) + " on, found " +
         std::to_string(left));
    return {};
  }
  const auto found = bytes_.subspan(at_, static_cast<std::size_t>(count));
  at_ += found.size();
  return found;
}

std::uint64_t ByteReader::next_bits(std::size_t size) {
  std::uint64_t bits = 0;
  unsigned shift = 0;
  for (const std::byte b : next(size)) {
    bits |= std::to_integer<std::uint64_t>(b) << shift;
    shift += 8;
  }
  return bits;
}

void ByteReader::get_bool(bool& value) {
  const std::uint64_t bits = next_bits(1);
  if (bits > 1) fail("expected 0 or 1 before byte " + std::to_string(at_) + ", found " + std::to_string(bits));
  value = bits == 1;
}

void ByteReader::get(std::string& text) {
  const std::span<const std::byte> found = next(next_bits(sizeof(std::uint64_t)));
  text.clear();
  for (const std::byte b : found) text += static_cast<char>(b);
}

void ByteReader::get(std::vector<std::byte>& bytes) {
  const std::span<const std::byte> found = next(next_bits(sizeof(std::uint64_t)));
  bytes.assign(found.begin(), found.end());
}

}  // namespace carom::detail

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Values as bytes and back. What a struct consists of is said once, by a function `fields(archive, struct)` found
/// beside it; the same list writes and reads, so that the two cannot come apart.
namespace carom::io {

template <class T>
concept ArchivedNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// The bits of a number, lowest first; a double's are its own.
template <ArchivedNumber T>
[[nodiscard]] std::uint64_t bits_of(T value) noexcept {
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(value);
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

class ArchiveWriter {
 public:
  template <class... T>
  void operator()(T&... values) {
    (put(values), ...);
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  template <ArchivedNumber T>
  void put(T value) {
    const std::uint64_t bits = bits_of(value);
    for (unsigned k = 0; k < sizeof(T); ++k) bytes_ += static_cast<char>(bits >> (8 * k) & 0xFFU);
  }
  void put(std::string& text) {
    put(std::uint64_t{text.size()});
    bytes_ += text;
  }
  template <class T>
  void put(std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(std::vector<T>& values) {
    put(std::uint64_t{values.size()});
    for (T& value : values) put(value);
  }
  template <class T>
    requires(!ArchivedNumber<T>)
  void put(T& value) {
    fields(*this, value);
  }

  std::string bytes_;
};

class ArchiveReader {
 public:
  explicit ArchiveReader(std::string_view bytes) : rest_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  void fail() noexcept { good_ = false; }
  [[nodiscard]] bool good() const noexcept { return good_; }
  [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }

 private:
  /// The next bytes, or none and a failure.
  std::string_view next(std::uint64_t count) {
    if (!good_ || count > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }
  template <ArchivedNumber T>
  void get(T& value) {
    std::uint64_t bits = 0;
    unsigned shift = 0;
    for (const char c : next(sizeof(T))) {
      bits |= std::uint64_t{static_cast<unsigned char>(c)} << shift;
      shift += 8;
    }
    if constexpr (std::is_same_v<T, double>) {
      value = std::bit_cast<double>(bits);
    } else {
      value = static_cast<T>(bits);
    }
  }
  void get(std::string& text) {
    std::uint64_t size = 0;
    get(size);
    text = next(size);
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool there = false;
    get(there);
    value.reset();
    if (there) get(value.emplace());
  }
  template <class T>
  void get(std::vector<T>& values) {
    std::uint64_t size = 0;
    get(size);
    values.clear();
    // One at a time: a length that is wrong runs out of bytes before it takes memory.
    for (std::uint64_t k = 0; k < size && good_; ++k) get(values.emplace_back());
  }
  template <class T>
    requires(!ArchivedNumber<T>)
  void get(T& value) {
    fields(*this, value);
  }

  std::string_view rest_;
  bool good_ = true;
};

}  // namespace carom::io

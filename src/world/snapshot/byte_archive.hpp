#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "carom/shapes/checked.hpp"

/// Values as bytes and back, the same on every machine: numbers as their bits, lowest byte first.
///
/// What a struct consists of is said once, by a function `fields(archive, value)` found beside it: names and bodies by
/// turns, and `check` for what must hold of them. The same list writes and reads, so that the two cannot come apart. Every
/// value has one encoding: what reads is written as the same bytes again.
namespace carom::detail {

template <class T>
concept ArchivedNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// T, or const T: `fields` takes both, one for reading and one for writing.
template <class T, class Wanted>
concept MaybeConst = std::same_as<std::remove_const_t<T>, Wanted>;

/// FNV-1a over words of eight bytes, lowest first, the last one filled up with zeros: not against malice, against a disk that
/// was full or a copy that was cut. `before`: the sum of what comes first.
[[nodiscard]] inline std::uint64_t byte_sum(std::span<const std::byte> bytes,
                                            std::uint64_t before = 0xcbf29ce484222325U) noexcept {
  constexpr std::size_t width = sizeof(std::uint64_t);
  std::uint64_t sum = before;
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    std::uint64_t word = 0;
    const std::size_t count = std::min(width, bytes.size() - at);
    for (std::size_t k = 0; k < count; ++k) word |= std::to_integer<std::uint64_t>(bytes[at + k]) << (8 * k);
    // The upper half goes back into the lower one, which a product alone never does.
    sum = (sum ^ word) * 0x100000001b3U;
    sum ^= sum >> 32U;
  }
  return sum;
}

class ByteWriter {
 public:
  static constexpr bool reads = false;

  template <class T, class... Rest>
  void operator()(std::string_view /*name*/, const T& value, const Rest&... rest) {
    put(value);
    if constexpr (sizeof...(Rest) > 0) (*this)(rest...);
  }
  void check(std::string_view /*name*/, bool /*good*/, std::string_view /*expected*/) noexcept {}
  /// Room for so many bytes: what is long is not moved again and again.
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  [[nodiscard]] std::vector<std::byte> take() { return std::exchange(bytes_, {}); }
  [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

 private:
  template <ArchivedNumber T>
  void put(T value) {
    std::uint64_t bits = 0;
    if constexpr (std::is_same_v<T, double>) {
      bits = std::bit_cast<std::uint64_t>(value);
    } else {
      bits = static_cast<std::uint64_t>(value);
    }
    put_bits(bits, sizeof(T));
  }
  void put(const std::string& text) { put_bytes(std::as_bytes(std::span(text))); }
  void put(const std::vector<std::byte>& bytes) { put_bytes(bytes); }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put_all(values);
  }
  template <class T>
  void put(const std::set<T>& values) {
    put_all(values);
  }
  template <class Range>
  void put_all(const Range& values) {
    put(std::uint64_t{values.size()});
    for (const auto& value : values) put(value);
  }
  template <class T>
    requires(!ArchivedNumber<T>)
  void put(const T& value) {
    fields(*this, value);
  }
  // What is the same for all types stands once.
  void put_bits(std::uint64_t bits, std::size_t size);
  void put_bytes(std::span<const std::byte> bytes);

  std::vector<std::byte> bytes_;
};

/// Reads until something is wrong; from there on nothing changes any more, and `error` says what was wrong and where.
class ByteReader {
 public:
  static constexpr bool reads = true;

  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T, class... Rest>
  void operator()(std::string_view name, T& value, Rest&&... rest) {
    if (error_) return;
    get(value);
    if (error_) return within(name);
    if constexpr (sizeof...(Rest) > 0) (*this)(std::forward<Rest>(rest)...);
  }
  /// Of a body that has been read.
  void check(std::string_view name, bool good, std::string_view expected);
  void fail(std::string reason) { fail(Error{"", std::move(reason)}); }
  void fail(Error error);

  [[nodiscard]] bool good() const noexcept { return !error_; }
  [[nodiscard]] const std::optional<Error>& failure() const noexcept { return error_; }
  [[nodiscard]] bool done() const noexcept { return at_ == bytes_.size(); }
  /// What has not been read yet.
  [[nodiscard]] std::span<const std::byte> rest() const noexcept { return bytes_.subspan(at_); }
  /// The first that is wrong, bytes that are left over included; nothing: all was read.
  [[nodiscard]] std::optional<Error> error() const;

 private:
  /// The place of an error is put together on the way out; what has no name adds nothing to it.
  void within(std::string_view name);
  void within(std::size_t number);

  /// The next bytes, or none and a failure.
  std::span<const std::byte> next(std::uint64_t count);
  /// The number of so many bytes, or 0 and a failure.
  std::uint64_t next_bits(std::size_t size);
  void get_bool(bool& value);
  template <ArchivedNumber T>
  void get(T& value) {
    if constexpr (std::is_same_v<T, bool>) return get_bool(value);
    const std::uint64_t bits = next_bits(sizeof(T));
    if constexpr (std::is_same_v<T, double>) {
      value = std::bit_cast<double>(bits);
    } else {
      value = static_cast<T>(bits);
    }
  }
  void get(std::string& text);
  void get(std::vector<std::byte>& bytes);
  template <class T>
  void get(std::optional<T>& value) {
    bool there = false;
    get(there);
    value.reset();
    if (there && good()) get(value.emplace());
  }
  template <class T>
  void get(std::vector<T>& values) {
    std::uint64_t size = 0;
    get(size);
    values.clear();
    // One at a time: a length that is wrong runs out of bytes before it takes memory.
    for (std::uint64_t k = 0; k < size && good(); ++k) {
      get(values.emplace_back());
      if (error_) within(static_cast<std::size_t>(k));
    }
  }
  template <class T>
  void get(std::set<T>& values) {
    std::vector<T> in_order;
    get(in_order);
    values.clear();
    for (std::size_t k = 0; k < in_order.size() && good(); ++k) {
      if (k > 0) check(std::to_string(k), in_order[k - 1] < in_order[k], "more than the one before");
      values.insert(values.end(), std::move(in_order[k]));
    }
  }
  template <class T>
    requires(!ArchivedNumber<T>)
  void get(T& value) {
    fields(*this, value);
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

}  // namespace carom::detail

#include "world/snapshot/byte_archive.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace carom::detail {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

template <class T>
std::vector<std::byte> written(const T& value) {
  ByteWriter out;
  out("value", value);
  return out.take();
}

template <class T>
T read(const std::vector<std::byte>& bytes, std::optional<Error>& error) {
  ByteReader in(bytes);
  T value{};
  in("value", value);
  error = in.error();
  return value;
}

template <class T>
std::string fault(const std::vector<std::byte>& bytes) {
  std::optional<Error> error;
  static_cast<void>(read<T>(bytes, error));
  return error ? error->place + ": " + error->reason : "";
}

TEST(ByteArchive, BytesAreTheSameOnEveryMachine) {
  EXPECT_EQ(written(std::uint32_t{0x01020304}), bytes_of(std::string_view("\x04\x03\x02\x01", 4)));
  EXPECT_EQ(written(1.0), bytes_of(std::string_view("\0\0\0\0\0\0\xf0\x3f", 8)));
  EXPECT_EQ(written(std::string("ab")), bytes_of(std::string_view("\2\0\0\0\0\0\0\0ab", 10)));
  EXPECT_EQ(written(std::optional<bool>()), bytes_of(std::string_view("\0", 1)));
}

TEST(ByteArchive, ALengthBeyondTheEndFailsWithoutTakingMemory) {
  const auto huge = written(std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(fault<std::string>(huge), "/value: expected 18446744073709551615 bytes from byte 8 on, found 0");
  EXPECT_EQ(fault<std::vector<std::byte>>(huge), "/value: expected 18446744073709551615 bytes from byte 8 on, found 0");
  EXPECT_EQ(fault<std::vector<std::uint64_t>>(huge), "/value/0: expected 8 bytes from byte 8 on, found 0");
}

TEST(ByteArchive, AnErrorSaysWhatAndWhere) {
  EXPECT_EQ(fault<bool>(bytes_of("\2")), "/value: expected 0 or 1 before byte 1, found 2");
  EXPECT_EQ(fault<std::uint32_t>(bytes_of("123")), "/value: expected 4 bytes from byte 0 on, found 3");
  EXPECT_EQ(fault<std::uint32_t>(bytes_of("12345")), ": expected the end at byte 4");
  EXPECT_EQ(fault<std::set<std::uint8_t>>(written(std::vector<std::uint8_t>{1, 3, 3})),
            "/value/2: expected more than the one before");
}

TEST(ByteArchive, NothingIsReadAfterAnError) {
  const auto bytes = bytes_of("\2\1");
  ByteReader in(bytes);
  bool first = true;
  std::uint8_t second = 7;
  in("first", first, "second", second);
  in.check("second", false, "something else");
  EXPECT_EQ(second, 7);
  EXPECT_EQ(in.error()->place, "/first");
}

RC_GTEST_PROP(ByteArchive, ListsReadBack, (const std::vector<std::string>& list)) {
  std::optional<Error> error;
  RC_ASSERT(read<std::vector<std::string>>(written(list), error) == list);
  RC_ASSERT(!error);
}

RC_GTEST_PROP(ByteArchive, DoublesKeepTheirBits, (std::uint64_t bits)) {
  std::optional<Error> error;
  const auto back = read<std::optional<double>>(written(std::optional(std::bit_cast<double>(bits))), error);
  RC_ASSERT(!error && std::bit_cast<std::uint64_t>(back.value()) == bits);
}

}  // namespace
}  // namespace carom::detail

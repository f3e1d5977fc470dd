#include "io/checkpoint_archive.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace carom::io {
namespace {

template <class T>
std::string written(T value) {
  ArchiveWriter out;
  out(value);
  return out.take();
}

template <class T>
T read(std::string_view bytes, bool& good) {
  ArchiveReader in(bytes);
  T value{};
  in(value);
  good = in.good() && in.at_end();
  return value;
}

TEST(CheckpointArchive, BytesAreTheSameOnEveryMachine) {
  EXPECT_EQ(written(std::uint32_t{0x01020304}), std::string("\x04\x03\x02\x01", 4));
  EXPECT_EQ(written(1.0), std::string("\0\0\0\0\0\0\xf0\x3f", 8));
  EXPECT_EQ(written(std::string("ab")), std::string("\2\0\0\0\0\0\0\0ab", 10));
  EXPECT_EQ(written(std::optional<bool>()), std::string("\0", 1));
}

TEST(CheckpointArchive, ALengthBeyondTheEndFailsWithoutTakingMemory) {
  const std::string huge = written(std::numeric_limits<std::uint64_t>::max());
  bool good = true;
  EXPECT_TRUE(read<std::string>(huge, good).empty());
  EXPECT_FALSE(good);
  read<std::vector<std::uint64_t>>(huge, good);
  EXPECT_FALSE(good);
}

RC_GTEST_PROP(CheckpointArchive, ListsReadBack, (const std::vector<std::string>& list)) {
  bool good = false;
  RC_ASSERT(read<std::vector<std::string>>(written(list), good) == list);
  RC_ASSERT(good);
}

RC_GTEST_PROP(CheckpointArchive, DoublesKeepTheirBits, (std::uint64_t bits)) {
  bool good = false;
  const auto back = read<std::optional<double>>(written(std::optional(std::bit_cast<double>(bits))), good);
  RC_ASSERT(good && std::bit_cast<std::uint64_t>(back.value()) == bits);
}

}  // namespace
}  // namespace carom::io

#include "io/record/film_facts.hpp"

#include <gtest/gtest.h>

#include <string>

namespace carom::io {
namespace {

std::string big(std::uint64_t value, int count) {
  std::string bytes;
  for (int k = count - 1; k >= 0; --k) {
    bytes += static_cast<char>(k < 8 ? value >> static_cast<unsigned>(8 * k) & 0xffU : 0U);
  }
  return bytes;
}

std::string box(const std::string& kind, const std::string& content) {
  return big(8 + content.size(), 4) + kind + content;
}

/// A film of 5 frames in half a second, and a track that is no picture.
std::string small_mp4() {
  const std::string video = box("tkhd", std::string(76, '\0') + big(320U << 16U, 4) + big(180U << 16U, 4)) +
                            box("mdia", box("mdhd", big(0, 12) + big(1000, 4) + big(500, 4) + big(0, 4)) +
                                            box("hdlr", big(0, 8) + "vide" + big(0, 13)) +
                                            box("minf", box("stbl", box("stsz", big(0, 8) + big(5, 4) + big(0, 20)))));
  const std::string sound = box("tkhd", std::string(84, '\0')) +
                            box("mdia", box("mdhd", big(1U << 24U, 4) + big(0, 16) + big(10, 4) + big(70, 8)) +
                                            box("hdlr", big(0, 8) + "soun" + big(0, 13)));
  const std::string comment =
      box("\xa9"
          "cmt",
          box("data", big(1, 4) + big(0, 4) + "made by carom"));
  const std::string words = box("udta", box("meta", big(0, 4) + box("ilst", comment)));
  return box("ftyp", "isom") + box("mdat", "xxxxx") + box("moov", box("trak", video) + box("trak", sound) + words);
}

TEST(FilmFacts, OfMp4) {
  const auto facts = mp4_facts(small_mp4());
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts.value().width, 320U);
  EXPECT_EQ(facts.value().height, 180U);
  EXPECT_EQ(facts.value().frames, 5U);
  EXPECT_EQ(facts.value().seconds, 0.5);
  EXPECT_EQ(facts.value().comment, "made by carom");
}

std::string element(std::uint64_t id, int id_bytes, const std::string& content) {
  return big(id, id_bytes) + big(0x4000U | content.size(), 2) + content;
}

std::string small_webm() {
  const std::string info =
      element(0x2ad7b1, 3, big(1000000, 3)) + element(0x4489, 2, big(0x40a0000000000000, 8));  // 2048
  const std::string video = element(0xb0, 1, big(64, 1)) + element(0xba, 1, big(48, 1));
  const std::string title = element(0x67c8, 2, element(0x45a3, 2, "TITLE") + element(0x4487, 2, "no"));
  const std::string comment = element(0x67c8, 2, element(0x45a3, 2, "COMMENT") + element(0x4487, 2, "made by carom"));
  const std::string cluster =
      element(0xe7, 1, "\1") + element(0xa3, 1, "one") + element(0xa0, 1, element(0xa1, 1, "two"));
  const std::string parts =
      element(0x1549a966, 4, info) + element(0x1654ae6b, 4, element(0xae, 1, element(0xe0, 1, video))) +
      element(0x1254c367, 4, element(0x7373, 2, title + comment)) + element(0x1f43b675, 4, cluster);
  // The size of a segment need not be known.
  return element(0x1a45dfa3, 4, "webm") + big(0x18538067, 4) + big(0x01ffffffffffffff, 8) + parts;
}

TEST(FilmFacts, OfWebm) {
  const auto facts = webm_facts(small_webm());
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts.value().width, 64U);
  EXPECT_EQ(facts.value().height, 48U);
  EXPECT_EQ(facts.value().frames, 2U);
  EXPECT_EQ(facts.value().seconds, 2.048);
  EXPECT_EQ(facts.value().comment, "made by carom");
}

std::string small_gif() {
  const std::string colours(6, 'c');
  const auto frame = [&](int hundredths) {
    return std::string("\x21\xf9\4\0", 4) + static_cast<char>(hundredths) + std::string("\0\0\0", 3) + "\x2c" +
           std::string(8, '\0') + '\x80' + colours + "\2\3abc\1d" + '\0';
  };
  return std::string("GIF89a") + "\x40" + '\0' + "\x30" + '\0' + '\x80' + std::string(2, '\0') + colours +
         "\x21\xff\3xyz" + '\0' + frame(3) + frame(4) + "\x3b";
}

TEST(FilmFacts, OfGif) {
  const auto facts = gif_facts(small_gif());
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts.value().width, 64U);
  EXPECT_EQ(facts.value().height, 48U);
  EXPECT_EQ(facts.value().frames, 2U);
  EXPECT_EQ(facts.value().seconds, 0.07);
}

TEST(FilmFacts, OfWhatIsCutOff) {
  const std::string mp4 = small_mp4();
  const std::string webm = small_webm();
  const std::string gif = small_gif();
  for (std::size_t k = 0; k + 60 < mp4.size(); ++k) EXPECT_FALSE(mp4_facts(mp4.substr(0, k))) << k;
  for (std::size_t k = 0; k + 30 < webm.size(); ++k) EXPECT_FALSE(webm_facts(webm.substr(0, k))) << k;
  for (std::size_t k = 0; k < gif.size(); ++k) EXPECT_FALSE(gif_facts(gif.substr(0, k))) << k;
}

TEST(FilmFacts, OfWhatIsNestedWithoutEnd) {
  std::string webm;
  std::string mp4;
  for (int k = 0; k < 1000; ++k) {
    webm = element(0xae, 1, webm);
    mp4 = box("moov", mp4);
  }
  EXPECT_FALSE(webm_facts(webm));
  EXPECT_FALSE(mp4_facts(mp4));
}

}  // namespace
}  // namespace carom::io

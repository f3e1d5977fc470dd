#include "io/record/film_facts.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace carom::io {
namespace {

Error damaged() { return {"", "the file is cut off or damaged"}; }

/// Reads from the front of what is left; what is not there is 0, and `good` says so.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool good() const noexcept { return good_; }
  [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }
  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) {
      good_ = false;
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint64_t big_endian(std::uint64_t count) {
    std::uint64_t value = 0;
    for (const char c : take(count)) value = value << 8U | static_cast<unsigned char>(c);
    return value;
  }
  std::uint64_t little_endian(std::uint64_t count) {
    std::uint64_t value = 0;
    std::uint64_t shift = 0;
    for (const char c : take(count)) {
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(c)) << shift;
      shift += 8;
    }
    return value;
  }

 private:
  std::string_view rest_;
  bool good_ = true;
};

/// A box of MP4 or an element of WebM.
struct Part {
  std::uint64_t id = 0;
  std::string_view content;
};

constexpr std::uint64_t four(const char (&word)[5]) {
  std::uint64_t id = 0;
  for (std::size_t k = 0; k < 4; ++k) id = id << 8U | static_cast<unsigned char>(word[k]);
  return id;
}

Part next_box(Bytes& in) {
  Part box;
  std::uint64_t size = in.big_endian(4);
  box.id = in.big_endian(4);
  std::uint64_t head = 8;
  if (size == 1) {
    size = in.big_endian(8);
    head = 16;
  }
  if (size == 0) size = head + in.rest().size();
  box.content = size < head ? in.take(in.rest().size() + 1) : in.take(size - head);
  return box;
}

/// Times have 8 bytes in the second version of a box.
std::uint64_t time_bytes(Bytes& in) { return in.big_endian(4) >> 24U == 1 ? 8 : 4; }

/// One track: how many pictures it has, and how large.
struct Mp4Track {
  FilmFacts facts;
  bool shows = false;  // it is of pictures
};

/// What is nested deeper than this is no film of ours.
constexpr int k_deepest = 16;

bool read_track(std::string_view bytes, int depth, Mp4Track& track) {
  if (depth > k_deepest) return false;
  Bytes in(bytes);
  while (!in.empty()) {
    const Part box = next_box(in);
    if (!in.good()) return false;
    Bytes content(box.content);
    if (box.id == four("tkhd")) {
      if (box.content.size() < 8) return false;
      Bytes end(box.content.substr(box.content.size() - 8));  // both as 16.16 numbers
      track.facts.width = end.big_endian(4) >> 16U;
      track.facts.height = end.big_endian(4) >> 16U;
    } else if (box.id == four("mdhd")) {
      const std::uint64_t size = time_bytes(content);
      content.take(2 * size);
      const auto scale = static_cast<double>(content.big_endian(4));
      track.facts.seconds = scale > 0 ? static_cast<double>(content.big_endian(size)) / scale : 0;
    } else if (box.id == four("hdlr")) {
      content.take(8);
      track.shows = content.big_endian(4) == four("vide");
    } else if (box.id == four("stsz")) {
      content.take(8);
      track.facts.frames = content.big_endian(4);
    } else if (box.id == four("mdia") || box.id == four("minf") || box.id == four("stbl")) {
      if (!read_track(box.content, depth + 1, track)) return false;
    }
    if (!content.good()) return false;
  }
  return true;
}

bool read_movie(std::string_view bytes, int depth, FilmFacts& facts) {
  if (depth > k_deepest) return false;
  Bytes in(bytes);
  while (!in.empty()) {
    const Part box = next_box(in);
    if (!in.good()) return false;
    if (box.id == four("trak")) {
      Mp4Track track;
      if (!read_track(box.content, depth + 1, track)) return false;
      if (track.shows)
        facts = {track.facts.width, track.facts.height, track.facts.frames, track.facts.seconds, facts.comment};
    } else if (box.id == four("moov") || box.id == four("udta") || box.id == four("ilst") ||
               box.id == four("\xa9"
                              "cmt")) {
      if (!read_movie(box.content, depth + 1, facts)) return false;
    } else if (box.id == four("meta") && box.content.size() >= 4) {
      if (!read_movie(box.content.substr(4), depth + 1, facts)) return false;
    } else if (box.id == four("data") && box.content.size() >= 8) {
      facts.comment = box.content.substr(8);
    }
  }
  return true;
}

/// A number whose leading zero bits tell how many bytes it has; `keep_mark` as in ids, which keep their leading 1.
std::uint64_t ebml_number(Bytes& in, bool keep_mark) {
  const std::uint64_t first = in.big_endian(1);
  const int more = std::countl_zero(static_cast<std::uint8_t>(first));
  if (more > 7) {
    in.take(in.rest().size() + 1);
    return 0;
  }
  const std::uint64_t mark = 0x80U >> static_cast<unsigned>(more);
  std::uint64_t value = keep_mark ? first : first & (mark - 1);
  for (int k = 0; k < more; ++k) value = value << 8U | in.big_endian(1);
  // All ones: the size is not known, and the element goes on to the end.
  const std::uint64_t unknown = (std::uint64_t{1} << static_cast<unsigned>(7 * (more + 1))) - 1;
  return !keep_mark && value == unknown ? in.rest().size() : value;
}

double ebml_float(std::string_view bytes) {
  Bytes in(bytes);
  if (bytes.size() == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(in.big_endian(4)));
  return bytes.size() == 8 ? std::bit_cast<double>(in.big_endian(8)) : 0;
}

struct WebmState {
  FilmFacts facts;
  double tick = 1e6;  // nanoseconds
  double ticks = 0;
  std::string tag;
};

bool read_elements(std::string_view bytes, int depth, WebmState& state) {
  if (depth > k_deepest) return false;
  Bytes in(bytes);
  while (!in.empty()) {
    const std::uint64_t id = ebml_number(in, true);
    const std::string_view content = in.take(ebml_number(in, false));
    if (!in.good()) return false;
    const auto number = [&] { return Bytes(content).big_endian(std::min<std::size_t>(8, content.size())); };
    switch (id) {
      case 0x18538067:  // Segment
      case 0x1549a966:  // Info
      case 0x1654ae6b:  // Tracks
      case 0xae:        // TrackEntry
      case 0xe0:        // Video
      case 0x1f43b675:  // Cluster
      case 0x1254c367:  // Tags
      case 0x7373:      // Tag
      case 0x67c8:      // SimpleTag
        if (!read_elements(content, depth + 1, state)) return false;
        break;
      case 0x2ad7b1: state.tick = static_cast<double>(number()); break;  // TimestampScale
      case 0x4489: state.ticks = ebml_float(content); break;             // Duration
      case 0xb0: state.facts.width = number(); break;                    // PixelWidth
      case 0xba: state.facts.height = number(); break;                   // PixelHeight
      case 0xa3:                                                         // SimpleBlock
      case 0xa0: ++state.facts.frames; break;                            // BlockGroup
      case 0x45a3: state.tag = content; break;                           // TagName
      case 0x4487:                                                       // TagString
        if (state.tag == "COMMENT") state.facts.comment = content;
        break;
      default: break;
    }
  }
  return true;
}

/// Pieces of up to 255 bytes, an empty one at the end.
void skip_sub_blocks(Bytes& in) {
  while (const std::uint64_t size = in.little_endian(1)) in.take(size);
}

/// The colours that follow where a byte of flags says so.
void skip_colours(Bytes& in, std::uint64_t flags) {
  if ((flags & 0x80U) != 0) in.take(std::uint64_t{3} << ((flags & 7U) + 1));
}

}  // namespace

Checked<FilmFacts> mp4_facts(std::string_view bytes) {
  FilmFacts facts;
  if (!read_movie(bytes, 0, facts) || facts.frames == 0) return damaged();
  return facts;
}

Checked<FilmFacts> webm_facts(std::string_view bytes) {
  WebmState state;
  if (!read_elements(bytes, 0, state) || state.facts.frames == 0) return damaged();
  state.facts.seconds = state.ticks * state.tick * 1e-9;
  return std::move(state.facts);
}

Checked<FilmFacts> gif_facts(std::string_view bytes) {
  constexpr std::uint64_t extension = 0x21;
  constexpr std::uint64_t image = 0x2c;
  constexpr std::uint64_t trailer = 0x3b;
  constexpr std::uint64_t control = 0xf9;
  Bytes in(bytes);
  in.take(6);
  FilmFacts facts;
  facts.width = in.little_endian(2);
  facts.height = in.little_endian(2);
  const std::uint64_t flags = in.little_endian(1);
  in.take(2);
  skip_colours(in, flags);
  std::uint64_t hundredths = 0;
  while (in.good()) {
    const std::uint64_t kind = in.little_endian(1);
    if (kind == trailer) {
      facts.seconds = 0.01 * static_cast<double>(hundredths);
      return facts;
    }
    if (kind == extension) {
      if (in.little_endian(1) == control) {
        Bytes block(in.rest());
        block.take(2);
        hundredths += block.little_endian(2);
      }
    } else if (kind == image) {
      ++facts.frames;
      in.take(8);
      skip_colours(in, in.little_endian(1));
      in.take(1);
    } else {
      break;
    }
    skip_sub_blocks(in);
  }
  return damaged();
}

}  // namespace carom::io

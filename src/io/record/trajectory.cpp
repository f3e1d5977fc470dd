#include "carom/io/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "io/json/json_text.hpp"

namespace carom {
namespace {

using io::number_text;

/// Lines of a frame, of which there may be millions: appended number by number, and given to the file in pieces.
class FrameLines {
 public:
  FrameLines(void (*append)(std::string&, double), const TextSink& sink) : append_(append), sink_(sink) {}
  FrameLines& operator<<(std::string_view words) {
    text_ += words;
    return *this;
  }
  FrameLines& operator<<(double value) {
    append_(text_, value);
    return *this;
  }
  FrameLines& operator<<(std::uint64_t value) {
    text_ += fmt::format_int(value).c_str();
    return *this;
  }
  /// A place and a centre of mass, which is mostly the same to the bit: then its digits are not made again.
  void put(Vec2 at, std::string_view comma) {
    begin_ = text_.size();
    *this << at.x << comma << at.y;
    length_ = text_.size() - begin_;
    at_ = at;
  }
  void put_center(Vec2 center, std::string_view comma) {
    if (bits(center) != bits(at_)) {
      *this << center.x << comma << center.y;
    } else {
      text_.append(text_, begin_, length_);
    }
  }
  void end_line() {
    constexpr std::size_t piece = 1U << 20U;
    if (text_.size() >= piece) flush();
  }
  void flush() {
    sink_(text_);
    text_.clear();
  }

 private:
  static std::array<std::uint64_t, 2> bits(Vec2 v) noexcept { return std::bit_cast<std::array<std::uint64_t, 2>>(v); }

  void (*append_)(std::string&, double);
  const TextSink& sink_;
  std::string text_;
  Vec2 at_;
  std::size_t begin_ = 0;  ///< of its text
  std::size_t length_ = 0;
};

void csv(const std::vector<BodyThen>& shown, double time, const TextSink& sink) {
  FrameLines out(io::append_number, sink);
  const std::string begin = number_text(time) + ",";
  for (const auto& [body, s] : shown) {
    const Vec2 center = center_of_mass(*body, s);
    out << begin << body->serial << ",";
    out.put(s.at, ",");
    out << "," << s.velocity.x << "," << s.velocity.y << "," << s.angle << "," << s.spin << ",";
    out.put_center(center, ",");
    out << "\n";
    out.end_line();
  }
  out.flush();
}

void jsonl(const std::vector<BodyThen>& shown, double time, const TextSink& sink) {
  FrameLines out(io::append_json_number, sink);
  out << "{\"t\":" << time << ",\"bodies\":[";
  std::string_view separator;
  for (const auto& [body, s] : shown) {
    const Vec2 center = center_of_mass(*body, s);
    out << separator << "{\"id\":" << body->serial << ",\"at\":[";
    out.put(s.at, ",");
    out << "],\"velocity\":[" << s.velocity.x << "," << s.velocity.y << "],\"angle\":" << s.angle
        << ",\"spin\":" << s.spin << ",\"center\":[";
    out.put_center(center, ",");
    out << "]}";
    out.end_line();
    separator = ",";
  }
  out << "]}\n";
  out.flush();
}

/// The box as three vectors, for programs that know periodic boxes.
std::string lattice(const World& world) {
  const auto& bounds = world.settings().bounds;
  if (!bounds) return {};
  const Vec2 size = bounds->max - bounds->min;
  const char wraps = bounds->edges == Edges::periodic ? 'T' : 'F';
  return fmt::format(R"(Lattice="{} 0 0 0 {} 0 0 0 1" Origin="{} {} 0" pbc="{} {} F" )", number_text(size.x),
                     number_text(size.y), number_text(bounds->min.x), number_text(bounds->min.y), wraps, wraps);
}

void xyz(const World& world, const std::vector<BodyThen>& shown, double time, const TextSink& sink) {
  FrameLines out(io::append_number, sink);
  out << shown.size() << "\n"
      << lattice(world) << "Properties=species:S:1:pos:R:3:velo:R:3:id:I:1:radius:R:1:center:R:3 Time=" << time << "\n";
  for (const auto& [body, s] : shown) {
    const Vec2 center = center_of_mass(*body, s);
    out << species_of(*body) << " ";
    out.put(s.at, " ");
    out << " 0 " << s.velocity.x << " " << s.velocity.y << " 0 " << body->serial << " " << drawn_radius(*body) << " ";
    out.put_center(center, " ");
    out << " 0\n";
    out.end_line();
  }
  out.flush();
}

}  // namespace

/// A word of XYZ ends at white space, and programs that read it want at least one character.
std::string species_of(const Body& body) {
  constexpr std::array kinds{"circle", "border", "segment", "polygon", "compound"};
  static_assert(kinds.size() == std::variant_size_v<BodyShape>);
  if (body.tags.empty() || body.tags.front().empty()) return kinds[body.shape.index()];
  std::string word = body.tags.front();
  std::replace_if(word.begin(), word.end(), [](unsigned char c) { return c <= ' ' || c == '"'; }, '_');
  return word;
}

double drawn_radius(const Body& body) { return std::isfinite(body.reach) ? body.reach : 0; }

Checked<TrajectoryFormat> trajectory_format(std::string_view file) {
  if (file.ends_with(".csv")) return TrajectoryFormat::csv;
  if (file.ends_with(".jsonl")) return TrajectoryFormat::jsonl;
  if (file.ends_with(".xyz")) return TrajectoryFormat::xyz;
  if (file.ends_with(".h5")) return TrajectoryFormat::h5md;
  return Error{"", "the format is told by the ending: expected .csv, .jsonl, .xyz or .h5"};
}

std::string trajectory_header(TrajectoryFormat format) {
  return format == TrajectoryFormat::csv ? "t,id,x,y,vx,vy,angle,spin,cx,cy\n" : "";
}

void write_trajectory_frame(TrajectoryFormat format, const World& world, double time, const TextSink& sink) {
  const std::vector<BodyThen> shown = world.bodies_at(time);
  switch (format) {
    case TrajectoryFormat::csv: return csv(shown, time, sink);
    case TrajectoryFormat::jsonl: return jsonl(shown, time, sink);
    case TrajectoryFormat::xyz: return xyz(world, shown, time, sink);
    case TrajectoryFormat::h5md: break;
  }
}

std::string trajectory_frame(TrajectoryFormat format, const World& world, double time) {
  std::string text;
  write_trajectory_frame(format, world, time, [&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace carom

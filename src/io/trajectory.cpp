#include "carom/io/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "io/json_text.hpp"

namespace carom {
namespace {

using io::json_number;
using io::number_text;

std::string csv(const std::vector<BodyThen>& shown, double time) {
  std::string text;
  for (const auto& [body, s] : shown) {
    const Vec2 center = center_of_mass(*body, s);
    text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", number_text(time), body->serial, number_text(s.at.x),
                        number_text(s.at.y), number_text(s.velocity.x), number_text(s.velocity.y), number_text(s.angle),
                        number_text(s.spin), number_text(center.x), number_text(center.y));
  }
  return text;
}

std::string jsonl(const std::vector<BodyThen>& shown, double time) {
  std::string text = fmt::format("{{\"t\":{},\"bodies\":[", json_number(time));
  const char* separator = "";
  for (const auto& [body, s] : shown) {
    const Vec2 center = center_of_mass(*body, s);
    text += fmt::format(R"({}{{"id":{},"at":[{},{}],"velocity":[{},{}],"angle":{},"spin":{},"center":[{},{}]}})",
                        separator, body->serial, json_number(s.at.x), json_number(s.at.y), json_number(s.velocity.x),
                        json_number(s.velocity.y), json_number(s.angle), json_number(s.spin), json_number(center.x),
                        json_number(center.y));
    separator = ",";
  }
  return text + "]}\n";
}

/// A word of XYZ ends at white space, and programs that read it want at least one character.
std::string species(const Body& body) {
  constexpr std::array kinds{"circle", "border", "segment", "polygon", "compound"};
  static_assert(kinds.size() == std::variant_size_v<BodyShape>);
  if (body.tags.empty() || body.tags.front().empty()) return kinds[body.shape.index()];
  std::string word = body.tags.front();
  std::replace_if(word.begin(), word.end(), [](unsigned char c) { return c <= ' ' || c == '"'; }, '_');
  return word;
}

/// A border has no end; programs that draw balls are better off without it.
double radius(const Body& body) { return std::isfinite(body.reach) ? body.reach : 0; }

/// The box as three vectors, for programs that know periodic boxes.
std::string lattice(const World& world) {
  const auto& bounds = world.settings().bounds;
  if (!bounds) return {};
  const Vec2 size = bounds->max - bounds->min;
  const char wraps = bounds->edges == Edges::periodic ? 'T' : 'F';
  return fmt::format(R"(Lattice="{} 0 0 0 {} 0 0 0 1" Origin="{} {} 0" pbc="{} {} F" )", number_text(size.x),
                     number_text(size.y), number_text(bounds->min.x), number_text(bounds->min.y), wraps, wraps);
}

std::string xyz(const World& world, const std::vector<BodyThen>& shown, double time) {
  std::string text = fmt::format("{}\n{}Properties=species:S:1:pos:R:3:velo:R:3:id:I:1:radius:R:1:center:R:3 Time={}\n",
                                 shown.size(), lattice(world), number_text(time));
  for (const auto& [body, s] : shown) {
    const Vec2 center = center_of_mass(*body, s);
    text += fmt::format("{} {} {} 0 {} {} 0 {} {} {} {} 0\n", species(*body), number_text(s.at.x), number_text(s.at.y),
                        number_text(s.velocity.x), number_text(s.velocity.y), body->serial, number_text(radius(*body)),
                        number_text(center.x), number_text(center.y));
  }
  return text;
}

}  // namespace

Checked<TrajectoryFormat> trajectory_format(std::string_view file) {
  if (file.ends_with(".csv")) return TrajectoryFormat::csv;
  if (file.ends_with(".jsonl")) return TrajectoryFormat::jsonl;
  if (file.ends_with(".xyz")) return TrajectoryFormat::xyz;
  if (file.ends_with(".h5")) return Error{"", "H5MD (.h5) is not there yet: expected .csv, .jsonl or .xyz"};
  return Error{"", "the format is told by the ending: expected .csv, .jsonl or .xyz"};
}

std::string trajectory_header(TrajectoryFormat format) {
  return format == TrajectoryFormat::csv ? "t,id,x,y,vx,vy,angle,spin,cx,cy\n" : "";
}

std::string trajectory_frame(TrajectoryFormat format, const World& world, double time) {
  const std::vector<BodyThen> shown = world.bodies_at(time);
  switch (format) {
    case TrajectoryFormat::csv: return csv(shown, time);
    case TrajectoryFormat::jsonl: return jsonl(shown, time);
    case TrajectoryFormat::xyz: return xyz(world, shown, time);
  }
  return {};
}

}  // namespace carom

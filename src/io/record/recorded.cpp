#include "carom/io/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>

#include "io/json/json_text.hpp"

namespace carom {
namespace {

using Frame = Checked<std::optional<RecordedFrame>>;

class Lines {
 public:
  explicit Lines(std::istream& in) : in_(in) {}
  [[nodiscard]] bool next() {
    if (!std::getline(in_, text_)) return false;
    if (text_.ends_with('\r')) text_.pop_back();
    ++number_;
    return true;
  }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] Error error(std::string reason) const { return {fmt::format("line {}", number_), std::move(reason)}; }
  [[nodiscard]] Error unexpected(std::string_view expected) const {
    return error(fmt::format("expected {}, found \"{}\"", expected, io::clipped(text_)));
  }

 private:
  std::istream& in_;
  std::string text_;
  std::uint64_t number_ = 0;
};

template <class T>
bool parse(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

/// At most so many parts; fewer where there are fewer.
template <std::size_t N>
std::size_t split(std::string_view text, char separator, std::array<std::string_view, N>& parts) {
  std::size_t count = 0;
  while (count < N) {
    const std::size_t end = text.find(separator);
    parts[count++] = text.substr(0, end);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return count;
}

void sort_by_id(RecordedFrame& frame) { std::ranges::sort(frame.bodies, {}, &RecordedBody::id); }

class CsvFrames final : public FrameReader {
 public:
  explicit CsvFrames(std::istream& in) : lines_(in) {}

  Frame next() override {
    if (!begun_) {
      begun_ = true;
      if (!lines_.next() || !lines_.text().starts_with("t,id,x,y,vx,vy,angle,spin")) {
        return lines_.unexpected("the header t,id,x,y,vx,vy,angle,spin");
      }
      has_line_ = lines_.next();
    }
    if (!has_line_) return std::optional<RecordedFrame>();
    RecordedFrame frame;
    bool first = true;
    while (has_line_) {
      std::array<std::string_view, 8> cells;
      RecordedBody body;
      BodyState& s = body.state;
      double t = 0;
      const bool good = split(lines_.text(), ',', cells) == cells.size() && parse(cells[0], t) &&
                        parse(cells[1], body.id) && parse(cells[2], s.at.x) && parse(cells[3], s.at.y) &&
                        parse(cells[4], s.velocity.x) && parse(cells[5], s.velocity.y) && parse(cells[6], s.angle) &&
                        parse(without_rest(cells[7]), s.spin);
      if (!good) return lines_.unexpected("t,id,x,y,vx,vy,angle,spin as numbers");
      if (first) frame.t = t;
      if (t != frame.t) break;
      first = false;
      frame.bodies.push_back(body);
      has_line_ = lines_.next();
    }
    sort_by_id(frame);
    return std::optional(std::move(frame));
  }

 private:
  static std::string_view without_rest(std::string_view cell) { return cell.substr(0, cell.find(',')); }

  Lines lines_;
  bool begun_ = false;
  bool has_line_ = false;
};

class JsonFrames final : public FrameReader {
 public:
  explicit JsonFrames(std::istream& in) : lines_(in) {}

  Frame next() override {
    if (!lines_.next()) return std::optional<RecordedFrame>();
    const auto json = nlohmann::json::parse(lines_.text(), nullptr, false);
    if (!is_frame(json)) return lines_.unexpected("a frame, {\"t\":…,\"bodies\":[…]}");
    RecordedFrame frame;
    frame.t = json["t"].get<double>();
    for (const auto& entry : json["bodies"]) {
      if (!is_body(entry)) return lines_.error("expected bodies with id, at, velocity, angle and spin");
      const auto vector = [&](const char* key) {
        return Vec2{entry[key][0].template get<double>(), entry[key][1].template get<double>()};
      };
      frame.bodies.push_back(
          {entry["id"].get<std::uint64_t>(),
           {vector("at"), vector("velocity"), entry["angle"].get<double>(), entry["spin"].get<double>()}});
    }
    sort_by_id(frame);
    return std::optional(std::move(frame));
  }

 private:
  static bool is_frame(const nlohmann::json& json) {
    return json.is_object() && json.contains("t") && json["t"].is_number() && json.contains("bodies") &&
           json["bodies"].is_array();
  }
  static bool is_body(const nlohmann::json& body) {
    const auto vector = [&](const char* key) {
      return body.contains(key) && body[key].is_array() && body[key].size() == 2 && body[key][0].is_number() &&
             body[key][1].is_number();
    };
    const auto number = [&](const char* key) { return body.contains(key) && body[key].is_number(); };
    return body.is_object() && body.contains("id") && body["id"].is_number_unsigned() && vector("at") &&
           vector("velocity") && number("angle") && number("spin");
  }

  Lines lines_;
};

class XyzFrames final : public FrameReader {
 public:
  explicit XyzFrames(std::istream& in) : lines_(in) {}

  Frame next() override {
    if (!lines_.next()) return std::optional<RecordedFrame>();
    std::uint64_t count = 0;
    if (!parse(std::string_view(lines_.text()), count)) return lines_.unexpected("the number of bodies");
    RecordedFrame frame;
    constexpr std::string_view key = "Time=";
    if (!lines_.next()) return lines_.error("the file ends within a frame");
    const std::string_view comment = lines_.text();
    const std::size_t at = comment.find(key);
    if (at == std::string_view::npos) return lines_.unexpected("extended XYZ with Time=…");
    const std::string_view rest = comment.substr(at + key.size());
    if (!parse(rest.substr(0, rest.find(' ')), frame.t)) return lines_.error("expected a number after Time=");
    for (std::uint64_t k = 0; k < count; ++k) {
      if (!lines_.next()) return lines_.error("the file ends within a frame");
      std::array<std::string_view, 9> words;
      RecordedBody body;
      BodyState& s = body.state;
      const bool good = split(lines_.text(), ' ', words) == words.size() && parse(words[1], s.at.x) &&
                        parse(words[2], s.at.y) && parse(words[4], s.velocity.x) && parse(words[5], s.velocity.y) &&
                        parse(words[7], body.id);
      if (!good) return lines_.unexpected("species, position, velocity, id and radius");
      frame.bodies.push_back(body);
    }
    sort_by_id(frame);
    return std::optional(std::move(frame));
  }

 private:
  Lines lines_;
};

}  // namespace

std::unique_ptr<FrameReader> text_frames(std::istream& in, TrajectoryFormat format) {
  switch (format) {
    case TrajectoryFormat::csv: return std::make_unique<CsvFrames>(in);
    case TrajectoryFormat::jsonl: return std::make_unique<JsonFrames>(in);
    case TrajectoryFormat::xyz: return std::make_unique<XyzFrames>(in);
    case TrajectoryFormat::h5md: break;
  }
  return nullptr;
}

}  // namespace carom

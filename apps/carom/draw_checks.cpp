#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "draw_options.hpp"
#include "exit_codes.hpp"
#include "film.hpp"
#include "io/json/nearest_word.hpp"
#include "io/optional/sheet_file.hpp"
#include "run_files.hpp"

namespace carom::app {
namespace {

constexpr double k_most_pixels = 16384;

[[noreturn]] void refuse(const std::string& message) { throw Failure(k_bad_input, message); }

bool parse(std::string_view text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

double positive(std::string_view option, const std::optional<double>& value, double left_out) {
  if (!value) return left_out;
  if (!(*value > 0 && std::isfinite(*value))) {
    refuse(fmt::format("{}: expected a positive number, found {}", option, *value));
  }
  return *value;
}

void check_sheet(std::string_view option, const std::string& file) {
  if (file.empty()) return;
  expect_writable(file);
  if (const auto format = io::sheet_format(file, is_stream(file)); !format) {
    refuse(fmt::format("{} {}: {}", option, file, format.error().reason));
  }
}

void take_size(const std::string& text, io::FrameOptions& look) {
  if (text.empty()) return;
  const std::size_t cross = text.find('x');
  double width = 0;
  double height = 0;
  const bool good = cross != std::string::npos && parse(std::string_view(text).substr(0, cross), width) &&
                    parse(std::string_view(text).substr(cross + 1), height) && width == std::floor(width) &&
                    height == std::floor(height) && width >= 64 && height >= 64 && width <= k_most_pixels &&
                    height <= k_most_pixels && std::fmod(width, 2) == 0 && std::fmod(height, 2) == 0;
  if (!good) {
    refuse(fmt::format("--size: expected two even whole numbers from 64 to {:.0f}, such as 1280x720, found \"{}\"",
                       k_most_pixels, text));
  }
  look.width = width;
  look.height = height;
}

std::optional<io::PlaneBox> view_in(const std::string& text) {
  if (text.empty()) return std::nullopt;
  std::array<double, 4> numbers{};
  std::string_view rest = text;
  bool good = true;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::size_t end = k + 1 < numbers.size() ? rest.find(',') : rest.size();
    good = good && end != std::string_view::npos && parse(rest.substr(0, end), numbers[k]) && std::isfinite(numbers[k]);
    if (!good) break;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto [xmin, ymin, xmax, ymax] = numbers;
  if (!good) refuse(fmt::format("--view: expected four numbers, xmin,ymin,xmax,ymax, found \"{}\"", text));
  if (!(xmin < xmax && ymin < ymax)) {
    refuse(fmt::format("--view: expected an area, xmin < xmax and ymin < ymax, found \"{}\"", text));
  }
  return io::PlaneBox{{xmin, ymin}, {xmax, ymax}};
}

io::Colouring colouring_in(const std::string& word) {
  constexpr std::array<std::string_view, 3> words{"speed", "kind", "tag"};
  if (word.empty()) return io::Colouring::speed;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (word == words[k]) return static_cast<io::Colouring>(k);
  }
  const auto meant = io::nearest_word(word, words);
  refuse(fmt::format("--colour: expected speed, kind or tag, found \"{}\"{}", word,
                     meant ? fmt::format("; did you mean \"{}\"?", *meant) : ""));
}

/// Options that mean nothing without a film.
void check_companions(const DrawOptions& options) {
  if (!options.video.empty()) return;
  const std::array given{
      std::pair("--fps", options.fps.has_value()),    std::pair("--speed", options.speed.has_value()),
      std::pair("--size", !options.size.empty()),     std::pair("--view", !options.view.empty()),
      std::pair("--colour", !options.colour.empty()), std::pair("--trails", options.trails.has_value())};
  for (const auto& [name, is_given] : given) {
    if (is_given) refuse(fmt::format("{} is about a film: there is no --video", name));
  }
}

}  // namespace

FilmPlan checked_draw_options(const DrawOptions& options) {
  check_sheet("--picture", options.picture);
  check_sheet("--plot", options.plot);
  check_companions(options);
  FilmPlan plan;
  plan.fps = positive("--fps", options.fps, plan.fps);
  constexpr double most_fps = 1000;
  if (plan.fps > most_fps) refuse(fmt::format("--fps: expected at most {:.0f}, found {}", most_fps, plan.fps));
  plan.speed = positive("--speed", options.speed, plan.speed);
  if (options.trails && !(*options.trails >= 0 && std::isfinite(*options.trails))) {
    refuse(fmt::format("--trails: expected 0 or a positive number, found {}", *options.trails));
  }
  plan.look.trails = options.trails.value_or(0);
  plan.look.dark = options.dark;
  plan.look.contacts = options.contacts;
  plan.look.colouring = colouring_in(options.colour);
  take_size(options.size, plan.look);
  plan.view = view_in(options.view);
  if (!options.video.empty()) check_film(options.video);
  return plan;
}

}  // namespace carom::app

// What other platforms are held against the program with, of the core and of scenes alone: nothing of the system but files.
//   portable query              as `carom query`: a question a line in, its answer out
//   portable hash SECONDS FILE  the hash of `carom run FILE --until`, that many seconds after the scene's start at most

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "carom/io/answer.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/timetable.hpp"

namespace {

using carom::Scene;
using carom::World;

/// False: there is none any more.
bool read_line(std::string& line) {
  line.clear();
  int c = std::getchar();
  for (; c != EOF && c != '\n'; c = std::getchar()) line += static_cast<char>(c);
  return c != EOF || !line.empty();
}

int answer_lines() {
  for (std::string line; read_line(line);) {
    if (line.empty()) continue;
    const carom::QueryLine question = carom::read_query(line);
    std::string text = carom::answer_line(question.id, carom::answer(question));
    while (text.ends_with('\n')) text.pop_back();
    std::puts(text.c_str());
  }
  return 0;
}

std::string contents(const char* path) {
  std::string text;
  std::FILE* const file = std::fopen(path, "rb");
  if (file == nullptr) return text;
  char part[4096];
  for (std::size_t size = 0; (size = std::fread(part, 1, sizeof part, file)) > 0;) text.append(part, size);
  std::fclose(file);
  return text;
}

int print_hash(double seconds, const char* path) {
  const auto scene = carom::read_scene(contents(path));
  if (!scene) return std::fprintf(stderr, "%s: %s\n", path, scene.error().reason.c_str()), 1;
  auto made = carom::build_world(scene.value());
  if (!made) return std::fprintf(stderr, "%s: %s\n", path, made.error().reason.c_str()), 1;
  World world = std::move(made).value();
  const double start = scene.value().world.time;
  const double until = start + std::min(scene.value().duration, seconds);
  const carom::TimeGrid steps(start, scene.value().world.dt);
  while (world.time() < until) world.step_to(carom::step_end(steps, world.time(), until));
  std::printf("%016" PRIx64 " %" PRIu64 "\n", world.hash(), world.collision_count());
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count == 2 && std::string_view(words[1]) == "query") return answer_lines();
  if (count == 4 && std::string_view(words[1]) == "hash") return print_hash(std::strtod(words[2], nullptr), words[3]);
  std::fputs("usage: portable query | portable hash SECONDS FILE\n", stderr);
  return 2;
}

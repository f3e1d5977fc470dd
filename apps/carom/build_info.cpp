#include "build_info.hpp"

#include <fmt/format.h>

namespace carom::app {
namespace {

std::string g_command_line = "carom";

}  // namespace

std::string compiler_name() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

void remember_command_line(int argc, const char* const* argv) {
  g_command_line = "carom";
  for (int k = 1; k < argc; ++k) g_command_line += " " + shell_word(argv[k]);
}

const std::string& command_line() noexcept { return g_command_line; }

Provenance provenance_of(std::string_view scene_text, std::uint64_t seed) {
  return {CAROM_VERSION, k_commit, compiler_name(), seed, scene_sha256(scene_text), g_command_line};
}

}  // namespace carom::app

#include "page_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "exit_codes.hpp"
#include "run_files.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

std::string type_of(const fs::path& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> types{
      {{".html", "text/html; charset=utf-8"},
       {".js", "text/javascript; charset=utf-8"},
       {".css", "text/css; charset=utf-8"},
       {".json", "application/json"},
       {".webmanifest", "application/manifest+json"},
       {".wasm", "application/wasm"},
       {".svg", "image/svg+xml"},
       {".png", "image/png"},
       {".webp", "image/webp"},
       {".ico", "image/x-icon"},
       {".txt", "text/plain; charset=utf-8"}}};
  const std::string extension = file.extension().string();
  const auto found = std::ranges::find(types, std::string_view(extension), &decltype(types)::value_type::first);
  return std::string(found == types.end() ? "application/octet-stream" : found->second);
}

bool has_page(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "index.html", ignored);
}

/// build/web beside build/carom, or share/carom/web of what was installed.
fs::path folder_beside_program() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  const std::array candidates{program / "web", program.parent_path() / "share/carom/web"};
  const auto found = std::ranges::find_if(candidates, has_page);
  if (found != candidates.end()) return *found;
  throw Failure(k_bad_input, fmt::format("the page is not built: there is no {}; \"scripts/install-dependencies "
                                         "web && scripts/build web\" makes it, and --web takes another folder",
                                         (candidates[0] / "index.html").string()));
}

fs::path folder_of(const std::string& given) {
  if (given.empty()) return folder_beside_program();
  if (has_page(given)) return given;
  throw Failure(k_bad_input,
                fmt::format("--web {0}: expected the folder of a built page, found no {0}/index.html", given));
}

}  // namespace

PageFiles load_page(const std::string& given) {
  const fs::path folder = folder_of(given);
  PageFiles files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->is_symlink() || !entry->is_regular_file()) continue;
    const fs::path& file = entry->path();
    files["/" + file.lexically_relative(folder).generic_string()] = {type_of(file), read_whole(file.string())};
  }
  if (error) throw Failure(k_bad_input, fmt::format("cannot read {}: {}", folder.string(), error.message()));
  files["/"] = files.at("/index.html");
  return files;
}

}  // namespace carom::app

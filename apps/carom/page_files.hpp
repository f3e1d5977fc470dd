#pragma once

#include <map>
#include <string>
#include <string_view>

namespace carom::app {

struct PageFile {
  std::string type;  ///< for Content-Type
  std::string bytes;
};

/// The built page, in memory, by the paths that a browser asks for: "/index.html" and "/". What is not in here is not
/// served, so no path can lead out of it.
using PageFiles = std::map<std::string, PageFile, std::less<>>;

/// Where the page is looked for: in `given`, or beside the program if that is empty. Throws Failure.
[[nodiscard]] PageFiles load_page(const std::string& given);

}  // namespace carom::app

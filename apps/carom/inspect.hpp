#pragma once

#include <string>

/// Files that carom has written, looked at: what they are, and where two of them differ. Both throw Failure.
namespace carom::app {

/// What a file is and what is in it, in a line; a second one says where it comes from, if that is known.
[[nodiscard]] std::string describe_file(const std::string& path);

struct FileDifference {
  bool same = false;
  std::string text;  ///< a line or two, with their ends
};

/// Two files of one kind; trajectories may be of different formats.
[[nodiscard]] FileDifference compare_files(const std::string& a, const std::string& b);

/// What this program is and what it was built with.
[[nodiscard]] std::string describe_program();

}  // namespace carom::app

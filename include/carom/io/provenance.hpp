#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Where a result comes from: what is needed to compute it again.
namespace carom {

struct Provenance {
  std::string version;       ///< of the program
  std::string commit;        ///< it was built from; "-dirty" behind it: with changes; "unknown": not from a clone
  std::string compiler;      ///< name and version
  std::uint64_t seed = 1;    ///< of fills that have none of their own
  std::string scene_sha256;  ///< of the scene's text, 64 hex digits
  std::string command;       ///< the command line, as a shell takes it
};

/// `scene_sha256` of a scene's text.
[[nodiscard]] std::string scene_sha256(std::string_view scene_text);

/// One object in one line, without its end. `from` is such an object, of what a picture or a film was made of: a trajectory.
[[nodiscard]] std::string provenance_json(const Provenance& provenance, std::string_view from = {});

/// What is written beside a file whose format has no room for it: the same, with the scene's own text.
[[nodiscard]] std::string provenance_file(const Provenance& provenance, std::string_view scene_text,
                                          std::string_view from = {});

/// An argument as a shell takes it: in quotes where it needs them.
[[nodiscard]] std::string shell_word(std::string_view argument);

}  // namespace carom

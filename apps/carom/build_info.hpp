#pragma once

#include <string>

#include "carom/io/provenance.hpp"

namespace carom::app {

/// Of the sources; written by cmake/commit.cmake when the program is built.
extern const char* const k_commit;

/// Name and version of the compiler.
[[nodiscard]] std::string compiler_name();

/// To be called once, by main.
void remember_command_line(int argc, const char* const* argv);

/// How the program was called, as a shell takes it; its own name without its folder.
[[nodiscard]] const std::string& command_line() noexcept;

/// Of a result that this call of the program computes.
[[nodiscard]] Provenance provenance_of(std::string_view scene_text, std::uint64_t seed);

}  // namespace carom::app

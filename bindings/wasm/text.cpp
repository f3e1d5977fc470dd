#include "text.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "carom/io/answer.hpp"
#include "io/json_text.hpp"

namespace carom::wasm {
namespace {

std::string room;
std::string last_answer;

/// Without exceptions `new` cannot fail; ended with a code of its own, JavaScript knows why. memory.ts has the same.
[[noreturn]] void out_of_memory() {
  constexpr int k_out_of_memory = 70;
  std::_Exit(k_out_of_memory);
}
[[maybe_unused]] const std::new_handler k_before = std::set_new_handler(out_of_memory);

}  // namespace

std::string_view given() noexcept { return room; }

void answer(std::string text) { last_answer = std::move(text); }

std::string faults_text(const std::vector<Error>& faults) {
  std::string text;
  for (const Error& fault : faults) {
    if (!text.empty()) text += ',';
    text += fmt::format(R"({{"place":{},"reason":{},"message":{}}})", io::json_string(fault.place),
                        io::json_string(fault.reason), io::json_string(sentence(fault)));
  }
  return "[" + text + "]";
}

}  // namespace carom::wasm

/// Memory for the `size` bytes of a text. The next call may move it.
extern "C" [[clang::export_name("carom_room")]] char* carom_room(std::uint32_t size) {
  carom::wasm::room.assign(size, ' ');
  return carom::wasm::room.data();
}

/// Where the last answer stands, in UTF-8.
extern "C" [[clang::export_name("carom_answer")]] const char* carom_answer() { return carom::wasm::last_answer.data(); }

extern "C" [[clang::export_name("carom_answer_size")]] std::uint32_t carom_answer_size() {
  return static_cast<std::uint32_t>(carom::wasm::last_answer.size());
}

#include "boundary.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "carom/math/tolerances.hpp"
#include "world/rules/faults.hpp"

namespace carom::c {
namespace {

/// Fixed sizes, so that an error for want of memory can be told too. Longer ones are cut.
struct LastError {
  char place[256] = "";
  char reason[1024] = "";
  char message[1024 + 256 + 4] = "";
};

LastError& last_error() noexcept {
  thread_local LastError error;
  return error;
}

/// Never in the middle of a character.
size_t cut(const char* text, size_t size) noexcept {
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0U) == 0x80U) --size;
  return size;
}

template <size_t Room>
void copy(char (&to)[Room], const char* from, size_t size) noexcept {
  const size_t used = size < Room ? size : cut(from, Room - 1);
  std::memcpy(to, from, used);
  to[used] = '\0';
}

void keep(const char* place, size_t place_size, const char* reason, size_t reason_size) noexcept {
  LastError& error = last_error();
  copy(error.place, place, place_size);
  copy(error.reason, reason, reason_size);
  const size_t length = std::strlen(error.place);
  const size_t colon = length > 0 ? 2 : 0;
  std::memcpy(error.message, error.place, length);
  std::memcpy(error.message + length, ": ", colon);
  std::memcpy(error.message + length + colon, error.reason, std::strlen(error.reason) + 1);
}

}  // namespace

carom_status fail(carom_status status, const Error& error) noexcept {
  keep(error.place.data(), error.place.size(), error.reason.data(), error.reason.size());
  return status;
}

carom_status fail(carom_status status, const char* place, const char* reason) noexcept {
  keep(place, std::strlen(place), reason, std::strlen(reason));
  return status;
}

carom_status out_of_memory() noexcept { return fail(CAROM_OUT_OF_MEMORY, "", "there is not enough memory"); }

carom_status unexpected(const char* what) noexcept { return fail(CAROM_INTERNAL, "", what); }

std::optional<std::string_view> text_of(const char* text, size_t size) noexcept {
  if (text == nullptr) return size == 0 ? std::optional(std::string_view()) : std::nullopt;
  return std::string_view(text, size == CAROM_WHOLE_TEXT ? std::strlen(text) : size);
}

carom_status hand_out(const void* bytes, size_t size, void** out) noexcept {
  auto* const memory = static_cast<char*>(std::malloc(size + 1));
  if (memory == nullptr) return out_of_memory();
  if (size > 0) std::memcpy(memory, bytes, size);
  memory[size] = '\0';
  *out = memory;
  return CAROM_OK;
}

carom_status hand_out(std::string_view text, char** out, size_t* size) noexcept {
  void* memory = nullptr;
  if (const carom_status status = hand_out(text.data(), text.size(), &memory)) return status;
  *out = static_cast<char*>(memory);
  if (size != nullptr) *size = text.size();
  return CAROM_OK;
}

bool allowed(Vec2 v) noexcept { return std::abs(v.x) <= k_coordinate_limit && std::abs(v.y) <= k_coordinate_limit; }

Error not_allowed(std::string place, Vec2 v) {
  const bool x_is_wrong = !(std::abs(v.x) <= k_coordinate_limit);
  return {std::move(place) + (x_is_wrong ? "/0" : "/1"),
          "expected a number of at most 1e60 in size, found " + detail::number_text(x_is_wrong ? v.x : v.y)};
}

}  // namespace carom::c

extern "C" {

const char* carom_last_error(void) { return carom::c::last_error().message; }
const char* carom_last_error_place(void) { return carom::c::last_error().place; }
const char* carom_last_error_reason(void) { return carom::c::last_error().reason; }

const char* carom_status_name(carom_status status) {
  switch (status) {
    case CAROM_OK: return "CAROM_OK";
    case CAROM_BAD_INPUT: return "CAROM_BAD_INPUT";
    case CAROM_GONE: return "CAROM_GONE";
    case CAROM_NOT_HERE: return "CAROM_NOT_HERE";
    case CAROM_BUSY: return "CAROM_BUSY";
    case CAROM_INTERRUPTED: return "CAROM_INTERRUPTED";
    case CAROM_CALLBACK_FAILED: return "CAROM_CALLBACK_FAILED";
    case CAROM_LIMIT_REACHED: return "CAROM_LIMIT_REACHED";
    case CAROM_TIME_STANDS_STILL: return "CAROM_TIME_STANDS_STILL";
    case CAROM_NOT_FINITE: return "CAROM_NOT_FINITE";
    case CAROM_OUT_OF_MEMORY: return "CAROM_OUT_OF_MEMORY";
    case CAROM_INTERNAL: return "CAROM_INTERNAL";
  }
  return "unknown";
}

const char* carom_version(void) { return CAROM_VERSION; }

void carom_free(void* text) { std::free(text); }

}  // extern "C"

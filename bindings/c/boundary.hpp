#pragma once

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <carom/carom.h>
#include "carom/math/vec2.hpp"
#include "carom/shapes/checked.hpp"

/// What every function of the C interface shares: how it fails, how it hands out text, and that no exception leaves it.
namespace carom::c {

/// Keeps the error for carom_last_error() and returns the status.
carom_status fail(carom_status status, const Error& error) noexcept;
carom_status fail(carom_status status, const char* place, const char* reason) noexcept;
inline carom_status bad(const Error& error) noexcept { return fail(CAROM_BAD_INPUT, error); }

/// An argument that must not be NULL.
inline carom_status missing(const char* argument) noexcept {
  return fail(CAROM_BAD_INPUT, argument, "expected an address, found NULL");
}

/// Runs `action`, which returns a status. No exception leaves it; `broken`, if given, is set where one came from inside.
template <class Action>
carom_status guarded(bool* broken, const Action& action) noexcept;
template <class Action>
carom_status guarded(const Action& action) noexcept {
  return guarded(nullptr, action);
}

/// The text that a caller has given; nothing: NULL.
std::optional<std::string_view> text_of(const char* text, size_t size) noexcept;

/// Copies that the caller frees with carom_free(); `size` may be NULL.
carom_status hand_out(std::string_view text, char** out, size_t* size) noexcept;
carom_status hand_out(const void* bytes, size_t size, void** out) noexcept;

inline Vec2 vec(carom_vec2 v) noexcept { return {v.x, v.y}; }
inline carom_vec2 vec(Vec2 v) noexcept { return {v.x, v.y}; }

/// What a caller has written into an enumeration, which may be a number that it does not have.
template <class Enumeration>
[[nodiscard]] int number_in(const Enumeration& value) noexcept {
  static_assert(sizeof(Enumeration) == sizeof(int));
  int number = 0;
  std::memcpy(&number, &value, sizeof number);
  return number;
}

/// Whether the kernels take it: a number within k_coordinate_limit.
[[nodiscard]] bool allowed(Vec2 v) noexcept;
[[nodiscard]] Error not_allowed(std::string place, Vec2 v);

carom_status out_of_memory() noexcept;
carom_status unexpected(const char* what) noexcept;

#if defined(__cpp_exceptions)
}  // namespace carom::c
#include <exception>
#include <new>
namespace carom::c {
template <class Action>
carom_status guarded(bool* broken, const Action& action) noexcept {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    if (broken != nullptr) *broken = true;
    return out_of_memory();
  } catch (const std::exception& error) {
    if (broken != nullptr) *broken = true;
    return unexpected(error.what());
  } catch (...) {
    if (broken != nullptr) *broken = true;
    return unexpected("an exception of unknown kind");
  }
}
#else
template <class Action>
carom_status guarded(bool* /*broken*/, const Action& action) noexcept {
  return action();
}
#endif

}  // namespace carom::c

#pragma once

#include <string>
#include <utility>
#include <variant>

namespace carom {

/// What was wrong with something given from outside: where it stands, what was found, what was expected.
struct Error {
  std::string place;
  std::string reason;
};

/// A value, or the reason why there is none.
template <class T>
class Checked {
 public:
  Checked(T value) : state_(std::move(value)) {}
  Checked(Error error) : state_(std::move(error)) {}

  [[nodiscard]] bool ok() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  /// Only when ok().
  [[nodiscard]] const T& value() const& noexcept { return *std::get_if<0>(&state_); }
  [[nodiscard]] T&& value() && noexcept { return std::move(*std::get_if<0>(&state_)); }
  /// Only when not ok().
  [[nodiscard]] const Error& error() const noexcept { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace carom

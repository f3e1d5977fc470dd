#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "carom/world/world.hpp"
#include "world/journal/journal_calls.hpp"

namespace carom::detail {

/// Writes the journal of a world: calls from outside, and from inside callbacks; not those that a call makes in its turn, such
/// as the effects of rules, which a replayed call makes again.
class JournalKeeper {
 public:
  explicit JournalKeeper(std::vector<std::byte> start) : start_(std::move(start)) {}

  /// Runs one call of World; `describe()` makes the JournalCall of one that has succeeded.
  template <class Act, class Describe>
  auto call(const Act& act, const Describe& describe) {
    const bool outermost = !std::exchange(inside_, true);
    auto result = act();
    if (outermost) {
      inside_ = false;
      if (has_succeeded(result)) note(describe());
    }
    return result;
  }

  void begin_step(bool listener, bool response) {
    step_ = StepCall{.end = 0, .listener = listener, .response = response, .answers = {}};
    callbacks_ = 0;
    inside_ = true;
  }
  /// Nothing: the step was abandoned.
  void end_step(std::optional<double> reached) {
    inside_ = false;
    StepCall step = std::move(*step_);
    step_.reset();
    if (!reached) return;
    step.end = *reached;
    note(JournalCall(std::move(step)));
  }

  /// Runs a callback of the step that runs. What it answers is kept if it is not the plain answer.
  template <class Ask>
  auto callback(CallbackKind kind, const Ask& ask) {
    CallbackAnswer answer{
        .kind = kind, .number = callbacks_++, .refused = false, .velocity_a = {}, .velocity_b = {}, .calls = {}};
    inside_ = false;
    auto result = ask();
    inside_ = true;
    answer.calls = from_callback_.take();
    if constexpr (std::is_same_v<decltype(result), bool>) {
      answer.refused = !result;
    } else if (result) {
      answer.velocity_a = result->a;
      answer.velocity_b = result->b;
    }
    if (answer.refused || answer.velocity_a || !answer.calls.empty()) step_->answers.push_back(std::move(answer));
    return result;
  }

  [[nodiscard]] const std::vector<std::byte>& start() const noexcept { return start_; }
  [[nodiscard]] const std::vector<std::byte>& record() const noexcept { return record_.bytes(); }
  [[nodiscard]] std::uint64_t calls() const noexcept { return calls_; }

 private:
  static bool has_succeeded(bool result) noexcept { return result; }
  static bool has_succeeded(const Checked<BodyId>& result) noexcept { return result.ok(); }
  static bool has_succeeded(const std::optional<Error>& error) noexcept { return !error; }

  void note(const JournalCall& call) {
    if (!step_) ++calls_;
    (step_ ? from_callback_ : record_)("", call);
  }

  std::vector<std::byte> start_;
  ByteWriter record_;
  ByteWriter from_callback_;  ///< of the one that runs
  std::uint64_t calls_ = 0;
  std::optional<StepCall> step_;  ///< that runs
  std::uint64_t callbacks_ = 0;   ///< of it
  bool inside_ = false;           ///< a call runs whose own calls are not noted
};

/// `ask()`, a callback of the user, noted if a journal is kept.
template <class Journaling, class Ask>
auto ask_user(Journaling& state, CallbackKind kind, const Ask& ask) {
  return state.journal == nullptr ? ask() : state.journal->callback(kind, ask);
}

}  // namespace carom::detail

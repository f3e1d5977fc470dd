#include "math/step_guard.hpp"

#include <algorithm>

namespace carom::detail {
namespace {

/// Another address on every thread.
const void* this_thread() noexcept {
  thread_local const char mark = 0;
  return &mark;
}

}  // namespace

void StepGuard::open(const std::function<bool()>& ask, const Limits& limits) noexcept {
  ask_ = ask ? &ask : nullptr;
  owner_ = this_thread();
  limits_ = limits;
  work_ = 0;
  paused_ = 0;
  next_look_ = std::min(k_look, limits.work);
  verdict_.store(Verdict::go_on, std::memory_order_relaxed);
}

bool StepGuard::pause(std::uint64_t units) noexcept {
  if (stopped()) return true;
  if (ask_ == nullptr || this_thread() != owner_) return false;
  paused_ += units;
  if (paused_ < k_look) return false;
  paused_ = 0;
  return (*ask_)() && stop(Verdict::interrupted);
}

void StepGuard::forget_work() noexcept {
  if (stopped()) return;
  work_ = 0;
  next_look_ = std::min(k_look, limits_.work);
}

bool StepGuard::look() noexcept {
  if (stopped()) return true;
  if (work_ > limits_.work) return stop(Verdict::too_much_work);
  if (ask_ != nullptr && (*ask_)()) return stop(Verdict::interrupted);
  next_look_ = limits_.work - work_ > k_look ? work_ + k_look : limits_.work + 1;
  return false;
}

bool StepGuard::stop(Verdict verdict) noexcept {
  if (!stopped()) verdict_.store(verdict, std::memory_order_relaxed);
  next_look_ = 0;
  return true;
}

}  // namespace carom::detail

#pragma once

namespace carom::detail {

/// Memory that is needed soon. To a compiler a prefetch is no effect: g++ takes a function of nothing else for pure and
/// leaves out calls of it. An empty statement that it must keep keeps the function.
inline void fetch(const void* soon) noexcept {
  __builtin_prefetch(soon);
  asm volatile("");  // NOLINT
}

}  // namespace carom::detail

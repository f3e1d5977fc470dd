#pragma once

#include <cstddef>
#include <cstdint>

/// Counts the work of kernels that may take long: exact arithmetic limb by limb, pairs of edges. No result depends on it; the
/// event world, which plays one kernel after the other, sees here that it is time to ask whether it shall go on.
namespace carom::detail {

/// On this thread so far, in operations of about a nanosecond.
inline thread_local std::uint64_t kernel_work_done = 0;

inline void count_kernel_work(std::size_t operations) noexcept { kernel_work_done += operations; }

/// Of two shapes with so many edges.
inline void count_edge_pairs(std::size_t a, std::size_t b) noexcept {
  constexpr std::size_t operations_of_any = 512;
  constexpr std::size_t operations_of_a_pair = 32;
  count_kernel_work(operations_of_any + operations_of_a_pair * a * b);
}

}  // namespace carom::detail

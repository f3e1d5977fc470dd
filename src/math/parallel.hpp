#pragma once

#include <cstddef>

#if !defined(__wasm__)
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#endif

/// The one place where threads are made. In WebAssembly everything runs in turn; no result depends on it.
namespace carom::detail {

/// Calls work(0) … work(count - 1), side by side on up to `threads` threads.
template <class Work>
void parallel_for(std::size_t count, [[maybe_unused]] unsigned threads, const Work& work) {
#if !defined(__wasm__)
  if (threads > 1 && count > 1) {
    // More threads than cores only wait for each other.
    tbb::task_arena arena(std::min(static_cast<int>(threads), tbb::info::default_concurrency()));
    arena.execute(
        [&] { tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { work(i); }, tbb::simple_partitioner()); });
    return;
  }
#endif
  for (std::size_t i = 0; i < count; ++i) work(i);
}

/// Work of which one piece is too short for a call: calls work(first, last) for portions of 0 … count.
template <class Work>
void parallel_portions(std::size_t count, std::size_t portion, unsigned threads, const Work& work) {
  parallel_for((count + portion - 1) / portion, threads, [&](std::size_t k) {
    const std::size_t first = k * portion;
    work(first, first + portion < count ? first + portion : count);
  });
}

}  // namespace carom::detail

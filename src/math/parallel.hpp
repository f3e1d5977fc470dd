#pragma once

#include <cstddef>

#if !defined(__wasm__) && !defined(CAROM_SERIAL)
#define CAROM_HAS_THREADS
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <vector>
#endif

/// The one place where threads are made. In WebAssembly, and where the build
/// has no oneTBB, everything runs in turn; no result depends on it.
namespace carom::detail {

#if defined(CAROM_HAS_THREADS)
inline constexpr bool k_has_threads = true;
#else
inline constexpr bool k_has_threads = false;
#endif

#if defined(CAROM_HAS_THREADS)
/// Made once for each caller and number of threads: an arena of its own for every loop, and threads that have to find it,
/// would take longer than many a loop. More threads than cores would only wait for each other.
inline tbb::task_arena& arena_of(unsigned threads) {
  thread_local std::vector<std::unique_ptr<tbb::task_arena>> arenas;
  const int size = std::min(static_cast<int>(threads), tbb::info::default_concurrency());
  const auto place = static_cast<std::size_t>(size);
  if (arenas.size() <= place) arenas.resize(place + 1);
  if (!arenas[place]) arenas[place] = std::make_unique<tbb::task_arena>(size);
  return *arenas[place];
}
#endif

/// Calls work(0) … work(count - 1), side by side on up to `threads` threads.
template <class Work>
void parallel_for(std::size_t count, [[maybe_unused]] unsigned threads, const Work& work) {
#if defined(CAROM_HAS_THREADS)
  if (threads > 1 && count > 1) {
    arena_of(threads).execute(
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

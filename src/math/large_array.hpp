#pragma once

#include <cstddef>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace carom::detail {

/// Memory for arrays that are read here and there. A processor's table of pages holds a few megabytes of small ones; beyond
/// that each access waits for its page before it waits for memory, and what is fetched ahead comes too late. So large
/// arrays ask for large pages. Where there are none, nothing is different.
template <class T>
class LargeAllocator {
 public:
  using value_type = T;

  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U>& /*other*/) noexcept {}  // NOLINT: as allocators do

  [[nodiscard]] T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* memory = ::operator new(bytes, alignment(bytes));
#ifdef __linux__
    // Advice only: whether it is taken changes nothing but the time. Memory that was used before is in small pages, which
    // are given back first: nothing has been written yet.
    if (bytes >= k_large_page) {
      const std::size_t whole = bytes / k_large_page * k_large_page;
      (void)madvise(memory, whole, MADV_DONTNEED);
      (void)madvise(memory, whole, MADV_HUGEPAGE);
    }
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) noexcept { ::operator delete(memory, alignment(count * sizeof(T))); }

  [[nodiscard]] friend bool operator==(const LargeAllocator& /*a*/, const LargeAllocator& /*b*/) noexcept {
    return true;
  }

 private:
  static constexpr std::size_t k_large_page = std::size_t{1} << 21U;  ///< bytes

  [[nodiscard]] static std::align_val_t alignment(std::size_t bytes) noexcept {
#ifdef __linux__
    if (bytes >= k_large_page) return std::align_val_t{k_large_page};
#endif
    constexpr std::size_t k_cache_line = 64;
    (void)bytes;
    return std::align_val_t{alignof(T) > k_cache_line ? alignof(T) : k_cache_line};
  }
};

template <class T>
using LargeArray = std::vector<T, LargeAllocator<T>>;

/// For at least so many, whose values are all to be written anew. A vector that grows takes twice as much as it had; this is
/// a little more than is asked for.
template <class T>
void make_room(LargeArray<T>& array, std::size_t count) {
  if (count <= array.size()) return;
  array = LargeArray<T>();
  array.resize(count + count / 32);
}

}  // namespace carom::detail

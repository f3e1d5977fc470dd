#pragma once

/// CAROM_VECTOR_CLONES: one version of a loop for every width of vector the processor may have; the best is chosen when the
/// program starts. All give the same bits, because nothing is contracted or reordered.
///
/// CAROM_WIDE_CLONES: the same for functions whose vectors have 32 bytes, whatever the processor has.
///
/// CAROM_FOR_EACH_WIDTH: the same for a template `name_kernel<Wide>` over the vectors of math/wide.hpp.
///
/// They need g++ and the GNU C library, whose loader makes the choice; elsewhere there is the narrowest version alone.
#include <cstddef>  // defines __GLIBC__, where it is
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define CAROM_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#define CAROM_WIDE_CLONES __attribute__((target_clones("avx2", "default")))
#define CAROM_FOR_EACH_WIDTH(name, parameters, arguments)                                                      \
  __attribute__((target("avx512f"))) void name parameters noexcept { name##_kernel<detail::Eight> arguments; } \
  __attribute__((target("avx2"))) void name parameters noexcept { name##_kernel<detail::Four> arguments; }     \
  __attribute__((target("default"))) void name parameters noexcept { name##_kernel<detail::Two> arguments; }
#else
#define CAROM_VECTOR_CLONES
#define CAROM_WIDE_CLONES
#define CAROM_FOR_EACH_WIDTH(name, parameters, arguments) \
  void name parameters noexcept { name##_kernel<detail::Two> arguments; }
#endif

/// For what a clone calls: it must become part of the clone, or it would keep to the narrowest vectors.
#define CAROM_ALWAYS_INLINE inline __attribute__((always_inline))

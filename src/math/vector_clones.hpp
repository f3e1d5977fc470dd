#pragma once

/// One version of a loop for every width of vector the processor may have; the best is chosen when the program starts.
/// All give the same bits, because nothing is contracted or reordered.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define CAROM_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CAROM_VECTOR_CLONES
#endif

/// For what a clone calls: it must become part of the clone, or it would keep to the narrowest vectors.
#define CAROM_ALWAYS_INLINE inline __attribute__((always_inline))

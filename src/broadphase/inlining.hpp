#pragma once

/// What a vectorised loop calls must be inlined into it, and into each of its versions for another width: a function that stays
/// outside is compiled for the narrowest, and ends the vectorising.
#if defined(__GNUC__)
#define CAROM_INLINE inline __attribute__((always_inline))
#define CAROM_INLINED __attribute__((always_inline))  ///< the same for a lambda
#else
#define CAROM_INLINE inline
#define CAROM_INLINED
#endif

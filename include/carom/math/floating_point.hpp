#pragma once

#include <cfloat>
#include <limits>

/// The floating-point contract, checked wherever the headers are included: every operation on double is IEEE 754's own,
/// rounded once, to nearest. The certified error bounds and "the same bits everywhere" rest on it. What the compiler does
/// not reveal, contraction of a * b + c, is switched off by the carom::contract target (-ffp-contract=off).

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0)
#error "Carom's exactness needs IEEE arithmetic: compile without -ffast-math, -Ofast and -ffinite-math-only"
#endif
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "Carom's exactness needs IEEE arithmetic: compile without -funsafe-math-optimizations and its parts"
#endif

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53,
              "Carom's exactness needs IEEE 754 double");
static_assert(FLT_EVAL_METHOD == 0,
              "Carom's exactness needs double expressions rounded to double: on 32-bit x86 compile with -mfpmath=sse");

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "event/event_body.hpp"
#include "math/wide.hpp"

/// Movers of the event world, four side by side.
namespace carom::detail {

using FourMasks = long long __attribute__((vector_size(32)));

static_assert(offsetof(EventBody, velocity) == 2 * sizeof(double) && offsetof(EventBody, since) == sizeof(Four) &&
              offsetof(EventBody, event) == sizeof(Four) + 2 * sizeof(double));

/// Four movers' numbers, one kind each, as they stand in memory.
struct FourMovers {
  Four x, y, vx, vy, since, radius;
  union {
    Four event;         ///< by the calendar
    Four inverse_mass;  ///< in windows
  };
  Four rest;
};

// Vectors go in and out by reference: how a function takes them by value depends on the processor.
CAROM_ALWAYS_INLINE void choose(const FourMasks& mask, const Four& yes, const Four& no, Four& out) {
  out = reinterpret_cast<Four>((reinterpret_cast<FourMasks>(yes) & mask) | (reinterpret_cast<FourMasks>(no) & ~mask));
}

CAROM_ALWAYS_INLINE void gather(const EventBody* movers, const std::uint32_t* which, FourMovers& out) {
  CAROM_UNROLL
  for (std::size_t half = 0; half < 2; ++half) {
    Four row[4];
    CAROM_UNROLL
    for (std::size_t k = 0; k < 4; ++k) {
      std::memcpy(&row[k], reinterpret_cast<const char*>(&movers[which[k]]) + half * sizeof(Four), sizeof(Four));
    }
    transpose(row, &out.x + 4 * half);
  }
}

}  // namespace carom::detail

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/world/world.hpp"

/// What JavaScript reads of a world as typed arrays: one column a property. types.ts says what they mean.
namespace carom::wasm {

inline constexpr std::uint32_t k_edges = 0xffffffffU;  ///< in place of a serial

struct BodyColumns {
  std::vector<std::uint32_t> serial;
  std::vector<std::uint8_t> kind;
  std::vector<std::uint8_t> flags;
  std::vector<Vec2> at;
  std::vector<Vec2> velocity;
  std::vector<double> angle;
  std::vector<double> spin;
  std::vector<double> radius;
  std::vector<double> mass;

  void fill(const World& world, std::span<const BodyId> ids);
};

/// Of everybody at a time inside the last step; of a body of which that is not known, where it is now.
struct StateColumns {
  std::vector<Vec2> at;
  std::vector<Vec2> velocity;
  std::vector<double> angle;
  std::vector<double> spin;

  void fill(const World& world, std::span<const BodyId> ids, double time);
};

struct OutlineColumns {
  std::vector<std::uint32_t> serial;
  std::vector<std::uint32_t> start;
  std::vector<Vec2> points;

  void fill(const World& world, std::span<const BodyId> ids);
};

struct EventColumns {
  std::vector<double> t;
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
  std::vector<Vec2> point;
  std::vector<Vec2> normal;
  std::vector<double> speed;
  std::vector<double> impulse;
  std::vector<std::uint8_t> response;
  std::vector<std::uint32_t> effects;

  void fill(std::span<const ContactEvent> events);
};

}  // namespace carom::wasm

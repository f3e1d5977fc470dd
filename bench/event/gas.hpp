#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/carom.hpp"

/// The gases of carom_events: elastic discs in a periodic square, mass by area, speeds of Maxwell.
namespace carom::bench {

struct Case {
  std::uint64_t count = 0;
  double area_fraction = 0;
  /// Of the large radius to the small one; 1: all discs are equal. Otherwise half of the discs' area is that of small
  /// ones and half that of large ones: among 10,100 discs 1:10 there are 100 large ones, among 100,010 discs 1:100
  /// there are 10.
  double ratio = 1;
  double others = 0;  ///< millions of collisions a second that the best other codes reach; 0: not known

  [[nodiscard]] std::string label() const;
  [[nodiscard]] double size() const;  ///< of the square, in diameters of the small discs
};

/// In which order the discs are created: row by row, or at random, so that nothing in the order tells which discs are near
/// each other.
enum class Order : std::uint8_t { lattice, shuffled };

/// Equal discs start on a hexagonal lattice. Exits with a message where there is no room.
[[nodiscard]] World make_world(const Case& which, Order order);

}  // namespace carom::bench

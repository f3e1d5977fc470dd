#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace carom::app {

/// A contact as far as two runs can be compared: the time, and the two bodies by their place in the order of creation.
struct Hit {
  double t = 0;
  std::uint64_t a = 0;
  std::uint64_t b = 0;  ///< k_edges: the edges of the world

  static constexpr std::uint64_t k_edges = ~std::uint64_t{0};
};

struct Matched {
  std::vector<Hit> missed;    ///< of the reference, not found; in order of time
  std::vector<Hit> invented;  ///< found, not of the reference; in order of time
};

/// Two contacts are one if they are of the same two bodies and at most `tolerance` apart in time. Each is used once, in
/// order of time.
[[nodiscard]] Matched match(const std::vector<Hit>& reference, const std::vector<Hit>& found, double tolerance);

}  // namespace carom::app

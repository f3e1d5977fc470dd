#pragma once

#include <array>

#include "carom/motion/chain.hpp"
#include "carom/toi/contact.hpp"
#include "toi/straight/vertex_edge.hpp"

/// Of all vertex–edge events at the moment of a hit, the one that tells point and normal.
namespace carom::detail {

/// A vertex of one chain on an edge of the other.
struct ChainEvent {
  EdgeEvent event;
  int vertex = 0;
  int edge = 0;
  bool vertex_of_a = true;
};

/// Point and normal of one event that is a face event.
[[nodiscard]] Contact face_contact(const Chain& a, const Chain& b, const ChainEvent& event) noexcept;

/// The earliest events so far: all whose times agree within the error of a time.
class EarliestEvents {
 public:
  /// Can an event at `t` still matter?
  [[nodiscard]] bool wants(double t) const noexcept { return count_ == 0 || t <= earliest_ + 2 * k_time_error; }
  void add(const ChainEvent& event) noexcept;

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] double t() const noexcept { return earliest_; }

  /// Among the face events the one that closes fastest; without any, two vertices meet and their relative motion is the
  /// normal.
  [[nodiscard]] Contact contact(const Chain& a, const Chain& b) const noexcept;

 private:
  std::array<ChainEvent, 16> events_{};
  int count_ = 0;
  double earliest_ = 0;
};

}  // namespace carom::detail

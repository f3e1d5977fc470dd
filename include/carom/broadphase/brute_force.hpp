#pragma once

#include <optional>
#include <span>
#include <vector>

#include "carom/broadphase/grid_data.hpp"

namespace carom {

/// The broad phase that tests every body against every other: the oracle of FlightGrid, which has the same interface (see
/// there for what each call means), and the faster of the two for a handful of bodies.
class BruteForce {
 public:
  void build(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box);

  [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return order_; }

  void pairs(std::vector<NearPair>& out) const;
  void near(std::uint32_t place, const Flight& flight, double now, std::vector<Near>& out) const;
  void near(const Flight& flight, double now, std::vector<Near>& out) const;

  void change(std::uint32_t place, const Flight& flight, double now = 0);
  void remove(std::uint32_t place) noexcept { members_[place].present = false; }
  std::uint32_t insert(const Flight& flight);

 private:
  struct Member {
    detail::Way way;
    bool present = true;
  };

  void look_around(std::uint32_t self, const detail::Way& own, std::vector<Near>& out) const;
  [[nodiscard]] detail::Way way(const Flight& flight, double now) const noexcept;

  std::vector<Member> members_;
  std::vector<std::uint32_t> order_;
  std::optional<PeriodicBox> box_;
  double window_ = 0;
};

}  // namespace carom

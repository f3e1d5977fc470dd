#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "event/event_directory.hpp"
#include "event/event_motion.hpp"
#include "world/bodies/sweep.hpp"

namespace carom::detail {

/// The bodies of an event run and their flights. Movers are kept in the order of their cells, so that neighbours share
/// memory: a mover's index, and a BodyRef of a mover, is good until reorder().
class EventBodies : public EventMotion {
 public:
  using EventMotion::EventMotion;

  void begin_run(BodyStore& store) noexcept { directory_.begin_run(store); }
  /// Before all are added anew; `lossy`: the world's own restitution or its rules take energy.
  void clear(std::size_t room, bool lossy);
  /// Its flight begins now. `held`: it is jammed, and stands.
  BodyRef add(const Body& body, bool held);
  void set_rules(const Body& body, RuleClass rules) { directory_.set_rules(directory_.index_of(body), rules); }
  /// Callbacks have changed a body, which may have got a filter or a spin.
  void note_change(const Body& body);

  [[nodiscard]] const EventDirectory& directory() const noexcept { return directory_; }
  [[nodiscard]] const EventTraits& traits() const noexcept { return traits_; }
  [[nodiscard]] const Body& body(BodyRef ref) const noexcept { return directory_.body(body_index(ref)); }
  /// Never of a gas in windows: removing a body ends these.
  [[nodiscard]] bool gone(std::uint32_t mover) const noexcept { return !in_windows_ && cold_[mover].gone; }
  [[nodiscard]] bool gone(BodyRef ref) const noexcept { return ref.is_mover() ? gone(ref.index()) : fixed(ref).gone; }
  [[nodiscard]] double inverse_mass(std::uint32_t mover) const noexcept {
    return in_windows_ ? movers_[mover].inverse_mass : cold_[mover].inverse_mass;
  }
  [[nodiscard]] double inverse_mass(BodyRef ref) const noexcept {
    return ref.is_mover() ? inverse_mass(ref.index()) : 0;
  }
  /// True for a solid circle.
  [[nodiscard]] bool is_disc(BodyRef ref) const noexcept;

  // How it turns; where nothing does (traits().rotates) all of it is as it was given.
  [[nodiscard]] double inverse_inertia(BodyRef ref) const noexcept;
  /// The spin and angle that the body has, from now on.
  void set_turn(const Body& body) noexcept;
  /// Its flight, from its beginning or (gravity bends it) from `start` on.
  [[nodiscard]] Sweep sweep(BodyRef ref, double start) const noexcept;
  /// Brings the stored state of a body up to now.
  void refresh(Body& body) const noexcept;
  void remove(BodyRef ref) noexcept { (ref.is_mover() ? cold_[ref.index()].gone : fixed_[ref.index()].gone) = true; }
  /// In windows its flights are counted there instead, and its mass is at hand.
  void use_windows();
  void use_calendar();
  [[nodiscard]] bool in_windows() const noexcept { return in_windows_; }

  /// Mover k becomes the one that was from[k]; `from` is used up. `all_gridded`: see EventTraits::all_discs.
  void reorder(std::vector<std::uint32_t>& from, bool all_gridded);

 private:
  void note_rotation(const Body& body);

  /// Data of a mover that only its events need; none in windows.
  struct Cold {
    double inverse_mass = 0;
    bool gone = false;
  };

  EventDirectory directory_;
  std::vector<Cold> cold_;
  EventTraits traits_;
  bool in_windows_ = false;
};

/// In each array element k becomes the one that stood at from[k]. In place, cycle by cycle: two copies of a million bodies
/// would be a lot of memory. `from` is used up.
template <class... Arrays>
void permute(std::vector<std::uint32_t>& from, Arrays&... arrays) {
  const auto count = static_cast<std::uint32_t>(from.size());
  for (std::uint32_t first = 0; first < count; ++first) {
    const auto kept = std::tuple(arrays[first]...);
    std::uint32_t to = first;
    while (from[to] != first) {
      ((arrays[to] = arrays[from[to]]), ...);
      to = std::exchange(from[to], to);
    }
    std::apply([&](const auto&... element) { ((arrays[to] = element), ...); }, kept);
    from[to] = to;
  }
}

}  // namespace carom::detail

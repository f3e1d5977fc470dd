#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "carom/shapes/checked.hpp"
#include "carom/world/body.hpp"

namespace carom::detail {

/// The bodies of a world behind handles that notice when they are old. A copy of it is part of a snapshot.
class BodyStore {
 public:
  /// What gives handles and serials their meaning, beside the bodies themselves.
  struct Handles {
    struct GoneName {
      std::uint64_t serial = 0;
      std::string name;
    };
    std::vector<std::uint32_t> generations;  ///< by slot: of the last body that was there
    std::vector<std::uint32_t> free_slots;   ///< the next body takes the last of them
    std::vector<GoneName> gone;              ///< names of bodies that are gone, in order of creation
    std::uint64_t next_serial = 0;
  };
  [[nodiscard]] Handles handles() const;
  /// Bodies in order of creation, with the handles and serials that they had. The error's place is that of a body, "/3/id",
  /// or of the handles: "/free_slots/0".
  [[nodiscard]] static Checked<BodyStore> make(std::vector<Body> bodies, Handles handles);

  /// Gives it a handle and the next serial. A name that is taken is the caller's mistake: see free_name().
  BodyId add(Body body);
  /// Puts one back under the serial it had; serials must come in order.
  BodyId add_back(Body body);
  bool remove(BodyId id);
  /// Another body under the handle and the serial of one that is there; not while changes are kept.
  void replace(BodyId id, Body body);

  [[nodiscard]] Body* find(BodyId id) noexcept;
  [[nodiscard]] const Body* find(BodyId id) const noexcept;
  [[nodiscard]] std::optional<BodyId> find(std::string_view name) const;
  [[nodiscard]] const Body* by_serial(std::uint64_t serial) const noexcept;
  [[nodiscard]] std::size_t count() const noexcept { return in_order_.size(); }

  /// Slots of all bodies in order of creation.
  [[nodiscard]] const std::vector<std::uint32_t>& in_order() const noexcept { return in_order_; }
  [[nodiscard]] Body& at_slot(std::uint32_t slot) noexcept { return slots_[slot]; }
  [[nodiscard]] const Body& at_slot(std::uint32_t slot) const noexcept { return slots_[slot]; }

  [[nodiscard]] std::uint64_t next_serial() const noexcept { return next_serial_; }
  void set_next_serial(std::uint64_t serial) noexcept { next_serial_ = serial; }
  /// Also of bodies that are gone: #serial for those that never had a name.
  [[nodiscard]] std::string name(std::uint64_t serial) const;
  /// `wanted`, or wanted#2, wanted#3, … if it is taken.
  [[nodiscard]] std::string free_name(const std::string& wanted) const;

  // A step that is abandoned takes back which bodies came, which went and what became of them. States (places, velocities,
  // angles) are not kept here: every body's changes in every step.
  /// From now on changes are kept, until one of the next two is called.
  void begin_changes();
  void accept_changes() noexcept;
  /// All bodies, handles and names as they were.
  void take_back_changes();
  /// Before something else than its state is changed: keeps the body as it is, once.
  void keep(const Body& body);

 private:
  BodyId put(Body body);

  /// One that was added, removed, or changed.
  struct Change {
    enum class Kind : std::uint8_t { added, removed, changed } kind = Kind::added;
    Body body;  ///< as it was; of an added one only the handle
    bool new_slot = false;
  };

  std::vector<Body> slots_;  // one whose id has generation 0 is free
  std::vector<std::uint32_t> generations_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::uint32_t> in_order_;
  std::unordered_map<std::string, BodyId> by_name_;
  std::unordered_map<std::uint64_t, std::string> names_;
  std::uint64_t next_serial_ = 0;

  bool keeps_changes_ = false;
  std::vector<Change> changes_;  // in order
  std::vector<BodyId> kept_;     // by slot: the last one whose change was kept
  std::uint64_t serial_before_ = 0;
};

}  // namespace carom::detail

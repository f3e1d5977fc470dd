#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "carom/world/world.hpp"

namespace carom {

/// What a world has been told from some moment on: every call that changed it, steps with what its callbacks said, and the state
/// in which it began and ended. Replayed in a world of the same settings it gives the same bits: to be attached to the report
/// of a defect, or sent to where a game is watched.
///
///   world.start_journal();
///   …
///   const std::vector<std::byte> bytes = world.journal()->bytes();
///   …
///   World again = World::make(settings).value();
///   again.replay(Journal::from_bytes(bytes).value());
///
/// Not in it: settings and rules (the C interface and Python write them too), and what set_interrupt's callback changes.
class Journal {
 public:
  /// The same bytes on every machine.
  [[nodiscard]] std::vector<std::byte> bytes() const;
  /// Any bytes may be given. A journal is read by the version of Carom that wrote it, because another may have other bits: the
  /// error's place is "/header/version" then.
  [[nodiscard]] static Checked<Journal> from_bytes(std::span<const std::byte> bytes);

  /// Calls in it, steps included, but not those made from inside callbacks.
  [[nodiscard]] std::uint64_t call_count() const noexcept { return calls_; }
  /// Of the world when the journal was taken: World::hash.
  [[nodiscard]] std::uint64_t end_hash() const noexcept { return end_hash_; }

 private:
  friend class World;

  std::vector<std::byte> start_;   ///< a snapshot
  std::vector<std::byte> record_;  ///< the calls
  std::uint64_t calls_ = 0;
  std::uint64_t end_hash_ = 0;
};

}  // namespace carom

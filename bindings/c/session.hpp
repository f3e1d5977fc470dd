#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "boundary.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/timetable.hpp"
#include "columns.hpp"

namespace carom::c {

/// What stays the same until settings are changed: the scene that the world goes on from, and when steps end.
struct Era {
  Scene scene;
  TimeGrid steps;
};

[[nodiscard]] std::shared_ptr<const Era> era_of(Scene scene);

/// Bytes after their number, lowest byte first.
[[nodiscard]] std::string sized(std::string_view bytes);
/// Takes such bytes from the beginning; nothing: they are cut off.
[[nodiscard]] std::optional<std::string_view> take_sized(std::string_view& bytes);

/// How far a call may go into a world that is in the middle of something.
enum class Access : std::uint8_t {
  shared,     ///< also from inside a callback of a contact
  exclusive,  ///< not while a step runs
};

/// How the event world, which has no steps, is taken forward.
enum class Pieces : std::uint8_t {
  steps,  ///< by dt
  any,    ///< all at once
};

}  // namespace carom::c

struct carom_snapshot {
  carom::World::Snapshot state;
  std::shared_ptr<const carom::c::Era> era;
};

/// A world that is open in another language.
struct carom_world : private carom::Listener {
 public:
  carom_world(carom::Scene scene, carom::World world);
  ~carom_world() override;

  /// Runs `action` on the world, which returns a status, unless it is in use.
  template <class Action>
  carom_status use(carom::c::Access access, const Action& action) noexcept {
    bool nested = false;
    if (const carom_status status = enter(access, nested)) return status;
    const carom_status status = carom::c::guarded(&broken_, action);
    if (!nested) leave();
    return status;
  }

  [[nodiscard]] carom::World& world() noexcept { return world_; }
  [[nodiscard]] carom::Scene scene() const { return carom::state_of(world_, era_->scene); }
  [[nodiscard]] double end_of_duration() const noexcept { return era_->scene.world.time + era_->scene.duration; }

  /// Up to `most` steps, as `carom run` takes them, not beyond `until`.
  carom_status forward(double until, std::uint64_t most, std::uint64_t* taken, carom::c::Pieces pieces);
  /// Of all the steps that the last `forward` took.
  [[nodiscard]] std::span<const carom::ContactEvent> events() const noexcept { return events_; }

  /// In order of creation.
  [[nodiscard]] std::span<const carom::BodyId> bodies();
  [[nodiscard]] const carom_bodies* body_columns();
  [[nodiscard]] const carom_outlines* outline_columns();
  [[nodiscard]] const carom_events* event_columns();
  /// After anything that may have changed a body; whether bodies came or went as well.
  void changed(bool bodies_too = false) noexcept;
  /// The same after bodies have got other shapes.
  void reshaped() noexcept {
    changed(true);
    ++revision_;
  }

  /// Goes on with the settings and the duration of `wanted`; time, rules and bodies stay.
  [[nodiscard]] std::optional<carom::Error> change_settings(const carom::Scene& wanted);
  [[nodiscard]] carom_snapshot snapshot() const { return {world_.snapshot(), era_}; }
  [[nodiscard]] std::optional<carom::Error> restore(const carom_snapshot& saved);

  void start_journal();
  void stop_journal();
  /// Nothing: none is kept.
  [[nodiscard]] std::optional<std::string> journal() const;

  /// Only from inside a call; leave() takes it back.
  void interrupt() noexcept {
    if (user_.load() == nullptr) return;
    stop_.store(true);
    if (user_.load() == nullptr) stop_.store(false);  // it has left meanwhile
  }
  void set_interrupt(carom_interrupt_callback ask, void* user) noexcept;
  void set_callbacks(carom_contact_callback first, carom_contact_callback then, void* user) noexcept;
  void set_limits(const carom::StepLimits& limits) noexcept;
  void set_threads(unsigned threads) noexcept;
  void set_recording(bool recording) noexcept;

 private:
  bool before(carom::World& world, const carom::PendingContact& contact) override;
  void after(carom::World& world, const carom::ContactEvent& event) override;
  carom_verdict call(carom_contact_callback callback, const carom_contact& contact) noexcept;

  carom_status enter(carom::c::Access access, bool& nested) noexcept;
  void leave() noexcept;
  /// Goes on in another world, which takes the place of this one.
  void replace(carom::World world, std::shared_ptr<const carom::c::Era> era);
  /// What a journal has of one world: its settings, then its calls.
  [[nodiscard]] std::string journal_of_world() const;
  /// What the caller has set, for a world that takes the place of another.
  void equip();

  carom_status take_steps(double until, std::uint64_t most, std::uint64_t& taken);
  carom_status fly(double until, std::uint64_t most, std::uint64_t& taken);
  /// Its events are kept.
  carom_status step_to(double end);
  void keep_events();
  [[nodiscard]] bool shall_stop() noexcept;
  [[nodiscard]] carom_status why_stopped() noexcept;

  std::shared_ptr<const carom::c::Era> era_;
  carom::World world_;
  std::vector<carom::ContactEvent> events_;

  // What is read as arrays, and whether it is that of now.
  std::vector<carom::BodyId> ids_;
  bool ids_are_fresh_ = false;
  std::uint64_t revision_ = 0;
  carom::c::BodyColumns* columns_;
  bool columns_are_fresh_ = false;
  carom::c::OutlineColumns outlines_;
  carom::c::EventColumns event_columns_;
  bool event_columns_are_fresh_ = false;

  std::vector<std::string> journal_before_;  // of the worlds that this one has taken the place of

  // What the caller has set.
  carom_interrupt_callback ask_ = nullptr;
  void* ask_user_ = nullptr;
  carom_contact_callback before_ = nullptr;
  carom_contact_callback after_ = nullptr;
  void* callback_user_ = nullptr;
  carom::StepLimits limits_;
  unsigned threads_ = 1;
  bool recording_ = true;

  // Which thread is inside.
  std::atomic<const void*> user_ = nullptr;  // a thread
  bool running_ = false;                     // a step runs
  bool asking_ = false;                      // the interrupt callback runs
  bool broken_ = false;                      // an exception has left a step in the middle of something
  std::atomic<bool> stop_ = false;
  bool callback_failed_ = false;
  std::string callback_error_;
  std::uint64_t asked_ = 0;  // of a flight in the event world
  std::uint64_t patience_ = 0;
  std::chrono::steady_clock::time_point last_asked_;
};

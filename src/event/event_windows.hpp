#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/prefilter_grid.hpp"
#include "event/event_bodies.hpp"
#include "event/event_bounces.hpp"
#include "event/event_flight_log.hpp"
#include "event/event_gas.hpp"
#include "event/event_patience.hpp"
#include "world/pairs/window_queue.hpp"

namespace carom::detail {

/// Elastic gases of similar discs: from window to window. Within one no disc crosses a line of a grid; which ones may meet is
/// told by a single-precision prefilter (broadphase/prefilter_grid.hpp), and what happens waits in a queue. The results are
/// the same to the last bit as by the calendar, because the time of a contact is a function of two flights alone.
class EventWindows {
 public:
  /// What is not the gas's own business.
  class Host {
   public:
    Host() = default;
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    virtual ~Host() = default;
    /// Two discs meet, and that is recorded.
    virtual void meet_discs(std::uint32_t a, std::uint32_t b) = 0;
    virtual void meet_edge(std::uint32_t mover, BodyRef edge) = 0;
    /// Asks whether to go on. True: the windows end here.
    [[nodiscard]] virtual bool stops_windows() = 0;
  };

  EventWindows(EventContext& context, EventBodies& bodies, EventGas& gas, EventFlightLog& past) noexcept
      : ctx_(context), bodies_(bodies), gas_(gas), past_(past) {}

  /// The calendar's data of movers beside their flights is of no use from here on.
  void enter();
  void leave();
  /// Flights begin anew: what was predicted is void.
  void close() noexcept { window_.open = false; }
  [[nodiscard]] bool is_open() const noexcept { return window_.open; }

  /// All events up to `horizon`, that included. False: the host has ended it.
  [[nodiscard]] bool play(double horizon, Host& host, EventPatience& patience);

  /// A mover's flight has changed.
  void change(std::uint32_t mover);
  void predict(std::uint32_t mover);
  void predict_two(std::uint32_t a, std::uint32_t b);

 private:
  struct Hooks;
  struct FetchingHooks;

  void open_window();
  void sort_into_prefilter();
  void line_up_movers();
  template <class Chosen>
  [[nodiscard]] bool play_window(double horizon, const Chosen& hooks, Host& host, EventPatience& patience);
  void work_out_bounces(std::span<WindowEvent> events) noexcept;
  void bounce(const WindowEvent& predicted);
  void go_around(std::uint32_t mover);
  [[nodiscard]] bool happens_before(const WindowEvent& x, const WindowEvent& y) const noexcept;
  [[nodiscard]] std::uint32_t versions(std::uint32_t a, EventPartner b) const noexcept;
  void push(double t, std::uint32_t a, EventPartner b);
  void predict_pair(std::uint32_t p, std::uint32_t q, bool images);
  void predict_edge(std::uint32_t mover);
  [[nodiscard]] double window_time() const noexcept { return ctx_.now - window_.start; }

  struct Window {
    bool open = false;
    double start = 0;
    double end = 0;
  };

  EventContext& ctx_;
  EventBodies& bodies_;
  EventGas& gas_;
  EventFlightLog& past_;
  PrefilterGrid prefilter_;
  WindowQueue<WindowEvent, true> queue_;
  std::vector<Bounce> bounces_;  ///< of the queue's next events
  Window window_;
  bool lined_up_ = false;  ///< the movers are in the order of the cells of a window, or nearly so
};

}  // namespace carom::detail

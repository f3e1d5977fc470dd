#pragma once

#include <vector>

#include "broadphase/gas_grid.hpp"
#include "carom/broadphase/flight_grid.hpp"
#include "swept/predicted_event.hpp"
#include "world/pairs/window_queue.hpp"

/// What one thread works with in a window.
namespace carom::detail {

/// What has come of the events that a worker has played.
struct WorkerRecords {
  std::vector<GasContact> contacts;  ///< of a simple gas, instead of events and corners
  std::vector<EventRecord> events;
  std::vector<PathCorner> corners;
  std::uint64_t grazes = 0;
  // What came before this window, and stays whatever happens.
  std::size_t first_contact = 0;
  std::size_t first_event = 0;
  std::size_t first_corner = 0;

  /// Drops all of this window.
  void forget() {
    contacts.resize(first_contact);
    events.resize(first_event);
    corners.resize(first_corner);
    grazes = 0;
  }
};

/// A flight that was changed: the one before; or, once that is undone, the one after.
struct Change {
  BodyRef ref = BodyRef::mover(0);
  Sweep other;
  bool undone = false;
};

/// A contact that has been played, and may have to be taken back.
struct Past {
  PredictedEvent predicted;
  std::uint32_t record = 0;  ///< its index among the worker's contacts, or else its events
  std::uint64_t grazes = 0;
  bool cancelled = false;
};

/// Of a window that is played in strips: what may have to be undone.
struct StripHistory {
  bool kept = false;
  std::vector<Change> changes;  ///< as many as corners of this window, except in a simple gas
  std::vector<Past> pasts;

  void clear() {
    changes.clear();
    pasts.clear();
  }
  /// Takes the cancelled contacts out of the records.
  void drop_cancelled(WorkerRecords& records) const;
};

/// The rows of a gas that a worker plays, and what leaves the cells there.
struct GasRows {
  RowScope scope;                        ///< where it looks for neighbours
  RowScope sure;                         ///< rows whose contacts will not be taken back
  std::uint32_t sure_begin = 0;          ///< movers of the sure rows
  std::uint32_t sure_end = 0;            ///< the one after the last
  std::vector<std::uint32_t> ungridded;  ///< movers that the cells do not hold
  double fastest = 0;                    ///< the largest square of a speed
  bool too_far = false;                  ///< a mover goes further than the cells were made for

  /// True if the flight of this one may have to be restored.
  [[nodiscard]] bool doubts(BodyRef ref) const noexcept {
    return !ref.is_mover() || ref.index() < sure_begin || ref.index() >= sure_end;
  }
};

/// Two workers share no cache line, or their threads would wait for each other's writing.
struct alignas(128) Worker {
  WindowQueue<PredictedEvent> queue;
  double now = 0;
  std::size_t played = 0;  ///< events so far, where they are counted
  WorkerRecords records;
  StripHistory history;
  GasRows rows;
  // Buffers.
  std::vector<Near> near;
  std::vector<NearPair> pairs;
  std::vector<Vec2> scratch;

  void open(double start, double end, RowScope scope, std::size_t expected) {
    now = start;
    rows.scope = scope;
    rows.too_far = false;
    queue.open(start, end, expected);
  }
  /// Drops all that came of this window.
  void forget() {
    records.forget();
    history.clear();
    rows.fastest = 0;
    rows.too_far = false;
    rows.ungridded.clear();
  }
};

/// What strips keep from step to step.
struct StripsMemory {
  std::vector<Worker> workers;  ///< one a strip, then one a band between two; in turn, the first one does everything
  std::uint32_t in_turn = 0;    ///< so many steps do without strips, because they failed
};

}  // namespace carom::detail

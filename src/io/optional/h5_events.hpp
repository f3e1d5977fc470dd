#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "carom/io/event_record.hpp"
#include "io/optional/h5md.hpp"

/// Logs of events in HDF5, compressed: what `carom run --events FILE.h5` writes.
///
///   /events                  time, a, b (-1: the edges), point (events, 2), normal (events, 2), speed, impulse, response, effects,
///                            a column each; `response` is a place in the words of its attribute `words`, `effects` one in
///                            /effects, or -1
///   /effects, /names         text (bytes), end (where each ends); effects as JSON, and the names of bodies that have one: `id`
///                            is their place in the order of creation
///   /parameters/carom        as in H5MD
namespace carom::io {

/// All may throw H5Failure.
class H5EventWriter {
 public:
  /// Anew; published at once.
  H5EventWriter(std::string path, const H5mdHeader& header);
  /// Goes on with a file of an earlier run, of which the first `events` are kept.
  H5EventWriter(std::string path, std::uint64_t events);
  H5EventWriter(const H5EventWriter&) = delete;
  H5EventWriter& operator=(const H5EventWriter&) = delete;
  ~H5EventWriter();

  void add(std::span<const EventRecord> events);
  /// The file is there with all that was added, whatever happens from here on.
  void publish();
  /// The last publish().
  void finish();
  [[nodiscard]] std::uint64_t event_count() const noexcept;

 private:
  struct File;
  struct Growing;
  std::unique_ptr<Growing> growing_;
};

/// Events of a file, in order. All may throw H5Failure.
class H5EventReader {
 public:
  explicit H5EventReader(const std::string& path);
  H5EventReader(const H5EventReader&) = delete;
  H5EventReader& operator=(const H5EventReader&) = delete;
  ~H5EventReader();
  /// Nothing after the last one.
  [[nodiscard]] std::optional<EventRecord> next();
  [[nodiscard]] std::uint64_t event_count() const noexcept;
  /// What the file says about itself, as JSON.
  [[nodiscard]] std::string provenance() const;

 private:
  struct Columns;
  std::unique_ptr<Columns> columns_;
};

/// True if a file of HDF5 is such a log; false also for what cannot be read.
[[nodiscard]] bool holds_events(const std::string& path);

}  // namespace carom::io

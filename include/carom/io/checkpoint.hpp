#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/io/event_log.hpp"
#include "carom/io/picture_paths.hpp"
#include "carom/io/provenance.hpp"
#include "carom/io/series.hpp"
#include "carom/io/summary.hpp"
#include "carom/io/text_sink.hpp"
#include "carom/shapes/checked.hpp"
#include "carom/world/world.hpp"

/// A run that can go on as if it had never stopped.
namespace carom {

/// An output and how long it was: what was written after the checkpoint is written again.
struct OutputMark {
  std::string file;  ///< empty: not asked for
  std::uint64_t bytes = 0;
};

struct Checkpoint {
  std::string scene_file;  ///< what the run was called with, for messages
  std::string scene_text;
  // What the command line put in place of the scene's own.
  std::optional<double> dt;
  std::optional<Detection> detection;
  std::optional<std::uint64_t> seed;
  double until = 0;
  std::uint32_t threads = 1;

  OutputMark events;
  std::vector<WaitingLine> waiting;          ///< of the events, after those that the mark counts
  std::vector<EventRecord> waiting_records;  ///< the same, of a log in HDF5
  OutputMark trajectory;
  double every = 0;       ///< between frames, and between rows of the series
  double last_frame = 0;  ///< scene time
  OutputMark series;
  double last_row = 0;  ///< scene time
  GasSums gas;          ///< as they were at the last row
  /// Of what the scene observes, as io/observe/observer.hpp keeps it.
  std::vector<std::byte> observer;
  double last_sample = 0;  ///< scene time
  std::string state_file;
  std::string picture_file;
  std::optional<Paths> paths;
  std::string plot_file;
  std::vector<SeriesRow> plot_rows;
  double last_plot_row = 0;     ///< scene time
  bool dark = false;            ///< pictures and plots
  bool contacts = false;        ///< are shown in the picture
  double checkpoint_every = 0;  ///< in seconds of wall time

  Provenance provenance;  ///< of the run that began it
  RunStart start;
  double wall_seconds = 0;
  std::optional<World::Snapshot> world;  ///< as it was read
};

/// A line that says what it is, with lengths and a sum that show damage; then the values, numbers as their bits, and the
/// world, the bytes of its snapshot. Only the version that wrote it reads it: another might compute other bits. In pieces: of
/// many bodies it is long.
void write_checkpoint(const Checkpoint& checkpoint, std::span<const std::byte> world, std::string_view version,
                      const TextSink& sink);

/// The error has no place: nothing in such a file is for people to correct.
[[nodiscard]] Checked<Checkpoint> read_checkpoint(std::string_view text, std::string_view version);

}  // namespace carom

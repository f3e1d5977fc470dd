#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "carom/io/recorded.hpp"
#include "carom/io/series.hpp"
#include "carom/io/units.hpp"
#include "carom/world/world.hpp"

/// Trajectories as H5MD 1.1 (https://nongnu.org/h5md), through the C interface of HDF5, which is optional: without it none
/// of this may be called but hdf5_version().
///
///   /h5md                    version (1, 1), author, creator
///   /particles/all/box       dimension 2, boundary, edges; origin is the lower left corner
///   /particles/all/          position, velocity (frames, bodies, 2), angle, spin (frames, bodies), each with step and time;
///                            id, species, mass, radius (bodies)
///   /observables/            kinetic_energy, potential_energy, total_energy, momentum, collisions, bodies, pressure, at the
///                            ends of steps, with a step and a time of their own
///   unit                     an attribute of what has a unit that the scene names, as /h5md/modules/units has it
///   /parameters/carom        scene, provenance, version, seed, command; names of the species
///
/// A body has one column for good, the place of its id; where it is not there, its numbers are NaN. mass and radius are what
/// they were last.
namespace carom::io {

/// "1.10.8"; empty: built without HDF5.
[[nodiscard]] std::string hdf5_version();

/// What went wrong with a file, in a sentence.
struct H5Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct H5mdHeader {
  std::string scene_text;
  std::string provenance;  ///< JSON
  std::string version;
  std::string command;
  std::uint64_t seed = 1;
  std::optional<Bounds> bounds;
  std::uint64_t bodies = 0;  ///< about how many there will be: pieces of the file are laid out for so many
  SceneUnits units = {};
};

struct H5mdBody {
  std::uint64_t id = 0;
  BodyState state;
  double mass = 0;
  double radius = 0;
  std::string species;
};

/// A file that grows while a run goes on: whatever happens, it is there as it was at the last publish(). All may throw
/// H5Failure.
class H5mdWriter {
 public:
  /// Anew, with no frames; published at once.
  H5mdWriter(std::string path, const H5mdHeader& header);
  /// Goes on with a file of an earlier run: what it has after `time` is taken back.
  H5mdWriter(std::string path, double time);
  H5mdWriter(const H5mdWriter&) = delete;
  H5mdWriter& operator=(const H5mdWriter&) = delete;
  ~H5mdWriter();

  void add_frame(double t, std::uint64_t step, const std::vector<H5mdBody>& bodies);
  /// All bodies of a world at a moment of its last step.
  void add_frame(double t, std::uint64_t step, const std::vector<BodyThen>& bodies);
  void add_row(const SeriesRow& row);
  void publish();
  /// The last publish(): the draft is gone then.
  void finish();
  [[nodiscard]] std::uint64_t frame_count() const noexcept;

 private:
  struct File;
  struct Growing;
  std::unique_ptr<Growing> growing_;
};

/// The frames of a file. Throws H5Failure if it cannot be read, or is no trajectory of ours.
[[nodiscard]] std::unique_ptr<FrameReader> h5md_frames(const std::string& path);

/// The observables of a file, as the run had them. Throws H5Failure.
[[nodiscard]] std::vector<SeriesRow> h5md_rows(const std::string& path);

/// What a file says about itself.
struct H5mdFacts {
  std::uint64_t frames = 0;
  std::uint64_t bodies = 0;  ///< that ever were
  double first = 0;
  double last = 0;
  std::string scene_text;
  std::string provenance;
};
[[nodiscard]] H5mdFacts h5md_facts(const std::string& path);

}  // namespace carom::io

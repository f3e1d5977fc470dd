#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/io/trajectory.hpp"
#include "carom/shapes/checked.hpp"
#include "carom/world/body.hpp"

/// Trajectories read back, frame by frame.
namespace carom {

struct RecordedBody {
  std::uint64_t id = 0;  ///< its place in the order of creation
  BodyState state;
  friend bool operator==(const RecordedBody& x, const RecordedBody& y) noexcept {
    return x.id == y.id && x.state.at == y.state.at && x.state.velocity == y.state.velocity &&
           x.state.angle == y.state.angle && x.state.spin == y.state.spin;
  }
};

struct RecordedFrame {
  double t = 0;
  std::vector<RecordedBody> bodies;  ///< in order of id
};

/// The frames of one file, in order.
class FrameReader {
 public:
  FrameReader() = default;
  FrameReader(const FrameReader&) = delete;
  FrameReader& operator=(const FrameReader&) = delete;
  virtual ~FrameReader() = default;
  /// Nothing after the last one. An error's place is "line 17".
  [[nodiscard]] virtual Checked<std::optional<RecordedFrame>> next() = 0;
};

/// Of a text format. Extended XYZ has neither angle nor spin: both are 0. The stream must outlive it.
[[nodiscard]] std::unique_ptr<FrameReader> text_frames(std::istream& in, TrajectoryFormat format);

}  // namespace carom

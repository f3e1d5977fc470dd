#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "carom/io/recorded.hpp"
#include "carom/io/units.hpp"
#include "carom/world/world.hpp"
#include "io/picture/palette.hpp"
#include "io/picture/picture_view.hpp"

/// One moment of a run as a picture: a frame of a film.
namespace carom::io {

/// What a body looks like at any time; from where it is, only its state is missing.
struct BodyLook {
  BodyShape upright;
  double mass = 0;
  std::string tag;  ///< the first one
  bool fixed = false;
};

enum class Colouring : std::uint8_t { speed, kind, tag };

struct FrameOptions {
  std::string title = {};
  double width = 1280;  ///< pixels
  double height = 720;
  bool dark = false;
  Colouring colouring = Colouring::speed;
  double trails = 0;  ///< scene seconds; 0: none
  bool contacts = false;
  SceneUnits units = {};
};

/// A contact that is shown around its moment.
struct FrameContact {
  double t = 0;
  TracedHit hit;
};

/// A part of the plane.
struct PlaneBox {
  Vec2 min;
  Vec2 max;
};

/// Draws moment after moment of one run; remembers where bodies were, for their trails.
class FramePainter {
 public:
  FramePainter(FrameOptions options, const PlaneBox& shown, const std::optional<Bounds>& bounds,
               std::vector<Source> sources);

  /// The look of each body that `frame` has; of others a dot is drawn.
  void draw(Canvas& canvas, const RecordedFrame& frame, const std::unordered_map<std::uint64_t, BodyLook>& looks,
            const std::vector<FrameContact>& contacts = {});

  [[nodiscard]] const View& view() const noexcept { return view_; }
  /// What has this speed has the last colour of the scale: twice the largest root mean square so far.
  [[nodiscard]] double fast_speed() const noexcept { return fast_; }

 private:
  using Looks = std::unordered_map<std::uint64_t, BodyLook>;

  void draw_ground(Canvas& canvas);
  void draw_trails(Canvas& canvas, const RecordedFrame& frame, const Looks& looks);
  void draw_body(Canvas& canvas, const RecordedBody& body, const BodyLook* look);
  void draw_contacts(Canvas& canvas, double now, const std::vector<FrameContact>& contacts);
  void draw_words(Canvas& canvas, double now);
  void see_speeds(const RecordedFrame& frame, const Looks& looks);
  [[nodiscard]] Colour colour_of(const RecordedBody& body, const BodyLook* look) const;

  FrameOptions options_;
  std::optional<Bounds> bounds_;
  std::vector<Source> sources_;
  View view_;
  const Palette& p_;
  double fast_ = 0;
  bool few_ = false;  // bodies: none of them may be too small to see
  std::deque<RecordedFrame> past_;
};

/// The shape as it stands at an angle.
[[nodiscard]] BodyShape turned_shape(const BodyShape& upright, double angle);

/// What a film of a world shows: its bounds, else all bodies with some room. Bodies that attract each other come around to
/// where no body is at the start: as far from their centre of mass.
[[nodiscard]] PlaneBox box_of(const RecordedFrame& frame, const std::unordered_map<std::uint64_t, BodyLook>& looks,
                              const WorldSettings& settings);

/// All bodies of a world at a moment of its last step, and what they look like.
[[nodiscard]] RecordedFrame frame_at(const World& world, double time);
void add_looks(const World& world, double time, std::unordered_map<std::uint64_t, BodyLook>& looks);

}  // namespace carom::io

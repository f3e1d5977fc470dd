#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "carom/shapes/checked.hpp"
#include "carom/world/world.hpp"

/// What `carom run --out` writes: all bodies at one moment, frame after frame.
///
/// csv      t,id,x,y,vx,vy,angle,spin; a line a body, id its place in the order of creation
/// jsonl    {"t":…,"bodies":[{"id":…,"at":[x,y],"velocity":[x,y],"angle":…,"spin":…},…]}; a line a frame
/// xyz      extended XYZ with species (the first tag, or the kind of shape), position, velocity, id, radius
namespace carom {

enum class TrajectoryFormat : std::uint8_t { csv, jsonl, xyz };

/// By the ending of the file's name; the error has no place.
[[nodiscard]] Checked<TrajectoryFormat> trajectory_format(std::string_view file);

/// What stands before the first frame.
[[nodiscard]] std::string trajectory_header(TrajectoryFormat format);

/// The bodies at `time`, which is now or inside the last step: all that were there then.
[[nodiscard]] std::string trajectory_frame(TrajectoryFormat format, const World& world, double time);

}  // namespace carom

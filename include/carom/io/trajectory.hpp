#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "carom/io/text_sink.hpp"
#include "carom/shapes/checked.hpp"
#include "carom/world/world.hpp"

/// What `carom run --out` writes: all bodies at one moment, frame after frame.
///
/// csv      t,id,x,y,vx,vy,angle,spin; a line a body, id its place in the order of creation
/// jsonl    {"t":…,"bodies":[{"id":…,"at":[x,y],"velocity":[x,y],"angle":…,"spin":…},…]}; a line a frame
/// xyz      extended XYZ with species (the first tag, or the kind of shape), position, velocity, id, radius
/// h5md     HDF5; io/optional/h5md.hpp writes it, and the functions below give no text for it
namespace carom {

enum class TrajectoryFormat : std::uint8_t { csv, jsonl, xyz, h5md };

/// By the ending of the file's name; the error has no place.
[[nodiscard]] Checked<TrajectoryFormat> trajectory_format(std::string_view file);

/// What stands before the first frame.
[[nodiscard]] std::string trajectory_header(TrajectoryFormat format);

/// The bodies at `time`, which is now or inside the last step: all that were there then.
[[nodiscard]] std::string trajectory_frame(TrajectoryFormat format, const World& world, double time);
/// The same in pieces of about a megabyte: of a million bodies it is two hundred.
void write_trajectory_frame(TrajectoryFormat format, const World& world, double time, const TextSink& sink);

/// The first tag, or the kind of shape: one word.
[[nodiscard]] std::string species_of(const Body& body);

/// How far a body reaches; 0 of a border, which has no end: programs that draw balls are better off without it.
[[nodiscard]] double drawn_radius(const Body& body);

}  // namespace carom

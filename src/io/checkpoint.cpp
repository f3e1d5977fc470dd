#include "carom/io/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/checkpoint_archive.hpp"

namespace carom {
namespace {

constexpr std::string_view k_mark = "carom checkpoint ";
constexpr int k_format = 9;

/// FNV-1a: not against malice, against a disk that was full or a copy that was cut.
std::uint64_t sum_of(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return sum;
}

std::string header(std::string_view version, std::string_view bytes) {
  return fmt::format("{}{} {} {} {:016x}\n", k_mark, k_format, version, bytes.size(), sum_of(bytes));
}

Polygon placeholder_polygon() { return Polygon::make({{0, 0}, {1, 0}, {0, 1}}).value(); }

}  // namespace

// What each struct consists of, once for both directions. All members are named at the start of each: one that is added
// to a struct and forgotten here does not compile.

template <class Archive>
void fields(Archive& in, Vec2& v) {
  auto& [x, y] = v;
  in(x, y);
}

template <class Archive>
void fields(Archive& in, Circle& circle) {
  auto& [radius, center, hollow] = circle;
  in(radius, center, hollow);
}

template <class Archive>
void fields(Archive& in, Border& border) {
  auto& [axis, at] = border;
  in(axis, at);
}

template <class Archive>
void fields(Archive& in, Segment& segment) {
  auto& [ends] = segment;
  in(ends[0], ends[1]);
}

/// A polygon is checked when it is made; one that was good is good again.
template <class Archive>
void fields(Archive& in, Polygon& polygon) {
  std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
  bool hollow = polygon.hollow();
  in(vertices, hollow);
  if constexpr (std::is_same_v<Archive, io::ArchiveReader>) {
    if (!in.good()) return;
    auto made = Polygon::make(std::move(vertices), hollow);
    if (!made) return in.fail();
    polygon = std::move(made).value();
  }
}

template <class Archive>
void fields(Archive& in, Compound& compound) {
  in(compound.parts);
}

/// One of its kind, to be read into.
template <class Shape>
Shape blank() {
  if constexpr (std::is_same_v<Shape, Polygon>) {
    return placeholder_polygon();
  } else {
    return Shape{};
  }
}

/// A shape, or a part of one: which kind it is, then what it is made of.
template <class Archive, class... Kinds>
void fields(Archive& in, std::variant<Kinds...>& shape) {
  auto kind = static_cast<std::uint8_t>(shape.index());
  in(kind);
  if constexpr (std::is_same_v<Archive, io::ArchiveReader>) {
    if (kind >= sizeof...(Kinds)) return in.fail();
    std::uint8_t next = 0;
    ((kind == next++ ? void(shape = blank<Kinds>()) : void()), ...);
  }
  std::visit([&in](auto& held) { in(held); }, shape);
}

template <class Archive>
void fields(Archive& in, BodyId& id) {
  auto& [slot, generation] = id;
  in(slot, generation);
}

template <class Archive>
void fields(Archive& in, BodyState& state) {
  auto& [at, velocity, angle, spin] = state;
  in(at, velocity, angle, spin);
}

template <class Archive>
void fields(Archive& in, Body& body) {
  auto& [id, serial, name, shape, upright, state, force, mass, inverse_mass, inverse_inertia, center, reach, damping,
         restitution, friction, health, expires, tags, category, mask, sensor, user_data] = body;
  in(id, serial, name, shape, upright, state, force, mass, inverse_mass, inverse_inertia, center, reach, damping);
  in(restitution, friction);
  in(health, expires, tags, category, mask, sensor, user_data);
}

template <class Archive>
void fields(Archive& in, World::Pair& pair) {
  auto& [a, b] = pair;
  in(a, b);
}

template <class Archive>
void fields(Archive& in, PolicyCounts& counts) {
  auto& [rests, calms, clumps, grazes, briefs, hops, holds, capped_extrapolations, capped_substeps] = counts;
  in(rests, calms, clumps, grazes, briefs, hops, holds, capped_extrapolations, capped_substeps);
}

template <class Archive>
void fields(Archive& in, World::Squeeze& squeeze) {
  auto& [hits, stuck, speed] = squeeze;
  in(hits, stuck, speed);
}

template <class Archive>
void fields(Archive& in, World::Flight& flight) {
  auto& [serial, at, velocity, since, last_contact, squeeze, without_way, rapid] = flight;
  in(serial, at, velocity, since, last_contact, squeeze, without_way, rapid);
}

template <class Archive>
void fields(Archive& in, World::HeldPoint& point) {
  auto& [a, b, feature, impulse, friction_impulse] = point;
  in(a, b, feature, impulse, friction_impulse);
}

template <class Archive>
void fields(Archive& in, World::EventClock& clock) {
  auto& [epoch, length, happened, contact_duration, hop] = clock;
  in(epoch, length, happened, contact_duration, hop);
}

template <class Archive>
void fields(Archive& in, GasSums& gas) {
  auto& [time, contacts, virial, speeds, kinetic, bodies] = gas;
  in(time, contacts, virial, speeds, kinetic, bodies);
}

template <class Archive>
void fields(Archive& in, World::Ledger& ledger) {
  auto& [time, steps, next_serial, collisions, energy, momentum, angular_momentum, policies, passing, touching,
         had_fixed, had_corners, flights, clock, gas, held, turning, points] = ledger;
  in(time, steps, next_serial, collisions, energy[0], energy[1], momentum, angular_momentum, policies, passing);
  in(touching, had_fixed, had_corners, flights, clock, gas, held, turning, points);
}

template <class Archive>
void fields(Archive& in, Energy& energy) {
  auto& [kinetic, potential] = energy;
  in(kinetic, potential);
}

template <class Archive>
void fields(Archive& in, RunStart& start) {
  auto& [time, energy, momentum, momentum_scale, angular_momentum, angular_momentum_scale] = start;
  in(time, energy, momentum, momentum_scale, angular_momentum, angular_momentum_scale);
}

template <class Archive>
void fields(Archive& in, OutputMark& mark) {
  auto& [file, bytes] = mark;
  in(file, bytes);
}

template <class Archive>
void fields(Archive& in, WaitingLine& line) {
  auto& [t, a, b, text] = line;
  in(t, a, b, text);
}

template <class Archive>
void fields(Archive& in, Bounds& bounds) {
  auto& [min, max, edges] = bounds;
  in(min, max, edges);
}

template <class Archive>
void fields(Archive& in, Source& source) {
  auto& [at, strength] = source;
  in(at, strength);
}

template <class Archive>
void fields(Archive& in, TracedBody& body) {
  auto& [serial, name, shape, last_shape, angle, fixed, gone, start, last, heading, strokes] = body;
  in(serial, name, shape, last_shape, angle, fixed, gone, start, last, heading, strokes);
}

template <class Archive>
void fields(Archive& in, Paths& paths) {
  auto& [bodies, stride, body_total, hits, traced_hits, hit_total, point_total, start_time, time, traced_until, bounds,
         sources] = paths;
  in(bodies, stride, body_total, hits, traced_hits, hit_total, point_total, start_time, time, traced_until, bounds);
  in(sources);
}

template <class Archive>
void fields(Archive& in, Checkpoint& checkpoint) {
  auto& [scene_file, scene_text, dt, detection, seed, until, threads, events, waiting, trajectory, every, last_frame,
         state_file, picture_file, paths, checkpoint_every, start, wall_seconds, ledger, bodies] = checkpoint;
  in(scene_file, scene_text, dt, detection, seed, until, threads, events, waiting, trajectory, every, last_frame);
  in(state_file);
  in(picture_file, paths, checkpoint_every, start, wall_seconds, ledger, bodies);
}

std::string write_checkpoint(Checkpoint checkpoint, std::string_view version) {
  io::ArchiveWriter out;
  out(checkpoint);
  const std::string bytes = out.take();
  return header(version, bytes) + bytes;
}

Checked<Checkpoint> read_checkpoint(std::string_view text, std::string_view version) {
  const std::size_t end = text.find('\n');
  if (!text.starts_with(k_mark) || end == std::string_view::npos) {
    return Error{"", "this is no checkpoint: expected a file that carom run --checkpoint has written"};
  }
  const std::string_view found = text.substr(k_mark.size(), end - k_mark.size());
  const std::string expected = fmt::format("{} {} ", k_format, version);
  if (!found.starts_with(expected)) {
    return Error{"", fmt::format("written by another version (found \"{}\", expected \"{}\"), which may compute other "
                                 "bits: resume it with that one",
                                 found.substr(0, std::min(found.find(' ', found.find(' ') + 1), found.size())),
                                 expected.substr(0, expected.size() - 1))};
  }
  const std::string_view bytes = text.substr(end + 1);
  if (text.substr(0, end + 1) != header(version, bytes)) {
    return Error{
        "", fmt::format("damaged or cut off: its length ({} bytes) and sum do not match its first line", bytes.size())};
  }
  io::ArchiveReader in(bytes);
  Checkpoint checkpoint;
  in(checkpoint);
  if (!in.good() || !in.at_end()) return Error{"", "damaged: its values do not read"};
  return checkpoint;
}

}  // namespace carom

#include "carom/io/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/checkpoint_archive.hpp"

namespace carom {
namespace {

constexpr std::string_view k_mark = "carom checkpoint ";
constexpr int k_format = 1;

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

// What each struct consists of, once for both directions.

template <class Archive>
void fields(Archive& in, Vec2& v) {
  in(v.x, v.y);
}

template <class Archive>
void fields(Archive& in, Circle& circle) {
  in(circle.radius, circle.center, circle.hollow);
}

template <class Archive>
void fields(Archive& in, Border& border) {
  in(border.axis, border.at);
}

template <class Archive>
void fields(Archive& in, Segment& segment) {
  in(segment.ends[0], segment.ends[1]);
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
void fields(Archive& in, BodyShape& shape) {
  auto kind = static_cast<std::uint8_t>(shape.index());
  in(kind);
  if constexpr (std::is_same_v<Archive, io::ArchiveReader>) {
    switch (kind) {
      case 0: shape = Circle{}; break;
      case 1: shape = Border{}; break;
      case 2: shape = Segment{}; break;
      case 3: shape = placeholder_polygon(); break;
      default: return in.fail();
    }
  }
  std::visit([&in](auto& held) { in(held); }, shape);
}

template <class Archive>
void fields(Archive& in, BodyState& state) {
  in(state.at, state.velocity, state.angle, state.spin);
}

template <class Archive>
void fields(Archive& in, Body& body) {
  in(body.id.slot, body.id.generation, body.serial, body.name, body.shape, body.upright, body.state, body.force);
  in(body.mass, body.inverse_mass, body.reach, body.damping, body.restitution, body.friction, body.health);
  in(body.expires, body.tags, body.category, body.mask, body.sensor, body.user_data);
}

template <class Archive>
void fields(Archive& in, World::Pair& pair) {
  in(pair.a, pair.b);
}

template <class Archive>
void fields(Archive& in, World::Ledger& ledger) {
  in(ledger.time, ledger.steps, ledger.next_serial, ledger.collisions, ledger.exchanged_energy[0]);
  in(ledger.exchanged_energy[1], ledger.exchanged_momentum, ledger.policies.rests, ledger.policies.calms);
  in(ledger.policies.clumps, ledger.policies.grazes, ledger.passing, ledger.touching, ledger.had_fixed);
}

template <class Archive>
void fields(Archive& in, RunStart& start) {
  in(start.time, start.energy.kinetic, start.energy.potential, start.momentum, start.momentum_scale);
}

template <class Archive>
void fields(Archive& in, OutputMark& mark) {
  in(mark.file, mark.bytes);
}

template <class Archive>
void fields(Archive& in, Bounds& bounds) {
  in(bounds.min, bounds.max, bounds.edges);
}

template <class Archive>
void fields(Archive& in, TracedBody& body) {
  in(body.serial, body.name, body.shape, body.fixed, body.gone, body.start, body.last, body.heading, body.strokes);
}

template <class Archive>
void fields(Archive& in, Paths& paths) {
  in(paths.bodies, paths.stride, paths.body_total, paths.hits, paths.hit_total, paths.point_total, paths.start_time);
  in(paths.time, paths.traced_until, paths.bounds);
}

template <class Archive>
void fields(Archive& in, Checkpoint& c) {
  in(c.scene_file, c.scene_text, c.dt, c.detection, c.seed, c.until, c.threads, c.events, c.trajectory, c.every);
  in(c.last_frame, c.state_file, c.picture_file, c.paths, c.checkpoint_every, c.start, c.wall_seconds, c.ledger);
  in(c.bodies);
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

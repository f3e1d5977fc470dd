#include "carom/io/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

#include "world/snapshot/archive_fields.hpp"

namespace carom {
namespace {

constexpr std::string_view k_mark = "carom checkpoint ";
constexpr int k_format = 14;

using Bytes = std::span<const std::byte>;

std::string header(std::string_view version, Bytes plan, Bytes world) {
  return fmt::format("{}{} {} {} {} {:016x}\n", k_mark, k_format, version, plan.size(), world.size(),
                     detail::byte_sum(world, detail::byte_sum(plan)));
}

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

}  // namespace

// What each struct consists of, once for both directions, as in world/archive_fields.hpp, which has shapes and points.

template <class Archive, detail::MaybeConst<Energy> T>
void fields(Archive& in, T& energy) {
  auto& [kinetic, potential] = energy;
  in("kinetic", kinetic, "potential", potential);
}

template <class Archive, detail::MaybeConst<RunStart> T>
void fields(Archive& in, T& start) {
  auto& [time, energy, momentum, momentum_scale, angular_momentum, angular_momentum_scale] = start;
  in("time", time, "energy", energy, "momentum", momentum, "momentum_scale", momentum_scale, "angular_momentum",
     angular_momentum, "angular_momentum_scale", angular_momentum_scale);
}

template <class Archive, detail::MaybeConst<OutputMark> T>
void fields(Archive& in, T& mark) {
  auto& [file, bytes] = mark;
  in("file", file, "bytes", bytes);
}

template <class Archive, detail::MaybeConst<GasSums> T>
void fields(Archive& in, T& sums) {
  auto& [time, contacts, virial, speeds, kinetic, bodies] = sums;
  in("time", time, "contacts", contacts, "virial", virial, "speeds", speeds, "kinetic", kinetic, "bodies", bodies);
}

template <class Archive, detail::MaybeConst<SeriesRow> T>
void fields(Archive& in, T& row) {
  auto& [t, steps, bodies, collisions, energy, exchanged, momentum, angular, pressure] = row;
  in("t", t, "steps", steps, "bodies", bodies, "collisions", collisions, "energy", energy, "exchanged", exchanged,
     "momentum", momentum, "angular", angular, "pressure", pressure);
}

template <class Archive, detail::MaybeConst<Provenance> T>
void fields(Archive& in, T& provenance) {
  auto& [version, commit, compiler, seed, sha256, command] = provenance;
  in("version", version, "commit", commit, "compiler", compiler, "seed", seed, "scene_sha256", sha256, "command",
     command);
}

template <class Archive, detail::MaybeConst<WaitingLine> T>
void fields(Archive& in, T& line) {
  auto& [t, a, b, text] = line;
  in("t", t, "a", a, "b", b, "text", text);
}

template <class Archive, detail::MaybeConst<EventRecord> T>
void fields(Archive& in, T& record) {
  using detail::fields;
  auto& [t, a, b, name_a, name_b, point, normal, speed, impulse, response, effects] = record;
  in("t", t, "a", a, "b", b, "name_a", name_a, "name_b", name_b, "point", point, "normal", normal, "speed", speed,
     "impulse", impulse, "response", response, "effects", effects);
}

template <class Archive, detail::MaybeConst<Bounds> T>
void fields(Archive& in, T& bounds) {
  auto& [min, max, edges] = bounds;
  in("min", min, "max", max, "edges", edges);
}

template <class Archive, detail::MaybeConst<Source> T>
void fields(Archive& in, T& source) {
  auto& [at, strength] = source;
  in("at", at, "strength", strength);
}

template <class Archive, detail::MaybeConst<TracedBody> T>
void fields(Archive& in, T& body) {
  auto& [serial, name, shape, last_shape, angle, fixed, gone, start, last, heading, strokes] = body;
  in("serial", serial, "name", name, "shape", shape, "last_shape", last_shape, "angle", angle, "fixed", fixed, "gone",
     gone, "start", start, "last", last, "heading", heading, "strokes", strokes);
}

template <class Archive, detail::MaybeConst<TracedHit> T>
void fields(Archive& in, T& hit) {
  auto& [point, normal, impulse] = hit;
  in("point", point, "normal", normal, "impulse", impulse);
}

template <class Archive, detail::MaybeConst<Paths> T>
void fields(Archive& in, T& paths) {
  auto& [bodies, stride, body_total, hits, traced_hits, hit_total, point_total, start_time, time, traced_until, bounds,
         sources] = paths;
  in("bodies", bodies, "stride", stride, "body_total", body_total, "hits", hits, "traced_hits", traced_hits,
     "hit_total", hit_total, "point_total", point_total, "start_time", start_time, "time", time, "traced_until",
     traced_until, "bounds", bounds);
  in("sources", sources);
}

/// All but the world, whose bytes come after the others.
template <class Archive, detail::MaybeConst<Checkpoint> T>
void fields(Archive& in, T& checkpoint) {
  auto& [scene_file, scene_text, dt, detection, seed, until, threads, events, waiting, waiting_records, trajectory,
         every, last_frame, series, last_row, gas, observer, last_sample, state_file, picture_file, paths, plot_file,
         plot_rows, last_plot_row, dark, contacts, checkpoint_every, provenance, start, wall_seconds, world] =
      checkpoint;
  static_cast<void>(world);
  in("scene_file", scene_file, "scene_text", scene_text, "dt", dt, "detection", detection, "seed", seed, "until", until,
     "threads", threads, "events", events, "waiting", waiting, "waiting_records", waiting_records, "trajectory",
     trajectory, "every", every, "last_frame", last_frame);
  in("series", series, "last_row", last_row, "gas", gas, "observer", observer, "last_sample", last_sample, "state_file",
     state_file);
  in("picture_file", picture_file, "paths", paths, "plot_file", plot_file, "plot_rows", plot_rows, "last_plot_row",
     last_plot_row, "dark", dark, "contacts", contacts);
  in("checkpoint_every", checkpoint_every, "provenance", provenance, "start", start, "wall_seconds", wall_seconds);
}

void write_checkpoint(const Checkpoint& checkpoint, std::span<const std::byte> world, std::string_view version,
                      const TextSink& sink) {
  constexpr std::size_t beside_the_scene = 1U << 16U;
  detail::ByteWriter out;
  out.reserve(checkpoint.scene_text.size() + beside_the_scene);
  out("", checkpoint);
  const std::vector<std::byte> plan = out.take();
  sink(header(version, plan, world));
  sink(text_of(plan));
  sink(text_of(world));
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
  const Bytes bytes = std::as_bytes(std::span(text)).subspan(end + 1);
  std::size_t length = 0;
  const std::string_view numbers = found.substr(expected.size());
  std::from_chars(numbers.data(), numbers.data() + numbers.size(), length);
  length = std::min(length, bytes.size());
  if (text.substr(0, end + 1) != header(version, bytes.first(length), bytes.subspan(length))) {
    return Error{
        "", fmt::format("damaged or cut off: its length ({} bytes) and sum do not match its first line", bytes.size())};
  }
  const auto damaged = [](const Error& error) {
    return Error{"", fmt::format("damaged: {}: {}", error.place, error.reason)};
  };
  detail::ByteReader in(bytes.first(length));
  Checkpoint checkpoint;
  in("", checkpoint);
  if (const auto error = in.error()) return damaged(*error);
  if (length == bytes.size()) return checkpoint;
  auto world = World::Snapshot::from_bytes(bytes.subspan(length));
  if (!world) return damaged({"/world" + world.error().place, world.error().reason});
  checkpoint.world = std::move(world).value();
  return checkpoint;
}

}  // namespace carom

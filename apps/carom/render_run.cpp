#include "render_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <vector>

#include "carom/io/answer.hpp"
#include "carom/io/picture.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/timetable.hpp"
#include "exit_codes.hpp"
#include "film.hpp"
#include "io/optional/sheet_file.hpp"
#include "io/picture/plot.hpp"
#include "run_files.hpp"
#include "scenes.hpp"
#include "trajectory_file.hpp"

namespace carom::app {
namespace {

using io::BodyLook;
using Looks = std::unordered_map<std::uint64_t, BodyLook>;

/// What a trajectory does not say itself: shapes, masses, bounds.
struct Stage {
  std::string title;
  Looks looks;
  WorldSettings world;
  std::string provenance;
};

Stage stage_of(const RenderOptions& options, io::FileKind kind) {
  const auto origin = origin_of_trajectory(options.file, kind);
  std::string label = options.file;
  std::string text;
  std::optional<std::uint64_t> seed;
  if (!options.scene.empty()) {
    SceneSource source = find_scene(options.scene);
    label = source.label;
    text = std::move(source.text);
  } else if (origin && !origin->scene_text.empty()) {
    text = origin->scene_text;
    seed = origin->provenance.seed;
  } else {
    throw Failure(k_bad_input,
                  fmt::format("{}: shapes are not known: give the scene with --scene (a file that carom run "
                              "has written has {}.provenance.json beside it, which holds it)",
                              options.file, options.file));
  }
  auto read = read_scene(text);
  if (!read) throw Failure(k_bad_input, fmt::format("{}: {}", label, sentence(read.error())));
  Scene scene = std::move(read).value();
  if (seed) scene.seed = *seed;
  const auto world = build_world(scene);
  if (!world) throw Failure(k_bad_input, fmt::format("{}: {}", label, sentence(world.error())));
  Stage stage;
  stage.title = scene.name.empty() ? label : scene.name;
  stage.world = scene.world;
  for (const BodyId id : world.value().bodies()) {
    const Body& body = *world.value().body(id);
    stage.looks[body.serial] = {body.upright, body.mass, body.tags.empty() ? "" : body.tags.front(), body.fixed()};
  }
  if (origin) stage.provenance = provenance_json(origin->provenance);
  return stage;
}

/// Paths from frame to frame; hits are not in a trajectory.
class PathMaker {
 public:
  explicit PathMaker(const Stage& stage) : stage_(stage) {
    paths_.bounds = stage.world.bounds;
    paths_.sources = stage.world.sources;
  }

  void add(const RecordedFrame& frame) {
    constexpr std::uint64_t most_bodies = 400;
    if (!begun_) {
      begun_ = true;
      paths_.start_time = frame.t;
      paths_.stride = std::max<std::uint64_t>(1, (frame.bodies.size() + most_bodies - 1) / most_bodies);
    }
    paths_.time = paths_.traced_until = frame.t;
    for (TracedBody& body : paths_.bodies) body.gone = true;
    for (const RecordedBody& body : frame.bodies) add(body);
  }
  [[nodiscard]] Paths take() {
    std::ranges::sort(paths_.bodies, {}, &TracedBody::serial);
    return std::move(paths_);
  }

 private:
  void add(const RecordedBody& body) {
    paths_.body_total = std::max(paths_.body_total, body.id + 1);
    const auto look = stage_.looks.find(body.id);
    const bool fixed = look != stage_.looks.end() && look->second.fixed;
    if (!fixed && body.id % paths_.stride != 0) return;
    const BodyShape shape = look != stage_.looks.end() ? io::turned_shape(look->second.upright, body.state.angle)
                                                       : BodyShape(Circle{0, {}, false});
    const auto [found, is_new] = places_.try_emplace(body.id, paths_.bodies.size());
    if (is_new) {
      TracedBody& traced = paths_.bodies.emplace_back();
      traced.serial = body.id;
      traced.shape = shape;
      traced.fixed = fixed && body.state.velocity == Vec2{};
      traced.start = traced.last = body.state.at;
      traced.strokes = {{}};
    }
    TracedBody& traced = paths_.bodies[found->second];
    traced.gone = false;
    traced.last_shape = shape;
    // A body that a periodic box has put back in on the other side begins a new stroke.
    if (jumps(traced.last, body.state.at)) traced.strokes.emplace_back();
    traced.last = body.state.at;
    if (!traced.fixed) traced.strokes.back().push_back(body.state.at);
  }
  [[nodiscard]] bool jumps(Vec2 from, Vec2 to) const {
    if (!stage_.world.bounds || stage_.world.bounds->edges != Edges::periodic) return false;
    const Vec2 size = stage_.world.bounds->max - stage_.world.bounds->min;
    return std::fabs(to.x - from.x) > size.x / 2 || std::fabs(to.y - from.y) > size.y / 2;
  }

  const Stage& stage_;
  Paths paths_;
  bool begun_ = false;
  std::unordered_map<std::uint64_t, std::size_t> places_;
};

/// Energy of motion and momentum of the bodies whose masses are known.
SeriesRow row_of(const RecordedFrame& frame, const Looks& looks, std::vector<io::MovingBody>& bodies) {
  SeriesRow row;
  row.t = frame.t;
  row.bodies = frame.bodies.size();
  bodies.clear();
  for (const RecordedBody& body : frame.bodies) {
    const auto look = looks.find(body.id);
    if (look == looks.end() || look->second.fixed) continue;
    const double mass = look->second.mass;
    const Vec2 v = body.state.velocity;
    row.energy.kinetic += 0.5 * mass * dot(v, v);
    row.momentum = row.momentum + mass * v;
    bodies.push_back({length(v), mass});
  }
  return row;
}

/// The film's moments, each with the last frame that is not after it.
class FilmMaker {
 public:
  FilmMaker(const RenderOptions& options, const Stage& stage, FilmPlan plan)
      : options_(options), stage_(stage), plan_(std::move(plan)) {
    plan_.look.title = stage.title;
  }

  void add(const RecordedFrame& frame) {
    if (!film_) {
      film_.emplace(options_.draw.video, plan_, stage_.provenance, io::box_of(frame, stage_.looks, stage_.world),
                    stage_.world.bounds, stage_.world.sources);
      moments_.emplace(frame.t, plan_.speed / plan_.fps);
      next_ = frame.t;
    } else {
      while (next_ < frame.t - moments_->sliver(frame.t)) show(last_);
    }
    last_ = frame;
  }
  void finish() {
    if (!film_) return;
    show(last_);
    film_->finish();
  }

 private:
  void show(const RecordedFrame& frame) {
    film_->add(frame, stage_.looks, {});
    next_ = moments_->after(next_);
    if (options_.quiet || ::isatty(STDERR_FILENO) != 1) return;
    if (film_->frame_count() % 10 == 0)
      fmt::print(stderr, "\rframe {}, t = {:.5g}\x1b[K", film_->frame_count(), frame.t);
  }

  const RenderOptions& options_;
  const Stage& stage_;
  FilmPlan plan_;
  std::optional<Film> film_;
  std::optional<TimeGrid> moments_;
  double next_ = 0;
  RecordedFrame last_;
};

void write_sheet(const std::string& file, SheetSize size, const Stage& stage, const io::Draw& draw) {
  const auto format = io::sheet_format(file, is_stream(file)).value();
  if (format == io::SheetFormat::svg && !is_stream(file) && !stage.provenance.empty()) {
    write_whole(file + ".provenance.json", stage.provenance + "\n");
  }
  write_whole(file, io::sheet_file(format, size, {stage.title, stage.provenance}, draw));
}

}  // namespace

void render(const RenderOptions& options) {
  const DrawOptions& draw = options.draw;
  if (draw.picture.empty() && draw.plot.empty() && draw.video.empty()) {
    throw Failure(k_bad_input, "nothing to make: expected --picture, --plot or --video");
  }
  if (draw.contacts) throw Failure(k_bad_input, "--contacts: a trajectory has no contacts; carom run shows them");
  const FilmPlan plan = checked_draw_options(draw);
  const io::FileKind kind = kind_of_file(options.file);
  if (!is_trajectory(kind)) {
    throw Failure(k_bad_input, fmt::format("{}: expected a trajectory, found {}", options.file, name_of(kind)));
  }
  for (const std::string& file : {draw.picture, draw.plot, draw.video}) {
    if (!file.empty()) expect_writable(file);
  }
  const Stage stage = stage_of(options, kind);
  TrajectoryFile trajectory(options.file, kind);
  PathMaker paths(stage);
  FilmMaker film(options, stage, plan);
  io::PlotData data{{}, {}, false, false};
  std::uint64_t count = 0;
  while (const auto frame = trajectory.next()) {
    ++count;
    if (!draw.picture.empty()) paths.add(*frame);
    if (!draw.plot.empty()) io::add_row(data.rows, row_of(*frame, stage.looks, data.bodies));
    if (!draw.video.empty()) film.add(*frame);
  }
  if (count == 0) throw Failure(k_bad_input, fmt::format("{}: expected a frame, found none", options.file));
  if (!draw.picture.empty()) {
    const Paths traced = paths.take();
    const PictureOptions look{stage.title, draw.dark, false};
    write_sheet(draw.picture, picture_size(traced), stage,
                [&](io::Canvas& canvas) { draw_picture(canvas, traced, look); });
  }
  if (!draw.plot.empty()) {
    const io::PlotOptions look{.title = stage.title, .dark = draw.dark};
    write_sheet(draw.plot, {look.width, look.height}, stage,
                [&](io::Canvas& canvas) { io::draw_plot(canvas, data, look); });
  }
  if (!draw.video.empty()) film.finish();
}

}  // namespace carom::app

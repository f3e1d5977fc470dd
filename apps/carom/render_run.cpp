#include "render_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <vector>

#include "build_info.hpp"
#include "carom/io/answer.hpp"
#include "carom/io/picture.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/timetable.hpp"
#include "exit_codes.hpp"
#include "film.hpp"
#include "io/optional/h5md.hpp"
#include "io/optional/sheet_file.hpp"
#include "io/picture/plot.hpp"
#include "io/system/system.hpp"
#include "run_files.hpp"
#include "scenes.hpp"
#include "trajectory_file.hpp"
#include "world/sums/totals.hpp"

namespace carom::app {
namespace {

using io::BodyLook;
using Looks = std::unordered_map<std::uint64_t, BodyLook>;

/// What a trajectory does not say itself: the world as it was at the start, with shapes, masses and fields.
struct Stage {
  Stage(std::string scene_title, SceneUnits scene_units, World start)
      : title(std::move(scene_title)), units(std::move(scene_units)), world(std::move(start)) {
    for (const BodyId id : world.bodies()) {
      const Body& body = *world.body(id);
      looks[body.serial] = {body.upright, body.mass, body.tags.empty() ? "" : body.tags.front(), body.fixed()};
    }
  }

  std::string title;
  SceneUnits units;
  World world;
  Looks looks;
  std::string provenance;       ///< of what is made here
  std::string provenance_file;  ///< the same, with the scene
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
  auto world = build_world(scene);
  if (!world) throw Failure(k_bad_input, fmt::format("{}: {}", label, sentence(world.error())));
  Stage stage(scene.name.empty() ? label : scene.name, scene.units, std::move(world).value());
  const Provenance own = provenance_of(text, scene.seed.value_or(1));
  const std::string from = origin ? provenance_json(origin->provenance) : "";
  stage.provenance = provenance_json(own, from);
  stage.provenance_file = provenance_file(own, text, from);
  return stage;
}

/// Paths from frame to frame; hits are not in a trajectory.
class PathMaker {
 public:
  explicit PathMaker(const Stage& stage) : stage_(stage) {
    paths_.bounds = stage.world.settings().bounds;
    paths_.sources = stage.world.settings().sources;
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
    const auto& bounds = stage_.world.settings().bounds;
    if (!bounds || bounds->edges != Edges::periodic) return false;
    const Vec2 size = bounds->max - bounds->min;
    return std::fabs(to.x - from.x) > size.x / 2 || std::fabs(to.y - from.y) > size.y / 2;
  }

  const Stage& stage_;
  Paths paths_;
  bool begun_ = false;
  std::unordered_map<std::uint64_t, std::size_t> places_;
};

/// Rows and speeds for a plot. H5MD has the sums that the run had; of other formats they are made anew.
class PlotMaker {
 public:
  PlotMaker(const RenderOptions& options, const Stage& stage, io::FileKind kind)
      : options_(options), stage_(stage), has_rows_(kind == io::FileKind::hdf5) {
    data_.has_spins = kind != io::FileKind::trajectory_xyz || !stage.world.rotates();
    data_.has_collisions = has_rows_;
    if (has_rows_) {
      for (const SeriesRow& row : rows_in(options.file)) io::add_row(data_.rows, row);
    }
  }

  void add(const RecordedFrame& frame) {
    then_.clear();
    data_.bodies.clear();
    for (const RecordedBody& body : frame.bodies) {
      const auto id = stage_.world.find_serial(body.id);
      if (!id) {
        has_strangers_ = true;
        continue;
      }
      const BodyThen& known = then_.emplace_back(stage_.world.body(*id), body.state);
      if (!known.body->fixed()) data_.bodies.push_back({length(body.state.velocity), known.body->mass});
    }
    if (has_rows_) return;
    const auto [energy, momentum, angular] = detail::totals_of(stage_.world, then_);
    io::add_row(
        data_.rows,
        {.t = frame.t, .bodies = frame.bodies.size(), .energy = energy, .momentum = momentum, .angular = angular});
  }
  [[nodiscard]] const io::PlotData& take() const {
    if (!has_rows_ && !options_.quiet && (has_strangers_ || merges())) {
      fmt::print(
          stderr,
          "carom render: warning: --plot: bodies that came later are left out of the sums, and those that merged "
          "have the masses they came with: {} does not say more, a trajectory in .h5 would\n",
          options_.file);
    }
    return data_;
  }

 private:
  static std::vector<SeriesRow> rows_in(const std::string& file) {
    try {
      return io::h5md_rows(file);
    } catch (const io::H5Failure& failure) {
      throw Failure(k_bad_input, fmt::format("{}: {}", file, failure.what()));
    }
  }
  [[nodiscard]] bool merges() const {
    return std::ranges::any_of(stage_.world.settings().rules,
                               [](const Rule& rule) { return rule.response == Response::merge; });
  }

  const RenderOptions& options_;
  const Stage& stage_;
  bool has_rows_;
  bool has_strangers_ = false;  // bodies that the scene does not begin with
  io::PlotData data_;
  std::vector<BodyThen> then_;
};

/// The film's moments, each with the last frame that is not after it.
class FilmMaker {
 public:
  FilmMaker(const RenderOptions& options, const Stage& stage, FilmPlan plan)
      : options_(options), stage_(stage), plan_(std::move(plan)) {
    plan_.look.title = stage.title;
    plan_.look.units = stage.units;
  }

  void add(const RecordedFrame& frame) {
    if (!film_) {
      const WorldSettings& settings = stage_.world.settings();
      film_.emplace(options_.draw.video, plan_, stage_.provenance, io::box_of(frame, stage_.looks, settings),
                    settings.bounds, settings.sources);
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
    if (options_.quiet || !io::is_terminal(io::k_standard_error)) return;
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
  if (format == io::SheetFormat::svg) write_beside(file, stage.provenance_file);
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
  std::optional<PlotMaker> plot;
  if (!draw.plot.empty()) plot.emplace(options, stage, kind);
  std::uint64_t count = 0;
  while (const auto frame = trajectory.next()) {
    ++count;
    if (!draw.picture.empty()) paths.add(*frame);
    if (plot) plot->add(*frame);
    if (!draw.video.empty()) film.add(*frame);
  }
  if (count == 0) throw Failure(k_bad_input, fmt::format("{}: expected a frame, found none", options.file));
  if (!draw.picture.empty()) {
    const Paths traced = paths.take();
    const PictureOptions look{stage.title, draw.dark, false, stage.units};
    write_sheet(draw.picture, picture_size(traced), stage,
                [&](io::Canvas& canvas) { draw_picture(canvas, traced, look); });
  }
  if (plot) {
    const io::PlotData& data = plot->take();
    const io::PlotOptions look{.title = stage.title, .dark = draw.dark, .units = stage.units};
    write_sheet(draw.plot, {look.width, look.height}, stage,
                [&](io::Canvas& canvas) { io::draw_plot(canvas, data, look); });
  }
  if (!draw.video.empty()) {
    film.finish();
    if (!holds_provenance(draw.video)) write_beside(draw.video, stage.provenance_file);
  }
}

}  // namespace carom::app

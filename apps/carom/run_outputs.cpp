#include "run_outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "carom/io/answer.hpp"
#include "carom/io/event_log.hpp"
#include "carom/io/picture.hpp"
#include "carom/io/series.hpp"
#include "exit_codes.hpp"
#include "film.hpp"
#include "io/observe/observer.hpp"
#include "io/optional/h5_events.hpp"
#include "io/optional/h5md.hpp"
#include "io/optional/sheet_file.hpp"
#include "io/picture/plot.hpp"
#include "run_session.hpp"

namespace carom::app {
namespace {

/// A growing file, new or gone on with; nothing where neither the options nor the plan name one.
std::optional<RunFile> open_growing(const OutputRequest& request, std::string_view option, const OutputMark& mark,
                                    const std::string& given) {
  const std::string& kept = given.empty() ? mark.file : given;
  if (kept.empty()) return std::nullopt;
  if (request.resumed && !request.options.quiet && mark.bytes > 0 && is_stream(kept)) {
    fmt::print(stderr,
               "carom run: warning: {} {} is a stream: what was written to it after the checkpoint stays there and is "
               "written again\n",
               option, kept);
  }
  const std::string path = given.empty() ? mark.file : absolute_path(given);
  std::optional<RunFile> file;
  if (request.resumed && !mark.file.empty()) {
    file.emplace(path, mark);
  } else {
    file.emplace(path);
  }
  write_provenance_beside(path, request.plan);
  return file;
}

class EventsOutput final : public RunOutput {
 public:
  EventsOutput(RunFile file, std::vector<WaitingLine> waiting)
      : file_(std::move(file)), path_(file_.mark().file), waiting_(std::move(waiting)) {}

  bool reads_events() const override { return true; }
  void after_step(const World& world, bool /*done*/) override {
    if (world.events().empty() && waiting_.empty()) return;
    const std::string lines = lines_after_step(world, waiting_);
    if (!lines.empty()) file_.write(lines);
  }
  void settle(Checkpoint& checkpoint) override {
    file_.sync();
    checkpoint.events = file_.mark();
    checkpoint.events.bytes -= ahead_;
    checkpoint.waiting = waiting_;
  }
  /// The log is complete whenever a run ends. One that goes on from the checkpoint takes these lines back, for what may
  /// come between.
  void finish(const World& /*world*/) override {
    const std::string lines = last_lines(waiting_);
    if (lines.empty()) return;
    file_.write(lines);
    ahead_ = lines.size();
  }
  std::string_view what() const override { return "events"; }
  const std::string& file() const override { return path_; }

 private:
  RunFile file_;
  std::string path_;
  std::vector<WaitingLine> waiting_;
  std::uint64_t ahead_ = 0;  // bytes of the file that are waiting lines
};

/// What HDF5 or the disk says, as the end of a run.
template <class Work>
void writing_h5(const std::string& file, int code, const Work& work) {
  try {
    work();
  } catch (const io::H5Failure& failure) {
    throw Failure(code, fmt::format("cannot write {}: {}", file, failure.what()));
  } catch (const std::filesystem::filesystem_error& failure) {
    throw Failure(k_failed, fmt::format("cannot write {}: {}", file, failure.code().message()));
  }
}

/// When a file of HDF5 is published where no checkpoint asks for it.
constexpr auto k_publish_every = std::chrono::seconds(60);

/// The same in HDF5.
class H5EventsOutput final : public RunOutput {
 public:
  H5EventsOutput(std::string file, std::unique_ptr<io::H5EventWriter> writer, std::vector<EventRecord> waiting)
      : file_(std::move(file)), writer_(std::move(writer)), waiting_(std::move(waiting)) {}

  bool reads_events() const override { return true; }
  void after_step(const World& world, bool /*done*/) override {
    if (world.events().empty() && waiting_.empty()) return;
    writing_h5(file_, k_failed, [&] {
      writer_->add(records_after_step(world, waiting_));
      if (std::chrono::steady_clock::now() - published_ > k_publish_every) publish();
    });
  }
  void settle(Checkpoint& checkpoint) override {
    if (!finished_) writing_h5(file_, k_failed, [&] { publish(); });
    checkpoint.events = {file_, count_};
    checkpoint.waiting_records = waiting_;
  }
  /// One that goes on from the checkpoint takes those that wait back, for what may come between.
  void finish(const World& /*world*/) override {
    count_ = writer_->event_count();
    writing_h5(file_, k_failed, [&] {
      writer_->add(last_records(waiting_));
      writer_->finish();
    });
    finished_ = true;
  }
  std::string_view what() const override { return "events"; }
  const std::string& file() const override { return file_; }

 private:
  void publish() {
    count_ = writer_->event_count();
    writer_->publish();
    published_ = std::chrono::steady_clock::now();
  }

  std::string file_;
  std::unique_ptr<io::H5EventWriter> writer_;
  std::vector<EventRecord> waiting_;
  std::uint64_t count_ = 0;  // of the last published
  bool finished_ = false;
  std::chrono::steady_clock::time_point published_ = std::chrono::steady_clock::now();
};

class TrajectoryOutput final : public RunOutput {
 public:
  TrajectoryOutput(RunFile file, Moments moments)
      : file_(std::move(file)),
        path_(file_.mark().file),
        format_(trajectory_format(path_).value()),
        moments_(std::move(moments)) {}

  void begin(const World& world) {
    file_.write(trajectory_header(format_));
    write_frame(world, world.time());
  }
  std::optional<double> next_moment() const override { return moments_.next(); }
  bool looks_inside_steps() const override { return true; }
  void after_step(const World& world, bool done) override {
    moments_.take_due(world.time(), done, [&](double t) { write_frame(world, t); });
  }
  void settle(Checkpoint& checkpoint) override {
    file_.sync();
    checkpoint.trajectory = file_.mark();
    checkpoint.last_frame = moments_.last();
  }
  void finish(const World& /*world*/) override {}
  std::string_view what() const override { return "trajectory"; }
  const std::string& file() const override { return path_; }

 private:
  void write_frame(const World& world, double t) {
    write_trajectory_frame(format_, world, t, [this](std::string_view piece) { file_.write(piece); });
  }

  RunFile file_;
  std::string path_;
  TrajectoryFormat format_;
  Moments moments_;
};

/// H5MD. HDF5's own file is not safe while it is open: it is published with every checkpoint, and once a minute without.
class H5mdOutput final : public RunOutput {
 public:
  H5mdOutput(std::string file, std::unique_ptr<io::H5mdWriter> writer, Moments moments, const GasSums& gas)
      : file_(std::move(file)), writer_(std::move(writer)), moments_(std::move(moments)), gas_(gas) {}

  void begin(const World& world) {
    gas_ = world.gas();
    guarded([&] {
      writer_->add_frame(world.time(), world.step_count(), world.bodies_at(world.time()));
      writer_->add_row(series_row(world, gas_));
      writer_->publish();
    });
  }
  std::optional<double> next_moment() const override { return moments_.next(); }
  bool looks_inside_steps() const override { return true; }
  void after_step(const World& world, bool done) override {
    bool due = false;
    guarded([&] {
      moments_.take_due(world.time(), done, [&](double t) {
        due = true;
        writer_->add_frame(t, world.step_count(), world.bodies_at(t));
      });
      if (!due) return;
      writer_->add_row(series_row(world, gas_));
      gas_ = world.gas();
      if (std::chrono::steady_clock::now() - published_ > k_publish_every) publish();
    });
  }
  void settle(Checkpoint& checkpoint) override {
    guarded([&] {
      if (!finished_) publish();
    });
    checkpoint.trajectory = {file_, std::max<std::uint64_t>(1, frames_)};
    checkpoint.last_frame = moments_.last();
    checkpoint.gas = gas_;
  }
  void finish(const World& /*world*/) override {
    guarded([&] {
      frames_ = writer_->frame_count();
      writer_->finish();
    });
    finished_ = true;
  }
  std::string_view what() const override { return "trajectory"; }
  const std::string& file() const override { return file_; }

 private:
  void publish() {
    frames_ = writer_->frame_count();
    writer_->publish();
    published_ = std::chrono::steady_clock::now();
  }
  template <class Work>
  void guarded(const Work& work) {
    writing_h5(file_, k_failed, work);
  }

  std::string file_;
  std::unique_ptr<io::H5mdWriter> writer_;
  Moments moments_;
  GasSums gas_;  // at the last row
  std::uint64_t frames_ = 0;
  bool finished_ = false;
  std::chrono::steady_clock::time_point published_ = std::chrono::steady_clock::now();
};

/// Samples what the scene observes, at the ends of steps. It writes no file: the summary and the series show it.
class ObserveOutput final : public RunOutput {
 public:
  ObserveOutput(std::shared_ptr<io::Observer> observer, bool needs_contacts, bool needs_places, Moments moments)
      : observer_(std::move(observer)),
        needs_contacts_(needs_contacts),
        needs_places_(needs_places),
        moments_(std::move(moments)) {}

  std::optional<double> next_moment() const override { return moments_.next(); }
  bool looks_inside_steps() const override { return needs_places_; }
  bool reads_events() const override { return needs_contacts_; }
  void after_step(const World& world, bool done) override {
    observer_->add_contacts(world);
    bool due = false;
    moments_.take_due(world.time(), done, [&](double) { due = true; });
    if (due) observer_->sample(world);
  }
  void settle(Checkpoint& checkpoint) override {
    checkpoint.observer = observer_->bytes();
    checkpoint.last_sample = moments_.last();
  }
  void finish(const World& /*world*/) override {}
  std::string_view what() const override { return "observe"; }
  const std::string& file() const override { return no_file_; }
  std::optional<Observed> observed() const override { return observer_->observed(); }

 private:
  std::shared_ptr<io::Observer> observer_;
  bool needs_contacts_;
  bool needs_places_;
  Moments moments_;
  std::string no_file_;
};

/// Rows are of whole steps: what energy a leapfrog has is known where its steps end.
class SeriesOutput final : public RunOutput {
 public:
  SeriesOutput(RunFile file, Moments moments, const GasSums& gas, std::shared_ptr<io::Observer> observer)
      : file_(std::move(file)),
        path_(file_.mark().file),
        moments_(std::move(moments)),
        gas_(gas),
        observer_(std::move(observer)) {}

  void begin(const World& world) {
    gas_ = world.gas();
    const auto columns = observer_ ? observer_->columns() : std::vector<std::string>();
    file_.write(series_header(columns) + line(world));
  }
  std::optional<double> next_moment() const override { return moments_.next(); }
  void after_step(const World& world, bool done) override {
    bool due = false;
    moments_.take_due(world.time(), done, [&](double) { due = true; });
    if (!due) return;
    file_.write(line(world));
    gas_ = world.gas();
  }
  void settle(Checkpoint& checkpoint) override {
    file_.sync();
    checkpoint.series = file_.mark();
    checkpoint.last_row = moments_.last();
    checkpoint.gas = gas_;
  }
  void finish(const World& /*world*/) override {}
  std::string_view what() const override { return "series"; }
  const std::string& file() const override { return path_; }

 private:
  std::string line(const World& world) {
    return series_line(series_row(world, gas_),
                       observer_ ? observer_->take_row() : std::vector<std::optional<double>>());
  }

  RunFile file_;
  std::string path_;
  Moments moments_;
  GasSums gas_;                             // at the last row
  std::shared_ptr<io::Observer> observer_;  // null: nothing is observed
};

/// Titles, colours and the like of a sheet, and its bytes.
struct Sheet {
  std::string file;
  io::SheetText text;
  SceneUnits units;
  bool dark = false;
  bool contacts = false;

  void write(SheetSize size, const io::Draw& draw) const {
    write_whole(file, io::sheet_file(io::sheet_format(file, is_stream(file)).value(), size, text, draw));
  }
};

class PictureOutput final : public RunOutput {
 public:
  PictureOutput(Sheet sheet, Paths paths) : sheet_(std::move(sheet)), paths_(std::move(paths)) {}

  bool looks_inside_steps() const override { return true; }
  bool reads_events() const override { return true; }
  bool follows_steps() const override { return true; }
  void after_step(const World& world, bool /*done*/) override { follow(paths_, world); }
  void settle(Checkpoint& checkpoint) override {
    checkpoint.picture_file = sheet_.file;
    checkpoint.paths = paths_;
    checkpoint.dark = sheet_.dark;
    checkpoint.contacts = sheet_.contacts;
  }
  void finish(const World& /*world*/) override {
    const PictureOptions options{sheet_.text.title, sheet_.dark, sheet_.contacts, sheet_.units};
    sheet_.write(picture_size(paths_), [&](io::Canvas& canvas) { draw_picture(canvas, paths_, options); });
  }
  std::string_view what() const override { return "picture"; }
  const std::string& file() const override { return sheet_.file; }

 private:
  Sheet sheet_;
  Paths paths_;
};

class PlotOutput final : public RunOutput {
 public:
  PlotOutput(Sheet sheet, std::vector<SeriesRow> rows, Moments moments)
      : sheet_(std::move(sheet)), rows_(std::move(rows)), moments_(std::move(moments)) {}

  void begin(const World& world) { io::add_row(rows_, series_row(world, world.gas())); }
  std::optional<double> next_moment() const override { return moments_.next(); }
  void after_step(const World& world, bool done) override {
    bool due = false;
    moments_.take_due(world.time(), done, [&](double) { due = true; });
    if (due || done) io::add_row(rows_, series_row(world, world.gas()));
  }
  void settle(Checkpoint& checkpoint) override {
    checkpoint.plot_file = sheet_.file;
    checkpoint.plot_rows = rows_;
    checkpoint.last_plot_row = moments_.last();
    checkpoint.dark = sheet_.dark;
  }
  void finish(const World& world) override {
    io::PlotData data{rows_, {}, true, true};
    for (const BodyId id : world.bodies()) {
      const Body& body = *world.body(id);
      if (!body.fixed()) data.bodies.push_back({length(body.state.velocity), body.mass});
    }
    const io::PlotOptions options{.title = sheet_.text.title, .dark = sheet_.dark, .units = sheet_.units};
    sheet_.write({options.width, options.height}, [&](io::Canvas& canvas) { io::draw_plot(canvas, data, options); });
  }
  std::string_view what() const override { return "plot"; }
  const std::string& file() const override { return sheet_.file; }

 private:
  Sheet sheet_;
  std::vector<SeriesRow> rows_;
  Moments moments_;
};

/// A film cannot be gone on with: a run that is resumed begins one of its own, from there on, if it is asked for.
class FilmOutput final : public RunOutput {
 public:
  FilmOutput(std::string file, const FilmPlan& plan, const OutputRequest& request, Moments moments)
      : file_(std::move(file)), moments_(std::move(moments)), with_contacts_(plan.look.contacts) {
    const World& world = request.world;
    io::add_looks(world, world.time(), looks_);
    const RecordedFrame first = io::frame_at(world, world.time());
    const auto& settings = world.settings();
    film_ = std::make_unique<Film>(file_, plan, provenance_json(request.plan.provenance),
                                   io::box_of(first, looks_, settings), settings.bounds, settings.sources);
    film_->add(first, looks_, {});
  }

  std::optional<double> next_moment() const override { return moments_.next(); }
  bool looks_inside_steps() const override { return true; }
  bool reads_events() const override { return with_contacts_; }
  void after_step(const World& world, bool done) override {
    if (with_contacts_) {
      for (const ContactEvent& event : world.events()) {
        contacts_.push_back({event.t, {event.point, event.normal, event.impulse}});
      }
      std::erase_if(contacts_, [&](const io::FrameContact& contact) { return contact.t < moments_.last() - 1; });
    }
    moments_.take_due(world.time(), done, [&](double t) {
      io::add_looks(world, t, looks_);
      film_->add(io::frame_at(world, t), looks_, contacts_);
    });
  }
  void settle(Checkpoint& /*checkpoint*/) override {}
  void finish(const World& /*world*/) override { film_->finish(); }
  std::string_view what() const override { return "video"; }
  const std::string& file() const override { return file_; }

 private:
  std::string file_;
  Moments moments_;
  Film::Looks looks_;
  std::vector<io::FrameContact> contacts_;
  bool with_contacts_;
  std::unique_ptr<Film> film_;
};

io::H5mdHeader h5_header(const OutputRequest& request) {
  const Provenance& p = request.plan.provenance;
  return {request.plan.scene_text,         provenance_json(p),         p.version,    p.command, p.seed,
          request.world.settings().bounds, request.world.body_count(), request.units};
}

/// Of a file of HDF5 that the options or, of a run that goes on, the checkpoint ask for.
struct H5Request {
  std::string file;
  bool goes_on = false;
};
H5Request h5_request(const OutputRequest& request, std::string_view option, const std::string& given,
                     const OutputMark& mark) {
  H5Request result{given.empty() ? mark.file : absolute_path(given), request.resumed && !mark.file.empty()};
  if (result.goes_on && !same_file(result.file, mark.file)) {
    throw Failure(k_bad_input, fmt::format("{} {}: a resumed run goes on with {}", option, result.file, mark.file));
  }
  expect_writable(result.file);
  return result;
}

std::unique_ptr<RunOutput> open_h5_events(const OutputRequest& request) {
  const OutputMark& mark = request.plan.events;
  const auto [file, goes_on] = h5_request(request, "--events", request.options.events, mark);
  std::unique_ptr<io::H5EventWriter> writer;
  writing_h5(file, goes_on ? k_bad_input : k_failed, [&, &path = file, again = goes_on] {
    writer = again ? std::make_unique<io::H5EventWriter>(path, mark.bytes)
                   : std::make_unique<io::H5EventWriter>(path, h5_header(request));
  });
  return std::make_unique<H5EventsOutput>(file, std::move(writer), request.plan.waiting_records);
}

std::unique_ptr<RunOutput> open_events(const OutputRequest& request) {
  const std::string& kept = request.plan.events.file;
  if ((request.options.events.empty() ? kept : request.options.events).ends_with(".h5") || kept.ends_with(".h5")) {
    return open_h5_events(request);
  }
  auto file = open_growing(request, "--events", request.plan.events, request.options.events);
  if (!file) return nullptr;
  return std::make_unique<EventsOutput>(std::move(*file), request.plan.waiting);
}

Moments moments_of(const OutputRequest& request, const RunFile& file, double last) {
  const bool is_new = file.mark().bytes == 0;
  return {request.plan.start.time, request.plan.every, request.plan.until, is_new ? request.world.time() : last};
}

std::unique_ptr<RunOutput> open_h5md(const OutputRequest& request) {
  const Checkpoint& plan = request.plan;
  const auto [file, goes_on] = h5_request(request, "--out", request.options.out, plan.trajectory);
  std::unique_ptr<H5mdOutput> output;
  writing_h5(file, goes_on ? k_bad_input : k_failed, [&, &path = file, again = goes_on] {
    const World& world = request.world;
    auto writer = again ? std::make_unique<io::H5mdWriter>(path, world.time())
                        : std::make_unique<io::H5mdWriter>(path, h5_header(request));
    Moments moments(plan.start.time, plan.every, plan.until, again ? plan.last_frame : world.time());
    output = std::make_unique<H5mdOutput>(path, std::move(writer), std::move(moments), plan.gas);
    if (!again) output->begin(world);
  });
  return output;
}

std::unique_ptr<RunOutput> open_trajectory(const OutputRequest& request) {
  const std::string& kept = request.plan.trajectory.file;
  if ((request.options.out.empty() ? kept : request.options.out).ends_with(".h5") || kept.ends_with(".h5")) {
    return open_h5md(request);
  }
  auto file = open_growing(request, "--out", request.plan.trajectory, request.options.out);
  if (!file) return nullptr;
  const bool is_new = file->mark().bytes == 0;
  Moments moments = moments_of(request, *file, request.plan.last_frame);
  auto output = std::make_unique<TrajectoryOutput>(std::move(*file), std::move(moments));
  if (is_new) output->begin(request.world);
  return output;
}

/// What a disc's contacts exchange is known from its radius; of others one must know where they were.
bool has_only_discs(const World& world) {
  return std::ranges::all_of(world.bodies(), [&](BodyId id) {
    const Body& body = *world.body(id);
    return body.fixed() || std::holds_alternative<Circle>(body.shape);
  });
}

/// Null: the scene observes nothing.
std::shared_ptr<io::Observer> make_observer(const OutputRequest& request) {
  if (!request.observe) return nullptr;
  if (request.plan.observer.empty()) {
    return std::make_shared<io::Observer>(*request.observe, request.observe->every.value_or(request.plan.every));
  }
  auto resumed = io::Observer::resume(*request.observe, request.plan.observer);
  if (!resumed) throw Failure(k_bad_input, fmt::format("the checkpoint is damaged: {}", sentence(resumed.error())));
  return std::make_shared<io::Observer>(std::move(resumed).value());
}

std::unique_ptr<RunOutput> open_observe(const OutputRequest& request, const std::shared_ptr<io::Observer>& observer) {
  if (!observer) return nullptr;
  const Checkpoint& plan = request.plan;
  const bool is_new = plan.observer.empty();
  Moments moments(plan.start.time, observer->every(), plan.until, is_new ? request.world.time() : plan.last_sample);
  if (is_new) observer->sample(request.world);
  const bool pressure = request.observe->asks_for(Observable::pressure);
  return std::make_unique<ObserveOutput>(observer, pressure, pressure && !has_only_discs(request.world),
                                         std::move(moments));
}

std::unique_ptr<RunOutput> open_series(const OutputRequest& request, const std::shared_ptr<io::Observer>& observer) {
  auto file = open_growing(request, "--series", request.plan.series, request.options.series);
  if (!file) return nullptr;
  const bool is_new = file->mark().bytes == 0;
  Moments moments = moments_of(request, *file, request.plan.last_row);
  auto output = std::make_unique<SeriesOutput>(std::move(*file), std::move(moments), request.plan.gas, observer);
  if (is_new) output->begin(request.world);
  return output;
}

/// Nothing where neither the options nor, of a run that goes on, the plan name a file.
std::optional<Sheet> sheet_for(const OutputRequest& request, const std::string& given, const std::string& kept) {
  if (given.empty() && (request.finished || kept.empty())) return std::nullopt;
  const DrawOptions& draw = request.options.draw;
  Sheet sheet{given.empty() ? kept : absolute_path(given),
              {request.title, provenance_json(request.plan.provenance)},
              request.units,
              draw.dark || (given.empty() && request.plan.dark),
              draw.contacts || (given.empty() && request.plan.contacts)};
  expect_writable(sheet.file);
  if (io::sheet_format(sheet.file, is_stream(sheet.file)).value() == io::SheetFormat::svg) {
    write_provenance_beside(sheet.file, request.plan);
  }
  return sheet;
}

std::unique_ptr<RunOutput> open_picture(const OutputRequest& request) {
  auto sheet = sheet_for(request, request.options.draw.picture, request.plan.picture_file);
  if (!sheet) return nullptr;
  return std::make_unique<PictureOutput>(std::move(*sheet),
                                         request.plan.paths ? *request.plan.paths : begin_paths(request.world));
}

std::unique_ptr<RunOutput> open_plot(const OutputRequest& request) {
  auto sheet = sheet_for(request, request.options.draw.plot, request.plan.plot_file);
  if (!sheet) return nullptr;
  const Checkpoint& plan = request.plan;
  const bool is_new = plan.plot_rows.empty();
  auto output = std::make_unique<PlotOutput>(
      std::move(*sheet), plan.plot_rows,
      Moments(plan.start.time, plan.every, plan.until, is_new ? request.world.time() : plan.last_plot_row));
  if (is_new) output->begin(request.world);
  return output;
}

std::unique_ptr<RunOutput> open_film(const OutputRequest& request) {
  const std::string& given = request.options.draw.video;
  if (given.empty() || request.finished) return nullptr;
  FilmPlan plan = checked_draw_options(request.options.draw);
  plan.look.title = request.title;
  plan.look.units = request.units;
  if (!holds_provenance(given)) write_provenance_beside(absolute_path(given), request.plan);
  const Moments moments(request.plan.start.time, plan.speed / plan.fps, request.plan.until, request.world.time());
  return std::make_unique<FilmOutput>(absolute_path(given), plan, request, moments);
}

}  // namespace

void Moments::take_due(double now, bool done, const std::function<void(double)>& take) {
  if (!(every_ > 0)) return;
  // A moment that rounding has put just after the end is the one at the end.
  const double latest = done ? until_ + grid_.sliver(until_) : now;
  for (double next = grid_.after(last_); next <= latest; next = grid_.after(next)) {
    take(std::min(next, now));
    last_ = next;
  }
}

void write_provenance_beside(const std::string& file, const Checkpoint& plan) {
  write_beside(file, provenance_file(plan.provenance, plan.scene_text));
}

std::vector<std::unique_ptr<RunOutput>> open_outputs(const OutputRequest& request) {
  std::vector<std::unique_ptr<RunOutput>> outputs;
  const auto add = [&](std::unique_ptr<RunOutput> output) {
    if (output) outputs.push_back(std::move(output));
  };
  // Before any file is touched: an output that cannot be written ends the run with the others as they were.
  auto picture = open_picture(request);
  auto plot = open_plot(request);
  auto film = open_film(request);
  // First, so that a row of the series has the sample of its own moment.
  const auto observer = make_observer(request);
  add(open_observe(request, observer));
  if (!request.finished) {
    add(open_events(request));
    add(open_trajectory(request));
    add(open_series(request, observer));
  }
  add(std::move(picture));
  add(std::move(plot));
  add(std::move(film));
  return outputs;
}

}  // namespace carom::app

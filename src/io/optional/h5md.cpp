#include "io/optional/h5md.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include "io/optional/h5_file.hpp"

namespace carom::io {

using namespace h5;

namespace {

std::uint64_t id_of(const H5mdBody& body) noexcept { return body.id; }
std::uint64_t id_of(const BodyThen& then) noexcept { return then.body->serial; }
const H5mdBody& look_of(const H5mdBody& body) noexcept { return body; }
H5mdBody look_of(const BodyThen& then) {
  return {then.body->serial, then.state, then.body->mass, drawn_radius(*then.body), species_of(*then.body)};
}

constexpr std::array k_observables{"kinetic_energy", "potential_energy", "total_energy", "pressure"};
constexpr std::array k_counts{"collisions", "bodies"};
constexpr std::array k_vectors{"position", "velocity"};
constexpr std::array k_scalars{"angle", "spin"};

constexpr hsize_t k_row_chunk = 1024;

/// An element of H5MD: a group with step, time and value, the first two shared by all of a kind.
void link_times(hid_t from, hid_t element) {
  for (const char* name : {"step", "time"}) {
    if (H5Lcreate_hard(from, name, element, name, H5P_DEFAULT, H5P_DEFAULT) < 0) fail("cannot link a table");
  }
}

}  // namespace

std::string hdf5_version() {
  be_silent();  // before any other call of the library
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

/// An open file and its tables.
struct H5mdWriter::File {
  Handle file;
  std::array<Table, 2> vectors;
  std::array<Table, 2> scalars;
  Table step;
  Table time;
  Table id;
  Table species;
  Table mass;
  Table radius;
  std::array<Table, 4> observables;
  std::array<Table, 2> counts;
  Table momentum;
  Table row_step;
  Table row_time;
  hsize_t frames = 0;
  hsize_t columns = 0;
  hsize_t rows = 0;
  std::map<std::string, std::int32_t> names;  // of the species
  std::vector<double> numbers;                // room for a frame
  Deflater deflater;

  static void create(const std::string& path, const H5mdHeader& header) {
    const Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
                      "cannot create the file");
    create_header(file.get(), header);
    const Handle particles = group(file.get(), "particles");
    const Handle all = group(particles.get(), "all");
    create_box(all.get(), header.bounds);
    // Small frames are compressed many at a time, large ones in pieces.
    const hsize_t wide = std::clamp<hsize_t>(header.bodies, 16, k_chunk_bytes / 16);
    const hsize_t tall = std::clamp<hsize_t>(k_chunk_bytes / (16 * wide), 1, 64);
    for (const char* name : k_vectors) {
      const Handle element = group(all.get(), name);
      Table::create(element.get(), "value", H5T_IEEE_F64LE, {0, 0, 2}, {tall, wide, 2});
    }
    for (const char* name : k_scalars) {
      const Handle element = group(all.get(), name);
      Table::create(element.get(), "value", H5T_IEEE_F64LE, {0, 0}, {tall, wide});
    }
    create_times(all.get(), {k_vectors[0], k_vectors[1], k_scalars[0], k_scalars[1]});
    Table::create(all.get(), "id", H5T_STD_U64LE, {0}, {wide});
    Table::create(all.get(), "species", H5T_STD_I32LE, {0}, {wide});
    Table::create(all.get(), "mass", H5T_IEEE_F64LE, {0}, {wide});
    Table::create(all.get(), "radius", H5T_IEEE_F64LE, {0}, {wide});
    const Handle observables = group(file.get(), "observables");
    for (const char* name : k_observables) {
      Table::create(group(observables.get(), name).get(), "value", H5T_IEEE_F64LE, {0}, {k_row_chunk});
    }
    for (const char* name : k_counts) {
      Table::create(group(observables.get(), name).get(), "value", H5T_STD_U64LE, {0}, {k_row_chunk});
    }
    Table::create(group(observables.get(), "momentum").get(), "value", H5T_IEEE_F64LE, {0, 2}, {k_row_chunk, 2});
    create_times(observables.get(), {k_observables[0], k_observables[1], k_observables[2], k_observables[3],
                                     k_counts[0], k_counts[1], "momentum"});
    name_units(file.get(), header.units);
  }

  /// As the module "units" of H5MD has them: "kg m2 s-2".
  static void name_units(hid_t file, const SceneUnits& units) {
    if (units == SceneUnits{}) return;
    const Handle h5md(H5Gopen2(file, "h5md", H5P_DEFAULT), H5Gclose, "cannot open a group");
    const Handle modules = group(h5md.get(), "modules");
    const std::array<std::int32_t, 2> version{1, 0};
    put_attribute(group(modules.get(), "units").get(), "version", H5T_NATIVE_INT32, {2}, version.data());
    const auto name = [file](const char* path, bool is_named, const std::string& unit) {
      if (!is_named) return;
      const Handle set(H5Dopen2(file, path, H5P_DEFAULT), H5Dclose, "cannot name a unit");
      put_attribute(set.get(), "unit", unit);
    };
    const auto& [length, time, mass] = units;
    const bool has_speed = !speed_unit(units).empty();
    const bool has_energy = !energy_unit(units).empty();
    name("particles/all/position/value", !length.empty(), length);
    name("particles/all/radius", !length.empty(), length);
    name("particles/all/velocity/value", has_speed, length + " " + time + "-1");
    name("particles/all/spin/value", !time.empty(), time + "-1");
    name("particles/all/mass", !mass.empty(), mass);
    name("particles/all/position/time", !time.empty(), time);
    name("observables/total_energy/time", !time.empty(), time);
    for (const char* energy : {"kinetic", "potential", "total"}) {
      name(fmt::format("observables/{}_energy/value", energy).c_str(), has_energy,
           fmt::format("{} {}2 {}-2", mass, length, time));
    }
    name("observables/momentum/value", has_energy, fmt::format("{} {} {}-1", mass, length, time));
  }

  static void create_header(hid_t file, const H5mdHeader& header) {
    const Handle h5md = group(file, "h5md");
    const std::array<std::int32_t, 2> version{1, 1};
    put_attribute(h5md.get(), "version", H5T_NATIVE_INT32, {2}, version.data());
    put_attribute(group(h5md.get(), "author").get(), "name", "unknown");
    const Handle creator = group(h5md.get(), "creator");
    put_attribute(creator.get(), "name", "carom");
    put_attribute(creator.get(), "version", header.version);
    put_parameters(file, header);
  }

  static void create_box(hid_t all, const std::optional<Bounds>& bounds) {
    const Handle box = group(all, "box");
    const std::int32_t dimension = 2;
    put_attribute(box.get(), "dimension", H5T_NATIVE_INT32, {}, &dimension);
    const bool periodic = bounds && bounds->edges == Edges::periodic;
    constexpr std::size_t width = 8;
    std::array<char, 2 * width> words{};
    for (std::size_t k = 0; k < 2; ++k) std::memcpy(&words[k * width], periodic ? "periodic" : "none\0\0\0", width);
    put_attribute(box.get(), "boundary", text_type(width).get(), {2}, words.data());
    if (!bounds) return;
    const Vec2 size = bounds->max - bounds->min;
    const std::array edges{size.x, size.y};
    const Handle room = space({2}, {});
    const Handle set(H5Dcreate2(box.get(), "edges", H5T_IEEE_F64LE, room.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Dclose, "cannot create the box");
    if (H5Dwrite(set.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, edges.data()) < 0)
      fail("cannot write the box");
    const std::array origin{bounds->min.x, bounds->min.y};
    put_attribute(box.get(), "origin", H5T_NATIVE_DOUBLE, {2}, origin.data());
  }

  static void create_times(hid_t parent, const std::vector<const char*>& elements) {
    const Handle first(H5Gopen2(parent, elements[0], H5P_DEFAULT), H5Gclose, "cannot open a group");
    Table::create(first.get(), "step", H5T_STD_U64LE, {0}, {k_row_chunk});
    Table::create(first.get(), "time", H5T_IEEE_F64LE, {0}, {k_row_chunk});
    for (std::size_t k = 1; k < elements.size(); ++k) {
      const Handle element(H5Gopen2(parent, elements[k], H5P_DEFAULT), H5Gclose, "cannot open a group");
      link_times(first.get(), element.get());
    }
  }

  explicit File(const std::string& path)
      : file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, "cannot go on with the file") {
    const auto table = [&](const std::string& name) { return Table(file.get(), name.c_str()); };
    for (std::size_t k = 0; k < 2; ++k) {
      vectors[k] = table(fmt::format("particles/all/{}/value", k_vectors[k]));
      scalars[k] = table(fmt::format("particles/all/{}/value", k_scalars[k]));
      counts[k] = table(fmt::format("observables/{}/value", k_counts[k]));
    }
    for (std::size_t k = 0; k < 4; ++k) observables[k] = table(fmt::format("observables/{}/value", k_observables[k]));
    momentum = table("observables/momentum/value");
    step = table("particles/all/position/step");
    time = table("particles/all/position/time");
    row_step = table("observables/kinetic_energy/step");
    row_time = table("observables/kinetic_energy/time");
    id = table("particles/all/id");
    species = table("particles/all/species");
    mass = table("particles/all/mass");
    radius = table("particles/all/radius");
    frames = time.size()[0];
    rows = row_time.size()[0];
    columns = id.size()[0];
    read_names();
  }

  void read_names() {
    const Handle carom(H5Gopen2(file.get(), "parameters/carom", H5P_DEFAULT), H5Gclose, "expected /parameters/carom");
    const std::string text = get_text(carom.get(), "species");
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      names.emplace(text.substr(at, end - at), static_cast<std::int32_t>(names.size()));
      at = end + 1;
    }
  }

  void write_names() {
    std::vector<std::string> in_order(names.size());
    for (const auto& [name, number] : names) in_order[static_cast<std::size_t>(number)] = name;
    std::string text;
    for (const std::string& name : in_order) text += name + "\n";
    const Handle carom(H5Gopen2(file.get(), "parameters/carom", H5P_DEFAULT), H5Gclose, "expected /parameters/carom");
    if (H5Lexists(carom.get(), "species", H5P_DEFAULT) > 0) H5Ldelete(carom.get(), "species", H5P_DEFAULT);
    put_text(carom.get(), "species", text);
  }

  void resize_frames(hsize_t count) {
    frames = count;
    for (std::size_t k = 0; k < 2; ++k) {
      vectors[k].resize({frames, columns, 2});
      scalars[k].resize({frames, columns});
    }
    step.resize({frames});
    time.resize({frames});
  }
  void resize_columns(hsize_t count) {
    columns = count;
    for (const Table* table : {&id, &species, &mass, &radius}) table->resize({columns});
  }
  void resize_rows(hsize_t count) {
    rows = count;
    for (const Table& table : observables) table.resize({rows});
    for (const Table& table : counts) table.resize({rows});
    momentum.resize({rows, 2});
    row_step.resize({rows});
    row_time.resize({rows});
  }

  template <class Bodies>
  void add_frame(double t, std::uint64_t at_step, const Bodies& bodies) {
    hsize_t wanted = columns;
    for (const auto& body : bodies) wanted = std::max<hsize_t>(wanted, id_of(body) + 1);
    const bool looks_change = wanted != columns || frames == 0;
    if (wanted != columns) resize_columns(wanted);
    resize_frames(frames + 1);
    if (looks_change) write_looks(bodies);
    const auto put = [&](const Table& table, std::size_t parts, const auto& values_of) {
      numbers.assign(parts * columns, k_absent);
      for (const auto& body : bodies) values_of(body.state, &numbers[parts * id_of(body)]);
      table.write_row(frames - 1, numbers, deflater);
    };
    put(vectors[0], 2, [](const BodyState& state, double* to) {
      to[0] = state.at.x;
      to[1] = state.at.y;
    });
    put(vectors[1], 2, [](const BodyState& state, double* to) {
      to[0] = state.velocity.x;
      to[1] = state.velocity.y;
    });
    put(scalars[0], 1, [](const BodyState& state, double* to) { *to = state.angle; });
    put(scalars[1], 1, [](const BodyState& state, double* to) { *to = state.spin; });
    step.write(frames - 1, 1, H5T_NATIVE_UINT64, &at_step);
    time.write(frames - 1, 1, H5T_NATIVE_DOUBLE, &t);
  }

  template <class Bodies>
  void write_looks(const Bodies& bodies) {
    std::vector<std::uint64_t> ids(columns);
    for (hsize_t k = 0; k < columns; ++k) ids[k] = k;
    id.write(0, columns, H5T_NATIVE_UINT64, ids.data());
    std::vector<std::int32_t> kinds(columns, -1);
    std::vector<double> masses(columns, k_absent);
    std::vector<double> radii(columns, k_absent);
    if (columns > 0) {
      species.read(0, columns, H5T_NATIVE_INT32, kinds.data());
      mass.read(0, columns, H5T_NATIVE_DOUBLE, masses.data());
      radius.read(0, columns, H5T_NATIVE_DOUBLE, radii.data());
    }
    const std::size_t before = names.size();
    for (const auto& one : bodies) {
      const H5mdBody& body = look_of(one);
      kinds[body.id] = names.try_emplace(body.species, static_cast<std::int32_t>(names.size())).first->second;
      masses[body.id] = body.mass;
      radii[body.id] = body.radius;
    }
    species.write(0, columns, H5T_NATIVE_INT32, kinds.data());
    mass.write(0, columns, H5T_NATIVE_DOUBLE, masses.data());
    radius.write(0, columns, H5T_NATIVE_DOUBLE, radii.data());
    if (names.size() != before) write_names();
  }

  void add_row(const SeriesRow& row) {
    resize_rows(rows + 1);
    const std::array energies{row.energy.kinetic, row.energy.potential, row.energy.total(),
                              row.pressure.value_or(k_absent)};
    for (std::size_t k = 0; k < 4; ++k) observables[k].write(rows - 1, 1, H5T_NATIVE_DOUBLE, &energies[k]);
    counts[0].write(rows - 1, 1, H5T_NATIVE_UINT64, &row.collisions);
    counts[1].write(rows - 1, 1, H5T_NATIVE_UINT64, &row.bodies);
    const std::array both{row.momentum.x, row.momentum.y};
    momentum.write(rows - 1, 1, H5T_NATIVE_DOUBLE, both.data());
    row_step.write(rows - 1, 1, H5T_NATIVE_UINT64, &row.steps);
    row_time.write(rows - 1, 1, H5T_NATIVE_DOUBLE, &row.t);
  }

  /// Rows and frames after `t` are taken back.
  void cut(double t) {
    const auto kept = [t](const Table& times, hsize_t count) {
      std::vector<double> all(count);
      if (count > 0) times.read(0, count, H5T_NATIVE_DOUBLE, all.data());
      return static_cast<hsize_t>(std::ranges::upper_bound(all, t) - all.begin());
    };
    resize_frames(kept(time, frames));
    resize_rows(kept(row_time, rows));
  }

  /// Takes over what another has more of.
  void catch_up(File& other) {
    if (other.columns > columns) resize_columns(other.columns);
    const auto copy = [this](const Table& from, const Table& to, hsize_t first, hsize_t count, hid_t type,
                             std::size_t bytes) {
      numbers.resize(bytes * count / sizeof(double) + 1);
      if (bytes * count == 0) return;
      from.read(first, count, type, numbers.data());
      to.write(first, count, type, numbers.data());
    };
    const hsize_t first_frame = frames;
    resize_frames(other.frames);
    for (std::size_t j = 0; j < 2; ++j) {
      vectors[j].copy_rows(other.vectors[j], first_frame);
      scalars[j].copy_rows(other.scalars[j], first_frame);
    }
    step.copy_rows(other.step, first_frame);
    time.copy_rows(other.time, first_frame);
    copy(other.id, id, 0, columns, H5T_NATIVE_UINT64, 8);
    copy(other.species, species, 0, columns, H5T_NATIVE_INT32, 4);
    copy(other.mass, mass, 0, columns, H5T_NATIVE_DOUBLE, 8);
    copy(other.radius, radius, 0, columns, H5T_NATIVE_DOUBLE, 8);
    const hsize_t first = rows;
    resize_rows(other.rows);
    for (std::size_t k = 0; k < 4; ++k) observables[k].copy_rows(other.observables[k], first);
    for (std::size_t k = 0; k < 2; ++k) counts[k].copy_rows(other.counts[k], first);
    momentum.copy_rows(other.momentum, first);
    row_step.copy_rows(other.row_step, first);
    row_time.copy_rows(other.row_time, first);
    if (other.names.size() != names.size()) {
      names = other.names;
      write_names();
    }
  }

  /// All of it is in the file then; throws if that cannot be.
  void close() {
    for (auto& table : vectors) table = Table();
    for (auto& table : scalars) table = Table();
    for (auto& table : observables) table = Table();
    for (auto& table : counts) table = Table();
    for (Table* table : {&step, &time, &id, &species, &mass, &radius, &momentum, &row_step, &row_time})
      *table = Table();
    if (H5Fflush(file.get(), H5F_SCOPE_GLOBAL) < 0) fail("cannot write the file");
    if (!file.close()) fail("cannot close the file");
  }
};

struct H5mdWriter::Growing : GrowingFile<File> {
  using GrowingFile::GrowingFile;
};

H5mdWriter::H5mdWriter(std::string path, const H5mdHeader& header)
    : growing_(
          std::make_unique<Growing>(std::move(path), [&](const std::string& draft) { File::create(draft, header); })) {}

H5mdWriter::H5mdWriter(std::string path, double time) : growing_(std::make_unique<Growing>(std::move(path))) {
  growing_->change([time](File& draft) { draft.cut(time); });
}

H5mdWriter::~H5mdWriter() = default;

void H5mdWriter::add_frame(double t, std::uint64_t step, const std::vector<H5mdBody>& bodies) {
  growing_->change([&](File& draft) { draft.add_frame(t, step, bodies); });
}

void H5mdWriter::add_frame(double t, std::uint64_t step, const std::vector<BodyThen>& bodies) {
  growing_->change([&](File& draft) { draft.add_frame(t, step, bodies); });
}

void H5mdWriter::add_row(const SeriesRow& row) {
  growing_->change([&](File& draft) { draft.add_row(row); });
}

std::uint64_t H5mdWriter::frame_count() const noexcept { return growing_->is_open() ? growing_->draft().frames : 0; }

void H5mdWriter::publish() { growing_->publish(); }

void H5mdWriter::finish() { growing_->finish(); }

namespace {

class H5mdFrames final : public FrameReader {
 public:
  explicit H5mdFrames(const std::string& path)
      : file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "cannot read " + path),
        position_(file_.get(), "particles/all/position/value"),
        velocity_(file_.get(), "particles/all/velocity/value"),
        angle_(file_.get(), "particles/all/angle/value"),
        spin_(file_.get(), "particles/all/spin/value"),
        time_(file_.get(), "particles/all/position/time") {
    const auto extents = position_.size();
    if (extents.size() != 3 || extents[2] != 2) throw H5Failure("expected positions in the plane, found others");
    frames_ = std::min(extents[0], time_.size()[0]);
    columns_ = extents[1];
  }

  Checked<std::optional<RecordedFrame>> next() override {
    if (at_ == frames_) return std::optional<RecordedFrame>();
    RecordedFrame frame;
    std::vector<double> position(2 * columns_);
    std::vector<double> velocity(2 * columns_);
    std::vector<double> angle(columns_);
    std::vector<double> spin(columns_);
    try {
      time_.read(at_, 1, H5T_NATIVE_DOUBLE, &frame.t);
      position_.read(at_, 1, H5T_NATIVE_DOUBLE, position.data());
      velocity_.read(at_, 1, H5T_NATIVE_DOUBLE, velocity.data());
      angle_.read(at_, 1, H5T_NATIVE_DOUBLE, angle.data());
      spin_.read(at_, 1, H5T_NATIVE_DOUBLE, spin.data());
    } catch (const H5Failure& failure) {
      return Error{fmt::format("frame {}", at_ + 1), failure.what()};
    }
    ++at_;
    for (hsize_t k = 0; k < columns_; ++k) {
      if (std::isnan(position[2 * k])) continue;
      frame.bodies.push_back(
          {k, {{position[2 * k], position[2 * k + 1]}, {velocity[2 * k], velocity[2 * k + 1]}, angle[k], spin[k]}});
    }
    return std::optional(std::move(frame));
  }

 private:
  Handle file_;
  Table position_;
  Table velocity_;
  Table angle_;
  Table spin_;
  Table time_;
  hsize_t frames_ = 0;
  hsize_t columns_ = 0;
  hsize_t at_ = 0;
};

}  // namespace

std::unique_ptr<FrameReader> h5md_frames(const std::string& path) {
  be_silent();
  return std::make_unique<H5mdFrames>(path);
}

std::vector<SeriesRow> h5md_rows(const std::string& path) {
  be_silent();
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "cannot read " + path);
  const Table times(file.get(), "observables/total_energy/time");
  const hsize_t count = times.size()[0];
  std::vector<SeriesRow> rows(count);
  if (count == 0) return rows;
  const auto numbers = [&](const char* name, hsize_t parts) {
    std::vector<double> values(parts * count);
    Table(file.get(), name).read(0, count, H5T_NATIVE_DOUBLE, values.data());
    return values;
  };
  const auto counts = [&](const char* name) {
    std::vector<std::uint64_t> values(count);
    Table(file.get(), name).read(0, count, H5T_NATIVE_UINT64, values.data());
    return values;
  };
  const auto time = numbers("observables/total_energy/time", 1);
  const auto kinetic = numbers("observables/kinetic_energy/value", 1);
  const auto potential = numbers("observables/potential_energy/value", 1);
  const auto pressure = numbers("observables/pressure/value", 1);
  const auto momentum = numbers("observables/momentum/value", 2);
  const auto steps = counts("observables/total_energy/step");
  const auto collisions = counts("observables/collisions/value");
  const auto bodies = counts("observables/bodies/value");
  for (hsize_t k = 0; k < count; ++k) {
    SeriesRow& row = rows[k];
    row.t = time[k];
    row.steps = steps[k];
    row.bodies = bodies[k];
    row.collisions = collisions[k];
    row.energy = {kinetic[k], potential[k]};
    row.momentum = {momentum[2 * k], momentum[2 * k + 1]};
    if (!std::isnan(pressure[k])) row.pressure = pressure[k];
  }
  return rows;
}

H5mdFacts h5md_facts(const std::string& path) {
  be_silent();
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "cannot read " + path);
  H5mdFacts facts;
  const Table time(file.get(), "particles/all/position/time");
  const auto extents = Table(file.get(), "particles/all/position/value").size();
  facts.frames = time.size()[0];
  facts.bodies = extents.size() > 1 ? extents[1] : 0;
  if (facts.frames > 0) {
    time.read(0, 1, H5T_NATIVE_DOUBLE, &facts.first);
    time.read(facts.frames - 1, 1, H5T_NATIVE_DOUBLE, &facts.last);
  }
  if (H5Lexists(file.get(), "parameters", H5P_DEFAULT) > 0 &&
      H5Lexists(file.get(), "parameters/carom", H5P_DEFAULT) > 0) {
    const Handle carom(H5Gopen2(file.get(), "parameters/carom", H5P_DEFAULT), H5Gclose, "cannot read a group");
    facts.scene_text = get_text(carom.get(), "scene");
    facts.provenance = get_text(carom.get(), "provenance");
  }
  return facts;
}

}  // namespace carom::io

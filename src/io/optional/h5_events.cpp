#include "io/optional/h5_events.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "io/optional/h5_file.hpp"
#include "io/scene/scene_names.hpp"
#include "io/scene/scene_words.hpp"

namespace carom::io {

using namespace h5;

namespace {

constexpr hsize_t k_chunk = 8192;       // events that are compressed in one piece
constexpr std::size_t k_buffer = 8192;  // events that are written at one time

constexpr std::int64_t k_edges_id = -1;
constexpr std::int64_t k_no_effects = -1;

/// Events by column, as the file has them.
struct Batch {
  std::vector<double> time;
  std::vector<std::int64_t> a;
  std::vector<std::int64_t> b;
  std::vector<double> point;
  std::vector<double> normal;
  std::vector<double> speed;
  std::vector<double> impulse;
  std::vector<std::uint8_t> response;
  std::vector<std::int64_t> effects;

  [[nodiscard]] std::size_t size() const noexcept { return time.size(); }
  void resize(std::size_t count) {
    for (auto* column : {&time, &speed, &impulse}) column->resize(count);
    for (auto* column : {&point, &normal}) column->resize(2 * count);
    for (auto* column : {&a, &b, &effects}) column->resize(count);
    response.resize(count);
  }
};

/// The tables of a file with what of a batch is theirs.
struct Tables {
  Table time;
  Table a;
  Table b;
  Table point;
  Table normal;
  Table speed;
  Table impulse;
  Table response;
  Table effects;

  Tables() = default;
  explicit Tables(hid_t file)
      : time(file, "events/time"),
        a(file, "events/a"),
        b(file, "events/b"),
        point(file, "events/point"),
        normal(file, "events/normal"),
        speed(file, "events/speed"),
        impulse(file, "events/impulse"),
        response(file, "events/response"),
        effects(file, "events/effects") {}

  static void create(hid_t file) {
    const Handle events = group(file, "events");
    for (const char* name : {"time", "speed", "impulse"}) {
      Table::create(events.get(), name, H5T_IEEE_F64LE, {0}, {k_chunk});
    }
    for (const char* name : {"point", "normal"}) {
      Table::create(events.get(), name, H5T_IEEE_F64LE, {0, 2}, {k_chunk, 2});
    }
    for (const char* name : {"a", "b", "effects"}) {
      Table::create(events.get(), name, H5T_STD_I64LE, {0}, {k_chunk});
    }
    const Handle response = Table::create(events.get(), "response", H5T_STD_U8LE, {0}, {k_chunk});
    std::string words;
    for (const std::string_view word : k_responses) words += (words.empty() ? "" : " ") + std::string(word);
    put_attribute(response.get(), "words", words);
  }

  /// Calls visit(table, type, values, numbers an event).
  template <class Columns, class Visit>
  void each(Columns& batch, const Visit& visit) const {
    visit(time, H5T_NATIVE_DOUBLE, batch.time, 1);
    visit(a, H5T_NATIVE_INT64, batch.a, 1);
    visit(b, H5T_NATIVE_INT64, batch.b, 1);
    visit(point, H5T_NATIVE_DOUBLE, batch.point, 2);
    visit(normal, H5T_NATIVE_DOUBLE, batch.normal, 2);
    visit(speed, H5T_NATIVE_DOUBLE, batch.speed, 1);
    visit(impulse, H5T_NATIVE_DOUBLE, batch.impulse, 1);
    visit(response, H5T_NATIVE_UINT8, batch.response, 1);
    visit(effects, H5T_NATIVE_INT64, batch.effects, 1);
  }

  void resize(hsize_t count) const {
    Batch none;
    each(none, [count](const Table& table, hid_t /*type*/, const auto& /*values*/, int parts) {
      table.resize(parts == 1 ? std::vector<hsize_t>{count} : std::vector<hsize_t>{count, 2});
    });
  }
  void copy_rows(const Tables& from, hsize_t first) const {
    time.copy_rows(from.time, first);
    a.copy_rows(from.a, first);
    b.copy_rows(from.b, first);
    point.copy_rows(from.point, first);
    normal.copy_rows(from.normal, first);
    speed.copy_rows(from.speed, first);
    impulse.copy_rows(from.impulse, first);
    response.copy_rows(from.response, first);
    effects.copy_rows(from.effects, first);
  }
  void write(hsize_t first, const Batch& batch) const {
    each(batch, [&](const Table& table, hid_t type, const auto& values, int /*parts*/) {
      table.write(first, batch.size(), type, values.data());
    });
  }
  void read(hsize_t first, hsize_t count, Batch& batch) const {
    batch.resize(count);
    each(batch, [&](const Table& table, hid_t type, auto& values, int /*parts*/) {
      table.read(first, count, type, values.data());
    });
  }
};

/// Texts one after the other, and where each ends.
struct Texts {
  Table bytes;
  Table end;
  hsize_t length = 0;
  hsize_t count = 0;

  Texts() = default;
  Texts(hid_t file, const std::string& name)
      : bytes(file, (name + "/text").c_str()),
        end(file, (name + "/end").c_str()),
        length(bytes.size()[0]),
        count(end.size()[0]) {}

  static void create(hid_t parent) {
    Table::create(parent, "text", H5T_STD_U8LE, {0}, {k_chunk});
    Table::create(parent, "end", H5T_STD_U64LE, {0}, {k_chunk});
  }
  void add(const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    std::string joined;
    std::vector<std::uint64_t> ends;
    for (const std::string& text : texts) {
      joined += text;
      ends.push_back(length + joined.size());
    }
    bytes.resize({length + joined.size()});
    if (!joined.empty()) bytes.write(length, joined.size(), H5T_NATIVE_UINT8, joined.data());
    end.resize({count + ends.size()});
    end.write(count, ends.size(), H5T_NATIVE_UINT64, ends.data());
    length += joined.size();
    count += ends.size();
  }
  [[nodiscard]] std::vector<std::string> from(hsize_t first) const {
    std::vector<std::uint64_t> ends(count);
    std::string all(length, '\0');
    if (count > 0) end.read(0, count, H5T_NATIVE_UINT64, ends.data());
    if (length > 0) bytes.read(0, length, H5T_NATIVE_UINT8, all.data());
    std::vector<std::string> texts;
    for (hsize_t k = first; k < count; ++k) {
      const std::uint64_t begin = k > 0 ? ends[k - 1] : 0;
      if (begin > ends[k] || ends[k] > length) throw H5Failure("the texts are damaged");
      texts.push_back(all.substr(begin, ends[k] - begin));
    }
    return texts;
  }
};

}  // namespace

struct H5EventWriter::File {
  Handle file;
  Tables tables;
  Texts effects;
  Texts names;
  Table name_ids;
  hsize_t written = 0;
  Batch batch;  // not written yet
  std::unordered_map<std::string, std::int64_t> effect_numbers;
  std::unordered_set<std::uint64_t> seen;  // bodies of which it is known whether they have a name, and it is written
  std::vector<std::string> new_effects;
  std::vector<std::string> new_names;
  std::vector<std::uint64_t> new_name_ids;

  static void create(const std::string& path, const H5mdHeader& header) {
    const Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
                      "cannot create the file");
    put_parameters(file.get(), header);
    Tables::create(file.get());
    Texts::create(group(file.get(), "effects").get());
    const Handle names = group(file.get(), "names");
    Texts::create(names.get());
    Table::create(names.get(), "id", H5T_STD_U64LE, {0}, {k_chunk});
  }

  explicit File(const std::string& path)
      : file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, "cannot go on with the file"),
        tables(file.get()),
        effects(file.get(), "effects"),
        names(file.get(), "names"),
        name_ids(file.get(), "names/id"),
        written(tables.time.size()[0]) {
    for (const std::string& text : effects.from(0)) {
      effect_numbers.emplace(text, static_cast<std::int64_t>(effect_numbers.size()));
    }
    std::vector<std::uint64_t> ids(names.count);
    if (!ids.empty()) name_ids.read(0, ids.size(), H5T_NATIVE_UINT64, ids.data());
    seen.insert(ids.begin(), ids.end());
  }

  std::int64_t number_of(const std::string& text) {
    if (text.empty()) return k_no_effects;
    const auto [found, is_new] = effect_numbers.try_emplace(text, static_cast<std::int64_t>(effect_numbers.size()));
    if (is_new) new_effects.push_back(text);
    return found->second;
  }
  void note_name(std::uint64_t id, const std::string& name) {
    if (name == serial_name(id) || !seen.insert(id).second) return;
    new_names.push_back(name);
    new_name_ids.push_back(id);
  }

  void add(const EventRecord& event) {
    note_name(event.a, event.name_a);
    if (event.b) note_name(*event.b, event.name_b);
    batch.time.push_back(event.t);
    batch.a.push_back(static_cast<std::int64_t>(event.a));
    batch.b.push_back(event.b ? static_cast<std::int64_t>(*event.b) : k_edges_id);
    batch.point.insert(batch.point.end(), {event.point.x, event.point.y});
    batch.normal.insert(batch.normal.end(), {event.normal.x, event.normal.y});
    batch.speed.push_back(event.speed);
    batch.impulse.push_back(event.impulse);
    batch.response.push_back(static_cast<std::uint8_t>(event.response));
    batch.effects.push_back(number_of(event.effects));
    if (batch.size() >= k_buffer) flush();
  }

  void flush() {
    effects.add(std::exchange(new_effects, {}));
    if (!new_name_ids.empty()) {
      name_ids.resize({names.count + new_name_ids.size()});
      name_ids.write(names.count, new_name_ids.size(), H5T_NATIVE_UINT64, new_name_ids.data());
    }
    names.add(std::exchange(new_names, {}));
    new_name_ids.clear();
    if (batch.size() == 0) return;
    tables.resize(written + batch.size());
    tables.write(written, batch);
    written += batch.size();
    batch.resize(0);
  }

  void check_cut(hsize_t events) const {
    if (events > written)
      throw H5Failure(fmt::format("it has {} events, and had {} when the run stopped", written, events));
  }
  void cut(hsize_t events) {
    written = events;
    tables.resize(written);
  }

  /// Takes over what another has more of.
  void catch_up(const File& other) {
    effects.add(other.effects.from(effects.count));
    const hsize_t known = names.count;
    if (other.names.count > known) {
      std::vector<std::uint64_t> ids(other.names.count - known);
      other.name_ids.read(known, ids.size(), H5T_NATIVE_UINT64, ids.data());
      name_ids.resize({other.names.count});
      name_ids.write(known, ids.size(), H5T_NATIVE_UINT64, ids.data());
    }
    names.add(other.names.from(known));
    effect_numbers = other.effect_numbers;
    seen = other.seen;
    tables.resize(other.written);
    tables.copy_rows(other.tables, written);
    written = other.written;
  }

  void close() {
    flush();
    tables = Tables();
    effects = Texts();
    names = Texts();
    name_ids = Table();
    if (H5Fflush(file.get(), H5F_SCOPE_GLOBAL) < 0) fail("cannot write the file");
    if (!file.close()) fail("cannot close the file");
  }
};

struct H5EventWriter::Growing : GrowingFile<File> {
  using GrowingFile::GrowingFile;
};

H5EventWriter::H5EventWriter(std::string path, const H5mdHeader& header)
    : growing_(
          std::make_unique<Growing>(std::move(path), [&](const std::string& draft) { File::create(draft, header); })) {}

H5EventWriter::H5EventWriter(std::string path, std::uint64_t events)
    : growing_(std::make_unique<Growing>(std::move(path))) {
  growing_->draft().check_cut(events);
  growing_->change([events](File& draft) { draft.cut(events); });
}

H5EventWriter::~H5EventWriter() = default;

void H5EventWriter::add(std::span<const EventRecord> events) {
  growing_->change([&](File& draft) {
    for (const EventRecord& event : events) draft.add(event);
  });
}

void H5EventWriter::publish() { growing_->publish(); }

void H5EventWriter::finish() { growing_->finish(); }

std::uint64_t H5EventWriter::event_count() const noexcept {
  return growing_->is_open() ? growing_->draft().written + growing_->draft().batch.size() : 0;
}

struct H5EventReader::Columns {
  Handle file;
  Tables tables;
  std::vector<std::string> effects;
  std::unordered_map<std::uint64_t, std::string> names;
  hsize_t count = 0;
  hsize_t read = 0;  // of which the last are the batch
  Batch batch;
  std::size_t at = 0;

  explicit Columns(const std::string& path)
      : file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "cannot read " + path), tables(file.get()) {
    count = tables.time.size()[0];
    effects = Texts(file.get(), "effects").from(0);
    const std::vector<std::string> texts = Texts(file.get(), "names").from(0);
    std::vector<std::uint64_t> ids(texts.size());
    const Table table(file.get(), "names/id");
    if (table.size()[0] != ids.size()) throw H5Failure("the names are damaged");
    if (!ids.empty()) table.read(0, ids.size(), H5T_NATIVE_UINT64, ids.data());
    for (std::size_t k = 0; k < ids.size(); ++k) names.emplace(ids[k], texts[k]);
  }

  [[nodiscard]] std::string name_of(std::uint64_t id) const {
    const auto found = names.find(id);
    return found != names.end() ? found->second : serial_name(id);
  }

  bool fill() {
    if (read == count) return false;
    const hsize_t some = std::min<hsize_t>(k_chunk, count - read);
    tables.read(read, some, batch);
    read += some;
    at = 0;
    return true;
  }
};

H5EventReader::H5EventReader(const std::string& path) {
  be_silent();
  columns_ = std::make_unique<Columns>(path);
}
H5EventReader::~H5EventReader() = default;

std::uint64_t H5EventReader::event_count() const noexcept { return columns_->count; }

std::string H5EventReader::provenance() const {
  const Handle carom(H5Gopen2(columns_->file.get(), "parameters/carom", H5P_DEFAULT), H5Gclose, "cannot read a group");
  return get_text(carom.get(), "provenance");
}

std::optional<EventRecord> H5EventReader::next() {
  Columns& c = *columns_;
  if (c.at == c.batch.size() && !c.fill()) return std::nullopt;
  const std::size_t k = c.at++;
  const Batch& from = c.batch;
  EventRecord event;
  event.t = from.time[k];
  event.a = static_cast<std::uint64_t>(from.a[k]);
  if (from.b[k] != k_edges_id) event.b = static_cast<std::uint64_t>(from.b[k]);
  event.name_a = c.name_of(event.a);
  event.name_b = event.b ? c.name_of(*event.b) : std::string(k_bounds);
  event.point = {from.point[2 * k], from.point[2 * k + 1]};
  event.normal = {from.normal[2 * k], from.normal[2 * k + 1]};
  event.speed = from.speed[k];
  event.impulse = from.impulse[k];
  if (from.response[k] >= std::size(k_responses)) throw H5Failure("expected a response, found another number");
  event.response = static_cast<Response>(from.response[k]);
  if (from.effects[k] != k_no_effects) {
    const auto number = static_cast<std::size_t>(from.effects[k]);
    if (number >= c.effects.size()) throw H5Failure("expected effects, found a number without any");
    event.effects = c.effects[number];
  }
  return event;
}

bool holds_events(const std::string& path) {
  be_silent();
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) return false;
  const Handle owner(file, H5Fclose, "");
  return H5Lexists(file, "events", H5P_DEFAULT) > 0 && H5Lexists(file, "events/impulse", H5P_DEFAULT) > 0;
}

}  // namespace carom::io

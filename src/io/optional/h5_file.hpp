#pragma once

#include <fmt/format.h>
#include <hdf5.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/optional/h5md.hpp"
#include "io/system/system.hpp"

/// The C interface of HDF5 with owners and exceptions, and files that grow safely. Only for sources that are built where HDF5
/// is.
namespace carom::io::h5 {

namespace fs = std::filesystem;

/// What a number is that is not there.
inline constexpr double k_absent = std::numeric_limits<double>::quiet_NaN();
inline constexpr hsize_t k_chunk_bytes = 1U << 16U;

/// What HDF5's stack of errors has at its bottom, where the reason is.
inline std::string hdf5_reason() {
  std::string reason;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned level, const H5E_error2_t* error, void* text) -> herr_t {
        if (level == 0 && error->desc != nullptr) *static_cast<std::string*>(text) = error->desc;
        return 0;
      },
      &reason);
  // It tells the reason among much else: file write failed: time = …, error message = 'No space left on device', buf = …
  constexpr std::string_view key = "error message = '";
  if (const std::size_t at = reason.find(key); at != std::string::npos) {
    reason = reason.substr(at + key.size(), reason.find('\'', at + key.size()) - at - key.size());
  }
  return reason.empty() ? "HDF5 gives no reason" : reason;
}

[[noreturn]] inline void fail(const std::string& what) { throw H5Failure(fmt::format("{}: {}", what, hdf5_reason())); }

/// An identifier of HDF5, closed by the function that is right for it.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close closing, const std::string& what) : id_(id), close_(closing) {
    if (id_ < 0) fail(what);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  [[nodiscard]] hid_t get() const noexcept { return id_; }
  /// True: closing has succeeded, with all that was still to be written.
  [[nodiscard]] bool close() noexcept { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Errors are thrown as exceptions, and nothing is closed when the program ends: HDF5 crashes there if a write has failed.
inline void be_silent() {
  static const bool once = H5dont_atexit() >= 0;
  static_cast<void>(once);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

inline Handle group(hid_t parent, const char* name) {
  return {H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, "cannot create a group"};
}

inline Handle space(const std::vector<hsize_t>& size, const std::vector<hsize_t>& most) {
  return {H5Screate_simple(static_cast<int>(size.size()), size.data(), most.empty() ? nullptr : most.data()), H5Sclose,
          "cannot create a space"};
}

inline Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "cannot create a type");
  H5Tset_size(type.get(), std::max<std::size_t>(1, size));
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

inline void put_attribute(hid_t object, const char* name, hid_t type, const std::vector<hsize_t>& size,
                          const void* value) {
  if (H5Aexists(object, name) > 0) H5Adelete(object, name);
  const Handle room = size.empty() ? Handle(H5Screate(H5S_SCALAR), H5Sclose, "cannot create a space") : space(size, {});
  const Handle attribute(H5Acreate2(object, name, type, room.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         "cannot create an attribute");
  if (H5Awrite(attribute.get(), type, value) < 0) fail("cannot write an attribute");
}

inline void put_attribute(hid_t object, const char* name, const std::string& text) {
  put_attribute(object, name, text_type(text.size()).get(), {}, text.data());
}

/// Attributes hold 64 KiB at most, a text may be longer.
inline void put_text(hid_t parent, const char* name, const std::string& text) {
  const Handle type = text_type(text.size());
  const Handle room(H5Screate(H5S_SCALAR), H5Sclose, "cannot create a space");
  const Handle set(H5Dcreate2(parent, name, type.get(), room.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose,
                   "cannot create a text");
  if (H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) fail("cannot write a text");
}

inline std::string get_text(hid_t parent, const char* name) {
  if (H5Lexists(parent, name, H5P_DEFAULT) <= 0) return {};
  const Handle set(H5Dopen2(parent, name, H5P_DEFAULT), H5Dclose, "cannot read a text");
  const Handle type(H5Dget_type(set.get()), H5Tclose, "cannot read a text");
  std::string text(H5Tget_size(type.get()), '\0');
  if (H5Dread(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) fail("cannot read a text");
  while (text.ends_with('\0')) text.pop_back();
  return text;
}

/// Bytes as HDF5's filters `shuffle` and `deflate` leave them. zlib's strategy of runs takes a third of the time of its usual
/// one, and doubles, of which only the first bytes are alike, become no larger.
class Deflater {
 public:
  Deflater() {
    constexpr int window_bits = 15;
    constexpr int memory_level = 8;
    if (deflateInit2(&stream_, 1, Z_DEFLATED, window_bits, memory_level, Z_RLE) != Z_OK) {
      throw H5Failure("cannot compress: not enough memory");
    }
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { deflateEnd(&stream_); }

  /// Valid until the next call.
  [[nodiscard]] std::span<const unsigned char> pack(std::span<const double> values) {
    constexpr std::size_t width = sizeof(double);
    const std::size_t count = values.size();
    const auto bytes = std::as_bytes(values);
    shuffled_.resize(width * count);
    for (std::size_t b = 0; b < width; ++b) {
      for (std::size_t k = 0; k < count; ++k) {
        shuffled_[b * count + k] = std::to_integer<unsigned char>(bytes[width * k + b]);
      }
    }
    deflateReset(&stream_);
    packed_.resize(deflateBound(&stream_, static_cast<uLong>(shuffled_.size())));
    stream_.next_in = shuffled_.data();
    stream_.avail_in = static_cast<uInt>(shuffled_.size());
    stream_.next_out = packed_.data();
    stream_.avail_out = static_cast<uInt>(packed_.size());
    if (deflate(&stream_, Z_FINISH) != Z_STREAM_END) throw H5Failure("cannot compress");
    return {packed_.data(), stream_.total_out};
  }

 private:
  z_stream stream_{};
  std::vector<unsigned char> shuffled_;
  std::vector<unsigned char> packed_;
};

/// A table that grows: (rows), (rows, bodies) or (rows, bodies, 2).
class Table {
 public:
  /// `chunk` are the extents of what is compressed in one piece.
  static Handle create(hid_t parent, const char* name, hid_t type, const std::vector<hsize_t>& size,
                       const std::vector<hsize_t>& chunk) {
    std::vector<hsize_t> most(size.size(), H5S_UNLIMITED);
    if (size.size() == 3) most[2] = size[2];
    const Handle room = space(size, most);
    const Handle plan(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "cannot plan a table");
    H5Pset_chunk(plan.get(), static_cast<int>(chunk.size()), chunk.data());
    H5Pset_shuffle(plan.get());
    H5Pset_deflate(plan.get(), 1);
    if (H5Tget_class(type) == H5T_FLOAT) H5Pset_fill_value(plan.get(), H5T_NATIVE_DOUBLE, &k_absent);
    return {H5Dcreate2(parent, name, type, room.get(), H5P_DEFAULT, plan.get(), H5P_DEFAULT), H5Dclose,
            fmt::format("cannot create {}", name)};
  }
  Table() = default;
  Table(hid_t parent, const char* name)
      : set_(H5Dopen2(parent, name, H5P_DEFAULT), H5Dclose, fmt::format("expected {}, found none", name)) {}

  [[nodiscard]] std::vector<hsize_t> size() const {
    const Handle room(H5Dget_space(set_.get()), H5Sclose, "cannot read a table");
    std::vector<hsize_t> extents(static_cast<std::size_t>(H5Sget_simple_extent_ndims(room.get())));
    H5Sget_simple_extent_dims(room.get(), extents.data(), nullptr);
    return extents;
  }
  void resize(const std::vector<hsize_t>& extents) const {
    if (H5Dset_extent(set_.get(), extents.data()) < 0) fail("cannot resize a table");
  }
  /// All of the rows [first, first + count).
  void write(hsize_t first, hsize_t count, hid_t type, const void* values) const {
    const auto [memory, file] = select(first, count);
    if (H5Dwrite(set_.get(), type, memory.get(), file.get(), H5P_DEFAULT, values) < 0) fail("cannot write a table");
  }
  /// One row of doubles. Where pieces are one row high, as those of many bodies are, they are compressed here: that is most of
  /// what writing costs.
  void write_row(hsize_t row, std::span<const double> values, Deflater& deflater) const {
    const Handle plan(H5Dget_create_plist(set_.get()), H5Pclose, "cannot write a table");
    std::vector<hsize_t> chunk(size().size());
    H5Pget_chunk(plan.get(), static_cast<int>(chunk.size()), chunk.data());
    if (chunk[0] != 1 || std::endian::native != std::endian::little) {
      return write(row, 1, H5T_NATIVE_DOUBLE, values.data());
    }
    const hsize_t parts = chunk.size() == 3 ? chunk[2] : 1;
    const hsize_t wide = chunk[1] * parts;
    std::vector<hsize_t> at(chunk.size(), 0);
    at[0] = row;
    std::vector<double> last;
    for (std::size_t begin = 0; begin < values.size(); begin += wide) {
      auto piece = values.subspan(begin, std::min<std::size_t>(wide, values.size() - begin));
      if (piece.size() < wide) {
        // All of a piece is in the file; what is beyond the table shows when that grows.
        last.assign(piece.begin(), piece.end());
        last.resize(wide, k_absent);
        piece = last;
      }
      at[1] = begin / parts;
      const auto packed = deflater.pack(piece);
      if (H5Dwrite_chunk(set_.get(), H5P_DEFAULT, 0, at.data(), packed.size(), packed.data()) < 0) {
        fail("cannot write a table");
      }
    }
  }
  void read(hsize_t first, hsize_t count, hid_t type, void* values) const {
    const auto [memory, file] = select(first, count);
    if (H5Dread(set_.get(), type, memory.get(), file.get(), H5P_DEFAULT, values) < 0) fail("cannot read a table");
  }
  /// The rows from `first` on become those of another table of the same extents, piece by piece as they are: compressing them
  /// is most of what writing costs. In a piece that holds rows before `first` too, these become the other's.
  void copy_rows(const Table& from, hsize_t first) const {
    const std::vector<hsize_t> extents = size();
    const Handle plan(H5Dget_create_plist(set_.get()), H5Pclose, "cannot read a table");
    std::vector<hsize_t> chunk(extents.size());
    H5Pget_chunk(plan.get(), static_cast<int>(chunk.size()), chunk.data());
    for (const hsize_t extent : extents) {
      if (extent == 0) return;
    }
    std::vector<hsize_t> at(extents.size(), 0);
    at[0] = first / chunk[0] * chunk[0];
    std::vector<char> bytes;
    while (at[0] < extents[0]) {
      copy_piece(from, at, bytes);
      // The next one; the last axis goes round fastest.
      for (std::size_t axis = at.size(); axis-- > 0;) {
        at[axis] += chunk[axis];
        if (axis == 0 || at[axis] < extents[axis]) break;
        at[axis] = 0;
      }
    }
  }
  [[nodiscard]] hid_t get() const noexcept { return set_.get(); }

 private:
  void copy_piece(const Table& from, const std::vector<hsize_t>& at, std::vector<char>& bytes) const {
    hsize_t length = 0;
    // A chunk that was never written has no bytes.
    if (H5Dget_chunk_storage_size(from.get(), at.data(), &length) < 0 || length == 0) return;
    bytes.resize(length);
    std::uint32_t filters = 0;
    if (H5Dread_chunk(from.get(), H5P_DEFAULT, at.data(), &filters, bytes.data()) < 0) fail("cannot read a table");
    if (H5Dwrite_chunk(set_.get(), H5P_DEFAULT, filters, at.data(), length, bytes.data()) < 0) {
      fail("cannot write a table");
    }
  }
  [[nodiscard]] std::pair<Handle, Handle> select(hsize_t first, hsize_t count) const {
    std::vector<hsize_t> extents = size();
    std::vector<hsize_t> start(extents.size(), 0);
    start[0] = first;
    extents[0] = count;
    Handle file(H5Dget_space(set_.get()), H5Sclose, "cannot read a table");
    H5Sselect_hyperslab(file.get(), H5S_SELECT_SET, start.data(), nullptr, extents.data(), nullptr);
    return {space(extents, {}), std::move(file)};
  }

  Handle set_;
};

inline void copy_file(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (error) throw H5Failure(error.message());
}

inline void sync_file(const std::string& path) {
  const OpenFile file = open_to_read(path);
  if (file.is_open() && !sync_to_disk(file.number())) throw H5Failure(std::strerror(errno));
}

inline std::string draft_of(const std::string& path) { return path + ".next"; }

/// Where a file comes from, as /parameters/carom.
inline void put_parameters(hid_t file, const H5mdHeader& header) {
  const Handle parameters = group(file, "parameters");
  const Handle carom = group(parameters.get(), "carom");
  put_text(carom.get(), "scene", header.scene_text);
  put_text(carom.get(), "provenance", header.provenance);
  put_text(carom.get(), "version", header.version);
  put_text(carom.get(), "command", header.command);
  put_attribute(carom.get(), "seed", H5T_NATIVE_UINT64, {}, &header.seed);
}

/// A file that grows while a run goes on. HDF5 keeps half of what it has written in memory, so that a file that a killed
/// program had open cannot be read; therefore all goes into a draft beside the file, and publish() puts that in the file's
/// place in one step. Whatever happens, the file is there as it was at the last publish().
///
/// `File` opens a file by its path, `close()`s it, and takes over what another has more of (`catch_up(other)`).
template <class File>
class GrowingFile {
 public:
  /// `create(path)` makes a file without content.
  template <class Create>
  GrowingFile(std::string path, const Create& create) : path_(std::move(path)) {
    be_silent();
    create(draft_of(path_));
    sync_file(draft_of(path_));
    fs::rename(draft_of(path_), path_);
    copy_file(path_, draft_of(path_));
    draft_ = std::make_unique<File>(draft_of(path_));
  }
  /// Goes on with a file of an earlier run, of which the end may be taken back.
  explicit GrowingFile(std::string path) : path_(std::move(path)), stale_(true) {
    be_silent();
    copy_file(path_, draft_of(path_));
    draft_ = std::make_unique<File>(draft_of(path_));
  }
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile() {
    // HDF5 cannot close a file that it could not write: closing it would crash. It is left open then, and lost.
    if (broken_) static_cast<void>(draft_.release());
    if (!draft_ && !broken_) return;
    draft_.reset();
    std::error_code ignored;
    fs::remove(draft_of(path_), ignored);
  }

  [[nodiscard]] bool is_open() const noexcept { return draft_ != nullptr; }
  [[nodiscard]] const File& draft() const noexcept { return *draft_; }

  /// work(draft), of which it is remembered if it fails.
  template <class Work>
  void change(const Work& work) {
    try {
      work(*draft_);
    } catch (...) {
      broken_ = true;
      throw;
    }
  }

  void publish() {
    const std::string draft = draft_of(path_);
    const std::string old = path_ + ".old";
    change([](File& file) { file.close(); });
    draft_.reset();
    sync_file(draft);
    // The file that was there becomes the next draft: it lacks no more than what was written since. Where a file cannot
    // have two names for a moment, or has an end that was taken back, the draft is a copy.
    std::error_code failed;
    fs::remove(old, failed);
    if (!stale_) fs::create_hard_link(path_, old, failed);
    const bool has_old = !stale_ && !failed;
    stale_ = false;
    fs::rename(draft, path_);
    if (has_old) {
      fs::rename(old, draft);
    } else {
      copy_file(path_, draft);
    }
    draft_ = std::make_unique<File>(draft);
    if (!has_old) return;
    File published(path_);
    change([&](File& file) { file.catch_up(published); });
  }

  /// The last publish(): the draft is gone then.
  void finish() {
    change([](File& file) { file.close(); });
    draft_.reset();
    sync_file(draft_of(path_));
    fs::rename(draft_of(path_), path_);
    std::error_code ignored;
    fs::remove(path_ + ".old", ignored);  // of a run that was killed while it published
  }

 private:
  std::string path_;
  std::unique_ptr<File> draft_;
  bool broken_ = false;  // a write has failed
  bool stale_ = false;   // the file has an end that was taken back: it is no beginning of the draft
};

}  // namespace carom::io::h5

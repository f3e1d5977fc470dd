#include "io/optional/h5_events.hpp"
#include "io/optional/h5md.hpp"

/// What stands in where HDF5 was not found when the program was built.
namespace carom::io {

namespace {
[[noreturn]] void not_there() { throw H5Failure("this program was built without HDF5"); }
}  // namespace

struct H5mdWriter::Growing {};

std::string hdf5_version() { return {}; }

H5mdWriter::H5mdWriter(std::string /*path*/, const H5mdHeader& /*header*/) { not_there(); }
H5mdWriter::H5mdWriter(std::string /*path*/, double /*time*/) { not_there(); }
H5mdWriter::~H5mdWriter() = default;
void H5mdWriter::add_frame(double /*t*/, std::uint64_t /*step*/, const std::vector<H5mdBody>& /*bodies*/) {
  not_there();
}
void H5mdWriter::add_frame(double /*t*/, std::uint64_t /*step*/, const std::vector<BodyThen>& /*bodies*/) {
  not_there();
}
void H5mdWriter::add_row(const SeriesRow& /*row*/) { not_there(); }
void H5mdWriter::publish() { not_there(); }
void H5mdWriter::finish() { not_there(); }
std::uint64_t H5mdWriter::frame_count() const noexcept { return 0; }

std::unique_ptr<FrameReader> h5md_frames(const std::string& /*path*/) { not_there(); }
std::vector<SeriesRow> h5md_rows(const std::string& /*path*/) { not_there(); }
H5mdFacts h5md_facts(const std::string& /*path*/) { not_there(); }

struct H5EventWriter::Growing {};

H5EventWriter::H5EventWriter(std::string /*path*/, const H5mdHeader& /*header*/) { not_there(); }
H5EventWriter::H5EventWriter(std::string /*path*/, std::uint64_t /*events*/) { not_there(); }
H5EventWriter::~H5EventWriter() = default;
void H5EventWriter::add(std::span<const EventRecord> /*events*/) { not_there(); }
void H5EventWriter::publish() { not_there(); }
void H5EventWriter::finish() { not_there(); }
std::uint64_t H5EventWriter::event_count() const noexcept { return 0; }

struct H5EventReader::Columns {};

H5EventReader::H5EventReader(const std::string& /*path*/) { not_there(); }
H5EventReader::~H5EventReader() = default;
std::optional<EventRecord> H5EventReader::next() { not_there(); }
std::uint64_t H5EventReader::event_count() const noexcept { return 0; }
std::string H5EventReader::provenance() const { return {}; }
bool holds_events(const std::string& /*path*/) { return false; }

}  // namespace carom::io

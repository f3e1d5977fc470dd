#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/io/event_record.hpp"
#include "carom/world/world.hpp"

/// What `carom run --events` writes.
namespace carom {

/// One contact as a line of JSON, with its end; bodies by name.
[[nodiscard]] std::string event_line(const World& world, const ContactEvent& event);

/// By t, then by the order of creation of a, then of b; the edges come last.
[[nodiscard]] bool comes_before(const ContactEvent& x, const ContactEvent& y) noexcept;

/// A line that has not been written yet, and what it is sorted by.
struct WaitingLine {
  double t = 0;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::string text;
};

/// What can be written after a step: its events, and the lines that were waiting for it, in order. Those at the very end of
/// the step wait: the next one may begin with others of the same time, or, in the event world, may be at that time still.
[[nodiscard]] std::string lines_after_step(const World& world, std::vector<WaitingLine>& waiting);
/// The same as records.
[[nodiscard]] std::vector<EventRecord> records_after_step(const World& world, std::vector<EventRecord>& waiting);
/// Those that wait when a run ends, in order.
[[nodiscard]] std::string last_lines(const std::vector<WaitingLine>& waiting);
[[nodiscard]] std::vector<EventRecord> last_records(const std::vector<EventRecord>& waiting);

}  // namespace carom

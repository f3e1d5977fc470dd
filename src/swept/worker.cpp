#include "swept/worker.hpp"

namespace carom::detail {
namespace {

/// Of the records from `first` on, those of cancelled contacts. Contacts are in the order of their records.
template <class Record>
void drop(std::vector<Record>& records, std::size_t first, const std::vector<Past>& pasts) {
  if (records.size() == first) return;
  std::size_t kept = first;
  auto past = pasts.begin();
  for (std::size_t i = first; i < records.size(); ++i) {
    while (past != pasts.end() && past->record < i) ++past;
    const bool cancelled = past != pasts.end() && past->record == i && past->cancelled;
    if (cancelled) continue;
    if (kept != i) records[kept] = records[i];
    ++kept;
  }
  records.resize(kept);
}

}  // namespace

void StripHistory::drop_cancelled(WorkerRecords& records) const {
  drop(records.contacts, records.first_contact, pasts);
  drop(records.events, records.first_event, pasts);
  for (const Past& past : pasts) {
    if (past.cancelled) records.grazes -= past.grazes;
  }
  if (records.corners.size() == records.first_corner) return;
  std::size_t left = records.first_corner;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (!changes[i].undone) records.corners[left++] = records.corners[records.first_corner + i];
  }
  records.corners.resize(left);
}

}  // namespace carom::detail

#include "swept/flight_undo.hpp"

#include <cstring>
#include <span>

namespace carom::detail {

void FlightUndo::keep(const StepBodies& bodies, bool one_drift, unsigned threads) {
  const LargeArray<Sweep>& movers = bodies.movers();
  by_body_index_ = one_drift;
  count_ = movers.size() + bodies.fixed().size();
  make_room(saved_, count_);
  Saved* const kept = saved_.data();
  const auto save = [](const Sweep& f, Saved& to) {
    // As whole vectors, not number by number.
    std::memcpy(&to.at, &f.at, sizeof f.at);
    std::memcpy(&to.velocity, &f.velocity, sizeof f.velocity);
    to.body = f.body_index;
  };
  parallel_portions(movers.size(), k_portion, threads, [&](std::size_t first, std::size_t last) {
    const Sweep* from = movers.data() + first;
    for (Saved& to : std::span(kept + first, last - first)) save(*from++, to);
  });
  Saved* next = kept + movers.size();
  for (const Sweep& f : bodies.fixed()) save(f, *next++);
  if (by_body_index_) return;
  for (Saved& one : std::span(kept, count_)) one.body = bodies.at(one.body).id.slot;
}

void FlightUndo::put_back(const StepBodies& bodies, BodyStore& store) const noexcept {
  for (const Saved& one : std::span(saved_).first(count_)) {
    const std::uint32_t slot = by_body_index_ ? bodies.at(one.body).id.slot : one.body;
    BodyState& state = store.at_slot(slot).state;
    state.at = one.at;
    state.velocity = one.velocity;
  }
}

}  // namespace carom::detail

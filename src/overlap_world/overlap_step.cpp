#include "overlap_world/overlap_step.hpp"

#include <cmath>

#include "world/bodies/leaving.hpp"

namespace carom::detail {
namespace {

/// Units of work (StepGuard).
constexpr std::uint64_t k_resolve_work = 64;

}  // namespace

OverlapStep::OverlapStep(World& world, World::State& state, double end)
    : world_(world),
      state_(state),
      end_(end),
      contacts_(world, state),
      bodies_(state.now.bodies),
      motion_(state, bodies_, end),
      touches_(state.now, bodies_, contacts_, end),
      push_(bodies_, state.settings.bounds, state.guard),
      resolver_(world, state, bodies_, motion_, touches_, push_, contacts_, end) {}

void OverlapStep::run() {
  bodies_.gather(state_.undo);
  motion_.move_all();
  if (state_.guard.stopped()) return;
  expire();
  resolve_all(find());
  push_.push_apart();
  motion_.wrap_all();
  if (state_.guard.stopped()) return;
  leave();
  touches_.close();
  motion_.record_landings();
}

/// Removes bodies whose lifetime has ended within the step, before overlaps are found.
void OverlapStep::expire() {
  for (const OverlapBody& one : bodies_.all()) {
    const Body& body = *bodies_.stored(one.id);
    if (body.expires && *body.expires < end_) world_.remove(one.id);
  }
}

std::vector<FoundOverlap> OverlapStep::find() {
  std::vector<BodyId> ids;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t k = 0; k < bodies_.all().size(); ++k) {
    if (bodies_.stored(bodies_[k].id) == nullptr) continue;
    ids.push_back(bodies_[k].id);
    numbers.push_back(k);
  }
  auto overlaps = find_overlaps(bodies_.store(), ids, state_.settings.bounds, &state_.guard);
  // An expired body still has its number.
  for (FoundOverlap& found : overlaps) {
    found.a = numbers[found.a];
    if (!found.edge) found.b = numbers[found.b];
  }
  return overlaps;
}

void OverlapStep::resolve_all(const std::vector<FoundOverlap>& overlaps) {
  for (const FoundOverlap& found : overlaps) {
    if (state_.guard.spend(k_resolve_work)) return;
    resolver_.resolve(found);
  }
}

void OverlapStep::leave() {
  const auto& bounds = state_.settings.bounds;
  const bool removing = bounds && bounds->edges == Edges::remove;
  const auto outside = [&](const Body& body) { return is_outside(outline_of(body.shape), body.state.at, *bounds); };
  for (const OverlapBody& one : bodies_.all()) {
    const Body* body = bodies_.stored(one.id);
    if (body == nullptr) continue;
    const bool over = body->expires && *body->expires <= end_;
    if (over || (removing && std::isfinite(body->reach) && outside(*body))) world_.remove(one.id);
  }
}

}  // namespace carom::detail

#include "swept/neighbour_grids.hpp"

namespace carom::detail {

void NeighbourGrids::read_movers(const StepContext& context, const StepClock& clock, StepBodies& bodies) {
  flights_.clear();
  for (Sweep& f : bodies.movers()) {
    Flight here = clock.flight(f);
    if (context.box) context.wrap(f, here);
    flights_.push_back(here);
  }
}

void NeighbourGrids::sort_movers(const StepContext& context, const StepClock& clock, StepBodies& bodies) {
  movers_.build(flights_, clock.window_end - clock.window_start, context.box);
  resorted_.clear();
  for (const std::uint32_t index : movers_.order()) resorted_.push_back(bodies.movers()[index]);
  bodies.movers().swap(resorted_);
  bodies.number_movers();
}

void NeighbourGrids::sort_fixed(const StepContext& context, const StepClock& clock, StepBodies& bodies) {
  const bool they_move = bodies.traits().moving_fixed;
  if (bodies.gridded().empty() || (clock.window_start > 0 && !they_move)) return;
  flights_.clear();
  for (const BodyRef ref : bodies.gridded()) {
    Flight here = clock.flight(bodies.sweep(ref));
    if (context.box && they_move) context.wrap(bodies.sweep(ref), here);
    flights_.push_back(here);
  }
  fixed_.build(flights_, they_move ? clock.window_end - clock.window_start : context.dt, context.box);
}

void NeighbourGrids::near_fixed(const StepContext& context, const StepClock& clock, const Sweep& sweep, double since,
                                bool they_move, std::vector<Near>& into) const {
  Flight here = clock.flight(sweep);
  double now = since - clock.window_start;
  if (!they_move) {
    // Their grid was built for the whole step; nothing in it moves, so only the flight's own way through the window counts.
    here.at = sweep.position(since);
    here.velocity = ((clock.window_end - since) / context.dt) * here.velocity;
    now = 0;
  }
  fixed_.near(here, now, into);
}

}  // namespace carom::detail

#pragma once

namespace carom::bench {

/// The ring of scenes/planet_ring.json: what a step costs, and how much of that is gravity.
void print_ring();

}  // namespace carom::bench

#include "program.hpp"

// The same piles in Carom and in Debian's Box2D and Chipmunk, in one run: time a step and a body, the deepest overlap at any
// step, energy gained from nothing. docs/benchmarks.md.
int main(int argc, char** argv) {
  using namespace carom::bench;
  constexpr EngineKind k_engines[] = {{"Carom", make_carom}, {"Box2D", make_box2d}, {"Chipmunk", make_chipmunk}};
  return run_piles(argc, argv, k_engines);
}

#pragma once

#include <vector>

#include "overlap_world/overlap_resolve.hpp"

/// One step with discrete detection, from the state's time to `end`: move all bodies without collisions, find overlaps,
/// exchange momentum, push apart. What meets and parts within a step is missed; a bullet that flies further in a step than its
/// target is thick passes through. That is the purpose: to compare with the swept world.
///
/// 1. gather    the bodies, in order of creation                                                OverlapBodies
/// 2. move      half a kick, straight by dt, half a kick; or the world's integrator              OverlapMotion
/// 3. expire    bodies whose lifetime has ended within the step are removed
/// 4. find      all overlaps at that one moment, in order of creation                            find_overlaps
/// 5. resolve   each by its rule: prologue, new velocities if the two close, epilogue            OverlapResolver
/// 6. push      apart by inverse mass                                                            OverlapPush
/// 7. leave     bodies outside of bounds that remove, or whose lifetime ends with the step, are removed
/// 8. close     contacts that have ended are reported                                            OverlapTouches
///
/// Everything runs in one fixed order. The caller keeps time and clears the record of the last step.
namespace carom::detail {

class OverlapStep final : public RunningStep {
 public:
  OverlapStep(World& world, World::State& state, double end);

  void run();

  [[nodiscard]] double now() const noexcept override { return end_; }
  // Bodies are always up to date, and every stage looks them up again.
  void refresh(Body&) noexcept override {}
  void added(Body&) override {}
  void removed(const Body&) override {}
  void changed(const Body&) override {}

 private:
  void expire();
  [[nodiscard]] std::vector<FoundOverlap> find();
  void resolve_all(const std::vector<FoundOverlap>& overlaps);
  void leave();

  World& world_;
  World::State& state_;
  double end_;
  ContactPipeline contacts_;
  // The parts, in the order in which they know each other.
  OverlapBodies bodies_;
  OverlapMotion motion_;
  OverlapTouches touches_;
  OverlapPush push_;
  OverlapResolver resolver_;
};

}  // namespace carom::detail

#pragma once

#include "swept/simple_gas.hpp"
#include "swept/strips.hpp"

/// One step of the swept world: every body flies straight, every first contact is found, in time order.
///
/// A step is cut into windows so short that bodies hardly leave their neighbourhood; a window changes nothing but which pairs are
/// asked. A contact is a pure function of the two flights and the step's length, so neither windows nor threads nor the broad
/// phase change a bit of any result. docs/architecture.md, "The swept step", has the parts and what each of them owns.
namespace carom::detail {

class SweptStep final : public RunningStep {
 public:
  SweptStep(World& world, World::State& state, SweptWorkspace& workspace, double end, const Drift& drift = {});

  void run();

  [[nodiscard]] double now() const noexcept override { return frame_.context.start + frame_.clock.now; }
  void refresh(Body& body) noexcept override;
  void added(Body& body) override;
  void removed(const Body& body) override;
  void changed(const Body& body) override;

 private:
  void gather();
  BodyData& take_up(Body& body);
  /// True if this step leaves accelerations or counts with the bodies.
  [[nodiscard]] bool stirs() const noexcept;
  void choose_modes();
  void open_window(double window);
  [[nodiscard]] double window_length();
  [[nodiscard]] bool exceeds();
  void land();
  void leave();

  World::State& state_;
  SweptWorkspace& workspace_;
  StepBodies& bodies_;
  StepFrame frame_;
  // The parts, in the order in which they know each other.
  PairLaws laws_;
  StepMotion motion_;
  StepSearch search_;
  ContactResolver resolver_;
  Strips strips_;
  GeneralPlayer general_;
  SimpleGas simple_;
  std::optional<GasMeasure> measure_;  ///< of a gas
};

}  // namespace carom::detail

#include <fmt/core.h>

#include <cstdlib>
#include <utility>

#include "carom/world/world.hpp"
#include "engine.hpp"

namespace carom::bench {
namespace {

WorldSettings settings_of(const Pile& pile, unsigned threads) {
  WorldSettings settings;
  settings.dt = k_dt;
  settings.gravity = {0, -k_gravity};
  settings.friction = k_friction;
  settings.restitution = pile.restitution;
  settings.threads = threads;
  return settings;
}

class CaromEngine final : public Engine {
 public:
  CaromEngine(const Pile& pile, unsigned threads) : world_(World::make(settings_of(pile, threads)).value()) {
    if (pile.floor) add(Border{Axis::y, 0}, {}, true, 0);
    for (const double x : {-pile.wall, pile.wall}) {
      if (pile.wall > 0) add(Border{Axis::x, x}, {}, true, 0);
    }
    if (!pile.drum.empty()) add(Polygon::make(pile.drum, true).value(), {}, true, pile.drum_spin);
    for (const Piece& piece : pile.pieces)
      ids_.push_back(add(Polygon::make(piece.vertices).value(), piece.at, false, 0));
    world_.set_recording(false);
  }

  void step() override {
    const StepResult result = world_.step();
    if (result.completed()) return;
    fmt::print(stderr, "Carom: the step did not complete: {}\n", result.reason);
    std::exit(1);
  }

  [[nodiscard]] std::vector<Motion> motions() const override {
    std::vector<Motion> motions;
    for (const BodyId id : ids_) {
      const BodyState& state = world_.body(id)->state;
      motions.push_back({state.at, state.angle, state.velocity, state.spin});
    }
    return motions;
  }

 private:
  BodyId add(BodyShape shape, Vec2 at, bool fixed, double spin) {
    BodyDef def;
    def.shape = std::move(shape);
    def.at = at;
    def.fixed = fixed;
    def.spin = spin;
    return world_.add(std::move(def)).value();
  }

  World world_;
  std::vector<BodyId> ids_;
};

}  // namespace

std::unique_ptr<Engine> make_carom(const Pile& pile, unsigned threads) {
  return std::make_unique<CaromEngine>(pile, threads);
}

}  // namespace carom::bench

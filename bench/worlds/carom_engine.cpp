#include <cstdio>
#include <cstdlib>

#include "carom/world/world.hpp"
#include "engine.hpp"

/// Carom as it comes: the swept world, which is the default. Its events are all contacts of a step, with walls too.
namespace carom::bench {
namespace {

class CaromEngine final : public Engine {
 public:
  CaromEngine(const Gas& gas, unsigned threads) : world_(make_world(gas.half, threads)) {
    for (std::size_t i = 0; i < gas.discs.size(); ++i) {
      BodyDef disc;
      disc.shape = Circle{.radius = k_radius, .center = {}, .hollow = false};
      disc.at = gas.discs.positions[i];
      disc.velocity = gas.discs.velocities[i];
      disc.mass = 1;
      ids_.push_back(checked(world_.add(disc)));
    }
  }

  void step() override {
    const std::uint64_t before = world_.collision_count();
    world_.step();
    contacts_ = world_.collision_count() - before;
  }

  [[nodiscard]] Discs discs() const override {
    Discs discs;
    for (const BodyId id : ids_) {
      const BodyState& state = world_.body(id)->state;
      discs.positions.push_back(state.at);
      discs.velocities.push_back(state.velocity);
    }
    return discs;
  }

  void watch(bool /*on*/) override {}  // events are always there

  /// Discs are the only bodies, so that the order of creation is their number in the gas.
  [[nodiscard]] std::vector<Pair> pushed_apart() const override {
    std::vector<Pair> pairs;
    for (const ContactEvent& event : world_.events()) {
      if (event.b && event.impulse > 0) pairs.push_back(make_pair_of(event.a.serial, event.b->serial));
    }
    return pairs;
  }

  /// Counted by the world. To ask for the events would be to listen, which is not timed.
  [[nodiscard]] std::size_t contacts() const override { return contacts_; }

 private:
  /// The gas is a valid scene; if the world thinks otherwise, the benchmark is wrong and no number of it is of use.
  template <class T>
  static T checked(Checked<T> result) {
    if (!result) {
      std::fputs("carom_worlds: the world refuses the gas\n", stderr);
      std::exit(1);
    }
    return std::move(result).value();
  }

  static World make_world(double half, unsigned threads) {
    WorldSettings settings;
    settings.dt = 1;
    settings.bounds = Bounds{{-half, -half}, {half, half}, Edges::rebound};
    settings.threads = threads;
    return checked(World::make(settings));
  }

  World world_;
  std::vector<BodyId> ids_;
  std::uint64_t contacts_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_carom(const Gas& gas) { return std::make_unique<CaromEngine>(gas, 1); }
std::unique_ptr<Engine> make_carom_two_threads(const Gas& gas) { return std::make_unique<CaromEngine>(gas, 2); }

}  // namespace carom::bench

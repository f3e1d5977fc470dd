#pragma once

#include <memory>
#include <vector>

#include "piles.hpp"

/// What the benchmark asks of an engine.
namespace carom::bench {

/// Of one piece.
struct Motion {
  Vec2 at;  ///< of the origin of its vertices
  double angle = 0;
  Vec2 velocity;  ///< of the centre of mass
  double spin = 0;
};

/// A pile in an engine. No body sleeps.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  /// By k_dt.
  virtual void step() = 0;
  /// In the order of Pile::pieces.
  [[nodiscard]] virtual std::vector<Motion> motions() const = 0;
};

struct EngineKind {
  std::string_view name;
  std::unique_ptr<Engine> (*make)(const Pile& pile, unsigned threads);
};

[[nodiscard]] std::unique_ptr<Engine> make_carom(const Pile& pile, unsigned threads);
/// Debian's Box2D 2.4 with its usual 8 and 3 iterations.
[[nodiscard]] std::unique_ptr<Engine> make_box2d(const Pile& pile, unsigned threads);
/// Debian's Chipmunk with its usual 10 iterations.
[[nodiscard]] std::unique_ptr<Engine> make_chipmunk(const Pile& pile, unsigned threads);

}  // namespace carom::bench

// Rollback: a game for two over a network, of which each sees the other's keys some frames late.
//
// Nobody waits. A frame is played with what is known; where the other's keys are not there yet, they are taken to be those of
// the frame before. When they arrive and were others, the world goes back to that frame (World::restore) and the frames since
// are played again. Steps give the same bits every time, so in the end both see what they would have seen without any delay:
// the hash at the end says so. A snapshot a frame is kept for as long as keys may still arrive.

#include <array>
#include <carom/carom.hpp>
#include <cstdio>
#include <deque>
#include <vector>

namespace {

constexpr int k_frames = 600;    // ten seconds
constexpr int k_most_late = 12;  // frames

/// What the two hold down in a frame.
using Keys = std::array<carom::Vec2, 2>;

carom::WorldSettings settings() {
  carom::WorldSettings settings;
  settings.restitution = 0.8;
  settings.friction = 0.3;
  settings.gravity = {0, -5};
  settings.bounds = carom::Bounds{{-8, -4}, {8, 4}, carom::Edges::rebound};
  return settings;
}

struct Game {
  carom::World world = carom::World::make(settings()).value();
  std::array<carom::BodyId, 2> players{};

  Game() {
    for (int k = 0; k < 2; ++k) {
      carom::BodyDef player;
      player.shape = carom::Circle{.radius = 0.5, .center = {}};
      player.at = {k == 0 ? -5.0 : 5.0, 0};
      players[static_cast<std::size_t>(k)] = world.add(player).value();
    }
    for (int k = 0; k < 12; ++k) {
      carom::BodyDef crate;
      crate.shape = carom::Polygon::make({{-0.3, -0.3}, {0.3, -0.3}, {0.3, 0.3}, {-0.3, 0.3}}).value();
      crate.at = {-3.3 + 0.6 * k, -3.7 + 0.1 * (k % 3)};
      crate.density = 0.5;
      world.add(crate);
    }
  }
  void play(const Keys& keys) {
    for (std::size_t k = 0; k < 2; ++k) world.apply_force(players[k], 12.0 * keys[k]);
    world.step();
  }
};

/// Keys as people press them: held for a while, then others.
std::vector<Keys> some_keys() {
  carom::Random random(7);
  std::vector<Keys> all;
  Keys now{};
  for (int frame = 0; frame < k_frames; ++frame) {
    for (carom::Vec2& own : now) {
      if (random.below(20) == 0) own = {random.uniform(-1, 1), random.uniform(-0.5, 1.5)};
    }
    all.push_back(now);
  }
  return all;
}

/// What one of the two sees, whose own keys are there at once.
class Player {
 public:
  explicit Player(std::size_t own) : own_(own) {}

  void play(const Keys& pressed) {
    Keys known = played_.empty() ? Keys{} : played_.back();
    known[own_] = pressed[own_];
    before_.push_back(game_.world.snapshot());
    if (before_.size() > k_most_late + 1) before_.pop_front();
    played_.push_back(known);
    game_.play(known);
  }

  /// The other's keys of a frame arrive, in order.
  void arrive(int frame, const Keys& pressed) {
    const auto first = static_cast<std::size_t>(frame);
    const std::size_t other = 1 - own_;
    if (played_[first][other] == pressed[other]) return;
    // From here on all that is not known yet is taken to be this.
    for (std::size_t k = first; k < played_.size(); ++k) played_[k][other] = pressed[other];
    const std::size_t ago = played_.size() - first;
    const std::size_t place = before_.size() - ago;
    game_.world.restore(before_[place]);
    before_.resize(place, before_.front());
    for (std::size_t k = first; k < played_.size(); ++k) {
      before_.push_back(game_.world.snapshot());
      game_.play(played_[k]);
    }
    ++rollbacks;
    again += static_cast<int>(ago);
  }

  [[nodiscard]] unsigned long long hash() const { return game_.world.hash(); }
  [[nodiscard]] std::size_t frames() const { return played_.size(); }

  int rollbacks = 0;
  int again = 0;

 private:
  std::size_t own_;
  Game game_;
  std::vector<Keys> played_;                   ///< by frame: what it was played with
  std::deque<carom::World::Snapshot> before_;  ///< of the last frames
};

}  // namespace

int main() {
  const std::vector<Keys> keys = some_keys();
  Game without_delay;
  for (const Keys& frame : keys) without_delay.play(frame);

  std::array<Player, 2> players{Player(0), Player(1)};
  std::array<int, 2> arrived{};  // frames of the other that are there
  carom::Random network(3);
  for (int frame = 0; frame < k_frames + k_most_late; ++frame) {
    for (std::size_t own = 0; own < 2; ++own) {
      Player& player = players[own];
      if (frame < k_frames) player.play(keys[static_cast<std::size_t>(frame)]);
      // Some arrive at once, none later than k_most_late.
      const int late = static_cast<int>(network.below(k_most_late + 1));
      for (; arrived[own] <= frame - late && arrived[own] < k_frames; ++arrived[own]) {
        player.arrive(arrived[own], keys[static_cast<std::size_t>(arrived[own])]);
      }
    }
  }
  bool same = true;
  for (const Player& player : players) {
    std::printf("%zu frames, %d rollbacks, %d frames played again: hash %016llx\n", player.frames(), player.rollbacks,
                player.again, player.hash());
    same = same && player.hash() == without_delay.world.hash();
  }
  std::printf("without delay: hash %016llx\n", static_cast<unsigned long long>(without_delay.world.hash()));
  return same && players[0].rollbacks > 0 ? 0 : 1;
}

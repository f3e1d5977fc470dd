#pragma once

#include <vector>

#include "swept/event_player.hpp"

/// The rows around the line between two strips of a gas, which were played as if the other one were not there, are played
/// once more, together.
///
/// The band has a core and two rims. No disc of the core can come near one outside the band within the window; one of a
/// rim can. So:
///
/// 1. back      all of the band return to the window's start
/// 2. forward   in time order: the contacts within the band are found anew; those of a rim with the outside happen again as
///              recorded
/// 3. the same? if every flight of the rims came out as recorded, nothing outside can have noticed, and what the strips
///              recorded of the outside stands. If not, replay() is false, and the window has to be played in turn
///
/// What happens is the same to the last bit in any case, because a contact is a pure function of two flights.
namespace carom::detail {

/// Rows of each half of a core: what crosses the line does not spread further within a window, as a rule.
inline constexpr int k_core_rows = 4;
/// Rows of a rim. Two discs that meet have their homes within two caps, and rows are at least a cap high.
inline constexpr int k_rim_rows = 3;
inline constexpr int k_half_band = k_core_rows + k_rim_rows;

class BandReplay {
 public:
  /// Between two strips.
  struct Band {
    Worker& worker;  ///< that plays the band
    Worker& below;
    Worker& above;
    int border;  ///< first row of the strip above; in a periodic box the number of rows, where the first follows the last
  };
  BandReplay(const StepContext& context, const StepClock& clock, StepBodies& bodies, GasSearch& gas,
             EventPlayer& player, const Band& band);

  [[nodiscard]] bool replay();

 private:
  /// Movers, from begin to before end.
  struct Movers {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
    [[nodiscard]] bool has(BodyRef ref) const noexcept {
      return ref.is_mover() && ref.index() >= begin && ref.index() < end;
    }
  };

  [[nodiscard]] bool in_band(BodyRef ref) const noexcept { return lower_.has(ref) || upper_.has(ref); }
  [[nodiscard]] bool in_rim(BodyRef ref) const noexcept { return lower_rim_.has(ref) || upper_rim_.has(ref); }
  /// Its index among the movers of both rims.
  [[nodiscard]] std::size_t in_rims(BodyRef ref) const noexcept {
    return lower_rim_.has(ref) ? ref.index() - lower_rim_.begin : lower_rim_.size() + ref.index() - upper_rim_.begin;
  }
  void go_back(Worker& strip);
  void recall(Worker& strip);
  [[nodiscard]] bool go_forward();
  [[nodiscard]] bool as_recorded(BodyRef ref);
  [[nodiscard]] bool repeat(const Past& past);
  [[nodiscard]] Change* next_recorded(BodyRef ref);

  const StepContext& context_;
  const StepClock& clock_;
  StepBodies& bodies_;
  GasSearch& gas_;
  EventPlayer& player_;
  Band band_;
  Movers lower_;  ///< of the band
  Movers upper_;
  Movers lower_rim_;
  Movers upper_rim_;
  std::vector<Change*> recorded_;    ///< flights of the rims, by index in the rims, then by time
  std::vector<std::size_t> ends_;    ///< by index in the rims: of its records
  std::vector<std::size_t> next_;    ///< the same: the first that has not happened
  std::vector<const Past*> script_;  ///< contacts of a rim with the outside
};

}  // namespace carom::detail

#pragma once

#include <vector>

#include "swept/swept_step.hpp"

/// The rows around the line between two strips of a gas, which were played as if the other one were not there, are played
/// once more, together.
///
/// The band has a core and two rims. No disc of the core can come near anybody outside the band within the window; one of a
/// rim can. So:
///
/// 1. back      all of the band return to the window's start
/// 2. forward   in time order: the contacts within the band are found anew; those of a rim with the outside happen again as
///              recorded
/// 3. the same? if every flight of the rims came out as recorded, nothing outside can have noticed, and what the strips
///              recorded of the outside stands. If not, replay() is false, and the window has to be played in turn
///
/// What happens is the same to the last bit in any case, because a meeting is a pure function of two flights.
namespace carom::detail {

/// Rows of each half of a core: what crosses the line does not spread further within a window, as a rule.
inline constexpr int k_core_rows = 4;
/// Rows of a rim. Two discs that meet have their homes within two caps, and rows are at least a cap high.
inline constexpr int k_rim_rows = 3;
inline constexpr int k_half_band = k_core_rows + k_rim_rows;

class BandReplay {
 public:
  /// `border`: the first row of the strip above; in a periodic box the number of rows, where the first strip follows the last.
  BandReplay(SweptStep& step, Lane& lane, Lane& below, Lane& above, int border);

  [[nodiscard]] bool replay();

 private:
  struct Places {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
    [[nodiscard]] bool has(std::uint32_t place) const noexcept { return place >= begin && place < end; }
  };

  [[nodiscard]] bool in_band(std::uint32_t place) const noexcept { return lower_.has(place) || upper_.has(place); }
  [[nodiscard]] bool in_rim(std::uint32_t place) const noexcept {
    return lower_rim_.has(place) || upper_rim_.has(place);
  }
  [[nodiscard]] std::size_t in_rims(std::uint32_t place) const noexcept {
    return lower_rim_.has(place) ? place - lower_rim_.begin : lower_rim_.size() + place - upper_rim_.begin;
  }
  void go_back(Lane& strip);
  void recall(Lane& strip);
  [[nodiscard]] bool go_forward();
  [[nodiscard]] bool as_recorded(std::uint32_t place);
  [[nodiscard]] bool repeat(const Past& past);
  [[nodiscard]] Change* next_recorded(std::uint32_t place);

  SweptStep& s_;
  SweptWorkspace& w_;
  Lane& lane_;
  Lane& below_;
  Lane& above_;
  int border_;
  Places lower_;  ///< of the band
  Places upper_;
  Places lower_rim_;
  Places upper_rim_;
  std::vector<Change*> recorded_;    ///< flights of the rims, by place in the rims, then by time
  std::vector<std::size_t> ends_;    ///< by place in the rims: of its records
  std::vector<std::size_t> next_;    ///< the same: the first that has not happened
  std::vector<const Past*> script_;  ///< contacts of a rim with the outside
};

}  // namespace carom::detail

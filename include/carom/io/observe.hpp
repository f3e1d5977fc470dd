#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What a scene asks to be measured of its bodies while it runs, and what was found. docs/data.md, "Observables".
namespace carom {

/// In the order in which results are listed.
enum class Observable : std::uint8_t {
  radial,        ///< radial distribution function g(r)
  structure,     ///< static structure factor S(k)
  velocity,      ///< velocity autocorrelation
  diffusion,     ///< mean square displacement and what follows from it
  pressure,      ///< tensor: of the motion and of the contacts between moving bodies
  psi6,          ///< bond order about six neighbours
  clusters,      ///< bodies joined by nearness
  coordination,  ///< neighbours of a body
};
inline constexpr std::size_t k_observable_count = 8;

struct ObserveSettings {
  std::vector<Observable> quantities;  ///< none twice
  std::optional<double> every;         ///< scene time between samples; left out: as the run writes frames
  std::optional<double> after;         ///< scene time before which nothing is sampled
  std::optional<double> window;        ///< longest time lag of correlations; left out: 20 times `every`
  std::optional<double> range;  ///< largest distance of g(r); left out: five mean distances, half the box at most
  std::optional<double> wave;   ///< largest wave number of S(k); left out: 4 pi over the mean distance
  std::uint32_t bins = 100;     ///< of g(r) and of S(k)
  double reach = 1.5;           ///< centres closer than this times the sum of radii are neighbours
  [[nodiscard]] bool asks_for(Observable quantity) const noexcept {
    for (const Observable one : quantities) {
      if (one == quantity) return true;
    }
    return false;
  }
};

/// A mean over time; `error` is the standard error of it by block averages. Nothing: too few samples for it.
struct Estimate {
  std::optional<double> mean;
  std::optional<double> error;
};

/// A function of a distance, a wave number, a time or a size.
struct ObservedCurve {
  std::string argument;  ///< "r"
  std::string value;     ///< "g"
  std::vector<double> at;
  std::vector<Estimate> values;
};

struct ObservedQuantity {
  std::string name;  ///< as the scene calls it
  std::vector<std::pair<std::string, Estimate>> numbers;
  std::optional<ObservedCurve> curve;
  std::string note;  ///< why something is not known; empty: nothing to say
};

struct Observed {
  std::uint64_t samples = 0;
  double every = 0;
  std::vector<ObservedQuantity> quantities;
};

/// One JSON object, without a line's end.
[[nodiscard]] std::string observed_json(const Observed& observed);

/// A line each for people: what it is about, and the numbers.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> observed_lines(const Observed& observed);

}  // namespace carom

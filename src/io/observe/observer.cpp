#include "io/observe/observer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "carom/io/trajectory.hpp"
#include "io/observe/block_mean.hpp"
#include "io/observe/contact_pressure.hpp"
#include "io/observe/measures.hpp"
#include "io/observe/time_window.hpp"
#include "io/scene/scene_observe.hpp"
#include "io/scene/scene_words.hpp"

namespace carom::io {

template <class Archive, detail::MaybeConst<WaveShell> T>
void fields(Archive& in, T& shell) {
  using detail::fields;
  auto& [number, waves] = shell;
  in("number", number, "waves", waves);
}

namespace {

constexpr double k_usual_lags = 20;
constexpr std::size_t k_size_bins = 24;        // of clusters: 1, 2 to 3, 4 to 7, … to 2^24 - 1 bodies
constexpr std::size_t k_most_neighbours = 12;  // counted one by one; the last bin is "as many or more"

/// Sums of what a row of a series shows, since the row before.
struct RowSum {
  double sum = 0;
  std::uint64_t count = 0;

  void add(double value) {
    sum += value;
    ++count;
  }
  std::optional<double> take() {
    const std::optional<double> mean = count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
    *this = {};
    return mean;
  }
};

template <class Archive, detail::MaybeConst<RowSum> T>
void fields(Archive& in, T& row) {
  auto& [sum, count] = row;
  in("sum", sum, "count", count);
}

/// Movable and solid: fixed bodies are walls, and what is hollow holds others inside.
bool counts(const Body& body) {
  if (body.fixed() || std::holds_alternative<Border>(body.shape)) return false;
  if (const auto* const circle = std::get_if<Circle>(&body.shape)) return !circle->hollow;
  if (const auto* const polygon = std::get_if<Polygon>(&body.shape)) return !polygon->hollow();
  return true;
}

double into(double x, double low, double size) {
  const double inside = x - size * std::floor((x - low) / size);
  return inside >= low + size || inside < low ? low : inside;
}

std::vector<ObservedBody> bodies_in(const World& world, const std::optional<ObservedBox>& box) {
  std::vector<ObservedBody> bodies;
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    if (!counts(body)) continue;
    Vec2 at = center_of_mass(body, body.state);
    if (box && box->periodic) at = {into(at.x, box->min.x, box->size.x), into(at.y, box->min.y, box->size.y)};
    bodies.push_back({body.serial, at, body.state.velocity, body.mass, drawn_radius(body)});
  }
  return bodies;
}

std::optional<ObservedBox> box_of(const WorldSettings& settings) {
  if (!settings.bounds || settings.bounds->edges == Edges::remove) return std::nullopt;
  const Bounds& bounds = *settings.bounds;
  return ObservedBox{bounds.min, bounds.max - bounds.min, bounds.edges == Edges::periodic};
}

/// How far apart bodies are that stand evenly.
double mean_distance(const ObservedBox& box, std::size_t bodies) {
  return std::sqrt(box.size.x * box.size.y / static_cast<double>(bodies));
}

std::uint32_t lags_of(const ObserveSettings& settings, double every) {
  const double lags = settings.window && every > 0 ? std::floor(*settings.window / every + 0.5) : k_usual_lags;
  return static_cast<std::uint32_t>(std::clamp(lags, 1.0, static_cast<double>(k_most_lags)));
}

}  // namespace

struct Observer::State {
  std::uint64_t samples = 0;
  double every = 0;
  // Chosen with the first sample, where the scene does not say.
  double range = 0;
  double wave = 0;
  BlockMean radial;     // found, then expected
  BlockMean structure;  // a mean a shell
  TimeWindow window;
  ContactPressure pressure;
  BlockMean psi6{2};
  BlockMean clusters{3 + k_size_bins};
  BlockMean coordination{2 + k_most_neighbours};
  // For a row of a series.
  std::vector<double> row_radial;
  std::vector<double> row_structure;
  std::uint64_t row_samples = 0;
  std::vector<RowSum> row{8};
  std::vector<WaveShell> shells;

  template <class Archive, detail::MaybeConst<State> T>
  friend void fields(Archive& in, T& s) {
    in("samples", s.samples, "every", s.every, "range", s.range, "wave", s.wave, "radial", s.radial, "structure",
       s.structure, "window", s.window, "pressure", s.pressure, "psi6", s.psi6, "clusters", s.clusters, "coordination",
       s.coordination);
    in("row_radial", s.row_radial, "row_structure", s.row_structure, "row_samples", s.row_samples, "row", s.row,
       "shells", s.shells);
  }

  explicit State(std::uint32_t lags) : window(lags) {}

  void begin(const ObserveSettings& settings, const std::optional<ObservedBox>& box, std::size_t bodies);
  void sample_radial(const PointTree& tree, const ObservedBox& box, std::uint32_t bins);
  void sample_structure(const std::vector<Vec2>& points, const ObservedBox& box);
  void sample_order(const PointTree& tree);
  void sample_neighbours(const PointTree& tree, std::span<const ObservedBody> bodies, const ObserveSettings& settings);

  [[nodiscard]] ObservedQuantity result(Observable quantity) const;
  [[nodiscard]] ObservedQuantity radial_result() const;
  [[nodiscard]] ObservedQuantity structure_result() const;
  [[nodiscard]] ObservedQuantity clusters_result() const;
  [[nodiscard]] ObservedQuantity coordination_result() const;
};

void Observer::State::begin(const ObserveSettings& settings, const std::optional<ObservedBox>& box,
                            std::size_t bodies) {
  if (!box) return;
  const double distance = mean_distance(*box, bodies);
  if (range == 0) range = settings.range.value_or(std::min({5 * distance, box->size.x / 2, box->size.y / 2}));
  constexpr double usual_wave = 12.566370614359172;  // 4 pi
  if (wave == 0) wave = settings.wave.value_or(usual_wave / distance);
  if (settings.asks_for(Observable::radial) && radial.width() == 0) {
    radial = BlockMean(2 * std::size_t{settings.bins});
    row_radial.assign(radial.width(), 0.0);
  }
  if (!settings.asks_for(Observable::structure) || !shells.empty()) return;
  shells = wave_shells(*box, wave, settings.bins);
  if (structure.width() != 0) return;
  structure = BlockMean(shells.size());
  row_structure.assign(shells.size(), 0.0);
}

void Observer::State::sample_radial(const PointTree& tree, const ObservedBox& box, std::uint32_t bins) {
  RadialCounts counts = radial_counts(tree, box, range, bins);
  std::vector<double> both = std::move(counts.found);
  both.insert(both.end(), counts.expected.begin(), counts.expected.end());
  radial.add(both);
  for (std::size_t k = 0; k < both.size(); ++k) row_radial[k] += both[k];
}

void Observer::State::sample_structure(const std::vector<Vec2>& points, const ObservedBox& box) {
  const std::vector<double> factors = structure_factors(points, box, shells);
  structure.add(factors);
  for (std::size_t k = 0; k < factors.size(); ++k) row_structure[k] += factors[k];
}

void Observer::State::sample_order(const PointTree& tree) {
  const auto order = bond_order(tree);
  if (!order) return;
  psi6.add(std::array{order->local, order->global});
  row[3].add(order->local);
  row[4].add(order->global);
}

void Observer::State::sample_neighbours(const PointTree& tree, std::span<const ObservedBody> bodies,
                                        const ObserveSettings& settings) {
  const Neighbourhood found = neighbourhood(tree, bodies, settings.reach);
  const auto count = static_cast<double>(bodies.size());
  if (settings.asks_for(Observable::clusters)) {
    std::vector<double> sample(clusters.width());
    double squares = 0;
    for (const std::uint32_t size : found.clusters) {
      squares += static_cast<double>(size) * size;
      const std::size_t bin =
          std::min<std::size_t>(k_size_bins - 1, static_cast<std::size_t>(std::bit_width(size)) - 1);
      sample[3 + bin] += 1;
    }
    sample[0] = static_cast<double>(found.clusters.size());
    sample[1] = found.clusters.front();
    sample[2] = squares / count;
    clusters.add(sample);
    row[5].add(sample[0]);
    row[6].add(sample[1]);
  }
  if (!settings.asks_for(Observable::coordination)) return;
  std::vector<double> sample(coordination.width());
  for (const std::uint32_t neighbours : found.coordination) {
    sample[0] += neighbours / count;
    sample[1 + std::min<std::size_t>(neighbours, k_most_neighbours)] += 1 / count;
  }
  coordination.add(sample);
  row[7].add(sample[0]);
}

ObservedQuantity Observer::State::radial_result() const {
  ObservedQuantity result{"radial", {}, ObservedCurve{"r", "g", {}, {}}, ""};
  const std::size_t bins = radial.width() / 2;
  for (std::size_t k = 0; k < bins; ++k) {
    result.curve->at.push_back((static_cast<double>(k) + 0.5) * range / static_cast<double>(bins));
    result.curve->values.push_back(radial.ratio(k, bins + k));
  }
  return result;
}

ObservedQuantity Observer::State::structure_result() const {
  ObservedQuantity result{"structure", {}, ObservedCurve{"k", "s", {}, {}}, ""};
  for (std::size_t k = 0; k < shells.size(); ++k) {
    result.curve->at.push_back(shells[k].number);
    result.curve->values.push_back(structure.mean(k));
  }
  return result;
}

ObservedQuantity Observer::State::clusters_result() const {
  ObservedQuantity result{"clusters",
                          {{"count", clusters.mean(0)}, {"largest", clusters.mean(1)}, {"mean_size", clusters.mean(2)}},
                          ObservedCurve{"size", "count", {}, {}},
                          ""};
  std::size_t bins = k_size_bins;
  while (bins > 0 && clusters.mean(2 + bins).mean.value_or(0) == 0) --bins;
  for (std::size_t k = 0; k < bins; ++k) {
    result.curve->at.push_back(static_cast<double>(std::uint64_t{1} << k));
    result.curve->values.push_back(clusters.mean(3 + k));
  }
  return result;
}

ObservedQuantity Observer::State::coordination_result() const {
  ObservedQuantity result{
      "coordination", {{"mean", coordination.mean(0)}}, ObservedCurve{"neighbours", "share", {}, {}}, ""};
  if (coordination.count() == 0) return result;
  for (std::size_t k = 0; k <= k_most_neighbours; ++k) {
    result.curve->at.push_back(static_cast<double>(k));
    result.curve->values.push_back(coordination.mean(1 + k));
  }
  return result;
}

ObservedQuantity Observer::State::result(Observable quantity) const {
  switch (quantity) {
    case Observable::radial: return radial_result();
    case Observable::structure: return structure_result();
    case Observable::velocity: return window.velocity();
    case Observable::diffusion: return window.diffusion();
    case Observable::pressure: return pressure.result();
    case Observable::psi6:
      return {"psi6",
              {{"local", psi6.mean(0)}, {"global", psi6.mean(1)}},
              std::nullopt,
              samples > 0 && psi6.count() == 0 ? "it takes seven bodies" : ""};
    case Observable::clusters: return clusters_result();
    case Observable::coordination: break;
  }
  return coordination_result();
}

Observer::Observer(const ObserveSettings& settings, double every)
    : settings_(settings), state_(std::make_unique<State>(lags_of(settings, every))) {
  std::ranges::sort(settings_.quantities);
  state_->every = every;
}
Observer::Observer(Observer&&) noexcept = default;
Observer& Observer::operator=(Observer&&) noexcept = default;
Observer::~Observer() = default;

Checked<Observer> Observer::resume(const ObserveSettings& settings, std::span<const std::byte> bytes) {
  Observer observer(settings, 0);
  detail::ByteReader in(bytes);
  in("observer", *observer.state_);
  if (const auto error = in.error()) return *error;
  return observer;
}

double Observer::every() const noexcept { return state_->every; }

void Observer::add_contacts(const World& world) {
  if (settings_.asks_for(Observable::pressure)) state_->pressure.add_contacts(world);
}

void Observer::sample(const World& world) {
  State& s = *state_;
  if (settings_.after && world.time() < *settings_.after) return;
  const auto box = box_of(world.settings());
  const auto period = box && box->periodic ? box : std::nullopt;
  const std::vector<ObservedBody> bodies = bodies_in(world, box);
  if (bodies.empty()) return;
  s.begin(settings_, box, bodies.size());
  ++s.samples;
  ++s.row_samples;
  const auto asks = [this](Observable quantity) { return settings_.asks_for(quantity); };
  if (asks(Observable::velocity) || asks(Observable::diffusion)) s.window.add(world.time(), bodies, period);
  if (asks(Observable::pressure)) {
    if (const auto p = s.pressure.add_moment(world.time(), bodies, box->size.x * box->size.y)) {
      s.row[0].add(p->xx);
      s.row[1].add(p->yy);
      s.row[2].add(p->xy);
    }
  }
  std::vector<Vec2> points;
  points.reserve(bodies.size());
  for (const ObservedBody& body : bodies) points.push_back(body.at);
  if (asks(Observable::structure)) s.sample_structure(points, *box);
  const bool near = asks(Observable::clusters) || asks(Observable::coordination);
  if (!(asks(Observable::radial) || asks(Observable::psi6) || near)) return;
  const PointTree tree(std::move(points), period);
  if (asks(Observable::radial)) s.sample_radial(tree, *box, settings_.bins);
  if (asks(Observable::psi6)) s.sample_order(tree);
  if (near) s.sample_neighbours(tree, bodies, settings_);
}

std::vector<std::string> Observer::columns() const {
  std::vector<std::string> names;
  const auto add = [&](Observable quantity, std::initializer_list<const char*> columns) {
    if (settings_.asks_for(quantity)) names.insert(names.end(), columns.begin(), columns.end());
  };
  add(Observable::radial, {"g_peak"});
  add(Observable::structure, {"s_peak"});
  if (settings_.asks_for(Observable::velocity) || settings_.asks_for(Observable::diffusion)) names.emplace_back("lag");
  add(Observable::velocity, {"vacf"});
  add(Observable::diffusion, {"msd"});
  add(Observable::pressure, {"pxx", "pyy", "pxy"});
  add(Observable::psi6, {"psi6_local", "psi6_global"});
  add(Observable::clusters, {"clusters", "largest_cluster"});
  add(Observable::coordination, {"coordination"});
  return names;
}

std::vector<std::optional<double>> Observer::take_row() {
  State& s = *state_;
  std::vector<std::optional<double>> row;
  const auto asks = [this](Observable quantity) { return settings_.asks_for(quantity); };
  const bool sampled = s.row_samples > 0;
  const auto count = static_cast<double>(s.row_samples);
  const auto put = [&](double value) { row.push_back(sampled ? std::optional(value) : std::nullopt); };
  if (asks(Observable::radial)) {
    double peak = 0;
    const std::size_t bins = s.row_radial.size() / 2;
    for (std::size_t k = 0; k < bins; ++k) {
      if (s.row_radial[bins + k] > 0) peak = std::max(peak, s.row_radial[k] / s.row_radial[bins + k]);
    }
    put(peak);
  }
  if (asks(Observable::structure)) {
    put(s.row_structure.empty() ? 0 : *std::ranges::max_element(s.row_structure) / count);
  }
  if (asks(Observable::velocity) || asks(Observable::diffusion)) put(s.window.lag());
  if (asks(Observable::velocity)) put(s.window.velocities());
  if (asks(Observable::diffusion)) put(s.window.displacement());
  const auto take = [&](Observable quantity, std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const auto mean = s.row[k].take();
      if (asks(quantity)) row.push_back(mean);
    }
  };
  take(Observable::pressure, 0, 3);
  take(Observable::psi6, 3, 5);
  take(Observable::clusters, 5, 7);
  take(Observable::coordination, 7, 8);
  s.row_radial.assign(s.row_radial.size(), 0.0);
  s.row_structure.assign(s.row_structure.size(), 0.0);
  s.row_samples = 0;
  return row;
}

Observed Observer::observed() const {
  Observed result{state_->samples, state_->every, {}};
  for (const Observable quantity : settings_.quantities) result.quantities.push_back(state_->result(quantity));
  return result;
}

std::vector<std::byte> Observer::bytes() const {
  detail::ByteWriter out;
  out("observer", *state_);
  return out.take();
}

}  // namespace carom::io

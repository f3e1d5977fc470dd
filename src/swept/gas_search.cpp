#include "swept/gas_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "world/pairs/narrow.hpp"
#include "world/pairs/no_room.hpp"

namespace carom::detail {
namespace {

/// Fewer are quickly asked.
constexpr std::size_t k_least_gas = 128;
/// Cells are made for the largest, so that others must not be much smaller.
constexpr double k_similar = 4;
/// Radii that differ by less are about the same.
constexpr double k_alike = 1.1;
/// But for so many at most, which are in no cell: a planet among the ice of its ring.
constexpr std::size_t k_most_giants = 4;
/// Of the room, in squares around discs. Measured with bench/worlds.
constexpr double k_sparse = 0.15;
/// In strips all should stay in the cells, those included that will be the fastest soon.
constexpr double k_headroom = 1.1;
/// In periodic boxes longer than this, in widths, single precision sees too many images.
constexpr double k_longest = 1000;

/// Of some of a gas.
struct GasMeasures {
  FlightStatistics statistics;
  double fastest = 0;  ///< square of a speed
  double smallest = std::numeric_limits<double>::max();
  std::array<double, k_most_giants + 1> large{};  ///< the largest radii, in order

  void add(const Sweep& f) noexcept {
    statistics.add(Flight{f.at, f.velocity, f.radius});
    fastest = std::max(fastest, dot(f.velocity, f.velocity));
    smallest = std::min(smallest, f.radius);
    add_large(f.radius);
  }
  void add(const GasMeasures& other) noexcept {
    statistics.add(other.statistics);
    fastest = std::max(fastest, other.fastest);
    smallest = std::min(smallest, other.smallest);
    for (const double radius : other.large) add_large(radius);
  }

 private:
  void add_large(double radius) noexcept {
    if (!(radius > large.back())) return;
    large.back() = radius;
    for (std::size_t k = k_most_giants; k > 0 && large[k] > large[k - 1]; --k) std::swap(large[k], large[k - 1]);
  }
};

/// Two discs: might they meet within `left` seconds? `d` and `w` are position and velocity of one relative to the other. Few
/// operations, and an error on one side only: most neighbours do not.
CAROM_INLINE bool may_meet(Vec2 d, Vec2 w, double radii, double left) noexcept {
  constexpr double k_slack = 1e-9;
  const double closing = -dot(d, w);
  const double square = radii * radii * (1 + 2 * k_slack);
  const double data = cross(d, w);
  // One result of three: no branch predictor can guess which of them fails.
  const bool closes = closing > 0;
  // The way that is left closes the gap by 2 closing t at most.
  const bool arrives = dot(d, d) - square <= 2 * closing * left * (1 + k_slack);
  const bool touches = data * data <= dot(w, w) * square;
  return static_cast<int>(closes) & static_cast<int>(arrives) & static_cast<int>(touches);
}

/// The same from their flights.
CAROM_INLINE bool may_meet(const Sweep& a, const Sweep& b, Vec2 shift, double end) noexcept {
  const double start = std::max(a.since, b.since);
  const Vec2 at_a = a.at + (start - a.since) * a.velocity;
  const Vec2 at_b = b.at + (start - b.since) * b.velocity;
  return may_meet(at_a - at_b - shift, a.velocity - b.velocity, a.radius + b.radius, end - start);
}

}  // namespace

std::optional<GasMeasure> measure_gas(const StepContext& context, const StepBodies& bodies, bool unobserved) {
  const auto& bounds = context.settings.bounds;
  const bool removes = bounds && bounds->edges == Edges::remove;
  const bool borders_move =
      std::ranges::any_of(bodies.infinite(), [&](BodyRef ref) { return bodies.sweep(ref).inverse_mass > 0; });
  const LargeArray<Sweep>& movers = bodies.movers();
  const bool may_be = unobserved && bodies.traits().all_discs && !bodies.traits().moving_fixed && !removes &&
                      !borders_move && movers.size() >= k_least_gas;
  if (!may_be) return std::nullopt;
  std::vector<GasMeasures> parts((movers.size() + k_portion - 1) / k_portion);
  parallel_portions(movers.size(), k_portion, context.settings.threads, [&](std::size_t first, std::size_t last) {
    GasMeasures part;
    for (std::size_t i = first; i < last; ++i) part.add(movers[i]);
    parts[first / k_portion] = part;
  });
  GasMeasures all = parts.front();
  for (std::size_t k = 1; k < parts.size(); ++k) all.add(parts[k]);
  const auto similar = [&](double radius) { return radius <= k_similar * all.smallest; };
  const double largest = similar(all.large.front()) ? all.large.front() : all.large.back();
  const Vec2 period = context.period;
  const bool overlong = context.box && std::max(period.x, period.y) > k_longest * std::min(period.x, period.y);
  const bool is_gas = all.smallest > 0 && similar(largest) && std::isfinite(all.statistics.speeds) && !overlong &&
                      !fills(bounds, all.large.front());
  if (!is_gas) return std::nullopt;
  return GasMeasure{all.statistics, all.fastest, largest, largest <= k_alike * all.smallest};
}

GasSearch::GasSearch(const StepContext& context, const StepClock& clock, const StepModes& modes, StepBodies& bodies,
                     GasMemory& memory, Predictor& predictor)
    : context_(context),
      clock_(clock),
      modes_(modes),
      bodies_(bodies),
      grid_(memory.grid),
      unsorted_(memory.unsorted),
      predictor_(predictor) {
  constexpr double k_infinite = std::numeric_limits<double>::infinity();
  inner_ = {{-k_infinite, -k_infinite}, {k_infinite, k_infinite}, Edges::rebound};
  const auto& bounds = context.settings.bounds;
  if (bounds && bounds->edges == Edges::rebound) inner_ = *bounds;
}

void GasSearch::open(const GasMeasure& measure, bool peaceful) noexcept {
  measure_ = measure;
  measure_.statistics.peaceful = peaceful;
}

/// The cells of a window: for all but the fastest, which are tested everywhere; in strips, for all.
GasGrid::Plan GasSearch::plan(unsigned strips) const {
  const FlightStatistics& statistics = measure_.statistics;
  const auto& box = context_.box;
  GasGrid::Plan plan;
  plan.box = box;
  plan.min = box ? box->min : statistics.low;
  plan.max = box ? box->max : statistics.high;
  if (!box) {
    // Where they can be by now: without bounds a gas spreads from window to window, and bounds may be far away.
    const double spread = clock_.window_start * std::sqrt(measure_.fastest);
    plan.min = {std::max(plan.min.x - spread, std::min(plan.min.x, inner_.min.x)),
                std::max(plan.min.y - spread, std::min(plan.min.y, inner_.min.y))};
    plan.max = {std::min(plan.max.x + spread, std::max(plan.max.x, inner_.max.x)),
                std::min(plan.max.y + spread, std::max(plan.max.y, inner_.max.y))};
  }
  plan.count = bodies_.movers().size();
  const double window = clock_.window_end - clock_.window_start;
  const auto count = static_cast<double>(plan.count);
  // In a gas in equilibrium about one of all is faster than this.
  const double usual = std::sqrt(0.7 * static_cast<double>(std::bit_width(plan.count)) * statistics.speeds / count);
  const double fastest = k_headroom * std::sqrt(measure_.fastest);
  const double largest = measure_.largest;
  plan.cap = 1.01 * largest + window * (strips > 1 ? fastest : std::min(usual, fastest));
  const Vec2 room = plan.max - plan.min;
  const bool sparse = 4 * largest * largest * count < k_sparse * (room.x * room.y);
  // Where few are near, and few look twice, the prefilter at eight is seven too many.
  plan.diameter = statistics.peaceful && sparse ? 0 : 2 * largest;
  plan.window = window;
  plan.alike = measure_.alike;
  return plan;
}

void GasSearch::sort(unsigned strips) {
  grid_.plan(plan(strips), strips);
  LargeArray<Sweep>& movers = bodies_.movers();
  LargeArray<Sweep>& sorted = unsorted_;
  sorted.resize(movers.size());
  const unsigned threads = context_.settings.threads;
  for_each_in_pieces(movers.size(), strips, threads, [&](std::size_t piece, std::size_t i) {
    Sweep& f = movers[i];
    Flight here = clock_.flight(f);
    if (context_.box) context_.wrap(f, here);
    grid_.count(piece, static_cast<std::uint32_t>(i), here.at);
  });
  grid_.lay_places();
  std::array<bool, k_most_strips> too_far{};
  for_each_in_pieces(movers.size(), strips, threads, [&](std::size_t piece, std::size_t i) {
    const std::uint32_t place = grid_.place(piece, static_cast<std::uint32_t>(i));
    const Sweep& f = movers[i];
    sorted[place] = f;
    const Way way = way_of(f, clock_.window_start);
    if (!grid_.put(place, way, f.velocity)) too_far[piece] = true;
  });
  movers.swap(sorted);
  // The loop of a simple gas reads no sweep before the step ends.
  if (!modes_.simple) bodies_.number_movers();
  ungridded_.clear();
  if (std::ranges::none_of(too_far, [](bool far) { return far; })) return;
  for (std::uint32_t mover = 0; mover < movers.size(); ++mover) {
    if (!grid_.in_cells(mover)) ungridded_.push_back(mover);
  }
}

void GasSearch::reset(std::uint32_t mover) noexcept {
  const Sweep& f = bodies_.movers()[mover];
  grid_.change(mover, way_of(f, clock_.window_start), f.velocity, 0);
}

/// How many times all rows have to be added to those of a mover to have them in the worker's scope.
int GasSearch::lap(const Worker& worker, std::uint32_t mover) const noexcept {
  const RowScope& scope = worker.rows.scope;
  if (scope.first <= 0 || scope.last <= grid_.rows()) return 0;
  return mover < grid_.row_start(scope.last - grid_.rows()) ? 1 : 0;
}

void GasSearch::predict_rows(Worker& worker, int first, int last) {
  const bool alone_too = !bodies_.fixed().empty();
  const LargeArray<Sweep>& movers = bodies_.movers();
  const double window_end = clock_.window_end;
  for (int row = first; row < last; ++row) {
    const std::uint32_t end = grid_.row_start(row + 1);
    if (modes_.spend(context_.guard, 8 * (end - grid_.row_start(row)))) return;
    for (std::uint32_t mover = grid_.row_start(row); mover < end; ++mover) {
      const Sweep& own = movers[mover];
      if (grid_.in_cells(mover)) {
        grid_.pairs(
            mover, row, worker.rows.scope,
            [&](std::uint32_t other, Image image)
                CAROM_INLINED { return may_meet(own, movers[other], context_.shift_of(image.x, image.y), window_end); },
            [&](std::uint32_t other, Image image)
                CAROM_INLINED { predict_discs(worker, mover, other, context_.shift_of(image.x, image.y)); });
      }
      if (alone_too || !far_from_edges(own)) {
        predictor_.predict_alone(worker, BodyRef::mover(mover), clock_.window_start);
      }
    }
  }
  for (std::size_t k = 0; k < worker.rows.ungridded.size(); ++k) {
    const std::uint32_t mover = worker.rows.ungridded[k];
    const Way way = way_of(movers[mover], clock_.window_start);
    const auto ask = [&](std::uint32_t other, Image image) {
      predict_discs(worker, mover, other, context_.shift_of(image.x, image.y));
    };
    const auto any = [](std::uint32_t, Image) { return true; };
    grid_.near(mover, way, worker.rows.scope, lap(worker, mover), any, ask);
    visit_ungridded(worker, mover, way, clock_.window_start, k + 1, ask);
  }
}

/// Calls visit(mover, image) for the ungridded ones, from the k-th on, that the way of a mover may touch.
template <class Visit>
void GasSearch::visit_ungridded(const Worker& worker, std::uint32_t mover, const Way& way, double since, std::size_t k,
                                const Visit& visit) const {
  const std::vector<std::uint32_t>& ungridded = worker.rows.ungridded;
  for (; k < ungridded.size(); ++k) {
    const std::uint32_t other = ungridded[k];
    if (other == mover) continue;
    for_images_of(context_.box, way_of(bodies_.movers()[other], since), way, [&](Image image) { visit(other, image); });
  }
}

void GasSearch::predict(Worker& worker, std::uint32_t mover, double since) {
  const LargeArray<Sweep>& movers = bodies_.movers();
  const double window_end = clock_.window_end;
  const Sweep own = movers[mover];
  const Way way = way_of(own, since);
  const auto may = [&](std::uint32_t other, Image image) CAROM_INLINED {
    return may_meet(own, movers[other], context_.shift_of(image.x, image.y), window_end);
  };
  const auto ask = [&](std::uint32_t other, Image image)
                       CAROM_INLINED { predict_discs(worker, mover, other, context_.shift_of(image.x, image.y)); };
  grid_.near(mover, way, worker.rows.scope, lap(worker, mover), may, ask);
  if (!worker.rows.ungridded.empty()) visit_ungridded(worker, mover, way, since, 0, ask);
  if (!bodies_.fixed().empty() || !far_from_edges(own)) {
    predictor_.predict_alone(worker, BodyRef::mover(mover), since);
  }
}

void GasSearch::predict_two(Worker& worker, std::uint32_t a, std::uint32_t b, double since) {
  const LargeArray<Sweep>& movers = bodies_.movers();
  const double window_end = clock_.window_end;
  const auto ask = [&](std::uint32_t own, std::uint32_t other)
                       CAROM_INLINED { predict_discs(worker, own, other, Vec2{}); };
  const auto may = [&](std::uint32_t own, std::uint32_t other)
                       CAROM_INLINED { return may_meet(movers[own], movers[other], Vec2{}, window_end); };
  if (!grid_.near_two({a, lap(worker, a)}, {b, lap(worker, b)}, since - clock_.window_start, worker.rows.scope, may,
                      ask)) {
    predict(worker, a, since);
    return predict(worker, b, since);
  }
  for (const std::uint32_t mover : {a, b}) {
    const Sweep& own = movers[mover];
    const auto ask_image = [&](std::uint32_t other, Image image) {
      predict_discs(worker, mover, other, context_.shift_of(image.x, image.y));
    };
    if (!worker.rows.ungridded.empty()) visit_ungridded(worker, mover, way_of(own, since), since, 0, ask_image);
    if (!far_from_edges(own)) predictor_.predict_alone(worker, BodyRef::mover(mover), since);
  }
}

void GasSearch::predict_discs(Worker& worker, std::uint32_t p, std::uint32_t q, Vec2 shift) {
  if (!modes_.elastic) return predictor_.predict_pair(worker, BodyRef::mover(p), BodyRef::mover(q), shift);
  const LargeArray<Sweep>& movers = bodies_.movers();
  // One order for the pair, whichever of the two is searched: the result must not depend on it.
  const bool straight = movers[p].body_index < movers[q].body_index;
  const std::uint32_t a = straight ? p : q;
  const std::uint32_t b = straight ? q : p;
  const auto t = disc_contact_time(movers[a], movers[b], straight ? shift : -shift, context_.dt);
  if (!t || !clock_.in_window(*t, context_.dt)) return;
  worker.queue.push({std::max(*t, worker.now), BodyRef::mover(a), BodyRef::mover(b),
                     movers[a].version + movers[b].version, EventKind::meet},
                    EventOrder(bodies_));
}

void GasSearch::update(Worker& worker, std::uint32_t mover) {
  GasRows& rows = worker.rows;
  const Sweep& f = bodies_.movers()[mover];
  rows.fastest = std::max(rows.fastest, dot(f.velocity, f.velocity));
  const bool was_held = grid_.in_cells(mover);
  const bool is_held = grid_.change(mover, way_of(f, f.since), f.velocity, f.since - clock_.window_start);
  if (!is_held && worker.history.kept && !stays_sure(worker, way_of(f, f.since))) rows.too_far = true;
  if (was_held == is_held) return;
  if (was_held) {
    rows.ungridded.push_back(mover);
  } else {
    std::erase(rows.ungridded, mover);
  }
}

}  // namespace carom::detail

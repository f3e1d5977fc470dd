#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "carom/broadphase/good_window.hpp"
#include "swept/swept_step.hpp"
#include "world/narrow.hpp"
#include "world/no_room.hpp"

// The swept world's way with gases of discs, among anything that stands still: who may meet whom is asked of a GasGrid, and
// the first question to a neighbour is part of the loop over its cells.
namespace carom::detail {
namespace {

/// Fewer are quickly asked.
constexpr std::size_t k_least_gas = 128;
/// Cells are made for the largest, so that others must not be much smaller.
constexpr double k_similar = 4;
/// Those who differ by less are told apart by their times alone.
constexpr double k_alike = 1.1;
/// But for so many at most, who are in no cell: a planet among the ice of its ring.
constexpr std::size_t k_most_giants = 4;
/// Of the room, in squares around discs. Measured with bench/worlds.
constexpr double k_sparse = 0.15;
/// In strips everybody should stay in the cells, those included who will be the fastest soon.
constexpr double k_headroom = 1.1;
/// In periodic boxes longer than this, in widths, single precision sees too many images.
constexpr double k_longest = 1000;

/// Of some of a gas.
struct GasMeasures {
  Crowd crowd;
  double fastest = 0;  ///< square of a speed
  double smallest = std::numeric_limits<double>::max();
  std::array<double, k_most_giants + 1> large{};  ///< the largest radii, in order

  void add(const Flier& f) noexcept {
    crowd.add(Flight{f.at, f.velocity, f.radius});
    fastest = std::max(fastest, dot(f.velocity, f.velocity));
    smallest = std::min(smallest, f.radius);
    add_large(f.radius);
  }
  void add(const GasMeasures& other) noexcept {
    crowd.add(other.crowd);
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

/// Two discs: might they meet within `left` seconds? `d` and `w` are place and velocity of one relative to the other. Few
/// operations, and an error on one side only: most neighbours do not.
CAROM_INLINE bool may_meet(Vec2 d, Vec2 w, double radii, double left) noexcept {
  constexpr double k_slack = 1e-9;
  const double closing = -dot(d, w);
  const double square = radii * radii * (1 + 2 * k_slack);
  const double aside = cross(d, w);
  // One answer of three: which of them it is that turns somebody away cannot be foreseen.
  const bool closes = closing > 0;
  // The way that is left closes the gap by 2 closing t at most.
  const bool arrives = dot(d, d) - square <= 2 * closing * left * (1 + k_slack);
  const bool touches = aside * aside <= dot(w, w) * square;
  return static_cast<int>(closes) & static_cast<int>(arrives) & static_cast<int>(touches);
}

/// The same from their flights.
CAROM_INLINE bool may_meet(const Flier& a, const Flier& b, Vec2 shift, double end) noexcept {
  const double start = std::max(a.since, b.since);
  const Vec2 at_a = a.at + (start - a.since) * a.velocity;
  const Vec2 at_b = b.at + (start - b.since) * b.velocity;
  return may_meet(at_a - at_b - shift, a.velocity - b.velocity, a.radius + b.radius, end - start);
}

}  // namespace

/// Nothing but plain discs, and what stands still: no callbacks.
bool SweptStep::is_gas() const {
  const auto& bounds = state_.settings.bounds;
  const bool removes = bounds && bounds->edges == Edges::remove;
  const bool borders_move =
      std::ranges::any_of(w_.boundless, [&](std::uint32_t p) { return flier(p).inverse_mass > 0; });
  return plain_ && w_.traits.all_discs && !w_.traits.moving_fixtures && !removes && !borders_move &&
         w_.movers.size() >= k_least_gas;
}

/// How wide and how fast it is. False: too much of a mixture.
bool SweptStep::measure_gas() {
  std::vector<GasMeasures> parts((w_.movers.size() + k_portion - 1) / k_portion);
  parallel_portions(w_.movers.size(), k_portion, state_.settings.threads, [&](std::size_t first, std::size_t last) {
    GasMeasures part;
    for (std::size_t i = first; i < last; ++i) part.add(w_.movers[i]);
    parts[first / k_portion] = part;
  });
  GasMeasures all = parts.front();
  for (std::size_t k = 1; k < parts.size(); ++k) all.add(parts[k]);
  crowd_ = all.crowd;
  fastest_ = all.fastest;
  const auto similar = [&](double radius) { return radius <= k_similar * all.smallest; };
  largest_ = similar(all.large.front()) ? all.large.front() : all.large.back();
  alike_ = largest_ <= k_alike * all.smallest;
  const bool overlong = box_ && std::max(period_.x, period_.y) > k_longest * std::min(period_.x, period_.y);
  return all.smallest > 0 && similar(largest_) && std::isfinite(crowd_.speeds) && !overlong &&
         !fills(state_.settings.bounds, all.large.front());
}

/// The cells of a window: for all but the fastest, whom everybody can be asked about; in strips, for everybody.
void SweptStep::plan_gas() {
  GasGrid::Plan plan;
  plan.box = box_;
  plan.min = box_ ? box_->min : crowd_.low;
  plan.max = box_ ? box_->max : crowd_.high;
  if (!box_) {
    // Where they can be by now: without bounds a crowd spreads from window to window, and bounds may be far away.
    const double spread = window_start_ * std::sqrt(fastest_);
    plan.min = {std::max(plan.min.x - spread, std::min(plan.min.x, inner_.min.x)),
                std::max(plan.min.y - spread, std::min(plan.min.y, inner_.min.y))};
    plan.max = {std::min(plan.max.x + spread, std::max(plan.max.x, inner_.max.x)),
                std::min(plan.max.y + spread, std::max(plan.max.y, inner_.max.y))};
  }
  plan.count = w_.movers.size();
  const double window = window_end_ - window_start_;
  const auto count = static_cast<double>(plan.count);
  // In a gas in equilibrium about one of all is faster than this.
  const double usual = std::sqrt(0.7 * static_cast<double>(std::bit_width(plan.count)) * crowd_.speeds / count);
  const double fastest = k_headroom * std::sqrt(fastest_);
  plan.cap = 1.01 * largest_ + window * (strips_ > 1 ? fastest : std::min(usual, fastest));
  const Vec2 room = plan.max - plan.min;
  const bool sparse = 4 * largest_ * largest_ * count < k_sparse * (room.x * room.y);
  // Where hardly anybody is near, and hardly anybody looks twice, a glance at eight is seven too many.
  plan.diameter = crowd_.peaceful && sparse ? 0 : 2 * largest_;
  plan.window = window;
  plan.alike = alike_;
  w_.gas.plan(plan, strips_);
}

// Everybody into the cells, by where they are at the window's start.
void SweptStep::sort_gas() {
  plan_gas();
  w_.resorted.resize(w_.movers.size());
  each_piece([&](std::size_t piece, std::size_t i) {
    Flier& f = w_.movers[i];
    Flight here = flight(f);
    if (box_) wrap(f, here);
    w_.gas.count(piece, static_cast<std::uint32_t>(i), here.at);
  });
  w_.gas.lay_places();
  each_piece([&](std::size_t piece, std::size_t i) {
    const std::uint32_t place = w_.gas.place(piece, static_cast<std::uint32_t>(i));
    const Flier& f = w_.movers[i];
    w_.resorted[place] = f;
    const Way way = way_of(f, window_start_);
    if (!w_.gas.put(place, way, f.velocity)) w_.lanes[piece].too_far = true;
  });
  w_.movers.swap(w_.resorted);
  if (!simple_) number_places();
  w_.loose.clear();
  if (std::ranges::none_of(w_.lanes, &Lane::too_far)) return;
  for (std::uint32_t place = 0; place < w_.movers.size(); ++place) {
    if (!w_.gas.in_cells(place)) w_.loose.push_back(place);
  }
  for (Lane& lane : w_.lanes) lane.too_far = false;
}

/// How many times all rows have to be added to those of a place to have them in the lane's scope.
int SweptStep::lap(const Lane& lane, std::uint32_t place) const noexcept {
  if (lane.scope.first <= 0 || lane.scope.last <= w_.gas.rows()) return 0;
  return place < w_.gas.row_start(lane.scope.last - w_.gas.rows()) ? 1 : 0;
}

// All that happens in some rows, as the window begins.
void SweptStep::foretell_rows(Lane& lane, int first, int last) {
  const bool alone_too = !w_.fixtures.empty();
  for (int row = first; row < last; ++row) {
    const std::uint32_t end = w_.gas.row_start(row + 1);
    if (work(8 * (end - w_.gas.row_start(row)))) return;
    for (std::uint32_t place = w_.gas.row_start(row); place < end; ++place) {
      const Flier& own = w_.movers[place];
      if (w_.gas.in_cells(place)) {
        w_.gas.pairs(
            place, row, lane.scope,
            [&](std::uint32_t other, Image image)
                CAROM_INLINED { return may_meet(own, w_.movers[other], shift_of(image.x, image.y), window_end_); },
            [&](std::uint32_t other, Image image)
                CAROM_INLINED { foretell_discs(lane, place, other, shift_of(image.x, image.y)); });
      }
      if (alone_too || !far_from_edges(own)) foretell_alone(lane, place, window_start_);
    }
  }
  for (std::size_t k = 0; k < lane.loose.size(); ++k) {
    const std::uint32_t place = lane.loose[k];
    const Way way = way_of(w_.movers[place], window_start_);
    const auto ask = [&](std::uint32_t other, Image image) {
      foretell_discs(lane, place, other, shift_of(image.x, image.y));
    };
    const auto anyone = [](std::uint32_t, Image) { return true; };
    w_.gas.near(place, way, lane.scope, lap(lane, place), anyone, ask);
    ask_loose(lane, place, way, window_start_, k + 1, ask);
  }
}

/// Calls visit(place, image) for the loose ones, from the k-th on, whom the way of a place may touch.
template <class Visit>
void SweptStep::ask_loose(const Lane& lane, std::uint32_t place, const Way& way, double since, std::size_t k,
                          const Visit& visit) const {
  for (; k < lane.loose.size(); ++k) {
    const std::uint32_t other = lane.loose[k];
    if (other == place) continue;
    for_images_of(box_, way_of(w_.movers[other], since), way, [&](Image image) { visit(other, image); });
  }
}

// All that may happen to one disc after its flight has changed.
void SweptStep::foretell_in_gas(Lane& lane, std::uint32_t place, double since) {
  const Flier own = w_.movers[place];
  const Way way = way_of(own, since);
  const auto may = [&](std::uint32_t other, Image image) CAROM_INLINED {
    return may_meet(own, w_.movers[other], shift_of(image.x, image.y), window_end_);
  };
  const auto ask = [&](std::uint32_t other, Image image)
                       CAROM_INLINED { foretell_discs(lane, place, other, shift_of(image.x, image.y)); };
  w_.gas.near(place, way, lane.scope, lap(lane, place), may, ask);
  if (!lane.loose.empty()) ask_loose(lane, place, way, since, 0, ask);
  if (!w_.fixtures.empty() || !far_from_edges(own)) foretell_alone(lane, place, since);
}

/// The same of two that have just met.
void SweptStep::foretell_two_in_gas(Lane& lane, std::uint32_t a, std::uint32_t b, double since) {
  const auto ask = [&](std::uint32_t own, std::uint32_t other)
                       CAROM_INLINED { foretell_discs(lane, own, other, Vec2{}); };
  const auto may = [&](std::uint32_t own, std::uint32_t other)
                       CAROM_INLINED { return may_meet(w_.movers[own], w_.movers[other], Vec2{}, window_end_); };
  if (!w_.gas.near_two({a, lap(lane, a)}, {b, lap(lane, b)}, since - window_start_, lane.scope, may, ask)) {
    foretell_in_gas(lane, a, since);
    return foretell_in_gas(lane, b, since);
  }
  for (const std::uint32_t place : {a, b}) {
    const Flier& own = w_.movers[place];
    const auto ask_image = [&](std::uint32_t other, Image image) {
      foretell_discs(lane, place, other, shift_of(image.x, image.y));
    };
    if (!lane.loose.empty()) ask_loose(lane, place, way_of(own, since), since, 0, ask_image);
    if (!far_from_edges(own)) foretell_alone(lane, place, since);
  }
}

void SweptStep::foretell_discs(Lane& lane, std::uint32_t p, std::uint32_t q, Vec2 shift) {
  if (!elastic_) return foretell_pair(lane, p, q, shift);
  // One order for the pair, whoever asks: the answer must not depend on it.
  const bool straight = w_.movers[p].member < w_.movers[q].member;
  const std::uint32_t a = straight ? p : q;
  const std::uint32_t b = straight ? q : p;
  const auto t = disc_meeting_time(w_.movers[a], w_.movers[b], straight ? shift : -shift, dt_);
  if (t && in_window(*t)) {
    push(lane, {std::max(*t, lane.now), a, b, w_.movers[a].version + w_.movers[b].version, Happening::meet});
  }
}

/// The cells learn of a flight.
void SweptStep::tell_gas(Lane& lane, std::uint32_t place) {
  const Flier& f = w_.movers[place];
  lane.fastest = std::max(lane.fastest, dot(f.velocity, f.velocity));
  const bool held = w_.gas.in_cells(place);
  const bool holds = w_.gas.change(place, way_of(f, f.since), f.velocity, f.since - window_start_);
  if (!holds && remembers_ && !stays_sure(lane, way_of(f, f.since))) lane.too_far = true;
  if (held == holds) return;
  if (held) {
    lane.loose.push_back(place);
  } else {
    std::erase(lane.loose, place);
  }
}

/// Does this way stay among those whom no band knows of?
bool SweptStep::stays_sure(const Lane& lane, const Way& way) const noexcept {
  const RowScope rows = w_.gas.rows_around(way);
  return rows.first >= lane.sure.first && rows.last <= lane.sure.last;
}

}  // namespace carom::detail

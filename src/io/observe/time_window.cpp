#include "io/observe/time_window.hpp"

#include <algorithm>
#include <cmath>

namespace carom::io {

void TimeWindow::add(double t, std::span<const ObservedBody> bodies, const std::optional<ObservedBox>& period) {
  if (row_.empty()) {
    begin(t, bodies);
    return;
  }
  follow(t, bodies, period);
  then_ = t;
  note_point(t);
  if (row_.size() <= lags_) return;
  close();
  begin(t, bodies);
}

void TimeWindow::begin(double t, std::span<const ObservedBody> bodies) {
  row_.clear();
  origin_.clear();
  origin_.reserve(bodies.size());
  for (const ObservedBody& body : bodies) origin_.push_back({body, body.velocity, {}});
  then_ = start_ = t;
  note_point(t);
}

/// Those that were there when the window began and are there still, a sample later.
void TimeWindow::follow(double t, std::span<const ObservedBody> bodies, const std::optional<ObservedBox>& period) {
  std::size_t kept = 0;
  std::size_t at = 0;
  for (const Tracked& old : origin_) {
    while (at < bodies.size() && bodies[at].serial < old.now.serial) ++at;
    if (at == bodies.size()) break;
    if (bodies[at].serial != old.now.serial) continue;
    if (period) {
      const Vec2 free = (t - then_) * old.now.velocity;
      too_far_ = too_far_ || 2 * std::fabs(free.x) > period->size.x || 2 * std::fabs(free.y) > period->size.y;
    }
    const Tracked moved{bodies[at], old.velocity, old.way + nearest_way(old.now.at, bodies[at].at, period)};
    origin_[kept++] = moved;
  }
  origin_.resize(kept);
}

void TimeWindow::note_point(double t) {
  Point point{t - start_, 0, 0};
  for (const Tracked& body : origin_) {
    point.velocities += dot(body.velocity, body.now.velocity);
    point.displacement += dot(body.way, body.way);
  }
  const double count = std::max<double>(1, static_cast<double>(origin_.size()));
  point.velocities /= 2 * count;
  point.displacement /= count;
  row_.push_back(point);
}

void TimeWindow::close() {
  std::vector<double> sample;
  for (const Point& point : row_) sample.push_back(point.lag);
  for (const Point& point : row_) sample.push_back(point.velocities);
  for (const Point& point : row_) sample.push_back(point.displacement);
  const Point& middle = row_[lags_ / 2];
  const Point& end = row_[lags_];
  sample.push_back((end.displacement - middle.displacement) / (4 * (end.lag - middle.lag)));
  double integral = 0;
  for (std::size_t k = 1; k < row_.size(); ++k) {
    integral += (row_[k].lag - row_[k - 1].lag) * (row_[k].velocities + row_[k - 1].velocities) / 2;
  }
  sample.push_back(integral);
  means_.add(sample);
}

ObservedCurve TimeWindow::curve(const char* value, std::size_t first) const {
  ObservedCurve curve{"t", value, {}, {}};
  if (means_.count() == 0) return curve;
  for (std::size_t k = 0; k <= lags_; ++k) {
    curve.at.push_back(*means_.mean(k).mean);
    curve.values.push_back(means_.mean(first + k));
  }
  return curve;
}

ObservedQuantity TimeWindow::velocity() const {
  ObservedQuantity result{"velocity", {}, curve("c", lags_ + std::size_t{1}), ""};
  if (means_.count() == 0) result.note = "the run is shorter than a window";
  return result;
}

ObservedQuantity TimeWindow::diffusion() const {
  const std::size_t last = means_.width();
  ObservedQuantity result{"diffusion", {}, std::nullopt, ""};
  if (too_far_) {
    result.numbers = {{"einstein", {}}, {"green_kubo", means_.mean(last - 1)}};
    result.note = "bodies may go farther than half of the box between two samples: take a shorter \"every\"";
    return result;
  }
  result.numbers = {{"einstein", means_.mean(last - 2)}, {"green_kubo", means_.mean(last - 1)}};
  result.curve = curve("msd", 2 * (lags_ + std::size_t{1}));
  if (means_.count() == 0) result.note = "the run is shorter than a window";
  return result;
}

}  // namespace carom::io

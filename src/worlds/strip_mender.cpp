#include "worlds/strip_mender.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "worlds/narrow.hpp"

namespace carom::detail {
namespace {

constexpr double k_endless = std::numeric_limits<double>::infinity();
/// A flight of a live body must not be taken for a recorded one of the same number. Live bodies have this bit of the version
/// other than what was recorded of them in the window; versions, and so this bit, go on from window to window.
constexpr std::uint32_t k_live_version = 0x4000'0000U;
/// How far a band goes beyond the clashes, in radii and displacements of a typical body: what is set right at the border
/// spreads by few bodies within a window.
constexpr double k_band = 6;
/// If more than this part of all bodies are people of some band, playing in turn is quicker.
constexpr double k_most_people = 0.5;

void extend(MenderWorkspace::Span& span, double at, double radius) noexcept {
  span.low = std::min(span.low, at - radius);
  span.high = std::max(span.high, at + radius);
}

void extend(MenderWorkspace::Span& span, const MenderWorkspace::Span& other) noexcept {
  span.low = std::min(span.low, other.low);
  span.high = std::max(span.high, other.high);
}

bool overlap(const MenderWorkspace::Span& a, const MenderWorkspace::Span& b) noexcept {
  return a.low <= b.high && b.low <= a.high;
}

}  // namespace

StripMender::StripMender(SweptStep& step, MenderWorkspace& workspace)
    : s_(step), w_(step.w_), m_(workspace), lane_(step.w_.lanes[step.strips_]) {
  m_.spans.resize(w_.movers.size());
  m_.strip_spans.assign(s_.strips_, {k_endless, -k_endless});
}

void StripMender::measure(unsigned strip) {
  Span all{k_endless, -k_endless};
  const double from = s_.window_start_;
  const double to = s_.window_end_;
  for (std::uint32_t place = 0; place < w_.movers.size(); ++place) {
    if (w_.grid.strip_of(place) != strip) continue;
    const Flier& f = w_.movers[place];
    Span span{k_endless, -k_endless};
    extend(span, f.at.y + (std::max(f.since, from) - f.since) * f.velocity.y, f.radius);
    extend(span, f.at.y + (to - f.since) * f.velocity.y, f.radius);
    m_.spans[place] = span;
  }
  const Lane& lane = w_.lanes[strip];
  for (std::size_t i = 0; i < lane.changes.size(); ++i) {
    const Change& change = lane.changes[i];
    Span& span = m_.spans[change.place];
    const Flier& f = change.other;
    extend(span, f.at.y + (std::max(f.since, from) - f.since) * f.velocity.y, f.radius);
    extend(span, lane.corners[i].at.y, f.radius);
    // Where its old flight has rounded it to, before it was placed on the contact.
    extend(span, f.at.y + (lane.corners[i].t - f.since) * f.velocity.y, f.radius);
  }
  for (std::uint32_t place = 0; place < w_.movers.size(); ++place) {
    if (w_.grid.strip_of(place) == strip) extend(all, m_.spans[place]);
  }
  m_.strip_spans[strip] = all;
}

bool StripMender::mend() {
  lane_.now = s_.window_start_;
  lane_.queue.clear();
  lane_.sorted.clear();
  gather_neighbours();
  if (m_.neighbours.empty()) return true;
  cut_pieces();
  find_clashes();
  if (lane_.queue.empty()) return true;
  draw_bands();
  if (static_cast<double>(gather_people()) > k_most_people * static_cast<double>(w_.movers.size())) return false;
  go_back();
  return go_forward();
}

/// Calls visit(lower strip, upper strip, how far the upper one is shifted up) for all that may come near each other.
template <class Visit>
void StripMender::each_border(const Visit& visit) const {
  const unsigned count = s_.strips_;
  for (unsigned lower = 0; lower < count; ++lower) {
    for (unsigned upper = 0; upper < count; ++upper) {
      if (lower == upper) continue;
      if (lower < upper && m_.strip_spans[lower].high >= m_.strip_spans[upper].low) visit(lower, upper, 0.0);
      if (!s_.box_) continue;
      const double period = s_.period_.y;
      if (m_.strip_spans[lower].high >= m_.strip_spans[upper].low + period) visit(lower, upper, period);
    }
  }
}

void StripMender::gather_neighbours() {
  m_.neighbours.clear();
  m_.neighbour.assign(w_.movers.size(), -1);
  m_.crowds.resize(s_.strips_);
  for (auto& crowd : m_.crowds) crowd.clear();
  std::vector<Span> zones(s_.strips_, {k_endless, -k_endless});
  std::vector<Span> above(s_.strips_, {k_endless, -k_endless});
  each_border([&](unsigned lower, unsigned upper, double shift) {
    // Only what reaches the other strip's lowest or highest.
    zones[lower].low = std::min(zones[lower].low, m_.strip_spans[upper].low + shift);
    above[upper].high = std::max(above[upper].high, m_.strip_spans[lower].high - shift);
  });
  for (std::uint32_t place = 0; place < w_.movers.size(); ++place) {
    const unsigned strip = w_.grid.strip_of(place);
    if (m_.spans[place].high < zones[strip].low && m_.spans[place].low > above[strip].high) continue;
    m_.neighbour[place] = static_cast<std::int32_t>(m_.neighbours.size());
    m_.crowds[strip].push_back(static_cast<std::uint32_t>(m_.neighbours.size()));
    m_.neighbours.push_back({place, {k_endless, -k_endless}, 0, 0});
  }
}

/// The recorded paths of the neighbours, flight by flight.
void StripMender::cut_pieces() {
  for (Neighbour& n : m_.neighbours) n.last_piece = 1;
  for (unsigned strip = 0; strip < s_.strips_; ++strip) {
    for (const Change& change : w_.lanes[strip].changes) {
      const std::int32_t n = m_.neighbour[change.place];
      if (n >= 0) ++m_.neighbours[static_cast<std::size_t>(n)].last_piece;
    }
  }
  std::uint32_t next = 0;
  for (Neighbour& n : m_.neighbours) {
    const std::uint32_t count = n.last_piece;
    n.first_piece = n.last_piece = next;
    next += count;
  }
  m_.pieces.resize(next);
  const auto add = [&](Neighbour& n, const Flier& f, double until) {
    m_.pieces[n.last_piece++] = {f, until};
    const double from = std::max(f.since, s_.window_start_);
    extend(n.x, f.position(from).x, f.radius);
    extend(n.x, f.position(until).x, f.radius);
  };
  for (unsigned strip = 0; strip < s_.strips_; ++strip) {
    const Lane& lane = w_.lanes[strip];
    for (std::size_t i = 0; i < lane.changes.size(); ++i) {
      const std::int32_t n = m_.neighbour[lane.changes[i].place];
      if (n >= 0) add(m_.neighbours[static_cast<std::size_t>(n)], lane.changes[i].other, lane.corners[i].t);
    }
  }
  for (Neighbour& n : m_.neighbours) add(n, w_.movers[n.place], s_.window_end_);
}

void StripMender::find_clashes() {
  const auto left = [&](std::uint32_t n) { return m_.neighbours[n].x.low; };
  for (auto& crowd : m_.crowds) std::ranges::sort(crowd, {}, left);
  each_border([&](unsigned lower, unsigned upper, double shift_y) {
    for (int image = s_.box_ ? -1 : 0; image <= (s_.box_ ? 1 : 0); ++image) {
      const Vec2 shift{image * s_.period_.x, shift_y};
      const auto& uppers = m_.crowds[upper];
      std::size_t first = 0;
      double widest = 0;
      for (const std::uint32_t n : uppers) widest = std::max(widest, m_.neighbours[n].x.high - m_.neighbours[n].x.low);
      for (const std::uint32_t n : m_.crowds[lower]) {
        const Neighbour& p = m_.neighbours[n];
        while (first < uppers.size() && left(uppers[first]) + shift.x + widest < p.x.low) ++first;
        for (std::size_t k = first; k < uppers.size() && left(uppers[k]) + shift.x <= p.x.high; ++k) {
          const Neighbour& q = m_.neighbours[uppers[k]];
          const Span x{q.x.low + shift.x, q.x.high + shift.x};
          const Span y{m_.spans[q.place].low + shift.y, m_.spans[q.place].high + shift.y};
          if (overlap(p.x, x) && overlap(m_.spans[p.place], y)) clash(p, q, shift);
        }
      }
    }
  });
}

void StripMender::clash(const Neighbour& p, const Neighbour& q, Vec2 shift) {
  for (std::uint32_t i = p.first_piece; i < p.last_piece; ++i) {
    for (std::uint32_t j = q.first_piece; j < q.last_piece; ++j) {
      clash(m_.pieces[i], m_.pieces[j], p.place, q.place, shift);
    }
  }
}

void StripMender::clash(const Piece& p, const Piece& q, std::uint32_t place_p, std::uint32_t place_q, Vec2 shift) {
  const double until = std::min(p.until, q.until);
  if (until < p.flier.since || until < q.flier.since) return;
  const bool straight = p.flier.member < q.flier.member;
  const Flier& a = straight ? p.flier : q.flier;
  const Flier& b = straight ? q.flier : p.flier;
  const Vec2 of_b = straight ? shift : -shift;
  std::optional<double> t;
  if (w_.members[a.member].disc && w_.members[b.member].disc) {
    t = disc_meeting_time(a, b, of_b, s_.dt_);
  } else {
    const FlierPair pair{a,    b,     s_.shape(w_.members[a.member].place), s_.shape(w_.members[b.member].place),
                         of_b, s_.dt_};
    if (const auto contact = meeting(pair, lane_.scratch)) t = contact->t;
  }
  if (!t || *t > until || !s_.in_window(*t)) return;
  const std::uint32_t first = straight ? place_p : place_q;
  const std::uint32_t second = straight ? place_q : place_p;
  s_.push(lane_, {std::max(*t, lane_.now), first, second, a.version, b.version, Happening::meet});
}

void StripMender::draw_bands() {
  double radii = 0;
  double speeds = 0;
  for (const Neighbour& n : m_.neighbours) {
    const Flier& f = w_.movers[n.place];
    radii += f.radius;
    speeds += std::abs(f.velocity.x) + std::abs(f.velocity.y);
  }
  const double window = s_.window_end_ - s_.window_start_;
  const double margin = k_band * (2 * radii + window * speeds) / static_cast<double>(m_.neighbours.size());
  m_.bands.clear();
  each_border([&](unsigned lower, unsigned upper, double shift) {
    const Span zone{m_.strip_spans[upper].low + shift - margin, m_.strip_spans[lower].high + margin};
    m_.bands.push_back(zone);
    if (shift > 0) m_.bands.push_back({zone.low - shift, zone.high - shift});
  });
  // Bands that overlap are one.
  std::ranges::sort(m_.bands, {}, &Span::low);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < m_.bands.size(); ++i) {
    if (overlap(m_.bands[kept], m_.bands[i])) {
      extend(m_.bands[kept], m_.bands[i]);
    } else {
      m_.bands[++kept] = m_.bands[i];
    }
  }
  m_.bands.resize(kept + 1);
}

std::size_t StripMender::gather_people() {
  m_.people.assign(w_.movers.size(), 0);
  m_.live.assign(w_.movers.size(), 0);
  std::size_t count = 0;
  for (std::uint32_t place = 0; place < w_.movers.size(); ++place) {
    const bool inside = std::ranges::any_of(m_.bands, [&](const Span& band) { return overlap(m_.spans[place], band); });
    m_.people[place] = inside ? 1 : 0;
    count += inside ? 1 : 0;
  }
  return count;
}

void StripMender::tell_grid(std::uint32_t place) {
  w_.grid.change(place, s_.flight(w_.movers[place]), lane_.now - s_.window_start_);
}

void StripMender::go_back() {
  m_.recorded.clear();
  const auto person = [&](std::uint32_t place) { return is_mover(place) && m_.people[place] != 0; };
  for (unsigned strip = 0; strip < s_.strips_; ++strip) {
    Lane& lane = w_.lanes[strip];
    for (std::size_t i = lane.changes.size(); i-- > 0;) {
      Change& change = lane.changes[i];
      if (!person(change.place)) continue;
      std::swap(change.other, w_.movers[change.place]);
      change.undone = true;
      tell_grid(change.place);
    }
    for (Past& past : lane.pasts) {
      if (person(past.item.first) || person(past.item.second)) m_.recorded.push_back(&past);
    }
  }
  std::ranges::sort(m_.recorded, [&](const Past* x, const Past* y) { return s_.before(x->item, y->item); });
}

bool StripMender::go_forward() {
  std::size_t next = 0;
  for (;;) {
    const bool past_left = next < m_.recorded.size();
    if (!past_left && lane_.queue.empty()) return true;
    const bool anew = !lane_.queue.empty() && (!past_left || s_.before(lane_.queue.front(), m_.recorded[next]->item));
    if (anew) {
      const auto item = s_.next(lane_);
      if (!play_anew(*item)) return false;
    } else if (!replay(*m_.recorded[next++])) {
      return false;
    }
  }
}

/// What a strip recorded happens again, unless one of the two has gone another way.
bool StripMender::replay(Past& past) {
  lane_.now = past.item.t;
  const auto each_mover = [&](const auto& visit) {
    if (is_mover(past.item.first) && !visit(past.item.first)) return false;
    return !is_mover(past.item.second) || visit(past.item.second);
  };
  const auto live = [&](std::uint32_t place) { return is_mover(place) && m_.live[place] != 0; };
  if (live(past.item.first) || live(past.item.second)) {
    past.cancelled = true;
    return each_mover([&](std::uint32_t place) {
      if (m_.live[place] != 0) return true;
      if (m_.people[place] == 0) return false;
      enliven(place);
      s_.foretell_flight(lane_, place, lane_.now);
      return in_band(place);
    });
  }
  // The first may be a fixture, which is in no strip.
  Lane& lane = w_.lanes[w_.grid.strip_of(is_mover(past.item.first) ? past.item.first : past.item.second)];
  for (std::uint32_t i = past.first_change; i < past.last_change; ++i) {
    Change& change = lane.changes[i];
    if (!change.undone) continue;
    std::swap(change.other, w_.movers[change.place]);
    change.undone = false;
    tell_grid(change.place);
  }
  if (anyone_live_) {
    each_mover([&](std::uint32_t place) {
      meet_the_living(place, lane_.now);
      return true;
    });
  }
  return true;
}

void StripMender::enliven(std::uint32_t place) {
  if (m_.live[place] != 0) return;
  m_.live[place] = 1;
  w_.movers[place].version ^= k_live_version;
}

bool StripMender::play_anew(const Item& item) {
  const bool stale = s_.flier(item.first).version != item.first_version ||
                     (!s_.is_edge(item.second) && s_.flier(item.second).version != item.second_version);
  if (stale) return true;
  for (const std::uint32_t place : {item.first, item.second}) {
    if (!is_mover(place)) continue;
    if (m_.people[place] == 0) return false;
    enliven(place);
  }
  anyone_live_ = true;
  s_.happen(lane_, item);
  return (!is_mover(item.first) || in_band(item.first)) && (!is_mover(item.second) || in_band(item.second));
}

/// A flight that has just begun again as recorded, against those that are not where they were recorded.
void StripMender::meet_the_living(std::uint32_t place, double t) {
  lane_.near.clear();
  w_.grid.near(place, s_.flight(w_.movers[place]), t - s_.window_start_, Scope::everywhere, lane_.near);
  for (const Near& near : lane_.near) {
    if (m_.live[near.place] == 0) continue;
    s_.foretell_pair(lane_, place, near.place, {near.image_x * s_.period_.x, near.image_y * s_.period_.y});
  }
}

bool StripMender::in_band(std::uint32_t place) const {
  const Flier& f = w_.movers[place];
  Span span{k_endless, -k_endless};
  extend(span, f.position(std::max(f.since, lane_.now)).y, f.radius);
  extend(span, f.position(s_.window_end_).y, f.radius);
  return std::ranges::any_of(m_.bands,
                             [&](const Span& band) { return band.low <= span.low && span.high <= band.high; });
}

}  // namespace carom::detail

#include "event/event_predict.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {

void EventPredictor::choose_kernel() noexcept {
  four_at_a_time_ = ctx_.unobserved && bodies_.traits().all_discs && !bodies_.traits().special && !ctx_.falling &&
                    cells_.grid().level_count() == 1;
}

NextEvent EventPredictor::next_event(std::uint32_t mover, double limit) {
  NextEvent best = alone_.earlier(mover, {limit, EventPartner::none()});
  search_around(mover, best);
  return best;
}

NextEvent EventPredictor::next_event_ahead(std::uint32_t mover, const Crossing& way, double limit) {
  NextEvent best{limit, EventPartner::none()};
  if (alone_.depends_on_cells()) best = alone_.earlier(mover, best);
  search_ahead(mover, way, best);
  return best;
}

CellBlock EventPredictor::common_block(std::uint32_t a, std::uint32_t b) const noexcept {
  const CellPlace& p = cells_.cell(a);
  const CellPlace& q = cells_.cell(b);
  return {std::min(p.x, q.x) - 1, std::min(p.y, q.y) - 1, std::max(p.x, q.x) + 1, std::max(p.y, q.y) + 1};
}

bool EventPredictor::shares_neighbourhood(std::uint32_t a, std::uint32_t b) const noexcept {
  const CellBlock block = common_block(a, b);
  const bool close = block.x1 - block.x0 <= 3 && block.y1 - block.y0 <= 3;
  return four_at_a_time_ && close && cells_.grid().holds(block);
}

TwoFirsts EventPredictor::first_of_two(std::uint32_t a, std::uint32_t b) {
  of_two_ = collect(common_block(a, b), a);
  return first_contacts_of(bodies_.movers().data(), a, b, ctx_.clock().length, of_two_);
}

NextEvent EventPredictor::next_event_of(std::uint32_t mover, First first) {
  // The other one gets only what is earlier than what the first one has taken.
  if (first.partner.is_mover() && !(first.t < bodies_.mover(first.partner.mover()).event)) first.unclear = true;
  NextEvent best = alone_.earlier(mover, {ctx_.clock().length, EventPartner::none()});
  settle_first({mover, best.t, ctx_.now, {}}, first, of_two_, best);
  return best;
}

/// The movers in a block of cells, filled up to a multiple of four with `mover`.
std::span<const std::uint32_t> EventPredictor::collect(const CellBlock& block, std::uint32_t mover) {
  std::size_t count = cells_.grid().collect(block, candidates_);
  while (count % 4 != 0) candidates_[count++] = mover;
  return {candidates_.data(), count};
}

void EventPredictor::settle_first(const ContactSearch& search, const First& first,
                                  std::span<const std::uint32_t> candidates, NextEvent& best) {
  if (!first.unclear) {
    if (first.partner.is_mover() && beats(first.t, search.mover, first.partner.mover(), best)) {
      best = {first.t, first.partner};
    }
    return;
  }
  for (const std::uint32_t other : candidates) {
    if (other != search.mover) consider(search.mover, other, search.shift, best);
  }
}

void EventPredictor::search_among(const ContactSearch& search, std::span<const std::uint32_t> candidates,
                                  NextEvent& best) {
  // A mover that meets it just when a wall does comes before the wall.
  const ContactSearch also_then{search.mover, std::nextafter(search.limit, k_never), search.not_before, search.shift};
  settle_first(search, first_contact_of(bodies_.movers().data(), also_then, candidates), candidates, best);
}

/// Discs of one level, in cells that may lie beyond the edges of a periodic box.
void EventPredictor::search_in(std::uint32_t mover, const CellBlock& block, NextEvent& best) {
  if (cells_.grid().holds(block)) return search_among({mover, best.t, ctx_.now, {}}, collect(block, mover), best);
  cells_.grid().parts(block, [&](const CellBlock& part, int image_x, int image_y) {
    search_among({mover, best.t, ctx_.now, shift_of(image_x, image_y)}, collect(part, mover), best);
  });
}

void EventPredictor::search_around(std::uint32_t mover, NextEvent& best) {
  const CellPlace& cell = cells_.cell(mover);
  if (four_at_a_time_) return search_in(mover, {cell.x - 1, cell.y - 1, cell.x + 1, cell.y + 1}, best);
  cells_.near(mover, ctx_.unobserved && bodies_.traits().all_discs, [&](std::uint32_t other, int image_x, int image_y) {
    if (other != mover) consider(mover, other, shift_of(image_x, image_y), best);
  });
}

/// What has come near by crossing a line.
void EventPredictor::search_ahead(std::uint32_t mover, const Crossing& way, NextEvent& best) {
  const CellPlace& cell = cells_.cell(mover);
  const std::int32_t x0 = way.dx != 0 ? cell.x + way.dx : cell.x - 1;
  const std::int32_t x1 = way.dx != 0 ? x0 : cell.x + 1;
  const std::int32_t y0 = way.dy != 0 ? cell.y + way.dy : cell.y - 1;
  const std::int32_t y1 = way.dy != 0 ? y0 : cell.y + 1;
  if (four_at_a_time_) return search_in(mover, {x0, y0, x1, y1}, best);
  const bool solid = ctx_.unobserved && bodies_.traits().all_discs;
  cells_.grid().newly_near({cell, bodies_.mover(mover).radius, solid}, way.dx, way.dy,
                           [&](std::uint32_t other, int image_x, int image_y) {
                             if (other != mover) consider(mover, other, shift_of(image_x, image_y), best);
                           });
}

void EventPredictor::consider(std::uint32_t mover, std::uint32_t other, Vec2 shift, NextEvent& best) {
  double t = k_never;
  if (ctx_.unobserved && bodies_.traits().all_discs) {
    t = contact_time(bodies_.mover(mover), bodies_.mover(other), shift, ctx_.gravity);
  } else {
    if (bodies_.gone(other)) return;
    // One order for the pair, whichever of the two searches.
    const BodyRef own = BodyRef::mover(mover);
    const BodyRef theirs = BodyRef::mover(other);
    const bool first = bodies_.mover(mover).body_index < bodies_.mover(other).body_index;
    t = first ? finder_.pair_time(own, theirs, shift) : finder_.pair_time(theirs, own, -shift);
  }
  if (t < ctx_.now) t = ctx_.now;
  if (beats(t, mover, other, best)) best = {t, EventPartner::mover(other)};
}

/// True if this is earlier than the best so far, and than what the other one has before it. Ties go to the pair created first.
bool EventPredictor::beats(double t, std::uint32_t mover, std::uint32_t other, const NextEvent& best) const {
  if (t > best.t || t == k_never) return false;
  const EventBody& o = bodies_.mover(other);
  if (t > o.event) return false;
  if (t < best.t && t < o.event) return true;
  const auto key = [&](std::uint32_t x, EventPartner y) {
    const std::uint64_t a = bodies_.mover(x).body_index;
    const std::uint64_t b = y.is_mover() ? bodies_.mover(y.mover()).body_index : 0xffff'ffffU;
    return (std::min(a, b) << 32U) | std::max(a, b);
  };
  const std::uint64_t own = key(mover, EventPartner::mover(other));
  if (t == best.t && (best.partner.is_none() || own >= key(mover, best.partner))) return false;
  return t < o.event || o.partner == EventPartner::mover(mover) ||
         (!o.partner.is_none() && own < key(other, o.partner));
}

}  // namespace carom::detail

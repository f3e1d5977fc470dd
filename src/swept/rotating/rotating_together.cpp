#include <algorithm>

#include "solver/push_at.hpp"
#include "swept/rotating/rotating_step.hpp"

// Several pairs that meet at one instant: one after the other, the first answer would turn what lands flat on two others.
namespace carom::detail {
namespace {

/// Of the step: what is predicted for times no further apart happens at once.
constexpr double k_instant = 0x1p-30;

}  // namespace

/// How fast the two close where they meet, by their own motions.
double RotatingStep::closing_at(const BodyImpact& touch) const noexcept {
  const ContactPoint point = point_met(touch);
  return -dot(relative_velocity(point, body_at(touch.a, touch.t), body_at(touch.b, touch.t)), point.normal);
}

/// What else those two meet at this instant, and whom those meet. Only impacts: what is at rest passes on what it gets.
std::vector<RotatingStep::BodyImpact> RotatingStep::met_at_once(const BodyImpact& touch) {
  const auto order = [this](const PredictedRotatingEvent& x, const PredictedRotatingEvent& y) { return later(x, y); };
  std::vector<PredictedRotatingEvent> items;
  while (!has_callbacks(touch.a, touch.b) && !queue_.empty() && queue_.front().t <= touch.t + k_instant * dt_) {
    std::ranges::pop_heap(queue_, order);
    if (!is_void(queue_.back())) items.push_back(queue_.back());
    queue_.pop_back();
  }
  std::vector<BodyImpact> met;
  std::vector<std::uint32_t> who{first_of_clump(touch.a), first_of_clump(touch.b)};
  const auto is_one = [&](std::uint32_t one) {
    return !is_edge(one) && data_of(one).movable() && std::ranges::find(who, first_of_clump(one)) != who.end();
  };
  const auto joins = [&](const PredictedRotatingEvent& predicted) {
    if (predicted.what != RotatingEventKind::meet || !(is_one(predicted.a) || is_one(predicted.b))) return false;
    if (predicted.a == touch.a && predicted.b == touch.b) return false;
    if (is_same_clump(predicted.a, predicted.b)) return false;
    if (law(predicted.a, predicted.b).response != Response::impulse || has_callbacks(predicted.a, predicted.b)) {
      return false;
    }
    BodyImpact other{predicted.a, predicted.b, touch.t, predicted.shift, predicted.contact};
    other.contact.t = touch.t;
    if (!(closing_at(other) > 0)) return false;
    met.push_back(other);
    who.push_back(first_of_clump(predicted.a));
    who.push_back(first_of_clump(predicted.b));
    return true;
  };
  for (auto next = std::ranges::find_if(items, joins); next != items.end(); next = std::ranges::find_if(items, joins)) {
    items.erase(next);
  }
  for (const PredictedRotatingEvent& predicted : items) {
    queue_.push_back(predicted);
    std::ranges::push_heap(queue_, order);
  }
  return met;
}

/// The places at which an impact acts: those at which faces lie on each other, if they close, else the one that was met.
std::vector<ContactPoint> RotatingStep::points_struck(const BodyImpact& touch) const {
  const bool one = data_of(touch.a).disc || (!is_edge(touch.b) && data_of(touch.b).disc);
  if (one) return {point_met(touch)};
  std::vector<ContactPoint> points = points_of(touch, contact_skin(touch.a, touch.b));
  const ContactBody a = body_at(touch.a, touch.t);
  const ContactBody b = body_at(touch.b, touch.t);
  const auto closes = [&](const ContactPoint& p) { return dot(relative_velocity(p, a, b), p.normal) < 0; };
  if (points.size() < 2 || std::ranges::none_of(points, closes)) return {point_met(touch)};
  return points;
}

void RotatingStep::resolve_together(const BodyImpact& first, const Law& first_law, std::span<const BodyImpact> others) {
  std::vector<BodyImpact> pairs{first};
  pairs.insert(pairs.end(), others.begin(), others.end());
  std::vector<Law> laws{first_law};
  std::vector<double> closings;
  std::vector<std::uint32_t> who;
  std::vector<ContactBody> bodies;
  const auto place = [&](std::uint32_t any) {
    const std::uint32_t one = first_of_clump(any);
    const auto known = std::ranges::find(who, one);
    if (known != who.end()) return static_cast<int>(known - who.begin());
    who.push_back(one);
    bodies.push_back(body_at(one, first.t));
    return static_cast<int>(who.size() - 1);
  };
  std::vector<GroupPoint> points;
  std::vector<std::size_t> ends;  // of the pairs' points
  for (const BodyImpact& pair : pairs) {
    closings.push_back(closing_at(pair));
    if (laws.size() < closings.size()) {
      laws.push_back(law(pair.a, pair.b).at_speed(closings.back()));
      drop_restitution(pair, closings.back(), laws.back());
    }
    for (const ContactPoint& p : points_struck(pair)) {
      const int a = place(pair.a);
      points.push_back({a, place(pair.b), p.normal, p.arm_a, p.arm_b, laws.back().restitution, p.friction, 0, 0});
    }
    ends.push_back(points.size());
  }
  double gained = 0;
  for (const ContactBody& body : bodies) gained -= kinetic_energy(body);
  respond_together(bodies, points);
  for (const ContactBody& body : bodies) gained += kinetic_energy(body);
  for (std::size_t k = 0; k < who.size(); ++k) {
    if (is_edge(who[k]) || !data_of(who[k]).movable()) continue;
    take_course(who[k], first.t, bodies[k], false, {});
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    Vec2 exchanged;
    for (std::size_t p = k == 0 ? 0 : ends[k - 1]; p < ends[k]; ++p) exchanged = exchanged + push_at(points[p]);
    const bool reported = !silent(pairs[k], closings[k]);
    record_contact(pairs[k], laws[k], std::max(closings[k], 0.0), length(exchanged), k == 0 ? gained : 0, reported);
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const ContactBody a = body_at(pairs[k].a, first.t);
    const ContactBody b = body_at(pairs[k].b, first.t);
    if (!comes_to_rest(pairs[k], laws[k], a, b)) continue;
    ++state_.now.policies.rests;
    settle_group(pairs[k], a, b, 0, false);
  }
  std::erase_if(who, [&](std::uint32_t one) { return is_edge(one) || !data_of(one).movable(); });
  std::vector<std::uint32_t> changed;
  for (const std::uint32_t one : who) for_each_rider(one, [&](std::uint32_t rider) { changed.push_back(rider); });
  predict_flights(changed);
}

}  // namespace carom::detail

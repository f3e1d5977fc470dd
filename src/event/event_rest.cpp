#include <algorithm>
#include <cmath>

#include "carom/manifold/manifold.hpp"
#include "event/event_run.hpp"
#include "event/least_change.hpp"
#include "math/sort_stably.hpp"
#include "world/shape_box.hpp"

// Bodies that rattle on each other under gravity come to rest together: docs/mathematics.md, section 17.
namespace carom::detail {
namespace {

/// Of a hop: a contact that follows the body's last one sooner is rapid.
constexpr double k_rapid = 1.0 / 32;
/// After so many rapid contacts in a row, and again after as many more, a body's group is looked at.
constexpr std::uint32_t k_rattles_after = 32;
/// Of the height of a hop: bodies no farther apart are in touch.
constexpr double k_touching = 4;
/// Contacts of a group at most; those nearest to where it rattles.
constexpr std::size_t k_most_contacts = 48;
/// Of the energy of hops: elastic bodies that have no more rattle because they hop.
constexpr double k_energy_of_hops = 4;
/// Normals of one contact are the same if they differ by no more.
constexpr double k_same_normal = 1e-9;

/// As it stands, without turning.
std::optional<TurningShape> standing(const BodyShape& shape, Vec2 at) {
  const Turn turn{{at, 0}, {at, 0}};
  if (const auto* circle = std::get_if<Circle>(&shape)) return MovingCircle{circle->radius, at, at, circle->hollow};
  if (const auto* border = std::get_if<Border>(&shape)) return *border;
  if (const auto* segment = std::get_if<Segment>(&shape)) return TurningSegment{*segment, turn};
  if (const auto* polygon = std::get_if<Polygon>(&shape)) return turning(*polygon, turn);
  return std::nullopt;
}

/// What slides does not rebound.
double rebound(const Law& law) noexcept { return law.response == Response::slide ? 0 : law.restitution; }

}  // namespace

/// Movers in touch with each other, and with what is fixed.
struct EventRun::RestingGroup {
  /// A place at which two touch; its bodies are numbers in `movers`.
  struct Place {
    AskingContact contact;
    std::uint64_t order = 0;  ///< by the members of both
    double hop = 0;           ///< speed with which gravity's hop leaves it
    double restitution = 1;
  };

  std::vector<std::uint32_t> movers;  ///< places
  std::vector<Place> contacts;
  std::vector<Vec2> velocities;  ///< of the movers, after
  double within = 0;             ///< so near is in touch
  bool pressed = false;          ///< something fixed moves: see event_squeeze.cpp

  [[nodiscard]] std::uint32_t number_of(std::uint32_t place) const noexcept {
    return static_cast<std::uint32_t>(std::ranges::find(movers, place) - movers.begin());
  }
};

/// Counts contacts that follow each other much sooner than a hop takes. Is it time to look at the group?
bool EventRun::rattles(const Touching& touch) {
  if (!falling_ || windows_) return false;
  bool time_to_look = false;
  for (const std::uint32_t place : {touch.a, touch.b}) {
    if (is_edge(place) || !is_mover(place)) continue;
    const Mover& m = w_.movers[place];
    std::uint32_t& count = w_.rapid[m.member];
    count = now_ - m.since < k_rapid * w_.shortest ? count + 1 : 0;
    time_to_look = time_to_look || (count > 0 && count % k_rattles_after == 0);
  }
  return time_to_look;
}

/// Answers the contact, and with it all of the group that it is part of. False: nothing is changed, it is a contact like any.
bool EventRun::rest_together(const Touching& touch, const Law& law, News news) {
  if (state_.response || (law.response != Response::impulse && law.response != Response::slide)) return false;
  auto group = resting_group(touch);
  if (!group || !settle(*group)) return false;
  ++state_.now.policies.rests;
  const Encounter e = encounter(touch, law.restitution);
  Aftermath after{e.velocity_a, e.velocity_b, 0};
  CompensatedSum gained;
  for (std::size_t k = 0; k < group->movers.size(); ++k) {
    const std::uint32_t who = group->movers[k];
    const Vec2 before = velocity(who, now_);
    const Vec2 then = group->velocities[k];
    gained.add(0.5 * dot(then - before, then + before) / inverse_mass(who));
    if (who == touch.a) after.velocity_a = then;
    if (who == touch.b) after.velocity_b = then;
  }
  const double of_two = takes_energy(touch, law, e) ? energy_gained(e, after) : 0;
  for (const RestingGroup::Place& place : group->contacts) {
    const std::uint32_t a = group->movers[place.contact.a];
    const std::uint32_t b = place.contact.b == AskingContact::k_fixed ? k_event_nobody : group->movers[place.contact.b];
    const bool same = are_movers(touch) ? (a == touch.a && b == touch.b) || (a == touch.b && b == touch.a)
                                        : b == k_event_nobody && (a == touch.a || a == touch.b);
    if (same) after.impulse = std::max(after.impulse, place.contact.impulse);
  }
  book(touch, law, e, after, news);
  state_.now.exchanged_energy.add(gained.value() - of_two);
  if (!is_edge(touch.b)) count_gas(touch, after.impulse);
  fly_on_together(touch, *group);
  return true;
}

/// Who is in touch with the two, and with those, and so on. Nothing: there is nothing fixed that they could rest on, or they
/// are pressed by something that moves.
std::optional<EventRun::RestingGroup> EventRun::resting_group(const Touching& touch) {
  RestingGroup group;
  group.within = k_touching * 0.125 * length(gravity_) * w_.shortest * w_.shortest;
  for (const std::uint32_t place : {touch.a, touch.b}) {
    if (!is_edge(place) && is_mover(place)) group.movers.push_back(place);
  }
  for (std::size_t k = 0; k < group.movers.size() && group.contacts.size() < k_most_contacts; ++k) {
    find_touching_fixed(group.movers[k], group);
    find_touching(group.movers[k], group);
  }
  const auto rests = [](const RestingGroup::Place& place) { return place.hop > 0; };
  if (group.pressed || std::ranges::none_of(group.contacts, rests)) return std::nullopt;
  // One order, whatever the cells' was.
  sort_stably(group.contacts,
              [](const RestingGroup::Place& x, const RestingGroup::Place& y) { return x.order < y.order; });
  return group;
}

void EventRun::find_touching(std::uint32_t who, RestingGroup& group) {
  std::vector<std::pair<std::uint32_t, Vec2>> near;
  const auto visit = [&](std::uint32_t other, int image_x, int image_y) {
    const Vec2 shift{image_x * period_.x, image_y * period_.y};
    if (other == who || gone(other)) return;
    const double reach = w_.movers[who].radius + w_.movers[other].radius;
    // Of two that have both been looked at the contacts are there already.
    const std::size_t number = group.number_of(other);
    if (number < group.number_of(who)) return;
    if (length(position(who, now_) - position(other, now_) - shift) > reach + group.within) return;
    near.emplace_back(other, shift);
  };
  if (w_.asides[who].cell.level == k_no_level) {
    for (std::uint32_t other = 0; other < w_.movers.size(); ++other) visit(other, 0, 0);
  } else {
    w_.grid.near({w_.asides[who].cell, w_.movers[who].radius, false}, visit);
    for (const std::uint32_t giant : w_.giants) visit(giant, 0, 0);
  }
  std::ranges::sort(near, {}, [&](const auto& one) { return member(one.first); });
  for (const auto& [other, shift] : near) add_contacts(who, other, shift, group);
}

void EventRun::find_touching_fixed(std::uint32_t who, RestingGroup& group) {
  const Mover& m = w_.movers[who];
  const Vec2 at = position(who, now_);
  for (std::uint32_t k = 0; k < w_.fixtures.size(); ++k) {
    const Fixture& f = w_.fixtures[k];
    if (f.gone) continue;
    const Vec2 stands = f.position(now_);
    const Vec2 shift = fixture_shift(at, stands);
    if (length(at - stands - shift) > m.radius + f.reach + group.within) continue;
    add_contacts(who, k_event_fixtures + k, shift, group);
  }
  const auto& bounds = state_.settings.bounds;
  if (!bounds || bounds->edges != Edges::rebound || !std::isfinite(m.radius)) return;
  const ShapeBox around = shape_box(body(who).shape);
  const auto edge = [&](std::uint32_t number, double gap, Vec2 normal) {
    const std::uint32_t partner = k_event_edges + number;
    if (gap > group.within || (!plain_ && is_passing(who, partner))) return;
    const Law how = law({who, partner, {}, {}});
    if (how.lets_pass()) return;
    RestingGroup::Place place;
    place.contact.a = group.number_of(who);
    place.contact.normal = normal;
    place.order = (std::uint64_t{m.member} << 32U) | partner;
    place.hop = std::max(0.5 * -dot(gravity_, normal) * w_.shortest, 0.0);
    place.restitution = rebound(how);
    group.contacts.push_back(place);
  };
  edge(0, at.x + around.low.x - bounds->min.x, {1, 0});
  edge(1, bounds->max.x - (at.x + around.high.x), {-1, 0});
  edge(2, at.y + around.low.y - bounds->min.y, {0, 1});
  edge(3, bounds->max.y - (at.y + around.high.y), {0, -1});
}

/// `shift` is added to b, a mover or something fixed. Whom it touches joins the group.
void EventRun::add_contacts(std::uint32_t a, std::uint32_t b, Vec2 shift, RestingGroup& group) {
  const Body& one = body(a);
  const Body& other = body(b);
  if ((one.mask & other.category) == 0 || (other.mask & one.category) == 0) return;
  if (!plain_ && passes(a, b)) return;
  // Borders stand where they are, so all is seen from b.
  const bool turned = std::holds_alternative<Border>(one.shape);
  const Vec2 apart = position(a, now_) - position(b, now_) - shift;
  const auto shape_a = standing(one.shape, turned ? Vec2{} : apart);
  const auto shape_b = standing(other.shape, turned ? -apart : Vec2{});
  if (!shape_a || !shape_b) return;
  const bool straight = member(a) < member(b);
  const Law how = straight ? law({a, b, {}, {}}) : law({b, a, {}, {}});
  std::vector<Vec2> normals;
  for (const ManifoldPoint& point : manifold(*shape_a, *shape_b, 0, group.within)) {
    const auto same = [&](Vec2 n) { return length(n - point.normal) <= k_same_normal; };
    if (std::ranges::any_of(normals, same)) continue;
    normals.push_back(point.normal);
    if (is_fixture(b) && !(fixture(b).velocity == Vec2{})) group.pressed = true;
    if (is_mover(b) && group.number_of(b) == group.movers.size()) group.movers.push_back(b);
    RestingGroup::Place place;
    place.contact.a = group.number_of(a);
    place.contact.normal = point.normal;
    if (is_mover(b)) {
      place.contact.b = group.number_of(b);
    } else {
      place.hop = std::max(0.5 * -dot(gravity_, point.normal) * w_.shortest, 0.0);
    }
    const std::uint64_t first = std::min(member(a), member(b));
    place.order = (first << 32U) | std::max(member(a), member(b));
    place.restitution = rebound(how);
    group.contacts.push_back(place);
  }
}

/// The velocities after: first those in which nobody closes, nearest to those before; then a share of what that took is given
/// back, which is Poisson's restitution; then a hop, on which all that rest on each other go together. False: they do not rest.
bool EventRun::settle(RestingGroup& group) const {
  std::vector<double> inverse_masses;
  std::vector<Vec2> before;
  double hops = 0;
  for (const std::uint32_t who : group.movers) {
    inverse_masses.push_back(inverse_mass(who));
    before.push_back(velocity(who, now_));
    const double hop = 0.5 * length(gravity_) * w_.shortest;
    hops += 0.5 * hop * hop / inverse_mass(who);
  }
  std::vector<AskingContact> contacts;
  double restitution = 1;
  for (const RestingGroup::Place& place : group.contacts) {
    contacts.push_back(place.contact);
    restitution = std::min(restitution, place.restitution);
  }
  group.velocities = before;
  if (!change_least(group.velocities, inverse_masses, contacts)) return false;
  if (!(restitution < 1)) {
    // Nothing here loses energy: only what hops have brought is taken.
    double taken = 0;
    for (std::size_t k = 0; k < before.size(); ++k) {
      const Vec2 change = before[k] - group.velocities[k];
      taken += 0.5 * dot(change, change) / inverse_masses[k];
    }
    if (taken > k_energy_of_hops * hops) return false;
    restitution = 0;
  }
  for (std::size_t k = 0; k < before.size(); ++k) {
    group.velocities[k] = group.velocities[k] + restitution * (group.velocities[k] - before[k]);
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) contacts[k].least = group.contacts[k].hop;
  if (!change_least(group.velocities, inverse_masses, contacts)) return false;
  for (std::size_t k = 0; k < contacts.size(); ++k) group.contacts[k].contact = contacts[k];
  return true;
}

void EventRun::fly_on_together(const Touching& touch, const RestingGroup& group) {
  std::vector<std::size_t> order(group.movers.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::ranges::sort(order, {}, [&](std::size_t k) { return member(group.movers[k]); });
  for (const std::size_t k : order) {
    const std::uint32_t who = group.movers[k];
    const Vec2 at = who == touch.a && touch.placed ? *touch.placed : position(who, now_);
    end_flight(who, touch);
    w_.rapid[member(who)] = 0;
    w_.wayless[member(who)] = 0;
    // As after a hop: what meets a body that lies still does not follow too soon.
    if (!w_.last_contacts.empty()) w_.last_contacts[member(who)] = -k_never;
    refly(who, at, group.velocities[k]);
  }
  for (const std::size_t k : order) foretell(group.movers[k]);
}

}  // namespace carom::detail

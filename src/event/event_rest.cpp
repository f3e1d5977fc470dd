#include "event/event_rest.hpp"

#include <algorithm>
#include <cmath>

#include "carom/manifold/manifold.hpp"
#include "math/kernel_work.hpp"
#include "math/sort_stably.hpp"
#include "world/bodies/shape_box.hpp"

namespace carom::detail {
namespace {

/// In the order of a group's contacts, edges come after all bodies.
constexpr std::uint32_t k_first_edge = 0xffff'ff00U;
/// Of the height of a hop: bodies no farther apart are in touch.
constexpr double k_touching = 4;
/// Contacts of a group at most; those nearest to where it rattles.
constexpr std::size_t k_most_contacts = 48;
/// Of the energy of hops: elastic bodies that have no more rattle because they hop.
constexpr double k_energy_of_micro_bounces = 4;
/// Without gravity, of a body's size: bodies no farther apart are in touch.
constexpr double k_jammed_gap = 1e-9;
/// Normals of one contact are the same if they differ by no more.
constexpr double k_same_normal = 1e-9;

/// As it stands, without rotating.
std::optional<RotatingShape> standing(const BodyShape& shape, Vec2 at) {
  const Turn turn{{at, 0}, {at, 0}};
  if (const auto* circle = std::get_if<Circle>(&shape)) return MovingCircle{circle->radius, at, at, circle->hollow};
  if (const auto* border = std::get_if<Border>(&shape)) return *border;
  if (const auto* segment = std::get_if<Segment>(&shape)) return RotatingSegment{*segment, turn};
  if (const auto* polygon = std::get_if<Polygon>(&shape)) return rotating(*polygon, turn);
  return std::nullopt;
}

/// Of two that close so fast. What slides does not rebound.
double rebound(const Law& law, double closing) noexcept {
  return law.response == Response::slide ? 0 : law.at_speed(closing).restitution;
}

}  // namespace

std::uint32_t EventRestingGroup::number_of(std::uint32_t mover) const noexcept {
  return static_cast<std::uint32_t>(std::ranges::find(movers, mover) - movers.begin());
}

bool EventRestingGroup::pressed() const noexcept {
  return std::ranges::any_of(contacts, [](const Point& point) { return point.pressing; });
}

std::optional<EventRestingGroup> EventRestingGroups::settled_group(const BodyImpact& impact) const {
  auto group = find(impact);
  if (!group || !(settle(*group) || settle_jam(*group))) return std::nullopt;
  return group;
}

/// What is in touch with the two, and with those, and so on.
std::optional<EventRestingGroup> EventRestingGroups::find(const BodyImpact& impact) const {
  EventRestingGroup group;
  group.within = k_touching * 0.125 * length(ctx_.gravity) * zeno_.shortest_flight() * zeno_.shortest_flight();
  for (const BodyRef ref : {impact.a, impact.b}) {
    if (!ref.is_mover()) continue;
    group.movers.push_back(ref.index());
    const double radius = bodies_.mover(ref.index()).radius;
    if (!ctx_.falling && std::isfinite(radius)) group.within = std::max(group.within, k_jammed_gap * radius);
  }
  for (std::size_t k = 0; k < group.movers.size() && group.contacts.size() < k_most_contacts; ++k) {
    find_fixed(group.movers[k], group);
    find_edges(group.movers[k], group);
    find_movers(group.movers[k], group);
  }
  const auto rests = [](const EventRestingGroup::Point& point) { return point.hop > 0; };
  if (ctx_.falling && (group.pressed() || std::ranges::none_of(group.contacts, rests))) return std::nullopt;
  // One order, whatever the cells' was.
  sort_stably(group.contacts,
              [](const EventRestingGroup::Point& x, const EventRestingGroup::Point& y) { return x.order < y.order; });
  return group;
}

void EventRestingGroups::find_movers(std::uint32_t mover, EventRestingGroup& group) const {
  std::vector<std::pair<std::uint32_t, Vec2>> near;
  cells_.near(mover, false, [&](std::uint32_t other, int image_x, int image_y) {
    const Vec2 shift{image_x * ctx_.period.x, image_y * ctx_.period.y};
    if (other == mover || bodies_.gone(other)) return;
    const double reach = bodies_.mover(mover).radius + bodies_.mover(other).radius;
    // Of two that have both been looked at the contacts are there already.
    if (group.number_of(other) < group.number_of(mover)) return;
    const Vec2 apart = bodies_.position(mover, ctx_.now) - bodies_.position(other, ctx_.now) - shift;
    if (length(apart) > reach + group.within) return;
    near.emplace_back(other, shift);
  });
  sort_stably(near, {}, [&](const auto& one) { return bodies_.mover(one.first).body_index; });
  for (const auto& [other, shift] : near) add_contacts(mover, BodyRef::mover(other), shift, group);
}

void EventRestingGroups::find_fixed(std::uint32_t mover, EventRestingGroup& group) const {
  const EventBody& m = bodies_.mover(mover);
  const Vec2 at = bodies_.position(mover, ctx_.now);
  count_kernel_work(4 * bodies_.fixed().size());
  for (std::uint32_t k = 0; k < bodies_.fixed().size(); ++k) {
    const FixedBody& f = bodies_.fixed()[k];
    if (f.gone) continue;
    const Vec2 stands = f.position(ctx_.now);
    const Vec2 shift = ctx_.fixed_shift(at, stands);
    if (length(at - stands - shift) > m.radius + f.reach + group.within) continue;
    add_contacts(mover, BodyRef::fixed(k), shift, group);
  }
}

void EventRestingGroups::find_edges(std::uint32_t mover, EventRestingGroup& group) const {
  const EventBody& m = bodies_.mover(mover);
  const BodyRef own = BodyRef::mover(mover);
  const auto& bounds = ctx_.bounds();
  if (!bounds || bounds->edges != Edges::rebound || !std::isfinite(m.radius)) return;
  const Vec2 at = bodies_.position(mover, ctx_.now);
  const ShapeBox around = shape_box(bodies_.body(own).shape);
  const auto edge = [&](std::uint32_t number, double gap, Vec2 normal) {
    const BodyRef partner = BodyRef::edge(number);
    if (gap > group.within || (!ctx_.unobserved && rules_.overlap(own, partner))) return;
    const Law law = rules_.law(own, partner);
    if (law.lets_pass(normal)) return;
    EventRestingGroup::Point point;
    point.contact.a = group.number_of(mover);
    point.contact.normal = normal;
    point.order = (std::uint64_t{m.body_index} << 32U) | (k_first_edge + number);
    point.hop = hop_off(normal);
    point.restitution = rebound(law, -dot(bodies_.velocity(mover, ctx_.now), normal));
    group.contacts.push_back(point);
  };
  edge(0, at.x + around.low.x - bounds->min.x, {1, 0});
  edge(1, bounds->max.x - (at.x + around.high.x), {-1, 0});
  edge(2, at.y + around.low.y - bounds->min.y, {0, 1});
  edge(3, bounds->max.y - (at.y + around.high.y), {0, -1});
}

double EventRestingGroups::hop_off(Vec2 normal) const noexcept {
  return std::max(0.5 * -dot(ctx_.gravity, normal) * zeno_.shortest_flight(), 0.0);
}

/// `shift` is added to the other one, a mover or something fixed. A mover that it touches joins the group.
void EventRestingGroups::add_contacts(std::uint32_t mover, BodyRef other, Vec2 shift, EventRestingGroup& group) const {
  const BodyRef own = BodyRef::mover(mover);
  const Body& body_a = bodies_.body(own);
  const Body& body_b = bodies_.body(other);
  if (!filters_match(body_a, body_b)) return;
  if (!ctx_.unobserved && rules_.lets_pass(own, other)) return;
  // Borders stand where they are, so all is seen from the other one.
  const bool turned = std::holds_alternative<Border>(body_a.shape);
  const Vec2 apart = bodies_.position(own, ctx_.now) - bodies_.position(other, ctx_.now) - shift;
  const auto shape_a = standing(body_a.shape, turned ? Vec2{} : apart);
  const auto shape_b = standing(body_b.shape, turned ? -apart : Vec2{});
  if (!shape_a || !shape_b) return;
  const std::uint64_t index_a = bodies_.body_index(own);
  const std::uint64_t index_b = bodies_.body_index(other);
  const Law law = index_a < index_b ? rules_.law(own, other) : rules_.law(other, own);
  count_edge_pairs(1, 1);
  std::vector<Vec2> normals;
  for (const ManifoldPoint& touching : manifold(*shape_a, *shape_b, 0, group.within)) {
    const auto same = [&](Vec2 n) { return length(n - touching.normal) <= k_same_normal; };
    if (std::ranges::any_of(normals, same)) continue;
    normals.push_back(touching.normal);
    if (law.lets_pass(index_a < index_b ? touching.normal : -touching.normal)) continue;
    if (other.is_mover() && group.number_of(other.index()) == group.movers.size()) {
      group.movers.push_back(other.index());
    }
    EventRestingGroup::Point point;
    point.contact.a = group.number_of(mover);
    point.contact.normal = touching.normal;
    if (other.is_mover()) {
      point.contact.b = group.number_of(other.index());
    } else {
      point.hop = hop_off(touching.normal);
      point.contact.least = dot(bodies_.fixed(other).velocity, touching.normal);
      point.pressing = !(bodies_.fixed(other).velocity == Vec2{});
    }
    point.order = (std::min(index_a, index_b) << 32U) | std::max(index_a, index_b);
    const Vec2 relative = bodies_.velocity(own, ctx_.now) - bodies_.velocity(other, ctx_.now);
    point.restitution = rebound(law, -dot(relative, touching.normal));
    group.contacts.push_back(point);
  }
}

/// The velocities after: first those in which no two close, nearest to those before; then a share of what that took is given
/// back, which is Poisson's restitution; then a hop, on which all that rest on each other go together. False: they do not rest.
bool EventRestingGroups::settle(EventRestingGroup& group) const {
  std::vector<double> inverse_masses;
  std::vector<Vec2> before;
  double hops = 0;
  for (const std::uint32_t mover : group.movers) {
    inverse_masses.push_back(bodies_.inverse_mass(mover));
    before.push_back(bodies_.velocity(mover, ctx_.now));
    const double hop = 0.5 * length(ctx_.gravity) * zeno_.shortest_flight();
    hops += 0.5 * hop * hop / bodies_.inverse_mass(mover);
  }
  std::vector<AskingContact> contacts;
  double restitution = 1;
  for (const EventRestingGroup::Point& point : group.contacts) {
    contacts.push_back(point.contact);
    restitution = std::min(restitution, point.restitution);
  }
  group.velocities = before;
  if (!change_least(group.velocities, inverse_masses, contacts)) return false;
  if (!ctx_.falling) {
    // They are in touch all the time: what is lost at each contact is lost at once. Where nothing is, all go on.
    if (!(restitution < 1)) return false;
    restitution = 0;
  } else if (!(restitution < 1)) {
    // Nothing here loses energy: only what hops have brought is taken.
    double taken = 0;
    for (std::size_t k = 0; k < before.size(); ++k) {
      const Vec2 change = before[k] - group.velocities[k];
      taken += 0.5 * dot(change, change) / inverse_masses[k];
    }
    if (taken > k_energy_of_micro_bounces * hops) return false;
    restitution = 0;
  }
  for (std::size_t k = 0; k < before.size(); ++k) {
    group.velocities[k] = group.velocities[k] + restitution * (group.velocities[k] - before[k]);
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) contacts[k].least += group.contacts[k].hop;
  if (!change_least(group.velocities, inverse_masses, contacts)) return false;
  for (std::size_t k = 0; k < contacts.size(); ++k) group.contacts[k].contact = contacts[k];
  return true;
}

/// There is no way out: movers that something fixed presses are jammed when it comes next, and the others rest till then.
/// False: nothing presses them.
bool EventRestingGroups::settle_jam(EventRestingGroup& group) const {
  if (ctx_.falling || !group.pressed()) return false;
  for (const EventRestingGroup::Point& point : group.contacts) {
    if (point.pressing) group.jammed.push_back(group.movers[point.contact.a]);
  }
  std::erase_if(group.contacts, [](const EventRestingGroup::Point& point) { return point.pressing; });
  return settle(group);
}

}  // namespace carom::detail

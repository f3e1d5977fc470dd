#include "carom/world/mover.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/math/elementary.hpp"
#include "carom/overlap/overlap.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/make_body.hpp"
#include "world/queries/queries.hpp"
#include "world/rules/faults.hpp"

namespace carom {
namespace {

constexpr int k_most_turns = 4;
/// Bodies may press from several sides.
constexpr int k_most_ways_out = 8;

/// The least way by which `shape` at `at` gets out of a body; nothing: they do not overlap.
std::optional<Overlap> deepest_overlap(const BodyShape& shape, Vec2 at, const Body& body) {
  std::optional<Overlap> deepest;
  const auto placed = detail::placed_at(shape, at - body.state.at);
  if (!placed) return deepest;
  detail::for_each_part(*placed, [&](const auto& own) {
    detail::for_each_part(body.shape, [&](const auto& other) {
      const auto found = overlap(detail::at_rest(own), detail::at_rest(other));
      if (found && (!deepest || found->depth > deepest->depth)) deepest = found;
    });
  });
  return deepest;
}

}  // namespace

Checked<Mover> Mover::make(MoverSettings settings, Vec2 at) {
  if (auto error = detail::check_shape(settings.shape)) return *std::move(error);
  if (std::holds_alternative<Border>(settings.shape)) return Error{"/border", "expected a shape that can be moved"};
  detail::Faults faults;
  faults.point("/at", at);
  faults.point("/up", settings.up);
  faults.not_negative("/step_height", settings.step_height);
  faults.positive("/skin", settings.skin);
  if (!(std::abs(length(settings.up) - 1) < 1e-6)) faults.fault("/up", "expected a vector of length 1");
  if (!(settings.steepest >= 0 && settings.steepest < 1.57)) {
    faults.fault("/steepest",
                 "expected an angle from 0 to below a right one, found " + detail::number_text(settings.steepest));
  }
  if (faults.first()) return *faults.first();
  return Mover(std::move(settings), at);
}

Mover::Mover(MoverSettings settings, Vec2 at) noexcept
    : settings_(std::move(settings)), least_up_(sin_cos(settings_.steepest).cos), at_(at) {}

void Mover::teleport(Vec2 at) noexcept {
  at_ = at;
  ground_.reset();
}

std::optional<BodyId> Mover::ground() const noexcept { return ground_ ? std::optional(ground_->id) : std::nullopt; }
std::optional<Vec2> Mover::ground_normal() const noexcept {
  return ground_ ? std::optional(ground_->normal) : std::nullopt;
}

bool Mover::walks_on(Vec2 normal) const noexcept { return dot(normal, settings_.up) >= least_up_; }

/// What it would meet first; its shape has been checked.
std::optional<RayHit> Mover::look(const World& world, Vec2 from, Vec2 way) const {
  const auto hit = world.cast(settings_.shape, {from, 0}, {from + way, 0}, settings_.filter);
  return hit ? hit.value() : std::nullopt;
}

/// Goes up to what is in the way, short of it by the skin. What is left of the way.
Vec2 Mover::advance(const World& world, Vec2 way, std::optional<RayHit>& hit) {
  const double whole = length(way);
  if (!(whole > 0)) return {};
  // The skin is kept along the normal, so on a flat approach it is left out earlier.
  hit = look(world, at_, (1 + settings_.skin / whole) * way);
  if (!hit) {
    at_ = at_ + way;
    return {};
  }
  const double closing = std::max(-dot(hit->normal, way) / whole, 0.0);
  const double gap = closing > 0 ? std::min(settings_.skin / closing, 64 * settings_.skin) : settings_.skin;
  const double free = std::clamp(hit->distance - gap, 0.0, whole);
  at_ = at_ + (free / whole) * way;
  return ((whole - free) / whole) * way;
}

/// A point of the ground goes where the ground has taken it since.
void Mover::ride(const World& world) {
  if (!ground_) return;
  const Body* const body = world.body(ground_->id);
  if (body == nullptr) return;
  const BodyState& before = ground_->state;
  const SinCos back = sin_cos(-before.angle);
  const Vec2 own = turned(at_ - before.at, back);
  const Vec2 carried = body->state.at + turned(own, sin_cos(body->state.angle)) - at_;
  if (carried == Vec2{}) return;
  // It is out of the way of what carries it.
  Mover rider = *this;
  rider.settings_.filter.except = settings_.filter.except ? settings_.filter.except : std::optional(ground_->id);
  rider.slide(world, carried);
  at_ = rider.at_;
}

void Mover::get_out(const World& world) {
  for (int turn = 0; turn < k_most_ways_out; ++turn) {
    std::optional<Overlap> worst;
    const auto near = world.overlaps(settings_.shape, {at_, 0}, settings_.filter);
    if (!near) return;
    for (const BodyId id : near.value()) {
      const auto found = deepest_overlap(settings_.shape, at_, *world.body(id));
      if (found && (!worst || found->depth > worst->depth)) worst = found;
    }
    if (!worst) return;
    at_ = at_ + (worst->depth + settings_.skin) * worst->normal;
  }
}

Mover::Slid Mover::slide(const World& world, Vec2 way) {
  std::optional<Vec2> before;
  for (int turn = 0; turn < k_most_turns; ++turn) {
    std::optional<RayHit> hit;
    way = advance(world, way, hit);
    if (!hit) return {};
    const bool rises = dot(way, settings_.up) > 0;
    const bool wall = !walks_on(hit->normal) && dot(hit->normal, settings_.up) > -least_up_;
    if (ground_ && wall && !rises) return {true, way};
    // A slope that is too steep is a wall to what walks against it.
    Vec2 normal = hit->normal;
    if (wall && ground_) normal = unit(normal - dot(normal, settings_.up) * settings_.up);
    way = way - std::min(dot(way, normal), 0.0) * normal;
    // Into a corner: there is no way along both.
    if (before && dot(way, *before) < 0) return {};
    before = normal;
  }
  return {};
}

/// Up, along, down: taken if it leads further along than before, onto ground.
bool Mover::step_up(const World& world, Vec2 way) {
  const Vec2 along = way - dot(way, settings_.up) * settings_.up;
  if (!(length(along) > 0) || !(settings_.step_height > 0)) return false;
  Mover trial = *this;
  std::optional<RayHit> hit;
  trial.advance(world, settings_.step_height * settings_.up, hit);
  const double height = dot(trial.at_ - at_, settings_.up);
  // Far enough to stand on the step, though the way be shorter.
  const Vec2 start = trial.at_;
  hit.reset();
  trial.advance(world, along, hit);
  if (!(dot(trial.at_ - start, along) > 0)) return false;
  hit.reset();
  trial.advance(world, -(height + settings_.skin) * settings_.up, hit);
  if (!hit || !walks_on(hit->normal) || !(dot(trial.at_ - at_, settings_.up) > settings_.skin)) return false;
  at_ = trial.at_;
  return true;
}

/// Stands on what is below within `reach`, if it can be walked on.
void Mover::find_ground(const World& world, double reach) {
  ground_.reset();
  const Vec2 down = -(reach + 2 * settings_.skin) * settings_.up;
  const auto hit = look(world, at_, down);
  if (!hit || !walks_on(hit->normal)) return;
  const double free = std::max(hit->distance - settings_.skin, 0.0);
  at_ = at_ - free * settings_.up;
  ground_ = Ground{hit->id, world.body(hit->id)->state, hit->normal};
}

void Mover::move(const World& world, Vec2 way) {
  ride(world);
  get_out(world);
  const bool stood = ground_.has_value();
  const double rise = dot(way, settings_.up);
  // On a slope the way leads along it, as fast as on the level.
  if (stood && rise <= 0) {
    const Vec2 along = way - rise * settings_.up;
    const Vec2 slope = along - dot(along, ground_->normal) * ground_->normal;
    const double size = length(slope);
    way = size > 0 ? (length(along) / size) * slope : Vec2{};
  }
  const Slid slid = slide(world, way);
  if (slid.blocked && !step_up(world, slid.left)) {
    // Against the wall: what is left of the way goes up or down along it.
    ground_.reset();
    slide(world, slid.left);
  }
  const bool jumps = rise > 0;
  find_ground(world, stood && !jumps ? settings_.step_height : 0);
}

}  // namespace carom

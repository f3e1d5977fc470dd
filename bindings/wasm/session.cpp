#include "session.hpp"

#include <algorithm>
#include <utility>

#include "carom/io/event_log.hpp"
#include "io/scene_names.hpp"

namespace carom::wasm {
namespace {

/// A module has 4 GB at most, and while a step runs nobody can stop it: some seconds, for a world of a few hundred bodies.
constexpr StepLimits k_limits{.work = std::uint64_t{1} << 27U,
                              .work_a_body = std::uint64_t{1} << 15U,
                              .records = std::uint64_t{1} << 22U,
                              .records_a_body = 128};

std::shared_ptr<const Era> era_of(Scene scene) {
  const TimeGrid steps(scene.world.time, scene.world.dt);
  return std::make_shared<const Era>(Era{std::move(scene), steps});
}

/// The same world with the books of the one that it goes on from.
World with_books_of(const World& old, const World& remade) {
  World::Ledger books = old.ledger();
  // Flights begin here.
  books.flights.clear();
  books.held.clear();
  books.clock = remade.ledger().clock;
  std::vector<Body> bodies;
  for (const BodyId id : remade.bodies()) bodies.push_back(*remade.body(id));
  // Neither can fail: `remade` was made of the same.
  World result = World::make(remade.settings()).value();
  static_cast<void>(result.resume(std::move(bodies), books));
  return result;
}

}  // namespace

Session::Session(Scene scene, World world) : era_(era_of(std::move(scene))), world_(std::move(world)) {
  world_.set_limits(k_limits);
}

std::optional<std::uint32_t> Session::forward(double until, std::uint32_t most, bool record) {
  events_.clear();
  failure_.clear();
  recording_ = record;
  world_.set_recording(record);
  if (world_.settings().detection == Detection::event && most > 1) return fly(until, most);
  std::uint32_t taken = 0;
  while (taken < most && world_.time() < until) {
    const double before = world_.time();
    if (!era_->steps.resolves(before)) return std::nullopt;
    step_to(step_end(era_->steps, before, until));
    if (!failure_.empty()) return taken;
    if (!(world_.time() > before)) return std::nullopt;
    ++taken;
  }
  return taken;
}

std::uint32_t Session::fly(double until, std::uint32_t most) {
  if (!(world_.time() < until)) return 0;
  world_.set_interrupt([left = most]() mutable { return --left == 0; });
  step_to(until);
  world_.set_interrupt({});
  return 1;
}

void Session::step_to(double end) {
  const StepResult result = world_.step_to(end);
  if (result.end == StepResult::End::limit_reached) failure_ = result.reason;
  ids_are_fresh_ = false;
  if (!recording_ || world_.events().empty()) return;
  const std::span<const ContactEvent> fresh = world_.events();
  // Those at the end of one step and at the start of the next have the same time, and an order among themselves.
  const auto tied = std::ranges::upper_bound(events_, fresh.front(), comes_before) - events_.begin();
  const auto before = static_cast<std::ptrdiff_t>(events_.size());
  events_.insert(events_.end(), fresh.begin(), fresh.end());
  std::inplace_merge(events_.begin() + tied, events_.begin() + before, events_.end(), comes_before);
}

std::span<const BodyId> Session::bodies() {
  if (ids_are_fresh_) return ids_;
  ids_ = world_.bodies();
  std::vector<std::uint64_t> serials;
  serials.reserve(ids_.size());
  for (const BodyId id : ids_) serials.push_back(world_.body(id)->serial);
  if (serials != serials_) ++revision_;
  serials_ = std::move(serials);
  ids_are_fresh_ = true;
  return ids_;
}

std::optional<BodyId> Session::find(std::uint32_t serial) {
  const std::span<const BodyId> ids = bodies();
  const auto found = std::ranges::lower_bound(serials_, serial);
  if (found == serials_.end() || *found != serial) return std::nullopt;
  return ids[static_cast<std::size_t>(found - serials_.begin())];
}

std::optional<BodyId> Session::find_then(std::uint32_t serial) {
  if (const auto id = find(serial)) return id;
  const std::vector<Party> gone = world_.departed();
  const auto found = std::ranges::find(gone, serial, &Party::serial);
  return found != gone.end() ? std::optional(found->id) : std::nullopt;
}

Checked<std::uint32_t> Session::add(BodyDef body) {
  if (io::serial_in(body.name)) body.name.clear();  // it gets a number of its own
  const auto id = world_.add(std::move(body));
  if (!id) return id.error();
  forget_bodies();
  return static_cast<std::uint32_t>(world_.body(id.value())->serial);
}

bool Session::remove(std::uint32_t serial) {
  const auto id = find(serial);
  if (!id || !world_.remove(*id)) return false;
  forget_bodies();
  return true;
}

bool Session::teleport(std::uint32_t serial, Vec2 at) {
  const auto id = find(serial);
  return id && world_.teleport(*id, at);
}

bool Session::set_velocity(std::uint32_t serial, Vec2 velocity) {
  const auto id = find(serial);
  return id && world_.set_velocity(*id, velocity);
}

std::optional<Error> Session::change(const Scene& wanted) {
  Scene next = scene();
  std::vector<Rule> rules = std::move(next.world.rules);
  next.duration = wanted.duration;
  next.world = wanted.world;
  next.world.time = world_.time();
  next.world.rules = std::move(rules);
  const auto remade = build_world(next);
  if (!remade) return remade.error();
  world_ = with_books_of(world_, remade.value());
  world_.set_limits(k_limits);
  era_ = era_of(std::move(next));
  events_.clear();
  forget_bodies();
  return std::nullopt;
}

void Session::restore(const Saved& saved) {
  if (saved.era != era_) {
    world_ = World::make(saved.era->scene.world).value();
    world_.set_limits(k_limits);
    era_ = saved.era;
  }
  world_.restore(saved.state);
  events_.clear();
  forget_bodies();
}

void Session::forget_bodies() noexcept {
  ids_are_fresh_ = false;
  ++revision_;
}

}  // namespace carom::wasm

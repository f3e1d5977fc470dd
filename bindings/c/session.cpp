#include "session.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/io/event_log.hpp"
#include "carom/world/journal.hpp"
#include "world/rules/faults.hpp"
#include "world/snapshot/persistence.hpp"

namespace carom::c {
namespace {

/// A flight of the event world asks some thousand events apart. Events of so many are kept by the engine before they are taken
/// over: it has a limit to what one step keeps.
constexpr std::uint64_t k_flight = 256;

#if !defined(__wasm__)  // which has no clock of its own
constexpr std::chrono::milliseconds k_ask_every{20};
#endif

/// Different for each thread.
const void* this_thread() noexcept {
  thread_local const char mark = 0;
  return &mark;
}

/// The same world with the ledger of the one that it goes on from.
World with_record_of(const World& old, const World& remade) {
  detail::SavedLedger ledger = detail::Persistence::ledger(old);
  // Flights begin here.
  ledger.flights.clear();
  ledger.held.clear();
  ledger.just_parted.clear();
  ledger.clock = detail::Persistence::ledger(remade).clock;
  std::vector<Body> bodies;
  for (const BodyId id : remade.bodies()) bodies.push_back(*remade.body(id));
  // Neither can fail: `remade` was made of the same.
  World result = World::make(remade.settings()).value();
  static_cast<void>(detail::Persistence::resume(result, std::move(bodies), ledger));
  return result;
}

/// What is known of a contact before and after its response.
template <class Contact>
carom_contact common_of(const Contact& contact) noexcept {
  carom_contact result{};
  result.t = contact.t;
  result.a = handle_of(contact.a);
  result.b = handle_of(contact.b);
  result.point = vec(contact.point);
  result.normal = vec(contact.normal);
  result.speed = contact.speed;
  return result;
}

carom_contact contact_of(const PendingContact& contact) noexcept {
  carom_contact result = common_of(contact);
  result.restitution = contact.restitution;
  result.inner = contact.side == Side::inner;
  result.velocity_a = vec(contact.velocity_a);
  result.velocity_b = vec(contact.velocity_b);
  return result;
}

carom_contact contact_of(const ContactEvent& event) noexcept {
  carom_contact result = common_of(event);
  result.impulse = event.impulse;
  result.response = static_cast<carom_response>(event.response);
  return result;
}

Error not_finite(const World& world, const Party& lost) {
  const BodyState& state = world.body(lost.id)->state;
  const auto point = [](Vec2 v) { return "(" + detail::number_text(v.x) + ", " + detail::number_text(v.y) + ")"; };
  std::string reason = "the state is no longer finite at t = " + detail::number_text(world.time()) + ": " +
                       world.name(lost.serial) + " is at " + point(state.at) + " with velocity " +
                       point(state.velocity);
  if (world.settings().attraction || !world.settings().sources.empty()) {
    reason += "; what pulls is too strong for the steps: take a shorter dt, or a softening";
  }
  return {"", std::move(reason)};
}

}  // namespace

std::string sized(std::string_view bytes) {
  std::string result;
  for (unsigned k = 0; k < 8; ++k) result += static_cast<char>(std::uint64_t{bytes.size()} >> (8 * k));
  return result.append(bytes);
}

std::optional<std::string_view> take_sized(std::string_view& bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < 8) return std::nullopt;
  for (unsigned k = 0; k < 8; ++k) length |= std::uint64_t{static_cast<unsigned char>(bytes[k])} << (8 * k);
  bytes.remove_prefix(8);
  if (length > bytes.size()) return std::nullopt;
  const std::string_view taken = bytes.substr(0, static_cast<std::size_t>(length));
  bytes.remove_prefix(taken.size());
  return taken;
}

std::shared_ptr<const Era> era_of(Scene scene) {
  // Bodies are in the world; what a state needs of the scene is the rest.
  scene.bodies.clear();
  scene.fills.clear();
  scene.flights.reset();
  scene.resting.reset();
  scene.passing.clear();
  scene.touching.clear();
  scene.created.reset();
  const TimeGrid steps(scene.world.time, scene.world.dt);
  return std::make_shared<const Era>(Era{std::move(scene), steps});
}

}  // namespace carom::c

using namespace carom;
using namespace carom::c;

carom_world::carom_world(Scene scene, World world)
    : era_(era_of(std::move(scene))), world_(std::move(world)), columns_(new BodyColumns) {
  equip();
}

carom_world::~carom_world() { columns_->release(); }

void carom_world::equip() {
  world_.set_limits(limits_);
  world_.set_threads(threads_);
  world_.set_recording(recording_);
  world_.set_listener(before_ != nullptr || after_ != nullptr ? this : nullptr);
  world_.set_interrupt([this] { return shall_stop(); });
}

// Which thread may enter.

carom_status carom_world::enter(Access access, bool& nested) noexcept {
  const void* owner = nullptr;
  if (!user_.compare_exchange_strong(owner, this_thread(), std::memory_order_acquire)) {
    if (owner != this_thread()) return fail(CAROM_BUSY, "", "another thread is using the world");
    nested = true;
  }
  if (nested && asking_) return fail(CAROM_BUSY, "", "the world must not be used from its interrupt callback");
  if (nested && access == Access::exclusive) {
    return fail(CAROM_BUSY, "", "a step of the world is running: this cannot be done from inside a callback");
  }
  if (!broken_) return CAROM_OK;
  if (!nested) leave();
  return fail(CAROM_INTERNAL, "",
              "an earlier call has broken off in the middle of a step: the world is of no more use");
}

void carom_world::leave() noexcept {
  stop_.store(false);
  user_.store(nullptr);
}

// Time.

/// Asked while a step runs, some thousand times a second.
bool carom_world::shall_stop() noexcept {
  if (stop_.load(std::memory_order_relaxed) || callback_failed_) return true;
  ++asked_;
  if (patience_ > 0 && asked_ >= patience_) return true;
  if (ask_ == nullptr) return false;
#if !defined(__wasm__)
  const auto now = std::chrono::steady_clock::now();
  if (now - last_asked_ < k_ask_every) return false;
  last_asked_ = now;
#endif
  asking_ = true;
  bool says = false;
  if (guarded([&] {
        says = ask_(ask_user_);
        return CAROM_OK;
      }) != CAROM_OK) {
    says = true;
  }
  asking_ = false;
  if (says) stop_.store(true, std::memory_order_relaxed);
  return says;
}

carom_status carom_world::why_stopped() noexcept {
  if (callback_failed_) return fail(CAROM_CALLBACK_FAILED, "", callback_error_.c_str());
  return fail(CAROM_INTERRUPTED, "", "interrupted");
}

carom_status carom_world::forward(double until, std::uint64_t most, std::uint64_t* taken, Pieces pieces) {
  const bool event = world_.settings().detection == Detection::event;
  const bool at_once = event && pieces == Pieces::any && most > 1;
  if (at_once && !std::isfinite(until) && until > 0) {
    return fail(CAROM_BAD_INPUT, "until", "expected a time, found one that is not finite");
  }
  events_.clear();
  event_columns_are_fresh_ = false;
  callback_failed_ = false;
  patience_ = 0;
#if !defined(__wasm__)
  last_asked_ = std::chrono::steady_clock::now();
#endif
  // The event world goes on after a callback has failed, up to the next time at which the interrupt is polled; only this
  // undoes that.
  std::optional<World::Snapshot> before_all;
  if (event && (before_ != nullptr || after_ != nullptr)) before_all = world_.snapshot();
  std::uint64_t done = 0;
  const carom_status status = at_once ? fly(until, most, done) : take_steps(until, most, done);
  if (status == CAROM_CALLBACK_FAILED && before_all) {
    static_cast<void>(world_.restore(*before_all));
    events_.clear();
    reshaped();
    done = 0;
  }
  if (taken != nullptr) *taken = done;
  return status;
}

carom_status carom_world::take_steps(double until, std::uint64_t most, std::uint64_t& taken) {
  while (taken < most && world_.time() < until) {
    const double now = world_.time();
    const double end = era_->steps.resolves(now) ? step_end(era_->steps, now, until) : now;
    if (!(end > now)) {
      return fail(CAROM_TIME_STANDS_STILL,
                  Error{"", "steps of " + detail::number_text(world_.settings().dt) +
                                " are lost in the rounding of the time t = " + detail::number_text(now)});
    }
    if (const carom_status status = step_to(end)) return status;
    ++taken;
    if (taken < most && world_.time() < until && shall_stop()) return why_stopped();
  }
  return CAROM_OK;
}

/// All at once: the event world has no steps.
carom_status carom_world::fly(double until, std::uint64_t most, std::uint64_t& taken) {
  std::uint64_t left = most;
  while (world_.time() < until && left > 0) {
    asked_ = 0;
    patience_ = recording_ ? std::min(left, k_flight) : left;
    if (const carom_status status = step_to(until)) return status;
    taken = 1;
    left -= std::min(left, std::max<std::uint64_t>(asked_, 1));
  }
  return CAROM_OK;
}

carom_status carom_world::step_to(double end) {
  running_ = true;
  const StepResult result = world_.step_to(end);
  running_ = false;
  changed(true);
  if (result.end == StepResult::End::limit_reached) return fail(CAROM_LIMIT_REACHED, Error{"", result.reason});
  const bool has_steps = world_.settings().detection != Detection::event;
  if (has_steps && !result.completed()) return why_stopped();
  if (recording_) keep_events();
  if (callback_failed_ || (!has_steps && stop_.load(std::memory_order_relaxed))) return why_stopped();
  if (const auto lost = world_.first_not_finite()) return fail(CAROM_NOT_FINITE, not_finite(world_, *lost));
  return CAROM_OK;
}

void carom_world::keep_events() {
  const std::span<const ContactEvent> fresh = world_.events();
  auto next = static_cast<std::ptrdiff_t>(events_.size());
  events_.insert(events_.end(), fresh.begin(), fresh.end());
  // Those at the end of one step and at the start of the next may have the same time, and an order among themselves. Both are in
  // order, so only the first of the new ones can belong before others.
  for (; next > 0 && std::cmp_less(next, events_.size()); ++next) {
    const auto one = events_.begin() + next;
    if (!comes_before(*one, *(one - 1))) break;
    std::rotate(std::upper_bound(events_.begin(), one, *one, comes_before), one, one + 1);
  }
}

// Callbacks.

carom_verdict carom_world::call(carom_contact_callback callback, const carom_contact& contact) noexcept {
  int said = CAROM_STOP;
  callback_error_ = "a contact callback has stopped the step";
  const carom_status status = guarded([&] {
    const carom_verdict verdict = callback(this, &contact, callback_user_);
    said = number_in(verdict);
    return CAROM_OK;
  });
  if (status != CAROM_OK) callback_error_ = std::string("a contact callback has thrown: ") + carom_last_error_reason();
  if (said == CAROM_GO_ON || said == CAROM_IGNORE_CONTACT) return static_cast<carom_verdict>(said);
  callback_failed_ = true;
  world_.abandon_step();
  return CAROM_STOP;
}

bool carom_world::before(World&, const PendingContact& contact) {
  // What is still played will be undone, and the event world ends at no moment in the middle of its contacts: without them it is
  // there soon, however many were to come.
  if (callback_failed_) return false;
  if (before_ == nullptr) return true;
  return call(before_, contact_of(contact)) != CAROM_IGNORE_CONTACT;
}

void carom_world::after(World&, const ContactEvent& event) {
  if (after_ != nullptr && !callback_failed_) call(after_, contact_of(event));
}

void carom_world::set_interrupt(carom_interrupt_callback ask, void* user) noexcept {
  ask_ = ask;
  ask_user_ = user;
}

void carom_world::set_callbacks(carom_contact_callback first, carom_contact_callback then, void* user) noexcept {
  before_ = first;
  after_ = then;
  callback_user_ = user;
  world_.set_listener(first != nullptr || then != nullptr ? this : nullptr);
}

void carom_world::set_limits(const StepLimits& limits) noexcept {
  limits_ = limits;
  world_.set_limits(limits);
}

void carom_world::set_threads(unsigned threads) noexcept {
  threads_ = threads;
  world_.set_threads(threads);
}

void carom_world::set_recording(bool recording) noexcept {
  recording_ = recording;
  world_.set_recording(recording);
}

// What is read as arrays.

std::span<const BodyId> carom_world::bodies() {
  if (ids_are_fresh_) return ids_;
  std::vector<BodyId> now = world_.bodies();
  if (now != ids_) ++revision_;
  ids_ = std::move(now);
  ids_are_fresh_ = true;
  return ids_;
}

void carom_world::changed(bool bodies_too) noexcept {
  columns_are_fresh_ = false;
  if (bodies_too) ids_are_fresh_ = false;
}

const carom_bodies* carom_world::body_columns() {
  if (columns_are_fresh_) return columns_;
  if (columns_->is_shared()) {
    auto* const fresh = new BodyColumns;
    columns_->release();
    columns_ = fresh;
  }
  const std::span<const BodyId> ids = bodies();
  columns_->fill(world_, ids, revision_);
  // What is read from inside a callback is not read again: the step goes on without a word.
  columns_are_fresh_ = !running_;
  return columns_;
}

const carom_outlines* carom_world::outline_columns() {
  outlines_.fill(world_, bodies());
  return &outlines_;
}

const carom_events* carom_world::event_columns() {
  if (!event_columns_are_fresh_) event_columns_.fill(events_);
  event_columns_are_fresh_ = true;
  return &event_columns_;
}

// The state as a whole.

std::optional<Error> carom_world::change_settings(const Scene& wanted) {
  Scene next = scene();
  std::vector<Rule> rules = std::move(next.world.rules);
  next.duration = wanted.duration;
  next.world = wanted.world;
  next.world.time = world_.time();
  next.world.rules = std::move(rules);
  const auto remade = build_world(next);
  if (!remade) return remade.error();
  replace(with_record_of(world_, remade.value()), era_of(std::move(next)));
  events_.clear();
  event_columns_are_fresh_ = false;
  reshaped();
  return std::nullopt;
}

void carom_world::replace(World world, std::shared_ptr<const Era> era) {
  const bool journaling = world_.keeps_journal();
  if (journaling) journal_before_.push_back(journal_of_world());
  world_ = std::move(world);
  era_ = std::move(era);
  equip();
  if (journaling) world_.start_journal();
}

void carom_world::start_journal() {
  journal_before_.clear();
  world_.start_journal();
}

void carom_world::stop_journal() {
  journal_before_.clear();
  world_.stop_journal();
}

std::string carom_world::journal_of_world() const {
  const std::vector<std::byte> calls = world_.journal()->bytes();
  std::string text = sized(write_scene(era_->scene));
  return text + sized({reinterpret_cast<const char*>(calls.data()), calls.size()});
}

std::optional<std::string> carom_world::journal() const {
  if (!world_.keeps_journal()) return std::nullopt;
  std::string all;
  for (const std::string& before : journal_before_) all += before;
  return all + journal_of_world();
}

std::optional<Error> carom_world::restore(const carom_snapshot& saved) {
  if (saved.era != era_) {
    auto made = World::make(saved.era->scene.world);
    if (!made) return made.error();
    World other = std::move(made).value();
    if (auto error = other.restore(saved.state)) return error;
    replace(std::move(other), saved.era);
  } else if (auto error = world_.restore(saved.state)) {
    return error;
  }
  events_.clear();
  event_columns_are_fresh_ = false;
  reshaped();
  return std::nullopt;
}

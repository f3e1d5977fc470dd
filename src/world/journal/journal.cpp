#include "carom/world/journal.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "world/journal/journal_keeper.hpp"
#include "world/rules/faults.hpp"
#include "world/state.hpp"

namespace carom {
namespace detail {
namespace {

constexpr std::string_view k_word = "caromJNL";

/// What the bytes begin with, after the word: by whom they were written, then the length and the sum of what follows.
struct JournalHeader {
  std::string version;
  std::uint64_t length = 0;
  std::uint64_t sum = 0;
};
template <class Archive, MaybeConst<JournalHeader> T>
void fields(Archive& in, T& header) {
  auto& [version, length, sum] = header;
  in("version", version, "length", length, "sum", sum);
}

struct JournalContent {
  std::vector<std::byte> start;
  std::uint64_t calls = 0;
  std::uint64_t end_hash = 0;
  std::vector<std::byte> record;
};
template <class Archive, MaybeConst<JournalContent> T>
void fields(Archive& in, T& content) {
  auto& [start, calls, end_hash, record] = content;
  in("start", start, "calls", calls, "end_hash", end_hash, "record", record);
}

/// Hands out calls one by one, with their numbers. The error's place begins with the number: "/3/def/circle".
template <class Take>
std::optional<Error> for_each_call(std::span<const std::byte> record, const Take& take) {
  ByteReader in(record);
  for (std::uint64_t k = 0; !in.done(); ++k) {
    JournalCall call;
    in(std::to_string(k), call);
    if (auto error = in.failure()) return error;
    if (auto error = take(call)) return Error{"/" + std::to_string(k) + error->place, std::move(error->reason)};
  }
  return std::nullopt;
}

/// What is wrong with calls that cannot be read, those from inside callbacks included.
std::optional<Error> check_calls(std::span<const std::byte> record, bool from_callback) {
  return for_each_call(record, [&](const JournalCall& call) -> std::optional<Error> {
    const auto* const step = std::get_if<StepCall>(&call);
    if (step == nullptr) return std::nullopt;
    if (from_callback) return Error{"/kind", "expected no step from inside a callback"};
    for (const CallbackAnswer& answer : step->answers) {
      if (auto error = check_calls(answer.calls, true)) return error;
    }
    return std::nullopt;
  });
}

std::optional<Error> make_call(World& world, const JournalCall& call);

/// Says and does in the callbacks of one step what the journal has of them.
class Replayer : public Listener {
 public:
  Replayer(World& world, const StepCall& step) noexcept : world_(world), step_(step) {}

  bool before(World&, const PendingContact&) override {
    const CallbackAnswer* const answer = next(CallbackKind::before);
    return answer == nullptr || !answer->refused;
  }
  void after(World&, const ContactEvent&) override { next(CallbackKind::after); }
  void touch(World&, const Touch&) override { next(CallbackKind::touch); }
  std::optional<NewVelocities> response() {
    const CallbackAnswer* const answer = next(CallbackKind::response);
    if (answer == nullptr || !answer->velocity_a) return std::nullopt;
    return NewVelocities{*answer->velocity_a, *answer->velocity_b};
  }
  [[nodiscard]] std::optional<Error> error() const {
    if (error_ || answers_ == step_.answers.size()) return error_;
    return Error{"", "a callback of the journal was not called: settings or rules are others than its world's"};
  }

 private:
  /// What it said, and its calls are made; null: nothing.
  const CallbackAnswer* next(CallbackKind kind) {
    const std::uint64_t number = callbacks_++;
    if (answers_ == step_.answers.size() || step_.answers[answers_].number != number) return nullptr;
    const CallbackAnswer& answer = step_.answers[answers_++];
    if (answer.kind != kind) {
      error_ = Error{"", "a callback is not the journal's: settings or rules are others than its world's"};
      return nullptr;
    }
    if (!error_) error_ = for_each_call(answer.calls, [&](const JournalCall& call) { return make_call(world_, call); });
    return &answer;
  }

  World& world_;
  const StepCall& step_;
  std::size_t answers_ = 0;
  std::uint64_t callbacks_ = 0;
  std::optional<Error> error_;
};

std::optional<Error> refused(std::string_view what) {
  return Error{"",
               "this world does not take " + std::string(what) + ": settings or bodies are others than the journal's"};
}
std::optional<Error> taken(bool done, std::string_view what) { return done ? std::nullopt : refused(what); }

std::optional<Error> make(World& world, const AddCall& call) {
  const auto id = world.add(call.def);
  return id ? std::nullopt : std::optional(id.error());
}
std::optional<Error> make(World& world, const RedefineCall& call) { return world.redefine(call.id, call.def); }
std::optional<Error> make(World& world, const RemoveCall& call) { return taken(world.remove(call.id), "a removal"); }
std::optional<Error> make(World& world, const VectorCall& call) {
  switch (call.what) {
    case VectorCall::What::teleport: return taken(world.teleport(call.id, call.value), "a place");
    case VectorCall::What::velocity: return taken(world.set_velocity(call.id, call.value), "a velocity");
    case VectorCall::What::force: break;
  }
  return taken(world.apply_force(call.id, call.value), "a force");
}
std::optional<Error> make(World& world, const NumberCall& call) {
  const double value = call.value.value_or(0);
  switch (call.what) {
    case NumberCall::What::spin: return taken(world.set_spin(call.id, value), "a spin");
    case NumberCall::What::angle: return taken(world.set_angle(call.id, value), "an angle");
    case NumberCall::What::restitution: return taken(world.set_restitution(call.id, call.value), "a restitution");
    case NumberCall::What::friction: return taken(world.set_friction(call.id, call.value), "friction");
    case NumberCall::What::mass: return taken(world.set_mass(call.id, value), "a mass");
    case NumberCall::What::fixed: break;
  }
  return taken(world.set_fixed(call.id, value != 0), "a fixed body");
}
std::optional<Error> make(World& world, const UserDataCall& call) {
  return taken(world.set_user_data(call.id, call.data), "user data");
}
std::optional<Error> make(World& world, const TagCall& call) {
  return taken(world.add_tag(call.id, call.tag), "a tag");
}
std::optional<Error> make(World& world, const FilterCall& call) {
  return taken(world.set_filter(call.id, call.category, call.mask), "a filter");
}
std::optional<Error> make(World& world, const RestoreCall& call) {
  auto snapshot = World::Snapshot::from_bytes(call.snapshot);
  return snapshot ? world.restore(snapshot.value()) : snapshot.error();
}
std::optional<Error> make(World& world, const StepCall& call) {
  Replayer replayer(world, call);
  world.set_listener(call.listener ? &replayer : nullptr);
  if (call.response) {
    world.set_response([&](const World&, const PendingContact&) { return replayer.response(); });
  } else {
    world.set_response(nullptr);
  }
  const StepResult result = world.step_to(call.end);
  world.set_listener(nullptr);
  world.set_response(nullptr);
  if (auto error = replayer.error()) return error;
  if (!result.completed()) return Error{"", result.reason.empty() ? "interrupted" : result.reason};
  return world.time() == call.end ? std::nullopt : refused("a step to " + number_text(call.end));
}

std::optional<Error> make_call(World& world, const JournalCall& call) {
  return std::visit([&](const auto& one) { return make(world, one); }, call);
}

}  // namespace
}  // namespace detail

std::vector<std::byte> Journal::bytes() const {
  detail::ByteWriter content;
  content("", detail::JournalContent{start_, calls_, end_hash_, record_});
  const std::vector<std::byte> after = content.take();
  detail::ByteWriter out;
  for (const char letter : detail::k_word) out("", letter);
  out("", detail::JournalHeader{CAROM_VERSION, after.size(), detail::byte_sum(after)});
  std::vector<std::byte> bytes = out.take();
  bytes.insert(bytes.end(), after.begin(), after.end());
  return bytes;
}

Checked<Journal> Journal::from_bytes(std::span<const std::byte> bytes) {
  using namespace detail;
  const auto word = std::as_bytes(std::span(k_word));
  if (bytes.size() < word.size() || !std::ranges::equal(bytes.first(word.size()), word)) {
    return Error{"", "these bytes are no journal: expected them to begin with \"" + std::string(k_word) + "\""};
  }
  ByteReader in(bytes.subspan(word.size()));
  JournalHeader header;
  in("header", header);
  if (auto error = in.failure()) return *std::move(error);
  if (header.version != CAROM_VERSION) {
    return Error{"/header/version", "expected \"" + std::string(CAROM_VERSION) + "\", found \"" + header.version +
                                        "\": a journal is read by the version of Carom that wrote it"};
  }
  const auto after = in.rest();
  if (header.length != after.size()) {
    return Error{"/header/length", "cut off or too long: expected " + std::to_string(header.length) +
                                       " bytes after the header, found " + std::to_string(after.size())};
  }
  if (header.sum != byte_sum(after)) return Error{"/header/sum", "damaged: the sum of the bytes is another"};
  ByteReader body(after);
  JournalContent content;
  fields(body, content);
  if (auto error = body.error()) return *std::move(error);
  if (const auto start = World::Snapshot::from_bytes(content.start); !start) {
    return Error{"/start" + start.error().place, start.error().reason};
  }
  if (auto error = check_calls(content.record, false)) return Error{"/calls" + error->place, std::move(error->reason)};
  Journal journal;
  journal.start_ = std::move(content.start);
  journal.record_ = std::move(content.record);
  journal.calls_ = content.calls;
  journal.end_hash_ = content.end_hash;
  return journal;
}

bool World::start_journal() {
  if (state_->running != nullptr || state_->notifying) return false;
  state_->journal = std::make_unique<detail::JournalKeeper>(snapshot().bytes());
  return true;
}

bool World::stop_journal() noexcept {
  if (state_->running != nullptr || state_->notifying) return false;
  state_->journal.reset();
  return true;
}

bool World::keeps_journal() const noexcept { return state_->journal != nullptr; }

std::optional<Journal> World::journal() const {
  if (state_->journal == nullptr || state_->running != nullptr || state_->notifying) return std::nullopt;
  Journal journal;
  journal.start_ = state_->journal->start();
  journal.record_ = state_->journal->record();
  journal.calls_ = state_->journal->calls();
  journal.end_hash_ = hash();
  return journal;
}

std::optional<Error> World::replay(const Journal& journal) {
  if (state_->running != nullptr || state_->notifying) return Error{"", "expected no step that is running"};
  auto start = Snapshot::from_bytes(journal.start_);
  if (!start) return Error{"/start" + start.error().place, start.error().reason};
  if (auto error = restore(start.value())) return Error{"/start" + error->place, std::move(error->reason)};
  Listener* const listener = std::exchange(state_->listener, nullptr);
  CustomResponse response = std::exchange(state_->response, nullptr);
  auto error = detail::for_each_call(journal.record_, [&](const auto& call) { return detail::make_call(*this, call); });
  state_->listener = listener;
  state_->response = std::move(response);
  if (error) return Error{"/calls" + error->place, std::move(error->reason)};
  if (hash() == journal.end_hash_) return std::nullopt;
  return Error{"/end_hash", "the calls lead to another state: settings or rules are others than the journal's world's"};
}

}  // namespace carom

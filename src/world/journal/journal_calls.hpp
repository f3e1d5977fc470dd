#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "world/snapshot/archive_fields.hpp"

/// What a journal consists of: each call that changes a world, as a struct, and what it is as bytes.
namespace carom::detail {

struct AddCall {
  BodyDef def;
};
struct RedefineCall {
  BodyId id;
  BodyDef def;
};
struct RemoveCall {
  BodyId id;
};
struct VectorCall {
  enum class What : std::uint8_t { teleport, velocity, force };
  What what = What::teleport;
  BodyId id;
  Vec2 value;
};
struct NumberCall {
  enum class What : std::uint8_t { spin, angle, restitution, friction, mass, fixed };
  What what = What::spin;
  BodyId id;
  std::optional<double> value;  ///< fixed: not 0
};
struct UserDataCall {
  BodyId id;
  std::uint64_t data = 0;
};
struct TagCall {
  BodyId id;
  std::string tag;
};
struct FilterCall {
  BodyId id;
  std::uint32_t category = 0;
  std::uint32_t mask = 0;
};
struct RestoreCall {
  std::vector<std::byte> snapshot;
};

enum class CallbackKind : std::uint8_t { before, after, touch, response };

/// What a callback of a step said and did, if it was more than to let everything be.
struct CallbackAnswer {
  CallbackKind kind = CallbackKind::before;
  std::uint64_t number = 0;  ///< of all callbacks of the step, from 0
  bool refused = false;
  std::optional<Vec2> velocity_a;  ///< of a custom response, both or none
  std::optional<Vec2> velocity_b;
  std::vector<std::byte> calls;  ///< made from inside
};

struct StepCall {
  double end = 0;  ///< the time reached
  bool listener = false;
  bool response = false;
  std::vector<CallbackAnswer> answers;
};

using JournalCall = std::variant<AddCall, RedefineCall, RemoveCall, VectorCall, NumberCall, UserDataCall, TagCall,
                                 FilterCall, RestoreCall, StepCall>;

template <class Archive, MaybeConst<BodyDef> T>
void fields(Archive& in, T& def) {
  auto& [name, shape, at, velocity, angle, spin, mass, density, fixed, restitution, friction, turns, tags, health,
         lifetime, sensor, category, mask, damping, user_data] = def;
  in("name", name, "", shape, "at", at, "velocity", velocity, "angle", angle, "spin", spin, "mass", mass);
  in("density", density, "fixed", fixed, "restitution", restitution, "friction", friction, "turns", turns);
  in("tags", tags, "health", health, "lifetime", lifetime, "sensor", sensor, "category", category, "mask", mask);
  in("damping", damping, "user_data", user_data);
}

template <class Archive, MaybeConst<AddCall> T>
void fields(Archive& in, T& call) {
  auto& [def] = call;
  in("def", def);
}
template <class Archive, MaybeConst<RedefineCall> T>
void fields(Archive& in, T& call) {
  auto& [id, def] = call;
  in("id", id, "def", def);
}
template <class Archive, MaybeConst<RemoveCall> T>
void fields(Archive& in, T& call) {
  auto& [id] = call;
  in("id", id);
}
template <class Archive, MaybeConst<VectorCall> T>
void fields(Archive& in, T& call) {
  auto& [what, id, value] = call;
  in("what", what, "id", id, "value", value);
  in.check("what", what <= VectorCall::What::force, "a call with a vector");
}
template <class Archive, MaybeConst<NumberCall> T>
void fields(Archive& in, T& call) {
  auto& [what, id, value] = call;
  in("what", what, "id", id, "value", value);
  in.check("what", what <= NumberCall::What::fixed, "a call with a number");
}
template <class Archive, MaybeConst<UserDataCall> T>
void fields(Archive& in, T& call) {
  auto& [id, data] = call;
  in("id", id, "data", data);
}
template <class Archive, MaybeConst<TagCall> T>
void fields(Archive& in, T& call) {
  auto& [id, tag] = call;
  in("id", id, "tag", tag);
}
template <class Archive, MaybeConst<FilterCall> T>
void fields(Archive& in, T& call) {
  auto& [id, category, mask] = call;
  in("id", id, "category", category, "mask", mask);
}
template <class Archive, MaybeConst<RestoreCall> T>
void fields(Archive& in, T& call) {
  auto& [snapshot] = call;
  in("snapshot", snapshot);
}
template <class Archive, MaybeConst<CallbackAnswer> T>
void fields(Archive& in, T& answer) {
  auto& [kind, number, refused, velocity_a, velocity_b, calls] = answer;
  in("kind", kind, "number", number, "refused", refused, "velocity_a", velocity_a, "velocity_b", velocity_b);
  in("calls", calls);
  in.check("kind", kind <= CallbackKind::response, "a kind of callback");
  in.check("velocity_b", velocity_a.has_value() == velocity_b.has_value(), "both velocities, or none");
}
template <class Archive, MaybeConst<StepCall> T>
void fields(Archive& in, T& call) {
  auto& [end, listener, response, answers] = call;
  in("end", end, "listener", listener, "response", response, "answers", answers);
}

/// Which call it is, then what it was given.
template <class Archive, MaybeConst<JournalCall> T>
void fields(Archive& in, T& call) {
  auto kind = static_cast<std::uint8_t>(call.index());
  in("kind", kind);
  if constexpr (Archive::reads) {
    in.check("kind", kind < std::variant_size_v<JournalCall>, "a kind of call");
    if (!in.good()) return;
    [&]<class... Kinds>(const std::variant<Kinds...>*) {
      std::uint8_t next = 0;
      ((kind == next++ ? void(call.template emplace<Kinds>()) : void()), ...);
    }(&call);
  }
  std::visit([&](auto& held) { in("", held); }, call);
}

}  // namespace carom::detail

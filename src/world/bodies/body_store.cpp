#include "world/bodies/body_store.hpp"

#include <algorithm>
#include <charconv>

#include "carom/shapes/mass.hpp"
#include "math/sort_stably.hpp"

namespace carom {

Vec2 center_of_mass(const Body& body, const BodyState& state) noexcept {
  return body.center == Vec2{} ? state.at : state.at + turned(body.center, sin_cos(state.angle));
}

bool Body::has_tag(const std::string& tag) const noexcept { return std::ranges::find(tags, tag) != tags.end(); }

namespace detail {

BodyStore::Handles BodyStore::handles() const {
  Handles handles{generations_, free_slots_, {}, next_serial_};
  for (const auto& [serial, name] : names_) {
    if (by_serial(serial) == nullptr) handles.gone.push_back({serial, name});
  }
  sort_stably(handles.gone, {}, &Handles::GoneName::serial);
  return handles;
}

Checked<BodyStore> BodyStore::make(std::vector<Body> bodies, Handles handles) {
  const auto place = [](const char* list, std::size_t k, const char* key) {
    return list + ("/" + std::to_string(k)) + key;
  };
  BodyStore store;
  // As many slots as there are bodies and free ones: a slot that is named twice leaves another without an owner.
  if (bodies.size() + handles.free_slots.size() != handles.generations.size()) {
    return Error{"/generations", "expected as many as bodies and free slots"};
  }
  std::vector<bool> known(handles.generations.size(), false);
  const auto takes = [&known](std::uint32_t slot) {
    if (slot >= known.size() || known[slot]) return false;
    known[slot] = true;
    return true;
  };
  store.slots_.resize(known.size());
  std::uint64_t next = 0;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    Body& body = bodies[k];
    const BodyId id = body.id;
    if (!takes(id.slot)) return Error{place("", k, "/id"), "expected a slot of its own"};
    if (id.generation == 0 || id.generation != handles.generations[id.slot]) {
      return Error{place("", k, "/id"), "expected the generation of its slot"};
    }
    if (body.serial < next || body.serial >= handles.next_serial) {
      return Error{place("", k, "/serial"), "expected serials in order, below that of the next body"};
    }
    next = body.serial + 1;
    if (!body.name.empty()) {
      if (!store.by_name_.emplace(body.name, id).second) {
        return Error{place("", k, "/name"), "expected a name of its own"};
      }
      store.names_.emplace(body.serial, body.name);
    }
    store.in_order_.push_back(id.slot);
    store.slots_[id.slot] = std::move(body);
  }
  for (std::size_t k = 0; k < handles.free_slots.size(); ++k) {
    if (!takes(handles.free_slots[k])) return Error{place("/free_slots", k, ""), "expected a slot without a body"};
  }
  next = 0;
  for (std::size_t k = 0; k < handles.gone.size(); ++k) {
    auto& [serial, name] = handles.gone[k];
    if (serial < next || serial >= handles.next_serial || name.empty() || store.by_serial(serial) != nullptr) {
      return Error{place("/gone", k, ""), "expected names of bodies that are gone, in order of creation"};
    }
    store.names_.emplace(serial, std::move(name));
    next = serial + 1;
  }
  store.generations_ = std::move(handles.generations);
  store.free_slots_ = std::move(handles.free_slots);
  store.next_serial_ = handles.next_serial;
  return store;
}

BodyId BodyStore::add(Body body) {
  body.serial = next_serial_;
  return put(std::move(body));
}

BodyId BodyStore::add_back(Body body) { return put(std::move(body)); }

BodyId BodyStore::put(Body body) {
  std::uint32_t slot = 0;
  const bool new_slot = free_slots_.empty();
  if (new_slot) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
    generations_.push_back(0);
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  body.id = {slot, ++generations_[slot]};
  next_serial_ = body.serial + 1;
  if (!body.name.empty()) {
    by_name_[body.name] = body.id;
    names_[body.serial] = body.name;
  }
  in_order_.push_back(slot);
  slots_[slot] = std::move(body);
  if (keeps_changes_) {
    Change& change = changes_.emplace_back();
    change.body.id = slots_[slot].id;
    change.new_slot = new_slot;
  }
  return slots_[slot].id;
}

bool BodyStore::remove(BodyId id) {
  const Body* body = find(id);
  if (body == nullptr) return false;
  const auto named = by_name_.find(body->name);
  if (named != by_name_.end() && named->second == id) by_name_.erase(named);
  const auto place =
      std::ranges::lower_bound(in_order_, body->serial, {}, [&](std::uint32_t s) { return slots_[s].serial; });
  in_order_.erase(place);
  if (keeps_changes_) changes_.push_back({Change::Kind::removed, std::move(slots_[id.slot]), false});
  slots_[id.slot] = Body{};
  free_slots_.push_back(id.slot);
  return true;
}

void BodyStore::replace(BodyId id, Body body) {
  Body& old = *find(id);
  body.id = old.id;
  body.serial = old.serial;
  if (!old.name.empty()) {
    by_name_.erase(old.name);
    names_.erase(old.serial);
  }
  if (!body.name.empty()) {
    by_name_[body.name] = body.id;
    names_[body.serial] = body.name;
  }
  old = std::move(body);
}

void BodyStore::begin_changes() {
  changes_.clear();
  kept_.clear();
  keeps_changes_ = true;
  serial_before_ = next_serial_;
}

void BodyStore::accept_changes() noexcept {
  changes_.clear();
  keeps_changes_ = false;
}

void BodyStore::keep(const Body& body) {
  if (!keeps_changes_) return;
  if (kept_.size() <= body.id.slot) kept_.resize(slots_.size());
  if (kept_[body.id.slot] == body.id) return;
  kept_[body.id.slot] = body.id;
  changes_.push_back({Change::Kind::changed, body, false});
}

void BodyStore::take_back_changes() {
  keeps_changes_ = false;
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
    const BodyId id = change->body.id;
    switch (change->kind) {
      case Change::Kind::changed: slots_[id.slot] = std::move(change->body); break;
      case Change::Kind::removed: {
        const Body& body = slots_[id.slot] = std::move(change->body);
        free_slots_.pop_back();
        const auto place =
            std::ranges::lower_bound(in_order_, body.serial, {}, [&](std::uint32_t s) { return slots_[s].serial; });
        in_order_.insert(place, id.slot);
        if (!body.name.empty()) by_name_[body.name] = id;
        break;
      }
      case Change::Kind::added: {
        const Body& body = slots_[id.slot];
        if (!body.name.empty()) {
          by_name_.erase(body.name);
          names_.erase(body.serial);
        }
        in_order_.pop_back();  // it was the last
        --generations_[id.slot];
        if (change->new_slot) {
          slots_.pop_back();
          generations_.pop_back();
        } else {
          slots_[id.slot] = Body{};
          free_slots_.push_back(id.slot);
        }
        break;
      }
    }
  }
  changes_.clear();
  next_serial_ = serial_before_;
}

Body* BodyStore::find(BodyId id) noexcept {
  const bool known = id.generation != 0 && id.slot < slots_.size() && slots_[id.slot].id == id;
  return known ? &slots_[id.slot] : nullptr;
}

const Body* BodyStore::find(BodyId id) const noexcept {
  const bool known = id.generation != 0 && id.slot < slots_.size() && slots_[id.slot].id == id;
  return known ? &slots_[id.slot] : nullptr;
}

std::optional<BodyId> BodyStore::find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  if (found != by_name_.end()) return found->second;
  // #k is the k-th, if it has no name of its own.
  if (!name.starts_with('#')) return std::nullopt;
  std::uint64_t serial = 0;
  const auto read = std::from_chars(name.data() + 1, name.data() + name.size(), serial);
  if (read.ec != std::errc{}) return std::nullopt;
  const Body* body = by_serial(serial);
  // Spelt as name() does it: #7 is not #07.
  if (body == nullptr || !body->name.empty() || this->name(serial) != name) return std::nullopt;
  return body->id;
}

const Body* BodyStore::by_serial(std::uint64_t serial) const noexcept {
  const auto place = std::ranges::lower_bound(in_order_, serial, {}, [&](std::uint32_t s) { return slots_[s].serial; });
  if (place == in_order_.end() || slots_[*place].serial != serial) return nullptr;
  return &slots_[*place];
}

std::string BodyStore::name(std::uint64_t serial) const {
  const auto found = names_.find(serial);
  return found != names_.end() ? found->second : "#" + std::to_string(serial);
}

std::string BodyStore::free_name(const std::string& wanted) const {
  if (wanted.empty() || !find(wanted)) return wanted;
  for (int k = 2;; ++k) {
    std::string candidate = wanted + "#" + std::to_string(k);
    if (!find(candidate)) return candidate;
  }
}

}  // namespace detail
}  // namespace carom

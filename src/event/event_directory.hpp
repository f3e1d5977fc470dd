#pragma once

#include <cstdint>
#include <vector>

#include "contact/body_ref.hpp"
#include "world/state.hpp"

namespace carom::detail {

/// Where each body of an event run is: its slot in the body store, its ref in the run, its class among the rules. The body
/// index is the order of creation; it never changes within a run and decides ties.
class EventDirectory {
 public:
  void begin_run(BodyStore& store) noexcept { store_ = &store; }
  void clear(std::size_t room) {
    slots_.clear();
    refs_.clear();
    rules_.clear();
    slots_.reserve(room);
    refs_.reserve(room);
  }
  /// Its body index is the number of those before it.
  void add(const Body& body, BodyRef ref) {
    const auto body_index = static_cast<std::uint32_t>(slots_.size());
    slots_.push_back(body.id.slot);
    refs_.push_back(ref);
    if (index_of_slot_.size() <= body.id.slot) index_of_slot_.resize(body.id.slot + 1U);
    index_of_slot_[body.id.slot] = body_index;
  }
  void set_ref(std::uint32_t body_index, BodyRef ref) noexcept { refs_[body_index] = ref; }
  /// Called for each body, in order, or for none.
  void set_rules(std::uint32_t body_index, RuleClass rules) {
    if (rules_.size() <= body_index) rules_.resize(body_index + 1U);
    rules_[body_index] = rules;
  }

  [[nodiscard]] std::size_t count() const noexcept { return slots_.size(); }
  [[nodiscard]] BodyRef ref(std::uint32_t body_index) const noexcept { return refs_[body_index]; }
  [[nodiscard]] BodyRef ref(const Body& body) const noexcept { return refs_[index_of(body)]; }
  [[nodiscard]] std::uint32_t index_of(const Body& body) const noexcept { return index_of_slot_[body.id.slot]; }
  /// True if the body's slot was in use when bodies were last added.
  [[nodiscard]] bool knows(const Body& body) const noexcept { return body.id.slot < index_of_slot_.size(); }
  [[nodiscard]] const Body& body(std::uint32_t body_index) const noexcept {
    return store_->at_slot(slots_[body_index]);
  }
  /// 0 where there are no rules.
  [[nodiscard]] RuleClass rules(std::uint32_t body_index) const noexcept {
    return rules_.empty() ? 0 : rules_[body_index];
  }

 private:
  BodyStore* store_ = nullptr;
  std::vector<std::uint32_t> slots_;          ///< by body index
  std::vector<BodyRef> refs_;                 ///< by body index
  std::vector<std::uint32_t> index_of_slot_;  ///< by slot: body index
  std::vector<RuleClass> rules_;              ///< by body index; empty where there are none
};

}  // namespace carom::detail

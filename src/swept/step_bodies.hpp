#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "contact/body_ref.hpp"
#include "contact/contact_side.hpp"
#include "math/large_array.hpp"
#include "math/parallel.hpp"
#include "world/bodies/sweep.hpp"
#include "world/pairs/partner_index.hpp"
#include "world/state.hpp"

namespace carom::detail {

/// Movers to a task of a few instructions for each: some microseconds.
inline constexpr std::size_t k_portion = 8192;

/// What the Zeno guard counts of a body during a drift.
struct ContactCounts {
  std::optional<double> last_contact;
  std::uint32_t quick = 0;             ///< contacts in quick succession up to the last one
  std::uint32_t wayless = 0;           ///< contacts in a row without a way between them
  std::uint32_t met = 0;               ///< contacts, counted where there are sources
  std::optional<std::uint32_t> clump;  ///< held together with others to the end of the step
};

/// What the loop needs of a body only when something happens to it.
struct BodyData {
  BodyId id;
  BodyRef ref = BodyRef::mover(0);  ///< where its sweep is
  std::uint64_t serial = 0;
  Vec2 acceleration;  ///< during the drift: the fields', and what holds it against them
  Vec2 pull;          ///< the fields' alone
  Vec2 bend;          ///< how the acceleration changes on a chord: see KickDrift::velocity_offset
  Vec2 force;         ///< per mass
  double damping = 0;
  Vec2 center;       ///< of mass, around `at`
  double shell = 0;  ///< in which it pulls nothing: shells.hpp
  Vec2 low;          ///< the shape's box around `at`
  Vec2 high;
  double mass = 0;
  double restitution = 0;
  bool own_restitution = false;
  bool disc = true;  ///< a solid circle
  bool sensor = false;
  bool gone = false;
  RuleClass rules = 0;
  std::uint32_t category = 1;
  std::uint32_t mask = 0xffff'ffffU;
  double expires = std::numeric_limits<double>::infinity();  ///< scene time
  ContactCounts counts;
  double came = 0;  ///< into the step, of a newcomer

  [[nodiscard]] ContactSide side() const noexcept {
    return {own_restitution ? &restitution : nullptr, sensor, rules, disc};
  }
  [[nodiscard]] Party party() const noexcept { return {id, serial}; }
};

/// What at least one body has, so that not all of them have to be searched.
struct Traits {
  bool all_discs = true;  ///< all movers are
  bool moving_fixed = false;
  bool special = false;  ///< lifetimes, sensors, filters
  bool lossy = false;    ///< a restitution of its own below 1
  bool forced = false;
  bool damped = false;
  bool newcomers = false;  ///< came within the step
  bool departed = false;   ///< went within the step
  bool wayless = false;    ///< the last drift has left such counts with the bodies
  bool stirred = false;    ///< the last step has left accelerations, counts or clumps with the bodies
};

/// The bodies of a swept step: of each a hot Sweep and cold BodyData. They stay from step to step: see SweptWorkspace::current.
class StepBodies {
 public:
  /// What does not follow from a Body alone.
  struct Details {
    RuleClass rules = 0;
    Vec2 force;                ///< per mass
    bool with_center = false;  ///< centre of mass and shell are needed
  };

  void clear() noexcept;
  /// Takes up a body, after all others.
  BodyData& add(const Body& body, const Details& details);
  /// All that are there now were there when the step began.
  void close_gathering() noexcept { gathered_ = data_.size(); }
  [[nodiscard]] std::size_t gathered() const noexcept { return gathered_; }
  /// Marks a body as removed: what is predicted of it is void.
  BodyRef remove(BodyId id) noexcept;

  [[nodiscard]] Sweep& sweep(BodyRef ref) noexcept {
    return ref.is_mover() ? movers_[ref.index()] : fixed_[ref.index()];
  }
  [[nodiscard]] const Sweep& sweep(BodyRef ref) const noexcept {
    return ref.is_mover() ? movers_[ref.index()] : fixed_[ref.index()];
  }
  [[nodiscard]] BodyData& data(BodyRef ref) noexcept { return data_[sweep(ref).body_index]; }
  [[nodiscard]] const BodyData& data(BodyRef ref) const noexcept { return data_[sweep(ref).body_index]; }
  /// By index in the order of creation; newcomers follow as they came.
  [[nodiscard]] BodyData& at(std::size_t body_index) noexcept { return data_[body_index]; }
  [[nodiscard]] const BodyData& at(std::size_t body_index) const noexcept { return data_[body_index]; }
  [[nodiscard]] std::span<BodyData> all() noexcept { return data_; }
  [[nodiscard]] std::span<const BodyData> all() const noexcept { return data_; }
  [[nodiscard]] std::uint32_t index_of(BodyId id) const noexcept { return index_of_slot_[id.slot]; }

  /// After a change of their order number_movers() is due.
  [[nodiscard]] LargeArray<Sweep>& movers() noexcept { return movers_; }
  [[nodiscard]] const LargeArray<Sweep>& movers() const noexcept { return movers_; }
  [[nodiscard]] std::span<Sweep> fixed() noexcept { return fixed_; }
  [[nodiscard]] std::span<const Sweep> fixed() const noexcept { return fixed_; }
  /// Static bodies and borders that have to be tested against every mover, and those that a grid can hold.
  [[nodiscard]] std::span<const BodyRef> infinite() const noexcept { return infinite_; }
  [[nodiscard]] std::span<const BodyRef> gridded() const noexcept { return gridded_; }
  /// The grid of static bodies does not know where this one is: it is tested against every mover. A newcomer is the last added.
  void take_out_of_grid(BodyRef ref, bool newcomer);

  [[nodiscard]] const Traits& traits() const noexcept { return traits_; }
  [[nodiscard]] Traits& traits() noexcept { return traits_; }
  /// Writes into the bodies where their sweeps are.
  void number_movers() noexcept;

 private:
  std::vector<BodyData> data_;  ///< in order of creation, then newcomers as they came
  std::size_t gathered_ = 0;    ///< so many are no newcomers
  LargeArray<Sweep> movers_;    ///< as the grid has sorted them
  std::vector<Sweep> fixed_;    ///< static bodies, and borders that move
  std::vector<BodyRef> infinite_;
  std::vector<BodyRef> gridded_;
  std::vector<std::uint32_t> index_of_slot_;
  Traits traits_;
};

/// Calls work(body, sweep) for all, in the order of the bodies, which are larger; the sweeps, which are elsewhere, are fetched
/// some bodies ahead.
template <class Work>
void for_each_body(StepBodies& bodies, const Work& work) {
  constexpr std::size_t ahead = 8;
  const std::span<BodyData> all = bodies.all();
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k + ahead < all.size()) __builtin_prefetch(&bodies.sweep(all[k + ahead].ref), 1);
    work(all[k], bodies.sweep(all[k].ref));
  }
}

/// Calls work(piece, index) for so many, in pieces side by side.
template <class Work>
void for_each_in_pieces(std::size_t count, unsigned pieces, unsigned threads, const Work& work) {
  parallel_for(pieces, threads, [&](std::size_t piece) {
    for (std::size_t i = piece * count / pieces; i < (piece + 1) * count / pieces; ++i) work(piece, i);
  });
}

/// A body or an edge by what stays the same from window to window, and back.
[[nodiscard]] inline PartnerIndex partner_index(const StepBodies& bodies, BodyRef ref) noexcept {
  return ref.is_edge() ? PartnerIndex::edge(ref.index()) : PartnerIndex::body(bodies.sweep(ref).body_index);
}
[[nodiscard]] inline BodyRef ref_of(const StepBodies& bodies, PartnerIndex partner) noexcept {
  return partner.is_edge() ? BodyRef::edge(partner.index()) : bodies.at(partner.index()).ref;
}

// Keys and properties of pairs. The first of a pair is a body, the second one or an edge.

[[nodiscard]] inline PairKey pair_key(const StepBodies& bodies, BodyRef a, BodyRef b) noexcept {
  return {bodies.data(a).serial, b.is_edge() ? k_edges_serial : bodies.data(b).serial};
}
/// The same for pairs that overlap, where each edge counts by itself.
[[nodiscard]] inline PairKey overlap_key(const StepBodies& bodies, BodyRef a, BodyRef b) noexcept {
  return b.is_edge() ? PairKey{bodies.data(a).serial, edge_serial(b.index())} : pair_key(bodies, a, b);
}
[[nodiscard]] inline bool both_discs(const StepBodies& bodies, BodyRef a, BodyRef b) noexcept {
  if (bodies.traits().all_discs && a.is_mover() && b.is_mover()) return true;
  return bodies.data(a).disc && bodies.data(b).disc;
}
/// Versions of the flights of two, added up.
[[nodiscard]] inline std::uint32_t flight_versions(const StepBodies& bodies, BodyRef a, BodyRef b) noexcept {
  return bodies.sweep(a).version + (b.is_edge() ? 0 : bodies.sweep(b).version);
}
[[nodiscard]] inline const BodyShape& shape_of(const BodyStore& store, const BodyData& body) noexcept {
  return store.at_slot(body.id.slot).shape;
}

}  // namespace carom::detail

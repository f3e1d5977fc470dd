#pragma once

#include <set>

#include "contact/contact_pipeline.hpp"
#include "overlap_world/overlap_bodies.hpp"

namespace carom::detail {

/// Which pairs overlap, as the step began and now: an uninterrupted contact is reported once, and its end is reported. All
/// edges are one partner. Begins are reported at once, ends as the step closes.
class OverlapTouches {
 public:
  OverlapTouches(Persistent& now, const OverlapBodies& bodies, ContactPipeline& contacts, double end)
      : now_(now), bodies_(bodies), contacts_(contacts), end_(end), before_(now.touching.begin(), now.touching.end()) {}

  /// True if the pair overlaps without being pushed apart, since an earlier step or an earlier image of it in this one.
  [[nodiscard]] bool passes(const PairKey& key) const {
    return contacts_.filter().overlaps(key) || passing_.contains(key);
  }
  /// True if the pair was in touch in the step before, and nothing has broken that since.
  [[nodiscard]] bool touched_before(const PairKey& key) const { return now_.touching.contains(key); }
  /// True if the pair has been noted in this step.
  [[nodiscard]] bool noted(const PairKey& key) const { return touching_.contains(key); }

  void note(const PairKey& key) { touching_.insert(key); }
  void note_passing(const PairKey& key) { passing_.insert(key); }
  void notify_begin(const Party& a, const std::optional<Party>& b) {
    contacts_.notify_touch(end_, a, b, TouchChange::begin);
  }
  /// Tells of contacts that have ended, because the two are apart or one of them is gone, and leaves the others to the next step.
  void close();

 private:
  [[nodiscard]] bool gone(const PairKey& key) const noexcept;

  Persistent& now_;
  const OverlapBodies& bodies_;
  ContactPipeline& contacts_;
  double end_;
  std::set<PairKey> before_;  ///< in touch when the step began
  std::set<PairKey> touching_;
  std::set<PairKey> passing_;
};

}  // namespace carom::detail

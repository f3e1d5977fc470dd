#include "event/least_change.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "math/kernel_work.hpp"

namespace carom::detail {
namespace {

/// As a fraction of the wanted speeds: what is missing by less is rounding.
constexpr double k_missing = 0x1p-47;
/// Of a contact's own entry: a pivot below this is rounding, the contact depends on those before it.
constexpr double k_dependent = 0x1p-44;
constexpr int k_most_refinements = 8;
/// Of the number of contacts: an active set is never visited twice, but for rounding.
constexpr std::size_t k_most_changes = 4;

class ActiveSet {
 public:
  ActiveSet(std::span<Vec2> velocities, std::span<const double> inverse_masses, std::span<AskingContact> contacts)
      : velocities_(velocities), inverse_masses_(inverse_masses), contacts_(contacts) {
    for (const Vec2 v : velocities) scale_ = std::max(scale_, std::abs(v.x) + std::abs(v.y));
    for (const AskingContact& c : contacts) scale_ = std::max(scale_, std::abs(c.least));
    barred_.assign(contacts.size(), false);
  }

  bool solve() {
    for (AskingContact& c : contacts_) c.impulse = 0;
    for (std::size_t changes = 0; changes < k_most_changes * contacts_.size() + 8; ++changes) {
      const std::size_t next = most_missing();
      if (next == contacts_.size()) return all_met();
      active_.push_back(next);
      if (!factor()) {
        // It depends on others that push already: they have to do.
        active_.pop_back();
        barred_[next] = true;
        static_cast<void>(factor());
        continue;
      }
      settle();
    }
    return all_met();
  }

 private:
  [[nodiscard]] double speed(const AskingContact& c) const noexcept {
    const Vec2 b = c.b == AskingContact::k_fixed ? Vec2{} : velocities_[c.b];
    return dot(velocities_[c.a] - b, c.normal);
  }
  [[nodiscard]] double missing(const AskingContact& c) const noexcept { return c.least - speed(c); }
  [[nodiscard]] double tolerance() const noexcept { return k_missing * scale_; }

  [[nodiscard]] std::size_t most_missing() const noexcept {
    std::size_t most = contacts_.size();
    double lack = tolerance();
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
      if (barred_[k] || std::ranges::find(active_, k) != active_.end() || !(missing(contacts_[k]) > lack)) continue;
      lack = missing(contacts_[k]);
      most = k;
    }
    return most;
  }
  [[nodiscard]] bool all_met() const noexcept {
    return std::ranges::all_of(contacts_, [&](const AskingContact& c) { return missing(c) <= 64 * tolerance(); });
  }

  /// How much an impulse of 1 at one contact changes the speed at another.
  [[nodiscard]] double coupling(const AskingContact& x, const AskingContact& y) const noexcept {
    double sum = 0;
    const auto add = [&](std::uint32_t p, std::uint32_t q, double sign) {
      if (p == q && p != AskingContact::k_fixed) sum += sign * inverse_masses_[p];
    };
    add(x.a, y.a, 1);
    add(x.b, y.b, 1);
    add(x.a, y.b, -1);
    add(x.b, y.a, -1);
    return sum * dot(x.normal, y.normal);
  }

  /// Cholesky's factor of the active contacts' couplings. False: one of them depends on those before it.
  bool factor() {
    const std::size_t n = active_.size();
    count_kernel_work(n * n * n);
    factor_.assign(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = coupling(contacts_[active_[i]], contacts_[active_[j]]);
        const double own = sum;
        for (std::size_t k = 0; k < j; ++k) sum -= factor_[i * n + k] * factor_[j * n + k];
        if (i == j) {
          if (!(sum > k_dependent * own)) return false;
          factor_[i * n + i] = std::sqrt(sum);
        } else {
          factor_[i * n + j] = sum / factor_[j * n + j];
        }
      }
    }
    return true;
  }

  /// The impulses that change the active contacts' speeds by `x`; in its place.
  void solve_for(std::vector<double>& x) const {
    const std::size_t n = active_.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= factor_[i * n + k] * x[k];
      x[i] /= factor_[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t k = i + 1; k < n; ++k) x[i] -= factor_[k * n + i] * x[k];
      x[i] /= factor_[i * n + i];
    }
  }

  void push(AskingContact& c, double impulse) noexcept {
    c.impulse += impulse;
    velocities_[c.a] = velocities_[c.a] + (impulse * inverse_masses_[c.a]) * c.normal;
    if (c.b != AskingContact::k_fixed) {
      velocities_[c.b] = velocities_[c.b] - (impulse * inverse_masses_[c.b]) * c.normal;
    }
  }

  /// Satisfies the conditions of the active contacts. Those that would have to pull for that are no longer active.
  void settle() {
    for (int round = 0; round < k_most_refinements && !active_.empty();) {
      std::vector<double> change(active_.size());
      for (std::size_t i = 0; i < active_.size(); ++i) change[i] = missing(contacts_[active_[i]]);
      if (round > 0 && std::ranges::all_of(change, [&](double x) { return std::abs(x) <= 0x1p-52 * scale_; })) return;
      solve_for(change);
      double share = 1;
      std::size_t first = active_.size();
      for (std::size_t i = 0; i < active_.size(); ++i) {
        const double impulse = contacts_[active_[i]].impulse;
        if (!(impulse + change[i] < 0)) continue;
        const double until = impulse > 0 ? impulse / -change[i] : 0;
        if (first < active_.size() && !(until < share)) continue;
        share = until;
        first = i;
      }
      for (std::size_t i = 0; i < active_.size(); ++i) push(contacts_[active_[i]], share * change[i]);
      if (first == active_.size()) {
        ++round;
        continue;
      }
      AskingContact& left = contacts_[active_[first]];
      push(left, -left.impulse);
      left.impulse = 0;
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(first));
      // What depended on it may push now.
      barred_.assign(barred_.size(), false);
      static_cast<void>(factor());
      round = 0;
    }
  }

  std::span<Vec2> velocities_;
  std::span<const double> inverse_masses_;
  std::span<AskingContact> contacts_;
  double scale_ = 0;
  std::vector<std::size_t> active_;
  std::vector<bool> barred_;
  std::vector<double> factor_;  ///< lower triangle, by rows
};

}  // namespace

bool change_least(std::span<Vec2> velocities, std::span<const double> inverse_masses,
                  std::span<AskingContact> contacts) {
  const std::vector<Vec2> before(velocities.begin(), velocities.end());
  if (ActiveSet(velocities, inverse_masses, contacts).solve()) return true;
  std::ranges::copy(before, velocities.begin());
  return false;
}

}  // namespace carom::detail

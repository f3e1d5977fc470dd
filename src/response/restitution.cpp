#include "carom/response/restitution.hpp"

#include <algorithm>

#include "carom/math/elementary.hpp"

namespace carom {
namespace {

double at(const Viscoelastic& law, double closing) noexcept { return std::max(0.0, 1 - law.A * fifth_root(closing)); }

double at(const RestitutionTable& rows, double closing) noexcept {
  const auto next = std::ranges::upper_bound(rows, closing, {}, &RestitutionRow::speed);
  if (next == rows.begin()) return next->restitution;
  const RestitutionRow& before = *(next - 1);
  if (next == rows.end()) return before.restitution;
  const double share = (closing - before.speed) / (next->speed - before.speed);
  return std::clamp(before.restitution + share * (next->restitution - before.restitution), 0.0, 1.0);
}

}  // namespace

double restitution_at(const RestitutionLaw& law, double closing) noexcept {
  return std::visit([closing](const auto& one) { return at(one, std::max(closing, 0.0)); }, law);
}

}  // namespace carom

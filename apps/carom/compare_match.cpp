#include "compare_match.hpp"

#include <algorithm>
#include <span>
#include <tuple>

namespace carom::app {
namespace {

std::vector<Hit> by_pair(std::vector<Hit> hits) {
  std::sort(hits.begin(), hits.end(),
            [](const Hit& l, const Hit& r) { return std::tie(l.a, l.b, l.t) < std::tie(r.a, r.b, r.t); });
  return hits;
}

std::vector<Hit> by_time(std::vector<Hit> hits) {
  std::sort(hits.begin(), hits.end(),
            [](const Hit& l, const Hit& r) { return std::tie(l.t, l.a, l.b) < std::tie(r.t, r.a, r.b); });
  return hits;
}

/// Whether the first contact comes before all that could be one with the second.
bool comes_first(const Hit& l, const Hit& r, double tolerance) {
  if (std::tie(l.a, l.b) != std::tie(r.a, r.b)) return std::tie(l.a, l.b) < std::tie(r.a, r.b);
  return l.t < r.t - tolerance;
}

}  // namespace

Matched match(const std::vector<Hit>& reference, const std::vector<Hit>& found, double tolerance) {
  const auto wanted = by_pair(reference);
  const auto there = by_pair(found);
  Matched result;
  std::size_t w = 0;
  std::size_t f = 0;
  while (w < wanted.size() && f < there.size()) {
    if (comes_first(wanted[w], there[f], tolerance)) {
      result.missed.push_back(wanted[w++]);
    } else if (comes_first(there[f], wanted[w], tolerance)) {
      result.invented.push_back(there[f++]);
    } else {
      ++w;
      ++f;
    }
  }
  for (const Hit& hit : std::span(wanted).subspan(w)) result.missed.push_back(hit);
  for (const Hit& hit : std::span(there).subspan(f)) result.invented.push_back(hit);
  result.missed = by_time(std::move(result.missed));
  result.invented = by_time(std::move(result.invented));
  return result;
}

}  // namespace carom::app

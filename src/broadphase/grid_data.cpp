#include "carom/broadphase/grid_data.hpp"

#include <algorithm>

namespace carom::detail {
namespace {

template <class T>
void erase_at(std::vector<T>& v, std::size_t i) {
  v.erase(v.begin() + static_cast<std::ptrdiff_t>(i));
}

}  // namespace

void UngriddedList::clear() noexcept {
  ways.clear();
  place.clear();
}

void UngriddedList::add(std::uint32_t new_place, const Way& way) {
  ways.push_back(way);
  place.push_back(new_place);
}

void UngriddedList::erase(std::size_t i) {
  erase_at(ways, i);
  erase_at(place, i);
}

std::size_t UngriddedList::find(std::uint32_t wanted) const noexcept {
  return static_cast<std::size_t>(std::find(place.begin(), place.end(), wanted) - place.begin());
}

}  // namespace carom::detail

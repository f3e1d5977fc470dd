#include "solver/islands.hpp"

#include <algorithm>
#include <numeric>

namespace carom::detail {
namespace {

bool moves(const ContactBody& body) noexcept { return body.inverse_mass > 0 || body.inverse_inertia > 0; }

}  // namespace

std::uint32_t Islands::root_of(std::uint32_t body) noexcept {
  while (parents_[body] != body) {
    parents_[body] = parents_[parents_[body]];
    body = parents_[body];
  }
  return body;
}

void Islands::find(std::span<const ContactBody> bodies, std::span<const ContactPoint> points) {
  parents_.resize(bodies.size());
  std::iota(parents_.begin(), parents_.end(), 0U);
  for (const ContactPoint& p : points) {
    if (!moves(bodies[p.a]) || !moves(bodies[p.b])) continue;
    const std::uint32_t a = root_of(p.a);
    const std::uint32_t b = root_of(p.b);
    parents_[std::max(a, b)] = std::min(a, b);
  }
  numbers_.assign(bodies.size(), 0);
  island_of_point_.clear();
  ends_.clear();
  for (const ContactPoint& p : points) {
    std::uint32_t& number = numbers_[root_of(moves(bodies[p.a]) ? p.a : p.b)];
    if (number == 0) {
      ends_.push_back(0);
      number = static_cast<std::uint32_t>(ends_.size());
    }
    island_of_point_.push_back(number - 1);
    ++ends_[number - 1];
  }
  // Counts become beginnings; as points are dealt out, beginnings become ends.
  std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), 0U);
  points_.resize(points.size());
  for (std::uint32_t k = 0; k < points.size(); ++k) points_[ends_[island_of_point_[k]]++] = k;
}

void Islands::take(std::span<const ContactBody> bodies, std::span<const ContactPoint> points,
                   std::span<const std::uint32_t> indices) {
  own_bodies_.clear();
  own_points_.clear();
  members_.clear();
  const auto own = [&](std::uint32_t body) {
    if (local_[body] == 0) {
      members_.push_back(body);
      own_bodies_.push_back(bodies[body]);
      local_[body] = static_cast<std::uint32_t>(members_.size());
    }
    return local_[body] - 1;
  };
  for (const std::uint32_t k : indices) {
    ContactPoint& p = own_points_.emplace_back(points[k]);
    p.a = own(p.a);
    p.b = own(p.b);
  }
  // What cannot be moved may belong to the next island, too.
  for (const std::uint32_t body : members_) local_[body] = 0;
}

void Islands::give(std::span<ContactBody> bodies, std::span<ContactPoint> points,
                   std::span<const std::uint32_t> indices) const {
  for (std::size_t k = 0; k < members_.size(); ++k) bodies[members_[k]] = own_bodies_[k];
  for (std::size_t k = 0; k < indices.size(); ++k) {
    static_cast<ContactLoad&>(points[indices[k]]) = own_points_[k];
  }
}

}  // namespace carom::detail

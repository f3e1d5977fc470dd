#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace carom::bench {
namespace {

/// Largest distance of one polygon from a line along an edge of the other; negative: they overlap along that normal.
double edge_separation(const std::vector<Vec2>& edges, const std::vector<Vec2>& other) {
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const Vec2 p = edges[k];
    const Vec2 along = edges[(k + 1) % edges.size()] - p;
    double least = std::numeric_limits<double>::infinity();
    for (const Vec2 q : other) least = std::min(least, cross(q - p, along));
    best = std::max(best, least / length(along));
  }
  return best;
}

/// Depth by the separating axis theorem; 0: apart.
double depth_of_two(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  const double first = edge_separation(a, b);
  if (first >= 0) return 0;
  return std::max(0.0, -std::max(first, edge_separation(b, a)));
}

std::uint64_t cell_key(std::int32_t x, std::int32_t y) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)) << 32U | static_cast<std::uint32_t>(y);
}

Vec2 rotated(Vec2 p, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * p.x - s * p.y, s * p.x + c * p.y};
}

}  // namespace

Judge::Judge(const Pile& pile) : pile_(pile) {
  for (const Piece& piece : pile.pieces) {
    Mass mass;
    double about_origin = 0;
    const std::size_t count = piece.vertices.size();
    for (std::size_t k = 0; k < count; ++k) {
      const Vec2 p = piece.vertices[k];
      const Vec2 q = piece.vertices[(k + 1) % count];
      const double area = cross(p, q) / 2;
      mass.mass += area;
      mass.center = mass.center + (area / 3) * (p + q);
      about_origin += area / 6 * (dot(p, p) + dot(p, q) + dot(q, q));
    }
    mass.center = (1 / mass.mass) * mass.center;
    double reach = 0;  // of the farthest vertex from the centre
    for (const Vec2 p : piece.vertices) reach = std::max(reach, length(p - mass.center));
    mass.inertia = about_origin - mass.mass * dot(mass.center, mass.center);
    cell_ = std::max(cell_, 2 * reach);
    masses_.push_back(mass);
  }
}

void Judge::look(const std::vector<Motion>& motions) {
  place(motions);
  measure_overlap();
  measure_energy(motions);
  ++looks_;
}

void Judge::place(const std::vector<Motion>& motions) {
  placed_.resize(motions.size());
  centers_.resize(motions.size());
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const double c = std::cos(motions[k].angle);
    const double s = std::sin(motions[k].angle);
    const auto to_world = [&](Vec2 p) { return motions[k].at + Vec2{c * p.x - s * p.y, s * p.x + c * p.y}; };
    placed_[k].clear();
    for (const Vec2 p : pile_.pieces[k].vertices) placed_[k].push_back(to_world(p));
    centers_[k] = to_world(masses_[k].center);
  }
}

void Judge::measure_overlap() {
  std::vector<Vec2> drum;
  for (const Vec2 p : pile_.drum) drum.push_back(rotated(p, pile_.drum_spin * k_dt * looks_));
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells;
  cells.reserve(placed_.size());
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    for (const Vec2 p : placed_[i]) {
      if (pile_.floor) deepest_ = std::max(deepest_, -p.y);
      if (pile_.wall > 0) deepest_ = std::max(deepest_, std::abs(p.x) - pile_.wall);
      for (std::size_t k = 0; k < drum.size(); ++k) {
        const Vec2 along = drum[(k + 1) % drum.size()] - drum[k];
        deepest_ = std::max(deepest_, cross(p - drum[k], along) / length(along));
      }
    }
    // Centres of two that overlap are less than a cell apart.
    const auto x = static_cast<std::int32_t>(std::floor(centers_[i].x / cell_));
    const auto y = static_cast<std::int32_t>(std::floor(centers_[i].y / cell_));
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        const auto found = cells.find(cell_key(x + dx, y + dy));
        if (found == cells.end()) continue;
        for (const std::uint32_t j : found->second) {
          deepest_ = std::max(deepest_, depth_of_two(placed_[i], placed_[j]));
        }
      }
    }
    cells[cell_key(x, y)].push_back(static_cast<std::uint32_t>(i));
  }
}

void Judge::measure_energy(const std::vector<Motion>& motions) {
  double energy = 0;
  double angular_momentum = 0;
  double torque = 0;
  double total_mass = 0;
  double lowest_point = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const auto& [mass, center, inertia] = masses_[k];
    const Vec2 v = motions[k].velocity;
    energy += mass * (dot(v, v) / 2 + k_gravity * centers_[k].y) + inertia * motions[k].spin * motions[k].spin / 2;
    angular_momentum += mass * cross(centers_[k], v) + inertia * motions[k].spin;
    torque -= mass * k_gravity * centers_[k].x;
    total_mass += mass;
    for (const Vec2 p : placed_[k]) lowest_point = std::min(lowest_point, p.y);
  }
  if (looks_ == 0) {
    scale_ = energy - total_mass * k_gravity * lowest_point;
    lowest_ = energy;
  } else {
    const double change = angular_momentum - angular_momentum_ - k_dt * (torque + torque_) / 2;
    work_ += pile_.drum_spin * change;
  }
  angular_momentum_ = angular_momentum;
  torque_ = torque;
  lowest_ = std::min(lowest_, energy - work_);
  gained_ = std::max(gained_, (energy - work_ - lowest_) / scale_);
}

}  // namespace carom::bench

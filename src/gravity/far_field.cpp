#include "gravity/far_field.hpp"

#include <algorithm>

namespace carom::detail {
namespace {

using Four = double __attribute__((vector_size(32)));
static_assert(sizeof(Four) == k_children * sizeof(double));

/// Eight cells, one kind of number each.
struct EightCells {
  Eight x;
  Eight y;
  Eight radius;
  Eight mass;
  Eight moments[k_moments - 3];
};
static_assert(sizeof(EightCells) == k_lanes * sizeof(Cell));

CAROM_ALWAYS_INLINE void gather(const Cell* cells, const std::uint32_t* sources, std::size_t count, EightCells& out) {
  const double* from[k_lanes];
  CAROM_UNROLL
  for (std::size_t k = 0; k < k_lanes; ++k) from[k] = &(k < count ? cells[sources[k]] : k_no_cell).x;
  CAROM_UNROLL
  for (std::size_t half = 0; half < sizeof(Cell) / sizeof(Eight); ++half) {
    Eight row[k_lanes];
    CAROM_UNROLL
    for (std::size_t k = 0; k < k_lanes; ++k) load(from[k] + half * k_lanes, row[k]);
    transpose(row, &out.x + half * k_lanes);
  }
}

/// Each coefficient: the moments with those derivatives that together stay within the order.
CAROM_ALWAYS_INLINE void contract(const EightCells& source, const Eight (&f)[k_terms], Eight* sum) {
  CAROM_UNROLL
  for (std::size_t order = 0; order <= k_order; ++order) {
    CAROM_UNROLL
    for (std::size_t l = 0; l <= order; ++l) {
      const std::size_t k = order - l;
      Eight value = source.mass * f[term(k, l)];
      CAROM_UNROLL
      for (std::size_t other = 2; other < k_order; ++other) {
        if (other + order > k_order) break;
        CAROM_UNROLL
        for (std::size_t j = 0; j <= other; ++j) {
          value += source.moments[term(other - j, j) - 3] * f[term(k + other - j, l + j)];
        }
      }
      sum[term(k, l)] += value;
    }
  }
}

CAROM_VECTOR_CLONES void far_field(const Cell* cells, const std::uint32_t* sources, std::size_t count, double x,
                                   double y, double softening_squared, double* terms) noexcept {
  Eight sum[(k_terms + k_lanes - 1) / k_lanes * k_lanes];
  CAROM_UNROLL
  for (Eight& each : sum) each = Eight{};
  for (std::size_t k = 0; k < count; k += k_lanes) {
    EightCells source;
    gather(cells, sources + k, count - k, source);
    Eight f[k_terms];
    derivatives(x - source.x, y - source.y, softening_squared, f);
    contract(source, f, sum);
  }
  CAROM_UNROLL
  for (std::size_t group = 0; group < k_terms; group += k_lanes) {
    Eight row[k_lanes];
    CAROM_UNROLL
    for (std::size_t k = 0; k < k_lanes; ++k) row[k] = sum[group + k];
    Eight lane[k_lanes];
    transpose(row, lane);
    const Eight total = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
    for (std::size_t k = 0; k < std::min(k_lanes, k_terms - group); ++k) terms[group + k] += total[k];
  }
}

CAROM_VECTOR_CLONES void shift_to_four(const double (&from)[k_terms], const double* x, const double* y,
                                       double (*to)[k_children]) noexcept {
  Four dx;
  Four dy;
  std::memcpy(&dx, x, sizeof dx);
  std::memcpy(&dy, y, sizeof dy);
  Four shifted[k_terms];
  shift_expansion(from, dx, dy, shifted);
  std::memcpy(to, shifted, sizeof shifted);
}

/// The polynomial whose coefficients stand at (i + di, j + dj), at eight places.
template <std::size_t DI, std::size_t DJ>
CAROM_ALWAYS_INLINE void add_polynomial(const double* terms, const Eight (&xs)[k_order + 1],
                                        const Eight (&ys)[k_order + 1], double* to) {
  Eight sum;
  load(to, sum);
  CAROM_UNROLL
  for (std::size_t order = 0; order <= k_order - DI - DJ; ++order) {
    CAROM_UNROLL
    for (std::size_t j = 0; j <= order; ++j) sum += terms[term(order - j + DI, j + DJ)] * (xs[order - j] * ys[j]);
  }
  store(sum, to);
}

CAROM_ALWAYS_INLINE void powers_at(const double* at, double centre, Eight (&power)[k_order + 1]) {
  Eight x;
  load(at, x);
  divided_powers(x - centre, power);
}

CAROM_VECTOR_CLONES void gradient(const double* terms, double x, double y, const double* at_x, const double* at_y,
                                  double* ax, double* ay) noexcept {
  Eight xs[k_order + 1];
  Eight ys[k_order + 1];
  powers_at(at_x, x, xs);
  powers_at(at_y, y, ys);
  add_polynomial<1, 0>(terms, xs, ys, ax);
  add_polynomial<0, 1>(terms, xs, ys, ay);
}

CAROM_VECTOR_CLONES void value(const double* terms, double x, double y, const double* at_x, const double* at_y,
                               double* potential) noexcept {
  Eight xs[k_order + 1];
  Eight ys[k_order + 1];
  powers_at(at_x, x, xs);
  powers_at(at_y, y, ys);
  add_polynomial<0, 0>(terms, xs, ys, potential);
}

}  // namespace

void add_far_field(const Cell* cells, std::span<const std::uint32_t> sources, double x, double y,
                   double softening_squared, Expansion& to) noexcept {
  far_field(cells, sources.data(), sources.size(), x, y, softening_squared, to.terms);
}

void hand_down(const Expansion& parent, double x, double y, std::span<const Cell> children, Expansion* to) noexcept {
  double dx[k_children] = {};
  double dy[k_children] = {};
  for (std::size_t k = 0; k < children.size(); ++k) {
    dx[k] = children[k].x - x;
    dy[k] = children[k].y - y;
  }
  double shifted[k_terms][k_children];
  shift_to_four(parent.terms, dx, dy, shifted);
  for (std::size_t k = 0; k < children.size(); ++k) {
    for (std::size_t n = 0; n < k_terms; ++n) to[k].terms[n] = shifted[n][k];
  }
}

void add_gradient(const Expansion& expansion, double x, double y, const double* at_x, const double* at_y, double* ax,
                  double* ay) noexcept {
  gradient(expansion.terms, x, y, at_x, at_y, ax, ay);
}

void add_value(const Expansion& expansion, double x, double y, const double* at_x, const double* at_y,
               double* potential) noexcept {
  value(expansion.terms, x, y, at_x, at_y, potential);
}

}  // namespace carom::detail

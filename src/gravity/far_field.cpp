#include "gravity/far_field.hpp"

#include <algorithm>

namespace carom::detail {
namespace {

static_assert(k_width<Four> == k_children);

/// Some sources, and what is known of them before their moments are looked at.
template <class Wide>
struct Sources {
  WideCell<Wide> cells;
  Wide x;
  Wide y;
  Wide value;  ///< f
};

template <class Wide>
CAROM_ALWAYS_INLINE void gather(const FarSources& sources, std::size_t first, double x, double y,
                                double softening_squared, Sources<Wide>& out) {
  constexpr std::size_t width = k_width<Wide>;
  CAROM_UNROLL
  for (std::size_t part = 0; part < sizeof(Cell) / sizeof(Wide); ++part) {
    Wide row[width];
    CAROM_UNROLL
    for (std::size_t k = 0; k < width; ++k) {
      load(&sources.cells[sources.numbers[first + k]].x + part * width, row[k]);
    }
    transpose(row, &out.cells.x + part * width);
  }
  out.x = x - out.cells.x;
  out.y = y - out.cells.y;
  Wide distance;
  root(out.x * out.x + (out.y * out.y + softening_squared), distance);
  out.value = 1.0 / distance;
}

/// Each coefficient from order Least on: the moments with those derivatives that together stay within Order.
template <std::size_t Least, std::size_t Order, class Wide>
CAROM_ALWAYS_INLINE void contract(const WideCell<Wide>& source, const Wide (&f)[k_terms], Wide* sum) {
  CAROM_UNROLL
  for (std::size_t order = Least; order <= Order; ++order) {
    CAROM_UNROLL
    for (std::size_t l = 0; l <= order; ++l) {
      const std::size_t k = order - l;
      Wide value = source.mass * f[term(k, l)];
      CAROM_UNROLL
      for (std::size_t other = 2; other < Order; ++other) {
        if (other + order > Order) break;
        CAROM_UNROLL
        for (std::size_t j = 0; j <= other; ++j) {
          value += source.moments[term(other - j, j) - 3] * f[term(k + other - j, l + j)];
        }
      }
      sum[term(k, l)] += value;
    }
  }
}

template <std::size_t Least, std::size_t Order, class Wide>
CAROM_ALWAYS_INLINE void add_sources(const Sources<Wide>& sources, Wide (&sum)[k_terms]) {
  Wide f[k_terms];
  derivatives<Order>(sources.x, sources.y, sources.value, f);
  contract<Least, Order>(sources.cells, f, sum);
}

/// Every eighth of the sources is summed in the same lane, one vector's lanes after the other's. While some are worked on,
/// the root and the division of the next are under way.
template <std::size_t Least, class Wide>
CAROM_ALWAYS_INLINE void add_all_sources(const FarSources& sources, double x, double y, double softening_squared,
                                         double* terms) {
  double lanes[k_terms][k_lanes];
  for (std::size_t first = 0; first < k_lanes; first += k_width<Wide>) {
    Wide sum[k_terms];
    CAROM_UNROLL
    for (Wide& each : sum) each = Wide{};
    Sources<Wide> next;
    gather(sources, first, x, y, softening_squared, next);
    for (std::size_t k = 0; k < sources.numbers.size(); k += k_lanes) {
      const Sources<Wide> here = next;
      if (k + k_lanes < sources.numbers.size()) gather(sources, k + k_lanes + first, x, y, softening_squared, next);
      if (k < sources.closer) {
        add_sources<Least, k_order>(here, sum);
      } else {
        add_sources<Least, k_order - 1>(here, sum);
      }
    }
    CAROM_UNROLL
    for (std::size_t n = 0; n < k_terms; ++n) store(sum[n], lanes[n] + first);
  }
  for (std::size_t n = term(Least, 0); n < k_terms; ++n) {
    const double* lane = lanes[n];
    terms[n] += ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  }
}

template <class Wide>
CAROM_ALWAYS_INLINE void far_values_kernel(const FarSources& sources, double x, double y, double softening_squared,
                                           double* terms) {
  add_all_sources<0, Wide>(sources, x, y, softening_squared, terms);
}

template <class Wide>
CAROM_ALWAYS_INLINE void far_gradients_kernel(const FarSources& sources, double x, double y, double softening_squared,
                                              double* terms) {
  add_all_sources<1, Wide>(sources, x, y, softening_squared, terms);
}

CAROM_FOR_EACH_WIDTH(far_values,
                     (const FarSources& sources, double x, double y, double softening_squared, double* terms),
                     (sources, x, y, softening_squared, terms))
CAROM_FOR_EACH_WIDTH(far_gradients,
                     (const FarSources& sources, double x, double y, double softening_squared, double* terms),
                     (sources, x, y, softening_squared, terms))

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

/// The polynomial whose coefficients stand at (i + di, j + dj), at several places.
template <std::size_t DI, std::size_t DJ, class Wide>
CAROM_ALWAYS_INLINE void add_polynomial(const double* terms, const Wide (&xs)[k_order + 1],
                                        const Wide (&ys)[k_order + 1], double* to) {
  Wide sum;
  load(to, sum);
  CAROM_UNROLL
  for (std::size_t order = 0; order <= k_order - DI - DJ; ++order) {
    CAROM_UNROLL
    for (std::size_t j = 0; j <= order; ++j) sum += terms[term(order - j + DI, j + DJ)] * (xs[order - j] * ys[j]);
  }
  store(sum, to);
}

template <class Wide>
CAROM_ALWAYS_INLINE void powers_at(const double* at, double centre, Wide (&power)[k_order + 1]) {
  Wide x;
  load(at, x);
  divided_powers<k_order + 1, Wide>(x - centre, power);
}

template <class Wide>
CAROM_ALWAYS_INLINE void gradient_kernel(const double* terms, double x, double y, const double* at_x,
                                         const double* at_y, double* ax, double* ay) {
  for (std::size_t k = 0; k < k_lanes; k += k_width<Wide>) {
    Wide xs[k_order + 1];
    Wide ys[k_order + 1];
    powers_at(at_x + k, x, xs);
    powers_at(at_y + k, y, ys);
    add_polynomial<1, 0>(terms, xs, ys, ax + k);
    add_polynomial<0, 1>(terms, xs, ys, ay + k);
  }
}

template <class Wide>
CAROM_ALWAYS_INLINE void value_kernel(const double* terms, double x, double y, const double* at_x, const double* at_y,
                                      double* potential) {
  for (std::size_t k = 0; k < k_lanes; k += k_width<Wide>) {
    Wide xs[k_order + 1];
    Wide ys[k_order + 1];
    powers_at(at_x + k, x, xs);
    powers_at(at_y + k, y, ys);
    add_polynomial<0, 0>(terms, xs, ys, potential + k);
  }
}

CAROM_FOR_EACH_WIDTH(gradient,
                     (const double* terms, double x, double y, const double* at_x, const double* at_y, double* ax,
                      double* ay),
                     (terms, x, y, at_x, at_y, ax, ay))
CAROM_FOR_EACH_WIDTH(value,
                     (const double* terms, double x, double y, const double* at_x, const double* at_y,
                      double* potential),
                     (terms, x, y, at_x, at_y, potential))

}  // namespace

void add_far_field(const FarSources& sources, double x, double y, double softening_squared, Wanted wanted,
                   Expansion& to) noexcept {
  if (wanted == Wanted::value) {
    far_values(sources, x, y, softening_squared, to.terms);
  } else {
    far_gradients(sources, x, y, softening_squared, to.terms);
  }
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

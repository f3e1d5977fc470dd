#include "gravity/near_field.hpp"

#include "gravity/eight.hpp"

namespace carom::detail {
namespace {

/// Below this, without softening, two centres are one: see k_least_square, which stands in for the softening then.
constexpr double k_coincident_square = 1e-179;

template <class Wide>
using Parts = Wide[k_parts<Wide>];

template <class Wide>
CAROM_ALWAYS_INLINE void load_parts(const double* from, Parts<Wide>& to) {
  CAROM_UNROLL
  for (std::size_t p = 0; p < k_parts<Wide>; ++p) load(from + p * k_width<Wide>, to[p]);
}

template <class Wide>
CAROM_ALWAYS_INLINE void store_parts(const Parts<Wide>& from, double* to) {
  CAROM_UNROLL
  for (std::size_t p = 0; p < k_parts<Wide>; ++p) store(from[p], to + p * k_width<Wide>);
}

/// mass / u^{3/2}, by √ and ÷.
struct Divided {
  template <class Mass, class Wide>
  CAROM_ALWAYS_INLINE static void pull(const Mass& mass, const Wide& u, Wide& out) {
    Wide r;
    root(u, r);
    out = mass / (u * r);
  }
};

/// The same, by multiplication.
struct Multiplied {
  template <class Mass, class Wide>
  CAROM_ALWAYS_INLINE static void pull(const Mass& mass, const Wide& u, Wide& out) {
    inverse_root_cubed(u, out);
    out *= mass;
  }
};

template <class Wide>
struct Targets {
  Parts<Wide> x;
  Parts<Wide> y;
  Parts<Wide> sum_x{};
  Parts<Wide> sum_y{};
};

template <class By, class Wide>
CAROM_ALWAYS_INLINE void add_pull(const Bodies& source, std::size_t j, double softening_squared, Targets<Wide>& of) {
  CAROM_UNROLL
  for (std::size_t p = 0; p < k_parts<Wide>; ++p) {
    const Wide dx = source.x[j] - of.x[p];
    const Wide dy = source.y[j] - of.y[p];
    Wide pull;
    By::template pull<double, Wide>(source.mass[j], dx * dx + (dy * dy + softening_squared), pull);
    of.sum_x[p] += pull * dx;
    of.sum_y[p] += pull * dy;
  }
}

/// Every second pull is divided, every second multiplied: a processor has units for both and keeps all of them busy.
template <class Wide>
CAROM_ALWAYS_INLINE void sum_accelerations_kernel(const Bodies& target, std::size_t first, const Bodies& source,
                                                  const Stretch* stretches, std::size_t count, double softening_squared,
                                                  double* ax, double* ay) {
  Targets<Wide> of;
  load_parts<Wide>(target.x + first, of.x);
  load_parts<Wide>(target.y + first, of.y);
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t j = stretches[k].first;
    for (; j + 1 < stretches[k].last; j += 2) {
      add_pull<Divided>(source, j, softening_squared, of);
      add_pull<Multiplied>(source, j + 1, softening_squared, of);
    }
    if (j < stretches[k].last) add_pull<Divided>(source, j, softening_squared, of);
  }
  store_parts<Wide>(of.sum_x, ax);
  store_parts<Wide>(of.sum_y, ay);
}

/// Eight bodies, each twice in a row: from place r on they stand turned by r.
struct Ring {
  double x[2 * k_lanes];
  double y[2 * k_lanes];
  double mass[2 * k_lanes];

  CAROM_ALWAYS_INLINE Ring(const Bodies& bodies, std::size_t first) {
    for (std::size_t k = 0; k < 2 * k_lanes; ++k) {
      x[k] = bodies.x[first + k % k_lanes];
      y[k] = bodies.y[first + k % k_lanes];
      mass[k] = bodies.mass[first + k % k_lanes];
    }
  }
};

template <class Wide>
struct Others {
  Targets<Wide> of;
  Parts<Wide> mass;
};

/// Lane by lane, the ring turned by `r` and the others. `sum_x` and `sum_y` are the ring's and turn with it.
template <class By, class Wide>
CAROM_ALWAYS_INLINE void add_turned(const Ring& ring, std::size_t r, double softening_squared, Others<Wide>& others,
                                    Parts<Wide>& sum_x, Parts<Wide>& sum_y) {
  CAROM_UNROLL
  for (std::size_t p = 0; p < k_parts<Wide>; ++p) {
    Wide x;
    Wide y;
    Wide mass;
    load(ring.x + r + p * k_width<Wide>, x);
    load(ring.y + r + p * k_width<Wide>, y);
    load(ring.mass + r + p * k_width<Wide>, mass);
    const Wide dx = others.of.x[p] - x;
    const Wide dy = others.of.y[p] - y;
    Wide pull;
    By::template pull<double, Wide>(1.0, dx * dx + (dy * dy + softening_squared), pull);
    const Wide here = pull * others.mass[p];
    const Wide there = pull * mass;
    sum_x[p] += here * dx;
    sum_y[p] += here * dy;
    others.of.sum_x[p] -= there * dx;
    others.of.sum_y[p] -= there * dy;
  }
  turn(sum_x);
  turn(sum_y);
}

template <class Wide>
CAROM_ALWAYS_INLINE void add_mutual_kernel(const Bodies& bodies, std::size_t first, const std::uint32_t* others,
                                           std::size_t count, double softening_squared, double* sum_x, double* sum_y) {
  const Ring ring(bodies, first);
  Parts<Wide> own_x;
  Parts<Wide> own_y;
  load_parts<Wide>(sum_x + first, own_x);
  load_parts<Wide>(sum_y + first, own_y);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t other = others[k];
    Others<Wide> there;
    load_parts<Wide>(bodies.x + other, there.of.x);
    load_parts<Wide>(bodies.y + other, there.of.y);
    load_parts<Wide>(bodies.mass + other, there.mass);
    load_parts<Wide>(sum_x + other, there.of.sum_x);
    load_parts<Wide>(sum_y + other, there.of.sum_y);
    for (std::size_t r = 0; r < k_lanes; r += 2) {
      add_turned<Divided>(ring, r, softening_squared, there, own_x, own_y);
      add_turned<Multiplied>(ring, r + 1, softening_squared, there, own_x, own_y);
    }
    store_parts<Wide>(there.of.sum_x, sum_x + other);
    store_parts<Wide>(there.of.sum_y, sum_y + other);
  }
  store_parts<Wide>(own_x, sum_x + first);
  store_parts<Wide>(own_y, sum_y + first);
}

template <class Wide>
CAROM_ALWAYS_INLINE void sum_potentials_kernel(const Bodies& bodies, std::size_t first, const Stretch* stretches,
                                               std::size_t count, double softening_squared, double* potential) {
  Parts<Wide> x;
  Parts<Wide> y;
  load_parts<Wide>(bodies.x + first, x);
  load_parts<Wide>(bodies.y + first, y);
  Bits<Wide> own[k_parts<Wide>];
  for (std::size_t lane = 0; lane < k_lanes; ++lane) own[lane / k_width<Wide>][lane % k_width<Wide>] = first + lane;
  Parts<Wide> sum{};
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t j = stretches[k].first; j < stretches[k].last; ++j) {
      CAROM_UNROLL
      for (std::size_t p = 0; p < k_parts<Wide>; ++p) {
        const Wide dx = bodies.x[j] - x[p];
        const Wide dy = bodies.y[j] - y[p];
        const Wide square = dx * dx + (dy * dy + softening_squared);
        Wide share;
        root(square, share);
        share = 1.0 / share;
        const auto counts = (own[p] != Bits<Wide>{} + j) & (square > k_coincident_square);
        sum[p] += bodies.mass[j] *
                  reinterpret_cast<Wide>(reinterpret_cast<Bits<Wide>>(share) & reinterpret_cast<Bits<Wide>>(counts));
      }
    }
  }
  store_parts<Wide>(sum, potential);
}

CAROM_FOR_EACH_WIDTH(sum_accelerations,
                     (const Bodies& target, std::size_t first, const Bodies& source, const Stretch* stretches,
                      std::size_t count, double softening_squared, double* ax, double* ay),
                     (target, first, source, stretches, count, softening_squared, ax, ay))
CAROM_FOR_EACH_WIDTH(add_mutual,
                     (const Bodies& bodies, std::size_t first, const std::uint32_t* others, std::size_t count,
                      double softening_squared, double* sum_x, double* sum_y),
                     (bodies, first, others, count, softening_squared, sum_x, sum_y))
CAROM_FOR_EACH_WIDTH(sum_potentials,
                     (const Bodies& bodies, std::size_t first, const Stretch* stretches, std::size_t count,
                      double softening_squared, double* potential),
                     (bodies, first, stretches, count, softening_squared, potential))

}  // namespace

void near_accelerations(const Bodies& target, std::size_t first, const Bodies& source,
                        std::span<const Stretch> stretches, double softening_squared, double* ax, double* ay) noexcept {
  sum_accelerations(target, first, source, stretches.data(), stretches.size(), softening_squared, ax, ay);
}

void add_mutual_accelerations(const Bodies& bodies, std::size_t first, std::span<const std::uint32_t> others,
                              double softening_squared, double* sum_x, double* sum_y) noexcept {
  add_mutual(bodies, first, others.data(), others.size(), softening_squared, sum_x, sum_y);
}

void near_potentials(const Bodies& bodies, std::size_t first, std::span<const Stretch> stretches,
                     double softening_squared, double* potential) noexcept {
  sum_potentials(bodies, first, stretches.data(), stretches.size(), softening_squared, potential);
}

}  // namespace carom::detail

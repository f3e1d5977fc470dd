#include "algebraic.hpp"

#include <stdexcept>
#include <utility>

namespace carom::oracle {
namespace {

[[nodiscard]] Rational to_rational(const Dyadic& d) { return {d.num, Int(1) << d.shift}; }
[[nodiscard]] Dyadic cell_end(const Dyadic& cell) { return {cell.num + 1, cell.shift}; }
[[nodiscard]] int compare(const Rational& a, const Rational& b) { return sign(a.num * b.den - b.num * a.den); }

void add_if_in_range(std::vector<Root>& roots, Int num, Int den) {
  if (den < 0) {
    num = -num;
    den = -den;
  }
  if (num >= 0 && num < 2 * den) roots.emplace_back(Rational{std::move(num), std::move(den)});
}

// Moves a rational root out of p.
void take_out(std::vector<Root>& roots, Poly& p, const Rational& root) {
  p = quotient(p, Poly({-root.num, root.den}));
  add_if_in_range(roots, root.num, root.den);
}

// p squarefree. Halve until Sturm counts at most one root in a cell; a root met at a cell's end is rational and taken out.
void isolate(std::vector<Root>& roots, Poly p) {
  for (const Dyadic& end : {Dyadic{0, 0}, Dyadic{1, 0}, Dyadic{2, 0}}) {
    if (p.sign_at(end) == 0) take_out(roots, p, to_rational(end));
  }
  if (p.degree() < 1) return;
  const SturmChain chain(p);
  struct Piece {
    Dyadic cell;
    int variations_left;
    int variations_right;
  };
  const int at_zero = chain.variations({0, 0});
  const int at_one = chain.variations({1, 0});
  const int at_two = chain.variations({2, 0});
  std::vector<Piece> open;
  open.push_back({{0, 0}, at_zero, at_one});
  open.push_back({{1, 0}, at_one, at_two});
  std::vector<Root> found;
  while (!open.empty()) {
    const Piece piece = std::move(open.back());
    open.pop_back();
    const int count = piece.variations_left - piece.variations_right;
    if (count == 1) found.emplace_back(p, piece.cell);
    if (count <= 1) continue;
    const Dyadic middle{2 * piece.cell.num + 1, piece.cell.shift + 1};
    if (p.sign_at(middle) == 0) {
      take_out(roots, p, to_rational(middle));
      isolate(roots, p);
      return;
    }
    const int at_middle = chain.variations(middle);
    open.push_back({{2 * piece.cell.num, middle.shift}, piece.variations_left, at_middle});
    open.push_back({middle, at_middle, piece.variations_right});
  }
  for (Root& root : found) roots.push_back(std::move(root));
}

// -1 or 1 as cell a lies wholly before or after cell b, which may share an end; 0 when one contains the other.
[[nodiscard]] int compare_cells(const Dyadic& a, const Dyadic& b) {
  if (a.shift <= b.shift) {
    const Int ancestor = b.num >> (b.shift - a.shift);
    return a.num < ancestor ? -1 : (a.num > ancestor ? 1 : 0);
  }
  return -compare_cells(b, a);
}

[[nodiscard]] bool vanishes_at(const Poly& q, const Root& root) {
  const Poly common = gcd(root.poly(), q);
  // It divides a polynomial with one simple root in the cell and none at its ends: it has that root when it changes sign.
  return common.degree() >= 1 && common.sign_at(root.cell()) != common.sign_at(cell_end(root.cell()));
}

}  // namespace

Root::Root(Poly squarefree, Dyadic cell)
    : poly_(std::move(squarefree)), cell_(std::move(cell)), sign_left_(poly_.sign_at(cell_)) {
  if (sign_left_ * poly_.sign_at(cell_end(cell_)) >= 0) throw std::logic_error("oracle: not an isolating cell");
}

void Root::refine() {
  const Dyadic middle{2 * cell_.num + 1, cell_.shift + 1};
  const int s = poly_.sign_at(middle);
  if (s == 0) {
    rational_ = true;
    value_ = to_rational(middle);
  } else {
    cell_ = s == sign_left_ ? middle : Dyadic{2 * cell_.num, middle.shift};
  }
}

std::vector<Root> roots_from_zero_to_two(const Poly& given) {
  std::vector<Root> roots;
  if (given.degree() < 1) return roots;
  bool positive = true;
  bool negative = true;
  for (int i = 0; i <= given.degree(); ++i) {
    positive = positive && given[i] > 0;
    negative = negative && given[i] < 0;
  }
  if (positive || negative) return roots;

  Poly p = primitive(given);
  if (p.degree() == 1) {
    add_if_in_range(roots, -p[0], p[1]);
    return roots;
  }
  if (p.degree() == 2) {
    const Int discriminant = p[1] * p[1] - 4 * p[2] * p[0];
    if (discriminant < 0) return roots;
    const Int root = sqrt(discriminant);
    if (root * root == discriminant) {
      add_if_in_range(roots, -p[1] - root, 2 * p[2]);
      if (root != 0) add_if_in_range(roots, -p[1] + root, 2 * p[2]);
      return roots;
    }
  } else {
    const Poly repeated = gcd(p, derivative(p));
    if (repeated.degree() >= 1) return roots_from_zero_to_two(quotient(p, repeated));
  }
  isolate(roots, std::move(p));
  return roots;
}

int compare(const Root& a, const Rational& b) {
  if (a.is_rational()) return compare(a.value(), b);
  if (compare(to_rational(a.cell()), b) >= 0) return 1;
  if (compare(to_rational(cell_end(a.cell())), b) <= 0) return -1;
  const int s = a.poly().sign_at(b);
  if (s == 0) return 0;
  return s == a.poly().sign_at(a.cell()) ? 1 : -1;
}

int compare(Root& a, Root& b) {
  if (!a.is_rational() && !b.is_rational()) {
    int order = compare_cells(a.cell(), b.cell());
    if (order != 0) return order;
    // The same number exactly when the common factor has a root in the finer of the nested cells.
    const Root& finer = a.cell().shift >= b.cell().shift ? a : b;
    if (vanishes_at(&finer == &a ? b.poly() : a.poly(), finer)) return 0;
    while (order == 0) {
      Root& wider = a.cell().shift <= b.cell().shift ? a : b;
      wider.refine();
      if (wider.is_rational()) break;
      order = compare_cells(a.cell(), b.cell());
    }
    if (order != 0) return order;
  }
  return b.is_rational() ? compare(a, b.value()) : -compare(b, a.value());
}

int sign_at(const Poly& q, Root& root) {
  if (q.is_zero()) return 0;
  bool known_nonzero = false;
  while (!root.is_rational()) {
    const int s = q.sign_over(root.cell());
    if (s != 0) return s;
    if (!known_nonzero && vanishes_at(q, root)) return 0;
    known_nonzero = true;
    root.refine();
  }
  return q.sign_at(root.value());
}

Dyadic instant_between(Root& a, Root& b) {
  // Where a cell reaches up to or over the other number, shrink it first; two cells were parted by the comparison.
  while (!a.is_rational() && b.is_rational() && compare(to_rational(cell_end(a.cell())), b.value()) >= 0) a.refine();
  while (a.is_rational() && !b.is_rational() && compare(to_rational(b.cell()), a.value()) <= 0) b.refine();
  const Rational low = a.is_rational() ? a.value() : to_rational(cell_end(a.cell()));
  const Rational high = b.is_rational() ? b.value() : to_rational(b.cell());
  for (unsigned k = 0; k < 100000; ++k) {
    const Int scaled = low.num << k;
    Int n = scaled / low.den;
    if (a.is_rational() || n * low.den != scaled) ++n;
    const int order = compare(Rational{n, Int(1) << k}, high);
    if (order < 0 || (order == 0 && !b.is_rational())) return {n, k};
  }
  throw std::logic_error("oracle: no instant between two roots");
}

Approximation approximate(Root root) {
  if (!root.is_rational() && root.poly().degree() == 2) {
    const Poly& p = root.poly();
    const Int discriminant = p[1] * p[1] - 4 * p[2] * p[0];
    const Real b(p[1]);
    // The sum of two terms of one sign, so that nothing cancels; the other root by the product of both.
    const Real sum = p[1] >= 0 ? Real(-b - sqrt(Real(discriminant))) : Real(-b + sqrt(Real(discriminant)));
    const Real one = sum / Real(2 * p[2]);
    const Real other = 2 * Real(p[0]) / sum;
    const Real middle = ldexp(Real(2 * root.cell().num + 1), -static_cast<int>(root.cell().shift) - 1);
    const Real& chosen = abs(one - middle) < abs(other - middle) ? one : other;
    return {chosen, 1e-95 * static_cast<double>(chosen)};
  }
  constexpr unsigned k_bits = 120;
  while (!root.is_rational() && (root.cell().num >> k_bits) == 0) root.refine();
  if (root.is_rational()) {
    const Real value = Real(root.value().num) / Real(root.value().den);
    return {value, 1e-95 * static_cast<double>(value)};
  }
  const Real value = ldexp(Real(2 * root.cell().num + 1), -static_cast<int>(root.cell().shift) - 1);
  return {value, static_cast<double>(value) * 1e-36};
}

}  // namespace carom::oracle

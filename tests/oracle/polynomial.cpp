#include "polynomial.hpp"

#include <algorithm>
#include <utility>

namespace carom::oracle {

Poly::Poly(std::vector<Int> coefficients) : c_(std::move(coefficients)) {
  while (!c_.empty() && c_.back() == 0) c_.pop_back();
}

// Horner's rule on den^degree · p(num / den), whose sign is that of p(t) because den > 0.
int Poly::sign_at(const Rational& t) const {
  if (is_zero()) return 0;
  Int value = leading();
  Int power = 1;
  for (int i = degree() - 1; i >= 0; --i) {
    power *= t.den;
    value = value * t.num + (*this)[i] * power;
  }
  return sign(value);
}

int Poly::sign_at(const Dyadic& t) const {
  if (is_zero()) return 0;
  Int value = leading();
  for (int i = degree() - 1; i >= 0; --i) {
    value = value * t.num + ((*this)[i] << (t.shift * static_cast<unsigned>(degree() - i)));
  }
  return sign(value);
}

// The same in intervals: [low, high] times [n, n + 1] with n >= 0.
int Poly::sign_over(const Dyadic& cell) const {
  if (is_zero()) return 0;
  const Int next = cell.num + 1;
  Int low = leading();
  Int high = leading();
  for (int i = degree() - 1; i >= 0; --i) {
    const Int c = (*this)[i] << (cell.shift * static_cast<unsigned>(degree() - i));
    low = low * (low >= 0 ? cell.num : next) + c;
    high = high * (high >= 0 ? next : cell.num) + c;
  }
  if (low > 0) return 1;
  return high < 0 ? -1 : 0;
}

Poly operator+(const Poly& a, const Poly& b) {
  std::vector<Int> c(static_cast<std::size_t>(std::max(a.degree(), b.degree()) + 1));
  for (int i = 0; i <= a.degree(); ++i) c[static_cast<std::size_t>(i)] += a[i];
  for (int i = 0; i <= b.degree(); ++i) c[static_cast<std::size_t>(i)] += b[i];
  return Poly(std::move(c));
}

Poly operator-(const Poly& a) {
  std::vector<Int> c;
  for (int i = 0; i <= a.degree(); ++i) c.push_back(-a[i]);
  return Poly(std::move(c));
}

Poly operator-(const Poly& a, const Poly& b) { return a + (-b); }

Poly operator*(const Poly& a, const Poly& b) {
  if (a.is_zero() || b.is_zero()) return {};
  std::vector<Int> c(static_cast<std::size_t>(a.degree() + b.degree() + 1));
  for (int i = 0; i <= a.degree(); ++i) {
    for (int j = 0; j <= b.degree(); ++j) c[static_cast<std::size_t>(i + j)] += a[i] * b[j];
  }
  return Poly(std::move(c));
}

Poly derivative(const Poly& p) {
  std::vector<Int> c;
  for (int i = 1; i <= p.degree(); ++i) c.push_back(p[i] * i);
  return Poly(std::move(c));
}

Poly primitive(Poly p) {
  Int content = 0;
  for (int i = 0; i <= p.degree(); ++i) content = boost::multiprecision::gcd(content, p[i]);
  if (content <= 1) return p;
  std::vector<Int> c;
  for (int i = 0; i <= p.degree(); ++i) c.push_back(p[i] / content);
  return Poly(std::move(c));
}

namespace {

struct Division {
  std::vector<Int> quotient;
  std::vector<Int> remainder;
};

// |lead(b)|^s · a = quotient · b + remainder: multiplying by a positive number keeps the signs Sturm's theorem needs.
Division divide(const Poly& a, const Poly& b) {
  const Int scale = abs(b.leading());
  const int lead_sign = sign(b.leading());
  std::vector<Int> rest;
  for (int i = 0; i <= a.degree(); ++i) rest.push_back(a[i]);
  std::vector<Int> quotient(static_cast<std::size_t>(std::max(a.degree() - b.degree() + 1, 0)));
  for (int i = a.degree(); i >= b.degree(); --i) {
    const Int factor = rest.back() * lead_sign;
    for (Int& x : rest) x *= scale;
    for (Int& x : quotient) x *= scale;
    const int offset = i - b.degree();
    for (int j = 0; j <= b.degree(); ++j) rest[static_cast<std::size_t>(offset + j)] -= factor * b[j];
    quotient[static_cast<std::size_t>(offset)] += factor;
    rest.pop_back();
  }
  return {std::move(quotient), std::move(rest)};
}

}  // namespace

Poly positive_remainder(const Poly& a, const Poly& b) { return primitive(Poly(divide(a, b).remainder)); }

Poly quotient(const Poly& a, const Poly& b) { return primitive(Poly(divide(a, b).quotient)); }

Poly gcd(Poly a, Poly b) {
  while (!b.is_zero()) {
    Poly rest = positive_remainder(a, b);
    a = std::move(b);
    b = std::move(rest);
  }
  return primitive(std::move(a));
}

SturmChain::SturmChain(const Poly& squarefree) {
  chain_.push_back(squarefree);
  Poly next = primitive(derivative(squarefree));
  while (!next.is_zero()) {
    chain_.push_back(next);
    next = -positive_remainder(chain_[chain_.size() - 2], chain_.back());
  }
}

int SturmChain::variations(const Dyadic& t) const {
  int count = 0;
  int last = 0;
  for (const Poly& p : chain_) {
    const int s = p.sign_at(t);
    if (s == 0) continue;
    if (last != 0 && s != last) ++count;
    last = s;
  }
  return count;
}

}  // namespace carom::oracle

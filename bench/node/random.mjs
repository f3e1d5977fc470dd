// The numbers of include/carom/math/random.hpp: xoshiro256** seeded by splitmix64.
const MASK = (1n << 64n) - 1n;
const rotl = (x, k) => ((x << k) | (x >> (64n - k))) & MASK;

export class Random {
  constructor(seed) {
    let word = BigInt(seed);
    this.state = Array.from({ length: 4 }, () => {
      word = (word + 0x9e3779b97f4a7c15n) & MASK;
      let mixed = word;
      mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
      mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
      return mixed ^ (mixed >> 31n);
    });
  }

  bits() {
    let [a, b, c, d] = this.state;
    const result = (rotl((b * 5n) & MASK, 7n) * 9n) & MASK;
    const shifted = (b << 17n) & MASK;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotl(d, 45n);
    this.state = [a, b, c, d];
    return result;
  }

  /** In [0, 1). */
  uniform() {
    return Number(this.bits() >> 11n) * 2 ** -53;
  }

  /** 0 … n - 1. */
  below(n) {
    const unused = 64n - BigInt(Math.max(1, (n - 1).toString(2).length));
    for (;;) {
      const drawn = Number(this.bits() >> unused);
      if (drawn < n) return drawn;
    }
  }
}

#include "io/record/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace carom::io {
namespace {

using Words = std::array<std::uint32_t, 8>;

constexpr std::size_t k_block = 64;

/// The fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> k_round{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t k = 0; k < 4; ++k) word = word << 8U | static_cast<unsigned char>(bytes[at + k]);
  return word;
}

void add_block(Words& hash, std::string_view block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t k = 0; k < 16; ++k) w[k] = word_at(block, 4 * k);
  for (std::size_t k = 16; k < w.size(); ++k) {
    const std::uint32_t s0 = std::rotr(w[k - 15], 7) ^ std::rotr(w[k - 15], 18) ^ w[k - 15] >> 3U;
    const std::uint32_t s1 = std::rotr(w[k - 2], 17) ^ std::rotr(w[k - 2], 19) ^ w[k - 2] >> 10U;
    w[k] = w[k - 16] + s0 + w[k - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t k = 0; k < w.size(); ++k) {
    const std::uint32_t choice = (e & f) ^ (~e & g);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t1 = h + s1 + choice + k_round[k] + w[k];
    const std::uint32_t t2 = s0 + majority;
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const Words now{a, b, c, d, e, f, g, h};
  for (std::size_t k = 0; k < hash.size(); ++k) hash[k] += now[k];
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  // The fractional parts of the square roots of the first eight primes.
  Words hash{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const std::size_t whole = bytes.size() / k_block * k_block;
  for (std::size_t at = 0; at < whole; at += k_block) add_block(hash, bytes.substr(at, k_block));
  // The rest, a one bit, zeros, and the length in bits as 64 of them.
  std::string rest(bytes.substr(whole));
  rest += '\x80';
  while (rest.size() % k_block != k_block - 8) rest += '\0';
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) rest += static_cast<char>(bits >> static_cast<unsigned>(shift) & 0xffU);
  for (std::size_t at = 0; at < rest.size(); at += k_block) {
    add_block(hash, std::string_view(rest).substr(at, k_block));
  }
  std::string text;
  for (const std::uint32_t word : hash) text += fmt::format("{:08x}", word);
  return text;
}

}  // namespace carom::io

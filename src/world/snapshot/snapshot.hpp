#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// Snapshots as bytes. They begin with a header: 8 letters, the format (4 bytes), the length and the sum of what follows (8
/// bytes each); see byte_archive.hpp for the rest.
namespace carom::detail {

/// The header that belongs to these bytes, and the bytes: so that a test of broken ones gets beyond their sum.
[[nodiscard]] std::vector<std::byte> with_header(std::span<const std::byte> content);

/// How many bytes come before the content.
inline constexpr std::size_t k_snapshot_header = 28;

}  // namespace carom::detail

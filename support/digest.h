// Digests of texts, the same in every run and on every machine. They are fast but not cryptographic: it is easy to construct
// collisions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace aunit::support {

/// 64 bits as 16 hexadecimal digits (XXH3).
std::string hexDigest(std::string_view bytes);
/// 128 bits as 32 hexadecimal digits. Long enough to rule out accidental collisions.
std::string longHexDigest(std::string_view bytes);

/// One step of FNV-1a (64 bits). `before` is the hash of some bytes. Returns the hash of these bytes followed by `next`. The hash
/// of no bytes is `fnvBasis`.
inline constexpr std::uint64_t fnvBasis = 0xcbf29ce484222325;
constexpr std::uint64_t fnv(std::uint64_t before, unsigned char next) {
  return (before ^ next) * 0x100000001b3;
}
constexpr std::uint64_t fnv(std::uint64_t before, std::string_view next) {
  for (const char c : next) before = fnv(before, static_cast<unsigned char>(c));
  return before;
}

}  // namespace aunit::support

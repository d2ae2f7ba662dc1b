// Digests of texts, the same in every run and on every machine. They are made for speed: it is easy to make two texts
// with one digest.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace aunit::support {

/// 64 bits as 16 hexadecimal digits (XXH3).
std::string hexDigest(std::string_view bytes);
/// 128 bits as 32 hexadecimal digits: texts that differ by chance have different ones.
std::string longHexDigest(std::string_view bytes);

/// 64 bits of bytes that come one after the other (FNV-1a): what came before, `fnvBasis` at first, and the next.
inline constexpr std::uint64_t fnvBasis = 0xcbf29ce484222325;
constexpr std::uint64_t fnv(std::uint64_t before, unsigned char next) {
  return (before ^ next) * 0x100000001b3;
}
constexpr std::uint64_t fnv(std::uint64_t before, std::string_view next) {
  for (const char c : next) before = fnv(before, static_cast<unsigned char>(c));
  return before;
}

}  // namespace aunit::support

// Digests of texts, the same in every run and on every machine. They are made for speed: nobody is kept from making two texts
// with one digest.
#pragma once

#include <string>
#include <string_view>

namespace aunit::support {

/// 64 bits as 16 hexadecimal digits (XXH3).
std::string hexDigest(std::string_view bytes);
/// 128 bits as 32 hexadecimal digits: texts that differ by chance have different ones.
std::string longHexDigest(std::string_view bytes);

}  // namespace aunit::support

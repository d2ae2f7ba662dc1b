// SHA-1 (RFC 3174) and base64 (RFC 4648, section 4), only for the WebSocket handshake: SHA-1 is not secure.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace aunit::server::view {

std::array<std::uint8_t, 20> sha1(std::string_view text);

std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace aunit::server::view

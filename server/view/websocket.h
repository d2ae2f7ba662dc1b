// The WebSocket protocol (RFC 6455), the server's side: the key of the handshake, and frames. Text only, no extensions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aunit::server::view {

/// What Sec-WebSocket-Accept says to a Sec-WebSocket-Key (section 4.2.2).
std::string acceptedKey(std::string_view key);

enum class Opcode : std::uint8_t { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

/// One whole message of the server's, which masks nothing (section 5.2).
std::string framed(Opcode opcode, std::string_view payload);
/// A close frame; codes are those of section 7.4.1.
std::string closing(std::uint16_t code);

/// Takes the bytes that a client sends apart.
class FrameReader {
 public:
  static constexpr std::size_t largestMessage = std::size_t{1} << 20;  // bytes

  /// A whole message, its fragments put together, or a frame about the connection itself: `text`, `ping`, `pong` or `close`.
  struct Event {
    Opcode opcode;
    std::string payload;
  };

  void feed(std::string_view bytes) { buffer_ += bytes; }
  /// Nothing when more bytes are needed, or none will help.
  std::optional<Event> next();
  /// Not 0: what the client sent breaks the rules, and this is the code to close with.
  std::uint16_t violation() const { return violation_; }

 private:
  struct Frame {
    bool last = true;
    Opcode opcode = Opcode::text;
    std::string payload;
  };
  std::optional<Frame> nextFrame();
  std::nullopt_t violate(std::uint16_t code);

  std::string buffer_;
  std::string message_;  // fragments of a text
  bool fragmented_ = false;
  std::uint16_t violation_ = 0;
};

}  // namespace aunit::server::view

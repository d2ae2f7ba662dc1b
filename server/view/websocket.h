// The server's side of the WebSocket protocol (RFC 6455): the handshake key, and frames. Text messages only, without extensions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aunit::server::view {

/// The Sec-WebSocket-Accept for a Sec-WebSocket-Key (section 4.2.2).
std::string acceptedKey(std::string_view key);

enum class Opcode : std::uint8_t { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

/// One message of the server as a single unmasked frame (section 5.2).
std::string framed(Opcode opcode, std::string_view payload);
/// A close frame with a code of section 7.4.1.
std::string closing(std::uint16_t code);

/// Splits the bytes that a client sends into messages.
class FrameReader {
 public:
  static constexpr std::size_t largestMessage = std::size_t{1} << 20;  // bytes

  /// A complete `text` message, joined from its fragments, or a control frame: `ping`, `pong` or `close`.
  struct Event {
    Opcode opcode;
    std::string payload;
  };

  void feed(std::string_view bytes) { buffer_ += bytes; }
  /// The next event; nothing if more bytes are needed, or if violation() is not 0.
  std::optional<Event> next();
  /// The code to close with if the client violated the protocol, else 0.
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
  std::string message_;  // fragments of a text message
  bool fragmented_ = false;
  std::uint16_t violation_ = 0;
};

}  // namespace aunit::server::view

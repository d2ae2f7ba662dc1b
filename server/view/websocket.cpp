#include "server/view/websocket.h"

#include <utility>

#include "server/view/sha1.h"
#include "support/utf8.h"

namespace aunit::server::view {

namespace {

enum Code : std::uint16_t { protocolError = 1002, unsupportedData = 1003, noUtf8 = 1007, tooLarge = 1009 };

bool isControl(Opcode opcode) {
  return opcode >= Opcode::close;
}

}  // namespace

std::string acceptedKey(std::string_view key) {
  return base64(sha1(std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
}

std::string framed(Opcode opcode, std::string_view payload) {
  std::string out(1, static_cast<char>(0x80 | static_cast<unsigned>(opcode)));
  const std::uint64_t size = payload.size();
  int further = 0;  // number of further bytes that state the length
  if (size < 126) {
    out += static_cast<char>(size);
  } else {
    further = size <= 0xffff ? 2 : 8;
    out += static_cast<char>(further == 2 ? 126 : 127);
  }
  for (int i = further - 1; i >= 0; --i) out += static_cast<char>((size >> (8 * i)) & 0xff);
  return out.append(payload);
}

std::string closing(std::uint16_t code) {
  const char payload[] = {static_cast<char>(code >> 8), static_cast<char>(code & 0xff)};
  return framed(Opcode::close, {payload, 2});
}

std::nullopt_t FrameReader::violate(std::uint16_t code) {
  violation_ = code;
  buffer_.clear();
  message_.clear();
  return std::nullopt;
}

std::optional<FrameReader::Event> FrameReader::next() {
  while (auto frame = nextFrame()) {
    if (isControl(frame->opcode)) return Event{frame->opcode, std::move(frame->payload)};
    if ((frame->opcode == Opcode::continuation) != fragmented_) return violate(protocolError);
    if (frame->opcode == Opcode::binary) return violate(unsupportedData);
    if (message_.size() + frame->payload.size() > largestMessage) return violate(tooLarge);
    message_ += frame->payload;
    fragmented_ = !frame->last;
    if (fragmented_) continue;
    if (support::firstBadByte(message_) != std::string_view::npos) return violate(noUtf8);
    return Event{Opcode::text, std::exchange(message_, {})};
  }
  return std::nullopt;
}

/// Parses a frame (RFC 6455, section 5.2).
std::optional<FrameReader::Frame> FrameReader::nextFrame() {
  if (violation_ != 0 || buffer_.size() < 2) return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(buffer_[i]); };
  Frame frame;
  frame.last = (byte(0) & 0x80) != 0;
  frame.opcode = static_cast<Opcode>(byte(0) & 0x0f);
  const bool known = frame.opcode <= Opcode::binary || (isControl(frame.opcode) && frame.opcode <= Opcode::pong);
  const bool reserved = (byte(0) & 0x70) != 0, masked = (byte(1) & 0x80) != 0;
  std::uint64_t size = byte(1) & 0x7f;
  if (!known || reserved || !masked || (isControl(frame.opcode) && (!frame.last || size > 125))) return violate(protocolError);
  std::size_t at = 2;
  if (size >= 126) {
    const std::size_t further = size == 126 ? 2 : 8;
    if (buffer_.size() < at + further) return std::nullopt;
    size = 0;
    for (std::size_t i = 0; i < further; ++i) size = (size << 8) | byte(at + i);
    at += further;
  }
  if (size > largestMessage) return violate(tooLarge);
  if (buffer_.size() < at + 4 + size) return std::nullopt;
  const std::string mask = buffer_.substr(at, 4);
  frame.payload = buffer_.substr(at + 4, static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < frame.payload.size(); ++i) frame.payload[i] = static_cast<char>(frame.payload[i] ^ mask[i % 4]);
  buffer_.erase(0, at + 4 + static_cast<std::size_t>(size));
  return frame;
}

}  // namespace aunit::server::view

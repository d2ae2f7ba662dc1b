// Bytes from a browser or another client give the same result whether they arrive at once or in pieces: as requests, and then as
// WebSocket frames.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "server/view/http_message.h"
#include "server/view/websocket.h"

using namespace aunit::server::view;

namespace {

/// The result of reading the bytes in pieces of this size.
std::string read(std::string_view bytes, std::size_t piece) {
  RequestReader request;
  auto standing = RequestReader::State::incomplete;
  std::string out;
  while (!bytes.empty() && standing == RequestReader::State::incomplete) {
    standing = request.feed(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  if (standing == RequestReader::State::refused) {
    if (request.status() < 400 || request.status() > 505) std::abort();
    return "refused";  // the status may depend on the pieces: too long or malformed, whichever is detected first
  }
  if (standing == RequestReader::State::incomplete) return "incomplete";
  if (!request.request().path.starts_with('/') || request.request().body.size() > RequestReader::largestBody) std::abort();
  out = request.request().method + " " + request.request().path + "\n";
  for (const auto& [name, value] : request.request().headers) out += name + ": " + value + "\n";
  out += request.request().body + "\n";

  FrameReader frames;
  frames.feed(request.rest());
  for (;;) {
    while (const auto event = frames.next()) {
      if (event->payload.size() > FrameReader::largestMessage) std::abort();
      out += static_cast<char>('0' + static_cast<int>(event->opcode)) + event->payload + "\n";
    }
    if (bytes.empty() || frames.violation() != 0) break;
    frames.feed(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  return out + std::to_string(frames.violation());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (read(bytes, std::size_t{1} + data[0]) != read(bytes, bytes.size() + 1)) std::abort();
  return 0;
}

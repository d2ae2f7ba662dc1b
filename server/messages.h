// Messages between an editor and the server: JSON-RPC 2.0 with Content-Length headers (Language Server Protocol 3.17, "Base
// Protocol").
#pragma once

#include <atomic>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace aunit::server {

using Json = nlohmann::ordered_json;

/// Error codes of JSON-RPC and of the protocol.
enum class ErrorCode : int {
  parseError = -32700,
  invalidRequest = -32600,
  methodNotFound = -32601,
  invalidParams = -32602,
  internalError = -32603,
  notInitialized = -32002,
  requestFailed = -32803,
  requestCancelled = -32800,
};

/// The answer to a request that cannot be served.
struct RequestError {
  ErrorCode code;
  std::string message;
};

/// The member at a path of names; null if it does not exist.
const Json& at(const Json& json, std::initializer_list<const char*> path);
bool isTrue(const Json& json);
/// Whether the value can be the id of a request or a progress token: a number or a string.
bool isId(const Json& json);

/// Splits a stream of bytes into the bodies of messages.
class MessageReader {
 public:
  static constexpr std::size_t largest = std::size_t{64} << 20;  // limit for the bytes of one message

  void add(std::string_view bytes) { buffer_ += bytes; }
  /// The next complete body; nothing if more bytes are needed. Headers without a usable length are skipped. A wrong length
  /// damages only its own message, which is cut at the next header or ends too early. Reading continues at the next header.
  std::optional<std::string> next();

 private:
  std::string buffer_;
  std::optional<std::size_t> length_;  // number of bytes of the body at the start of the buffer
  std::size_t searched_ = 0;           // number of bytes of the body that are known to contain no header
};

/// Waits for bytes of a file descriptor and adds them to `reader`. Returns false at the end of the stream, or when `stop` is set.
bool readMore(int descriptor, const std::atomic<bool>& stop, MessageReader& reader);

/// The JSON of a message's body; discarded (`is_discarded`) if the body is not JSON. Unpaired surrogates, which some editors
/// produce, become U+FFFD.
Json parsed(const std::string& body);
/// Parses JSON from a client; the result is discarded if the text is not JSON. Omits values that are nested more than `deepest`
/// levels deep: no valid message has such values, and writing them could exhaust the stack.
inline Json shallow(std::string_view text) {
  constexpr int deepest = 500;
  return Json::parse(
      text, [](int depth, Json::parse_event_t, Json&) { return depth <= deepest; }, false);
}
/// The text of a JSON message. Bytes that are not UTF-8 are replaced.
std::string textOf(const Json& json);
/// A message with its header.
std::string framed(const std::string& body);

}  // namespace aunit::server

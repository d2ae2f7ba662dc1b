#include "server/messages.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <string_view>

#include <fmt/format.h>

#include "support/system/system_files.h"
#include "support/system/waiting.h"

namespace aunit::server {

namespace {

constexpr std::string_view name = "content-length:";

/// Returns the offset of the first "Content-Length:", in upper or lower case, at or after `from`; npos if there is none.
std::size_t lengthHeader(std::string_view text, std::size_t from) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  for (std::size_t colon = text.find(':', from); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
    if (colon + 1 < from + name.size()) continue;
    const std::string_view here = text.substr(colon + 1 - name.size(), name.size());
    if (std::equal(here.begin(), here.end(), name.begin(), same)) return colon + 1 - name.size();
  }
  return std::string_view::npos;
}

/// The number that a header states after its colon; nothing unless a line break follows the number. `header` may continue with
/// other text.
std::optional<std::size_t> statedLength(std::string_view header) {
  header.remove_prefix(header.find(':') + 1);
  header.remove_prefix(std::min(header.find_first_not_of(" \t"), header.size()));
  std::size_t length = 0;
  const auto [rest, error] = std::from_chars(header.data(), header.data() + header.size(), length);
  const bool ends = header.substr(static_cast<std::size_t>(rest - header.data())).starts_with("\r\n");
  return error == std::errc() && ends ? std::optional(length) : std::nullopt;
}

/// The length that a block of headers states. Each header must end in a line break. If there is other text before a header on the
/// same line, skips this text: it is the rest of an earlier body that was longer than stated.
std::optional<std::size_t> contentLength(std::string_view headers) {
  for (std::size_t at = lengthHeader(headers, 0); at != std::string_view::npos; at = lengthHeader(headers, at + 1))
    if (const auto length = statedLength(headers.substr(at)); length && *length <= MessageReader::largest) return length;
  return std::nullopt;
}

/// Returns the offset of the first header at or after `from`; npos if there is none. A header in what should be a body begins the
/// next message, so the stated length was too large: a header ends in a line break, and JSON strings contain none.
std::size_t headerInBody(std::string_view buffer, std::size_t from) {
  for (std::size_t at = lengthHeader(buffer, from); at != std::string_view::npos; at = lengthHeader(buffer, at + 1))
    if (statedLength(buffer.substr(at))) return at;
  return std::string_view::npos;
}

/// Whether the whole text may be the beginning of a header that states a length.
bool mayBeginHeader(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool fits = i < name.size() ? std::tolower(static_cast<unsigned char>(text[i])) == name[i]
                                      : std::string_view(" \t0123456789\r\n").find(text[i]) != std::string_view::npos;
    if (!fits) return false;
  }
  return true;
}

/// The code unit of an escape such as "\\uD83D" at an offset.
std::optional<unsigned> escapedUnit(std::string_view body, std::size_t at) {
  unsigned unit = 0;
  if (at + 6 > body.size() || body[at] != '\\' || body[at + 1] != 'u') return std::nullopt;
  const char* digits = body.data() + at + 2;
  const auto [end, error] = std::from_chars(digits, digits + 4, unit, 16);
  if (error != std::errc() || end != digits + 4) return std::nullopt;
  return unit;
}

bool isHigh(std::optional<unsigned> unit) {
  return unit && *unit >= 0xd800 && *unit < 0xdc00;
}

bool isLow(std::optional<unsigned> unit) {
  return unit && *unit >= 0xdc00 && *unit < 0xe000;
}

std::string withoutHalves(std::string body) {
  for (std::size_t at = body.find('\\'); at != std::string::npos; at = body.find('\\', at)) {
    const auto unit = escapedUnit(body, at);
    const bool isPair = isHigh(unit) && isLow(escapedUnit(body, at + 6));
    if (!isPair && (isHigh(unit) || isLow(unit))) body.replace(at, 6, "\\ufffd");
    at += isPair ? 12 : 2;
  }
  return body;
}

}  // namespace

const Json& at(const Json& json, std::initializer_list<const char*> path) {
  static const Json none;
  const Json* here = &json;
  for (const char* name : path) {
    if (!here->is_object()) return none;
    const auto found = here->find(name);
    if (found == here->end()) return none;
    here = &*found;
  }
  return *here;
}

bool isTrue(const Json& json) {
  return json.is_boolean() && json.get<bool>();
}

bool isId(const Json& json) {
  return json.is_number() || json.is_string();
}

std::optional<std::string> MessageReader::next() {
  while (!length_) {
    const std::size_t end = buffer_.find("\r\n\r\n");
    if (end == std::string::npos) {
      if (buffer_.size() > largest) buffer_.clear();
      return std::nullopt;
    }
    length_ = contentLength(std::string_view(buffer_).substr(0, end + 2));
    buffer_.erase(0, end + 4);
    searched_ = 0;
  }
  constexpr std::size_t longestHeader = 64;  // bytes
  const std::size_t header = headerInBody(buffer_, searched_);
  if (header < *length_) length_ = header;  // the stated length was too large
  if (buffer_.size() < *length_) {
    searched_ = buffer_.size() - std::min(buffer_.size(), longestHeader);
    return std::nullopt;
  }
  std::size_t length = *length_;
  // If the body ends with the beginning of a header, this header belongs to the next message.
  for (std::size_t begin = length - std::min(length, longestHeader); begin < length; ++begin)
    if (mayBeginHeader(std::string_view(buffer_).substr(begin, length - begin))) length = begin;
  std::string body = buffer_.substr(0, length);
  buffer_.erase(0, length);
  length_.reset();
  return body;
}

bool readMore(int descriptor, const std::atomic<bool>& stop, MessageReader& reader) {
  constexpr std::chrono::milliseconds pause(200);  // time between two checks of `stop`
  while (!stop) {
    if (support::await({support::awaitableOf(descriptor)}, pause) == 0) continue;
    char chunk[1 << 16];
    const std::size_t count = support::readSome(descriptor, chunk, sizeof chunk).value_or(0);
    reader.add({chunk, count});
    return count != 0;
  }
  return false;
}

Json parsed(const std::string& body) {
  Json message = Json::parse(body, nullptr, false);
  if (message.is_discarded()) message = Json::parse(withoutHalves(body), nullptr, false);
  return message;
}

std::string textOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string framed(const std::string& body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace aunit::server

#include "server/messages.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

namespace aunit::server {

namespace {

/// The length that a block of headers states.
std::optional<std::size_t> contentLength(std::string_view headers) {
  constexpr std::string_view name = "content-length:";
  while (!headers.empty()) {
    const std::size_t end = std::min(headers.find("\r\n"), headers.size());
    std::string_view line = headers.substr(0, end);
    headers.remove_prefix(std::min(end + 2, headers.size()));
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    if (line.size() < name.size() ||
        !std::equal(name.begin(), name.end(), line.begin(), [&](char b, char a) { return same(a, b); }))
      continue;
    line.remove_prefix(name.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    std::size_t length = 0;
    const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), length);
    if (error == std::errc() && length <= MessageReader::largest) return length;
  }
  return std::nullopt;
}

/// The code unit of an escape "\\uD83D" at an offset.
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

bool MessageReader::fill() {
  constexpr int pause = 200;  // milliseconds until it is asked whether to stop
  while (!stop_) {
    pollfd ready = {descriptor_, POLLIN, 0};
    if (::poll(&ready, 1, pause) == 0) continue;
    char chunk[1 << 16];
    const ssize_t count = ::read(descriptor_, chunk, sizeof chunk);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    buffer_.append(chunk, static_cast<std::size_t>(count));
    return true;
  }
  return false;
}

std::optional<std::string> MessageReader::next() {
  for (;;) {
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
      if (buffer_.size() > largest) buffer_.clear();
      if (!fill()) return std::nullopt;
    }
    const auto length = contentLength(std::string_view(buffer_).substr(0, end));
    buffer_.erase(0, end + 4);
    if (!length) continue;
    while (buffer_.size() < *length)
      if (!fill()) return std::nullopt;
    std::string body = buffer_.substr(0, *length);
    buffer_.erase(0, *length);
    return body;
  }
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

bool writeAll(int descriptor, const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace aunit::server

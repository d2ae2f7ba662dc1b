#include "server/texts/positions.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include <fmt/format.h>

#include "support/system/system_files.h"

namespace aunit::server {

namespace {

constexpr std::string_view scheme = "file://";

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// The number of bytes of the first `units` code units of a line, rounded down to whole characters.
std::size_t bytesOf(std::string_view line, std::uint32_t units, Encoding encoding) {
  std::size_t at = 0;
  for (std::uint32_t counted = 0; at < line.size() && counted < units;) {
    std::size_t next = at + 1;
    while (next < line.size() && continues(line[next])) ++next;
    counted += codeUnits(line.substr(at, next - at), encoding);
    if (counted > units) break;
    at = next;
  }
  return at;
}

std::optional<int> digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

}  // namespace

std::uint32_t codeUnits(std::string_view text, Encoding encoding) {
  if (encoding == Encoding::utf8) return static_cast<std::uint32_t>(text.size());
  std::uint32_t units = 0;
  for (const char byte : text) {
    if (continues(byte)) continue;
    units += static_cast<unsigned char>(byte) >= 0xf0 ? 2 : 1;  // a character of four bytes is a surrogate pair in UTF-16
  }
  return units;
}

TextPosition positionOf(const model::SourceFile& file, std::uint32_t offset, Encoding encoding) {
  offset = std::min(offset, static_cast<std::uint32_t>(file.text().size()));
  const std::uint32_t line = file.position(offset).line;
  const std::uint32_t start = file.lineStart(line);
  return {line - 1, codeUnits(std::string_view(file.document()).substr(start, offset - start), encoding)};
}

std::uint32_t offsetOf(const model::SourceFile& file, TextPosition position, Encoding encoding) {
  if (position.line >= file.lineCount()) return static_cast<std::uint32_t>(file.text().size());
  const std::uint32_t line = position.line + 1;
  return file.lineStart(line) + static_cast<std::uint32_t>(bytesOf(file.line(line), position.character, encoding));
}

std::size_t offsetOf(std::string_view text, TextPosition position, Encoding encoding) {
  std::size_t start = 0;
  for (std::uint32_t line = 0; line < position.line; ++line) {
    const std::size_t end = text.find_first_of("\r\n", start);
    if (end == std::string_view::npos) return text.size();
    start = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
  }
  const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
  return start + bytesOf(text.substr(start, end - start), position.character, encoding);
}

TextPosition positionOf(std::string_view text, std::size_t offset, Encoding encoding) {
  offset = std::min(offset, text.size());
  TextPosition position;
  std::size_t start = 0;
  for (;;) {
    const std::size_t end = text.find_first_of("\r\n", start);
    const std::size_t next = end == std::string_view::npos ? end : end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
    if (next > offset) return {position.line, codeUnits(text.substr(start, std::min(end, offset) - start), encoding)};
    start = next;
    ++position.line;
  }
}

TextPosition endOfLine(std::string_view text, TextPosition place, Encoding encoding) {
  place.character = 0;
  const std::size_t start = offsetOf(text, place, encoding);
  return {place.line, codeUnits(text.substr(start, std::min(text.find_first_of("\r\n", start), text.size()) - start), encoding)};
}

TextPosition positionFrom(const Json& json) {
  return {json.at("line").get<std::uint32_t>(), json.at("character").get<std::uint32_t>()};
}

Json toJson(TextPosition position) {
  return {{"line", position.line}, {"character", position.character}};
}

Json rangeOf(const model::SourceMap& sources, model::Span span, Encoding encoding) {
  if (!span.known()) return {{"start", toJson({})}, {"end", toJson({})}};
  const model::SourceFile& file = sources.file(span.file);
  return {{"start", toJson(positionOf(file, span.begin, encoding))}, {"end", toJson(positionOf(file, span.end, encoding))}};
}

std::string uriOf(const std::string& path) {
  if (!support::isAbsolutePath(path)) return path;
  std::string uri(scheme);
  if (!path.starts_with('/')) uri += '/';  // a drive letter needs a slash before it
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("/-._~").find(c) != std::string_view::npos)
      uri += c;
    else
      uri += fmt::format("%{:02X}", byte);
  }
  return uri;
}

std::string pathOf(const std::string& uri) {
  if (!uri.starts_with(scheme)) return uri;
  std::string_view rest = std::string_view(uri).substr(scheme.size());
  rest.remove_prefix(std::min(rest.find('/'), rest.size()));  // skips the host
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const auto high = rest[i] == '%' && i + 2 < rest.size() ? digit(rest[i + 1]) : std::nullopt;
    const auto low = high ? digit(rest[i + 2]) : std::nullopt;
    if (low) {
      path += static_cast<char>(*high * 16 + *low);
      i += 2;
    } else {
      path += rest[i];
    }
  }
  // Changes "/c:/models" to "C:/models".
  if (path.size() > 3 && path[2] == ':' && path[1] != '/' && support::isAbsolutePath(std::string_view(path).substr(1))) {
    path.erase(0, 1);
    path[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(path[0])));
  }
  return std::filesystem::path(path).lexically_normal().generic_string();
}

std::string uriIn(const Json& params) {
  return params.at("textDocument").at("uri").get<std::string>();
}

}  // namespace aunit::server

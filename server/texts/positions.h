// Converts between positions of editors (line and character from 0, in code units of an agreed encoding) and positions of this
// program (bytes), and between URIs and paths of files.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/source.h"
#include "server/messages.h"

namespace aunit::server {

/// The code units in which the editor counts characters.
enum class Encoding : std::uint8_t { utf8, utf16 };

struct TextPosition {
  std::uint32_t line = 0, character = 0;

  friend auto operator<=>(const TextPosition&, const TextPosition&) = default;
};

/// The number of code units that `text`, which is in UTF-8, has in `encoding`.
std::uint32_t codeUnits(std::string_view text, Encoding encoding);

TextPosition positionOf(const model::SourceFile& file, std::uint32_t offset, Encoding encoding);
/// The offset of a position. A position after the end of its line means the end of the line. A position after the text means the
/// end of the text.
std::uint32_t offsetOf(const model::SourceFile& file, TextPosition position, Encoding encoding);
/// Like offsetOf() above, for the editor's own text, whose lines may end in LF, CR LF or CR.
std::size_t offsetOf(std::string_view text, TextPosition position, Encoding encoding);
TextPosition positionOf(std::string_view text, std::size_t offset, Encoding encoding);
/// The end of the line around a place of the editor's own text.
TextPosition endOfLine(std::string_view text, TextPosition place, Encoding encoding);

/// Throws an exception of Json if the value is not a position.
TextPosition positionFrom(const Json& json);
Json toJson(TextPosition position);
Json rangeOf(const model::SourceMap& sources, model::Span span, Encoding encoding);

/// The URI of a path: "file:///a%20b.als" for an absolute path. If a text has no file, its `path` is already a URI; this URI is
/// returned unchanged.
std::string uriOf(const std::string& path);
/// The path for a file's URI, absolute and without `.` and `..`. Any other URI is returned unchanged.
std::string pathOf(const std::string& uri);

/// The URI of the text document that the parameters of a message name.
std::string uriIn(const Json& params);

}  // namespace aunit::server

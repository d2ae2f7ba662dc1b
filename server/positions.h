// Places as editors name them (0-based line, and character in code units of an agreed encoding) and as we do (bytes); files by
// URI and by path.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/source.h"
#include "server/messages.h"

namespace aunit::server {

/// What a line's characters count.
enum class Encoding : std::uint8_t { utf8, utf16 };

struct TextPosition {
  std::uint32_t line = 0, character = 0;

  friend bool operator==(const TextPosition&, const TextPosition&) = default;
};

/// How many code units so much UTF-8 is.
std::uint32_t codeUnits(std::string_view text, Encoding encoding);

TextPosition positionOf(const model::SourceFile& file, std::uint32_t offset, Encoding encoding);
/// A position behind a line's end is that end, one behind the text the text's end.
std::uint32_t offsetOf(const model::SourceFile& file, TextPosition position, Encoding encoding);
/// The same for a text as the editor has it, whose lines may end in LF, CR LF or CR.
std::size_t offsetOf(std::string_view text, TextPosition position, Encoding encoding);

/// Throws Json's exceptions where it is no position.
TextPosition positionFrom(const Json& json);
Json toJson(TextPosition position);
Json rangeOf(const model::SourceMap& sources, model::Span span, Encoding encoding);

/// "file:///a%20b.als" for an absolute path; a path that is a URI already (of a buffer without a file) stays.
std::string uriOf(const std::string& path);
/// Absolute, without `.` and `..`; what is no file's URI stays.
std::string pathOf(const std::string& uri);

/// Of parameters about a text document.
std::string uriIn(const Json& params);

}  // namespace aunit::server

#include "parser/source_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "parser/literate.h"
#include "support/utf8.h"

namespace aunit::parser {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";  // has no meaning in UTF-8

/// Calls `take` for each byte of the uniform text, with the byte and its offset in `bytes`.
template <class Take>
void forEachOfText(std::string_view bytes, Take take) {
  for (std::size_t i = bytes.starts_with(byteOrderMark) ? byteOrderMark.size() : 0; i < bytes.size(); ++i) {
    const std::size_t place = i;
    char c = bytes[i];
    if (c == '\r') {
      if (i + 1 < bytes.size() && bytes[i + 1] == '\n') ++i;
      c = '\n';
    } else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\f') {
      c = ' ';
    }
    take(c, place);
  }
}

}  // namespace

std::string uniformText(std::string bytes) {
  std::size_t size = 0;
  forEachOfText(bytes, [&](char c, std::size_t) { bytes[size++] = c; });  // never overwrites unread bytes
  bytes.resize(size);
  return bytes;
}

std::vector<std::size_t> placesInFile(std::string_view bytes) {
  std::vector<std::size_t> places;
  places.reserve(bytes.size() + 1);
  forEachOfText(bytes, [&](char, std::size_t place) { places.push_back(place); });
  places.push_back(bytes.size());
  return places;
}

FileStyle::FileStyle(std::string_view bytes) : lineBreak("\n") {
  if (bytes.starts_with(byteOrderMark)) mark = byteOrderMark;
  const std::size_t end = bytes.find('\n');
  if (end != std::string_view::npos && end != 0 && bytes[end - 1] == '\r') lineBreak = "\r\n";
}

std::string FileStyle::inFile(std::string_view text) const {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) c == '\n' ? result += lineBreak : result += c;
  return result;
}

model::FileId addSource(model::SourceMap& sources, std::string path, std::string text, model::Diagnostics& diagnostics) {
  if (text.size() > largestFile) {
    diagnostics.error(
        "syntax", {},
        fmt::format("{}: the file has {} MB; at most {} MB can be read", path, text.size() >> 20, largestFile >> 20));
    return model::noFile;
  }
  if (const std::size_t bad = support::firstBadByte(text); bad != std::string_view::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
    diagnostics
        .error(
            "encoding", {},
            fmt::format("{}: byte {} (0x{:02X}, line {}) is not UTF-8", path, bad, static_cast<unsigned char>(text[bad]), line))
        .hints.push_back("Save the file in the encoding UTF-8.");
    return model::noFile;
  }
  text = uniformText(std::move(text));
  if (!alloy::isLiterate(path, text)) return sources.add(std::move(path), std::move(text));

  alloy::Literate literate = alloy::modelOfDocument(text);
  const model::FileId file = sources.addDocument(std::move(path), std::move(text), std::move(literate.text));
  if (!literate.hasFrontMatter && literate.hasModel)
    diagnostics.warning("literate", {file, 0, 0}, "this document does not begin with front matter (a line `---`)")
        .hints.push_back("The Alloy Analyzer reads such a document as an empty model.");
  if (literate.unclosedBlock)
    diagnostics.warning("literate", {file, 0, 0}, "the last Alloy block is not closed by a line \"```\"");
  return file;
}

}  // namespace aunit::parser

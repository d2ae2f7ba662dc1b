#include "parser/source_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/utf8.h"
#include "parser/alloy/literate.h"

namespace aunit::parser {

namespace {

/// Makes CR LF and CR line feeds, and control characters blanks.
void makeUniform(std::string& text) {
  std::size_t out = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\r') {
      if (i + 1 < text.size() && text[i + 1] == '\n') continue;
      c = '\n';
    } else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\f') {
      c = ' ';
    }
    text[out++] = c;
  }
  text.resize(out);
}

/// Offset of the first byte that is not UTF-8, or npos.
std::size_t firstBadByte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (static_cast<unsigned char>(text[i]) < 0x80) {  // nearly all of them
      ++i;
      continue;
    }
    const std::size_t length = model::decode(text.substr(i)).length;
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

}  // namespace

model::FileId addSource(model::SourceMap& sources, std::string path, std::string text, model::Diagnostics& diagnostics) {
  if (text.size() > largestFile) {
    diagnostics.error(
        "syntax", {},
        fmt::format("{}: the file has {} MB; at most {} MB can be read", path, text.size() >> 20, largestFile >> 20));
    return model::noFile;
  }
  if (const std::size_t bad = firstBadByte(text); bad != std::string_view::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
    diagnostics
        .error(
            "encoding", {},
            fmt::format("{}: byte {} (0x{:02X}, line {}) is not UTF-8", path, bad, static_cast<unsigned char>(text[bad]), line))
        .hints.push_back("Save the file in the encoding UTF-8.");
    return model::noFile;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a byte order mark says nothing in UTF-8
  makeUniform(text);
  if (!alloy::isLiterate(path, text)) return sources.add(std::move(path), std::move(text));

  alloy::Literate literate = alloy::modelOfDocument(text);
  const model::FileId file = sources.addDocument(std::move(path), std::move(text), std::move(literate.text));
  if (!literate.hasFrontMatter && literate.hasModel)
    diagnostics.warning("literate", {file, 0, 0}, "this document does not begin with front matter (a line `---`)")
        .hints.push_back("The Alloy Analyzer reads such a document as an empty model.");
  if (literate.unclosedBlock)
    diagnostics.warning("literate", {file, 0, 0}, "the last block of model is not closed by a line \"```\"");
  return file;
}

}  // namespace aunit::parser

#include "reporters/html/highlighted_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "parser/alloy/layout/highlighting.h"
#include "reporters/markup.h"

namespace aunit::reporters::html {

namespace {

std::string_view highlightClass(parser::alloy::Highlight highlight) {
  using parser::alloy::Highlight;
  return highlight == Highlight::keyword ? "keyword" : highlight == Highlight::literal ? "literal" : "comment";
}

}  // namespace

std::vector<std::string> highlightedLines(std::string_view text) {
  std::vector<std::string> lines(1);
  const auto add = [&](std::string_view piece, std::string_view kind) {
    for (std::size_t begin = 0;; lines.emplace_back()) {  // a comment may span several lines
      const std::size_t end = std::min(piece.find('\n', begin), piece.size());
      const std::string content = escaped(piece.substr(begin, end - begin));
      lines.back() += kind.empty() || content.empty() ? content : fmt::format("<b class=\"{}\">{}</b>", kind, content);
      if (end == piece.size()) return;
      begin = end + 1;
    }
  };
  std::size_t at = 0;
  for (const parser::alloy::HighlightedPart& part : parser::alloy::highlightsOf(std::string(text))) {
    add(text.substr(at, part.begin - at), "");
    add(text.substr(part.begin, part.end - part.begin), highlightClass(part.highlight));
    at = part.end;
  }
  add(text.substr(at), "");
  return lines;
}

}  // namespace aunit::reporters::html

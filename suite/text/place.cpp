#include "suite/text/place.h"

namespace aunit::suite {

namespace {

// placeOf() omits lines with more bytes. If thousands of tests are on one line, the place of each test would otherwise contain a
// copy of this line.
constexpr std::size_t longestCountedLine = 10'000;

}  // namespace

Place placeOf(const model::SourceMap& sources, model::Span span, std::uint32_t maxLines) {
  Place place;
  if (!span.known()) return place;
  const model::SourceFile& file = sources.file(span.file);
  const model::Position begin = sources.begin(span), last = sources.last(span);
  place.path = file.path();
  place.line = begin.line;
  place.column = begin.column;
  place.endLine = last.line;
  place.endColumn = last.column;
  for (std::uint32_t line = begin.line; line <= last.line && line < begin.line + maxLines; ++line) {
    if (file.line(line).size() > longestCountedLine) break;
    place.lines.emplace_back(file.line(line));
  }
  return place;
}

}  // namespace aunit::suite

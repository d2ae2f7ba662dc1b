#include "model/source.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/utf8.h"

namespace aunit::model {

namespace {

constexpr std::size_t blockSize = 1024;  // size in bytes

}  // namespace

Range join(Range a, Range b) {
  if (!a.known()) return b;
  if (!b.known()) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

Span join(Span a, Span b) {
  if (!a.known()) return b;
  if (!b.known() || a.file != b.file) return a;
  return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

bool contains(Span outer, Span inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

SourceFile::SourceFile(std::string path, std::string text) : SourceFile(std::move(path), {}, std::move(text)) {}

SourceFile::SourceFile(std::string path, std::string document, std::string text)
    : path_(std::move(path)), text_(std::move(text)), document_(std::move(document)) {
  lineStarts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') lineStarts_.push_back(static_cast<std::uint32_t>(i + 1));
  const std::string_view all = this->document();
  codePoints_.push_back(0);
  for (std::size_t i = 0; i < all.size(); i += blockSize)
    codePoints_.push_back(codePoints_.back() + static_cast<std::uint32_t>(support::codePoints(all.substr(i, blockSize))));
}

Position SourceFile::position(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto next = std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(next - lineStarts_.begin());
  const std::uint32_t start = lineStarts_[line - 1];
  return {line, codePointsBefore(offset) - codePointsBefore(start) + 1};
}

std::uint32_t SourceFile::codePointsBefore(std::uint32_t offset) const {
  const std::size_t block = offset / blockSize, begin = block * blockSize;
  return codePoints_[block] +
         static_cast<std::uint32_t>(support::codePoints(std::string_view(document()).substr(begin, offset - begin)));
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number == 0 || number > lineCount()) return {};
  const std::uint32_t start = lineStarts_[number - 1];
  const std::size_t end = number < lineCount() ? lineStarts_[number] - 1 : text_.size();
  return std::string_view(document()).substr(start, end - start);
}

std::uint32_t SourceFile::lineStart(std::uint32_t number) const {
  return lineStarts_[number - 1];
}

FileId SourceMap::add(std::string path, std::string text) {
  files_.push_back(std::make_shared<const SourceFile>(std::move(path), std::move(text)));
  return size() - 1;
}

FileId SourceMap::addDocument(std::string path, std::string document, std::string text) {
  files_.push_back(std::make_shared<const SourceFile>(std::move(path), std::move(document), std::move(text)));
  return size() - 1;
}

std::string_view SourceMap::text(Span span) const {
  if (!span.known()) return {};
  return std::string_view(file(span.file).text()).substr(span.begin, span.end - span.begin);
}

Position SourceMap::begin(Span span) const {
  return span.known() ? file(span.file).position(span.begin) : Position{};
}

Position SourceMap::last(Span span) const {
  if (!span.known()) return {};
  return file(span.file).position(span.end > span.begin ? span.end - 1 : span.end);
}

std::string SourceMap::describe(Span span) const {
  if (!span.known()) return "<unknown>";
  const Position at = begin(span);
  return fmt::format("{}:{}:{}", file(span.file).path(), at.line, at.column);
}

}  // namespace aunit::model

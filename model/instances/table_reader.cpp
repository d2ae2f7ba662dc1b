#include "model/instances/table_reader.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace aunit::model {

TableReader::TableReader(FileId file, std::string_view text, Diagnostics& diagnostics)
    : file_(file), text_(text), diagnostics_(diagnostics) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  if (auto first = row())
    columns_ = std::move(*first);
  else
    fail({file, 0, 0}, "a table must begin with a line that names its columns");
}

Span TableReader::place() const {
  return columns_.empty() ? Span{file_, 0, 0} : join(columns_.front().span, columns_.back().span);
}

std::optional<NamedTuple> TableReader::next() {
  auto line = failed_ ? std::nullopt : row();
  if (!line) return line;
  if (broken_)
    fail(line->back().span,
         "this cell is not quoted correctly: a closing quote must end the cell, and each quote inside it must be written twice");
  else if (line->size() != columns_.size())
    fail(join(line->front().span, line->back().span), fmt::format("this line has {} cell{}, but the first line has {}",
                                                                  line->size(), line->size() == 1 ? "" : "s", columns_.size()));
  return failed_ ? std::nullopt : std::move(line);
}

void TableReader::fail(Span span, std::string message) {
  failed_ = true;
  diagnostics_.error("instance", span, std::move(message));
}

std::optional<NamedTuple> TableReader::row() {
  while (at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r')) ++at_;
  if (at_ >= text_.size()) return std::nullopt;
  NamedTuple cells{cell()};
  for (; at_ < text_.size() && text_[at_] == ','; cells.push_back(cell())) ++at_;
  return cells;
}

AtomName TableReader::cell() {
  AtomName result;
  const std::size_t begin = at_;
  if (at_ < text_.size() && text_[at_] == '"') readQuoted(result.text);
  const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
  broken_ |= at_ != begin && at_ != end;
  result.text += text_.substr(at_, end - at_);
  at_ = end;
  result.span = {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  return result;
}

void TableReader::readQuoted(std::string& cell) {
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] != '"') {
      cell += text_[at_];
    } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
      cell += text_[++at_];
    } else {
      ++at_;
      return;
    }
  }
  broken_ = true;
}

std::string tableName(std::string_view path) {
  constexpr std::string_view ending = ".csv";
  const std::size_t slash = path.find_last_of('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (name.ends_with(ending)) name.remove_suffix(ending.size());
  return std::string(name);
}

}  // namespace aunit::model

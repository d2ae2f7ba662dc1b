// Tables as text: CSV (RFC 4180).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "model/diagnostic.h"
#include "model/source.h"
#include "model/test.h"

namespace aunit::model {

/// The rows of a table, whose first row names the columns. Empty lines are skipped.
class TableReader {
 public:
  /// `text` is the text of `file`. `text` and `diagnostics` must outlive this object.
  TableReader(FileId file, std::string_view text, Diagnostics& diagnostics);

  const NamedTuple& columns() const { return columns_; }
  /// The span of the line that names the columns.
  Span place() const;
  /// The cells of the next row, one for each column; nothing at the end and after an error (code "instance").
  std::optional<NamedTuple> next();
  /// Whether there was an error: no columns, a row of another length, a quoted cell without its closing quote.
  bool failed() const { return failed_; }

 private:
  std::optional<NamedTuple> row();
  AtomName cell();
  void readQuoted(std::string& cell);
  void fail(Span span, std::string message);

  const FileId file_;
  const std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  NamedTuple columns_;
  bool broken_ = false;  // a quote is misplaced or not closed
  bool failed_ = false;
};

/// The name of a table: the name of its file, without folder and `.csv`.
std::string tableName(std::string_view path);

}  // namespace aunit::model

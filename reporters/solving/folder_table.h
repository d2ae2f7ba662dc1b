// The table that `exec` and `check` show for folders: one row per file.
#pragma once

#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "parser/front_end.h"
#include "reporters/terminal/style.h"
#include "runner/solving/report.h"

namespace aunit::reporters {

struct FileRow {
  enum class State { read, refused, notAlloy } state = State::read;
  std::string file, dialect;
  std::size_t commands = 0;
  std::string outcome{};  // the answers in words, or the first error with its place
};

/// The row of a loaded file, with its first error if it has one. The caller adds the answers.
FileRow fileRow(const std::string& file, const parser::Loaded& loaded);

/// Whether one of the paths is a folder.
bool namesFolder(const std::vector<std::string>& paths);

/// The rows for solved commands, one per file: how many commands have each answer.
std::vector<FileRow> fileRows(const runner::SolveReport& report);

/// A header, the rows, and a line that says how many files were read, how many were refused, and how many are not Alloy. Empty if
/// there are no rows.
std::string folderTable(const std::vector<FileRow>& rows, const reporters::Style& style);

}  // namespace aunit::reporters

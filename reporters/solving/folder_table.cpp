#include "reporters/solving/folder_table.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/model.h"
#include "reporters/text.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

using runner::AnswerStatus;

namespace {

constexpr std::size_t widestName = 60, widestError = 100;

/// The name of the language of a file, for example "Alloy 6" or "Nitpick".
std::string languageOf(const std::string& file, const parser::Loaded& loaded) {
  switch (parser::languageOf(file)) {
    case parser::Language::nitpick: return "Nitpick";
    case parser::Language::program: return "a program";
    case parser::Language::alloy: break;
  }
  const std::string dialect = loaded.dialects.empty() ? "" : loaded.dialects.front();
  return dialect.empty() ? "Alloy 6" : dialect;
}

std::string_view inWords(AnswerStatus status) {
  switch (status) {
    case AnswerStatus::holds: return "without a counterexample";
    case AnswerStatus::instance: return "with an instance";
    case AnswerStatus::expected: return "as expected";
    case AnswerStatus::counterexample: return "with a counterexample";
    case AnswerStatus::noInstance: return "without an instance";
    case AnswerStatus::unexpected: return "not as expected";
    case AnswerStatus::undecided: return "undecided";
    case AnswerStatus::unaffected: return "not affected";
    case AnswerStatus::error: return "with an error";
    case AnswerStatus::partly: return "without an instance in the searched part";
  }
  return "";
}

}  // namespace

bool namesFolder(const std::vector<std::string>& paths) {
  return std::ranges::any_of(paths, [](const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
  });
}

FileRow fileRow(const std::string& file, const parser::Loaded& loaded) {
  FileRow row{.file = file, .dialect = languageOf(file, loaded)};
  if (loaded.model)
    row.commands = static_cast<std::size_t>(std::ranges::count_if(loaded.model->commands(), [](const model::Command& command) {
      return command.module == 0 && !command.ofTest && !command.isDefault;
    }));
  const auto& all = loaded.diagnostics.all();
  const auto error = std::ranges::find(all, model::Severity::error, &model::Diagnostic::severity);
  if (error == all.end()) return row;
  const bool other = runner::SolvedFile::isNotAlloy(loaded);
  row.state = other ? FileRow::State::notAlloy : FileRow::State::refused;
  const std::string_view message = error->message;
  const std::size_t what = other ? message.find("it is ") : std::string_view::npos;
  row.outcome = what == std::string_view::npos ? message : message.substr(what);
  if (row.outcome.starts_with(file + ": ")) row.outcome.erase(0, file.size() + 2);
  if (error->span.known() && !other) {
    const model::Position at = loaded.sources.begin(error->span);
    const std::string& path = loaded.sources.file(error->span.file).path();
    row.outcome = fmt::format("{}{}:{}: {}", path == file ? "" : path + ":", at.line, at.column, error->message);
  }
  return row;
}

std::vector<FileRow> fileRows(const runner::SolveReport& report) {
  std::vector<std::map<std::string, std::size_t>> answers(report.files.size());
  for (const runner::CommandRow& row : report.rows)
    ++answers[row.file][fmt::format("{}{}", inWords(row.status()), row.isVacuous() ? " (vacuous)" : "")];
  std::vector<FileRow> rows;
  for (std::size_t file = 0; file < report.files.size(); ++file) {
    rows.push_back(fileRow(report.files[file].path, *report.files[file].loaded));
    if (rows.back().state != FileRow::State::read) continue;
    std::vector<std::string> parts;
    for (const auto& [answer, count] : answers[file]) parts.push_back(fmt::format("{} {}", count, answer));
    rows.back().outcome = parts.empty() ? report.files[file].whyNothing() : fmt::format("{}", fmt::join(parts, ", "));
  }
  return rows;
}

std::string folderTable(const std::vector<FileRow>& rows, const reporters::Style& style) {
  if (rows.empty()) return "";
  std::size_t width = 4;
  for (const FileRow& row : rows) width = std::clamp(row.file.size(), width, widestName);
  std::string text = fmt::format("\n{}  {:<9}  {:>8}  {}\n", reporters::padded("file", width), "read as", "commands", "outcome");
  std::size_t read = 0, refused = 0, other = 0;
  using reporters::Color;
  for (const FileRow& row : rows) {
    const bool isRead = row.state == FileRow::State::read, isRefused = row.state == FileRow::State::refused;
    ++(isRead ? read : isRefused ? refused : other);
    const std::string outcome = reporters::shortened(support::oneLine(row.outcome), widestError);
    std::string line =
        fmt::format("{}  {:<9}  {:>8}  {}", reporters::padded(support::oneLine(row.file), width),
                    isRead      ? row.dialect
                    : isRefused ? "refused"
                                : "not Alloy",
                    isRead ? fmt::format("{}", row.commands) : "", isRefused ? style(Color::red, outcome) : outcome);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  std::vector<std::string> parts;
  if (read != 0) parts.push_back(fmt::format("{} read", read));
  if (refused != 0) parts.push_back(style(Color::boldRed, fmt::format("{} refused", refused)));
  if (other != 0) parts.push_back(fmt::format("{} not Alloy", other));
  return text + fmt::format("{}: {}\n", support::plural(rows.size(), "file"), fmt::join(parts, ", "));
}

}  // namespace aunit::reporters

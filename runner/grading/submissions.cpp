#include "runner/grading/submissions.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "runner/grading/archive.h"
#include "runner/grading/layout.h"
#include "support/files.h"
#include "support/pieces.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view identities[] = {"id", "student", "name", "file"};
constexpr std::string_view textColumns[] = {"text", "body", "answer", "code"};
constexpr std::string_view studentColumns[] = {"student", "id", "name"};
constexpr std::string_view attemptColumns[] = {"attempt"}, timeColumns[] = {"time"}, fileColumns[] = {"file"};
const std::vector<std::string> submittedEndings = {".als", ".md", ".aunit"};

bool isSubmitted(std::string_view name) {
  return std::ranges::any_of(submittedEndings, [&](const std::string& ending) { return name.ends_with(ending); });
}

/// The number of an attempt; nothing if the text is not a number, or is 0.
std::optional<std::uint32_t> attemptOf(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

/// The rows of a CSV text (RFC 4180); nothing if a quotation mark is not closed.
std::optional<std::vector<std::vector<std::string>>> rowsOf(std::string_view text) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string cell;
  bool quoted = false, begun = false;
  const auto endRow = [&] {
    if (begun || !row.empty()) {
      row.push_back(std::move(cell));
      rows.push_back(std::move(row));
    }
    cell.clear(), row.clear();
    begun = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"')
        cell += c;
      else if (i + 1 < text.size() && text[i + 1] == '"')
        cell += text[++i];
      else
        quoted = false;
    } else if (c == '"' && cell.empty()) {
      quoted = begun = true;
    } else if (c == ',') {
      row.push_back(std::move(cell));
      cell.clear();
      begun = true;
    } else if (c == '\n') {
      endRow();
    } else if (c != '\r') {
      cell += c;
      begun = true;
    }
  }
  if (quoted) return std::nullopt;
  endRow();
  return rows;
}

class SubmissionReader {
 public:
  SubmissionReader(const std::string& layout, std::vector<std::string>& errors, const support::Limits& limits)
      : layout_(layout), errors_(errors), budget_(limits) {}

  std::vector<Submission> read(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      std::error_code ignored;
      const fs::file_status status = fs::symlink_status(path, ignored);
      if (status.type() == fs::file_type::directory || (fs::is_symlink(status) && fs::is_directory(path, ignored)))
        folder(path);
      else if (!fs::exists(status))
        errors_.push_back(fmt::format("no such file or folder: {}", path));
      else if (path.ends_with(".csv"))
        table(path);
      else if (path.ends_with(".jsonl"))
        lines(path);
      else if (path.ends_with(".zip"))
        archive(path);
      else
        addFile(path, file(path));
    }
    numberAttempts();
    return std::move(found_);
  }

 private:
  void folder(const std::string& path) {
    std::vector<std::string> files;  // relative to the folder
    std::vector<std::string> open{""};
    while (!open.empty()) {
      const std::string at = std::move(open.back());
      open.pop_back();
      std::string error;
      const std::string place = at.empty() ? path : (fs::path(path) / at).generic_string();
      auto names = support::FolderReader::open(place, error);
      if (!names) {
        errors_.push_back(fmt::format("cannot read {}: {}", place, error));
        continue;
      }
      while (const auto name = names->next()) {
        budget_.check();
        if (name->starts_with('.') || *name == "__MACOSX") continue;
        const std::string inside = (fs::path(at) / *name).generic_string();
        std::error_code ignored;
        const fs::file_status status = fs::symlink_status(fs::path(path) / inside, ignored);
        if (fs::is_directory(status))
          open.push_back(inside);
        else if (isSubmitted(*name) || name->ends_with(".zip"))
          files.push_back(inside);
      }
    }
    std::ranges::sort(files);
    for (const std::string& one : files) {
      budget_.check();
      const std::string place = (fs::path(path) / one).generic_string();
      if (one.ends_with(".zip"))
        handedInArchive(place, one.substr(0, one.size() - 4));
      else
        addPlaced(place, one, file(place));
    }
  }

  SubmittedFile file(const std::string& path) {
    SubmittedFile submitted{fs::path(path).filename().generic_string(), {}, {}};
    std::error_code failed;
    const fs::file_status status = fs::symlink_status(path, failed);
    if (fs::is_symlink(status)) {
      submitted.error = "it is a link, not a file";
    } else if (!fs::is_regular_file(status)) {
      submitted.error = "it is not a file";
    } else if (const auto size = fs::file_size(path, failed); failed || size > longestSubmission) {
      submitted.error = failed ? failed.message() : fmt::format("it is longer than {} bytes", longestSubmission);
    } else if (auto text = support::readFile(path, submitted.error)) {
      submitted.text = std::move(*text);
    }
    return submitted;
  }

  /// Reads an archive with the submissions of a class.
  void archive(const std::string& path) {
    std::string error;
    auto files = readArchive(path, submittedEndings, {.longest = longestSubmission, .budget = budget_}, error);
    if (!files) {
      errors_.push_back(fmt::format("{}: {}", path, error));
      return;
    }
    for (ArchivedFile& one : *files) {
      const std::size_t slash = one.path.find_last_of('/');
      SubmittedFile file{one.path.substr(slash == std::string::npos ? 0 : slash + 1), std::move(one.text), std::move(one.error)};
      addPlaced(fmt::format("{}/{}", path, one.path), one.path, std::move(file));
    }
  }

  /// Reads an archive of one student as if it were a folder. Errors in it are errors of this submission only.
  void handedInArchive(const std::string& path, const std::string& below) {
    std::error_code ignored;
    std::string error;
    const fs::file_status status = fs::symlink_status(path, ignored);
    std::optional<std::vector<ArchivedFile>> files;
    if (!fs::is_regular_file(status))
      error = fs::is_symlink(status) ? "it is a link, not a file" : "it is not a file";
    else
      files = readArchive(path, submittedEndings, {longestSubmission, mostSubmittedFiles, longestTogether, budget_}, error);
    if (!files || files->empty()) {
      addPlaced(path, below, {fs::path(path).filename().generic_string(), {}, files ? "the archive holds no answer" : error});
      return;
    }
    for (ArchivedFile& one : *files) {
      const std::string inside = fmt::format("{}/{}", below, one.path);
      SubmittedFile file{fs::path(one.path).filename().generic_string(), std::move(one.text), std::move(one.error)};
      addPlaced(fmt::format("{}/{}", path, one.path), inside, std::move(file));
    }
  }

  void addFile(const std::string& name, SubmittedFile file) { add(name, name, {}, {}, std::move(file)); }

  /// Adds a file. `path` is relative to the given folder or archive.
  void addPlaced(const std::string& shown, const std::string& path, SubmittedFile file) {
    if (layout_.empty()) return addFile(shown, std::move(file));
    const auto values = fitted(layout_, path);
    if (!values) {
      if (file.error.empty()) file.error = fmt::format("its path does not match the pattern of submissions: {}", layout_);
      return addFile(shown, std::move(file));
    }
    const auto value = [&](const char* key) {
      const auto known = values->find(key);
      return known == values->end() ? std::string() : known->second;
    };
    if (const std::string name = value("file"); !name.empty()) file.name = name;
    const std::string student = value("student"), attempt = value("attempt"), time = value("time");
    if (!attempt.empty() && !attemptOf(attempt) && file.error.empty())
      file.error = fmt::format("`{}` is not the number of an attempt", attempt);
    std::string name = student;
    for (const std::string& part : {attempt, time})
      if (!part.empty()) name += "/" + part;
    const auto known = placed_.find({student, attempt, time});
    if (known != placed_.end()) return addTo(known->second, std::move(file));
    placed_.emplace(std::tuple(student, attempt, time), found_.size());
    add(name, student, attempt, time, std::move(file));
  }

  void add(std::string name, std::string student, const std::string& attempt, std::string time, SubmittedFile file) {
    if (file.text.size() > longestSubmission) {
      file.text.clear();
      file.error = fmt::format("it is longer than {} bytes", longestSubmission);
    }
    const std::string first = name;
    while (!names_.emplace(name, 1).second) name = fmt::format("{} ({})", first, ++names_[first]);
    const auto number = attemptOf(attempt);
    found_.push_back({std::move(name), std::move(student), number.value_or(0), std::move(time), true, {}});
    found_.back().files.push_back(std::move(file));
  }

  /// Adds another file to a submission. If the submission then exceeds a limit, all its files get an error instead of a text.
  void addTo(std::size_t submission, SubmittedFile file) {
    if (refused_.contains(submission)) return;
    std::vector<SubmittedFile>& files = found_[submission].files;
    std::size_t bytes = file.text.size();
    for (const SubmittedFile& one : files) bytes += one.text.size();
    if (files.size() < mostSubmittedFiles && bytes <= longestTogether) {
      files.push_back(std::move(file));
      return;
    }
    refused_.insert(submission);
    for (SubmittedFile& one : files) {
      one.text.clear();
      one.error = fmt::format("more than {} files or {} bytes were handed in", mostSubmittedFiles, longestTogether);
    }
  }

  /// Numbers the attempts that have no number, and marks the last one of each student.
  void numberAttempts() {
    std::map<std::string, std::vector<std::size_t>> byStudent;
    for (std::size_t i = 0; i < found_.size(); ++i) byStudent[found_[i].student].push_back(i);
    for (auto& [student, all] : byStudent) {
      std::ranges::stable_sort(all, {}, [&](std::size_t i) { return std::tie(found_[i].attempt, found_[i].time); });
      std::uint32_t last = 0;
      for (const std::size_t i : all) {
        if (found_[i].attempt <= last) found_[i].attempt = last + 1;
        last = found_[i].attempt;
        found_[i].counts = i == all.back();
      }
    }
  }

  void table(const std::string& path) {
    std::string error;
    const auto text = support::readFile(path, error);
    const auto rows = text ? rowsOf(text->starts_with("\xef\xbb\xbf") ? std::string_view(*text).substr(3) : *text) : std::nullopt;
    if (!rows || rows->empty()) {
      errors_.push_back(fmt::format("{}: {}", path,
                                    !text  ? error
                                    : rows ? "there is no header"
                                           : "a quotation mark is not closed"));
      return;
    }
    const std::vector<std::string>& header = rows->front();
    const auto column = [&](const auto& names) -> std::optional<std::size_t> {
      for (const std::string_view name : names)
        if (const auto at = std::ranges::find(header, name); at != header.end()) return at - header.begin();
      return std::nullopt;
    };
    const auto identity = column(identities), content = column(textColumns), student = column(studentColumns),
               attempt = column(attemptColumns), time = column(timeColumns), name = column(fileColumns);
    if (!identity || !content) {
      errors_.push_back(fmt::format("{}:1: the header must name a column {} and a column {}", path, identity ? "`text`" : "`id`",
                                    identity ? "(or `body`, `answer`, `code`)" : "`text`"));
      return;
    }
    for (std::size_t r = 1; r < rows->size(); ++r) {
      budget_.check();
      const auto& row = (*rows)[r];
      const auto cell = [&](std::optional<std::size_t> at) { return at && *at < row.size() ? row[*at] : std::string(); };
      addRow({cell(identity), cell(student), cell(attempt), cell(time), cell(name), cell(content)});
    }
  }

  void lines(const std::string& path) {
    std::string error;
    const auto text = support::readFile(path, error);
    if (!text) {
      errors_.push_back(fmt::format("{}: {}", path, error));
      return;
    }
    std::size_t number = 0;
    for (const std::string_view line : support::lines(*text)) {
      ++number;
      budget_.check();
      if (!support::trimmed(line).empty() && !record(line))
        errors_.push_back(fmt::format("{}:{}: an object with `id` and `text` was expected", path, number));
    }
  }

  bool record(std::string_view line) {
    const auto value = nlohmann::json::parse(line, nullptr, false);
    if (!value.is_object()) return false;
    const auto member = [&](const auto& names) -> std::optional<std::string> {
      for (const std::string_view name : names)
        if (const auto at = value.find(name); at != value.end() && (at->is_string() || at->is_number_integer()))
          return at->is_string() ? at->template get<std::string>() : at->dump();
      return std::nullopt;
    };
    auto identity = member(identities), content = member(textColumns);
    if (!identity || !content) return false;
    addRow({*identity, member(studentColumns).value_or(""), member(attemptColumns).value_or(""), member(timeColumns).value_or(""),
            member(fileColumns).value_or(""), std::move(*content)});
    return true;
  }

  struct Row {
    std::string identity, student, attempt, time, file, text;
  };

  /// Adds a row of a table. Rows with the same student and attempt but different files form one submission.
  void addRow(Row row) {
    const bool named = !row.student.empty() && !row.file.empty();
    if (row.student.empty()) row.student = row.identity;
    SubmittedFile file{named ? row.file : std::string(), std::move(row.text), {}};
    if (named) {
      const auto known = placed_.find({row.student, row.attempt, row.time});
      if (known != placed_.end()) {
        auto& files = found_[known->second].files;
        if (std::ranges::find(files, file.name, &SubmittedFile::name) == files.end()) {
          if (file.text.size() > longestSubmission)
            file = {file.name, {}, fmt::format("it is longer than {} bytes", longestSubmission)};
          return addTo(known->second, std::move(file));
        }
      }
      placed_[{row.student, row.attempt, row.time}] = found_.size();
    }
    add(row.identity, row.student, row.attempt, row.time, std::move(file));
  }

  const std::string& layout_;
  std::vector<std::string>& errors_;
  std::vector<Submission> found_;
  const support::Budget budget_;
  std::map<std::string, std::size_t> names_;  // by name: number of submissions with this name so far
  std::set<std::size_t> refused_;             // indices in `found_` of submissions that exceed a limit
  // By student, attempt and time: index in `found_`.
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> placed_;
};

}  // namespace

std::vector<Submission> readSubmissions(const std::vector<std::string>& paths, const std::string& layout,
                                        std::vector<std::string>& errors, const support::Limits& limits) {
  return SubmissionReader(layout, errors, limits).read(paths);
}

Submission readSubmission(const std::vector<std::string>& paths, const std::string& student, std::vector<std::string>& errors,
                          const support::Limits& limits) {
  Submission all{student, student, 1, {}, true, {}};
  for (Submission& one : readSubmissions(paths, {}, errors, limits))
    for (SubmittedFile& file : one.files) {
      if (file.name.find('/') != std::string::npos) file.name = fs::path(file.name).filename().generic_string();
      all.files.push_back(std::move(file));
    }
  return all;
}

std::string pathOf(const Submission& submission, const SubmittedFile& file) {
  const std::string& end = file.name;
  std::string path = submission.name;
  const bool whole = end.empty() || path == end || path.ends_with("/" + end);
  if (!whole) path += "/" + end;
  const bool known = path.ends_with(".als") || path.ends_with(".md") || path.ends_with(".aunit");
  return known ? path : path + ".als";
}

}  // namespace aunit::runner

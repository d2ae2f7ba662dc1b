#include "runner/submissions.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/files.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view identities[] = {"id", "student", "name", "file"};
constexpr std::string_view textColumns[] = {"text", "body", "answer", "code"};

/// The rows of a text with comma-separated values (RFC 4180); nothing where a quotation mark is not closed.
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
  explicit SubmissionReader(std::vector<std::string>& errors) : errors_(errors) {}

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
        errors_.push_back(fmt::format("{} is an archive: unpack it, and name the folder", path));
      else
        file(path);
    }
    return std::move(found_);
  }

 private:
  void folder(const std::string& path) {
    std::vector<std::string> files;
    std::vector<std::string> open{path};
    while (!open.empty()) {
      const std::string at = std::move(open.back());
      open.pop_back();
      std::string error;
      auto names = support::FolderReader::open(at, error);
      if (!names) {
        errors_.push_back(fmt::format("cannot read {}: {}", at, error));
        continue;
      }
      while (const auto name = names->next()) {
        if (name->starts_with('.') || *name == "__MACOSX") continue;
        const std::string inside = (fs::path(at) / *name).string();
        std::error_code ignored;
        const fs::file_status status = fs::symlink_status(inside, ignored);
        if (fs::is_directory(status))
          open.push_back(inside);
        else if (name->ends_with(".als") || name->ends_with(".md"))
          files.push_back(inside);
      }
    }
    std::ranges::sort(files);
    for (const std::string& one : files) file(one);
  }

  void file(const std::string& path) {
    Submission submission{path, {}, {}};
    std::error_code failed;
    const fs::file_status status = fs::symlink_status(path, failed);
    if (fs::is_symlink(status)) {
      submission.error = "it is a link, not a file";
    } else if (!fs::is_regular_file(status)) {
      submission.error = "it is no file";
    } else if (const auto size = fs::file_size(path, failed); failed || size > longestSubmission) {
      submission.error = failed ? failed.message() : fmt::format("it is longer than {} bytes", longestSubmission);
    } else if (auto text = support::readFile(path, submission.error)) {
      submission.text = std::move(*text);
    }
    found_.push_back(std::move(submission));
  }

  void add(std::string name, std::string text) {
    Submission submission{std::move(name), std::move(text), {}};
    if (submission.text.size() > longestSubmission) {
      submission.text.clear();
      submission.error = fmt::format("it is longer than {} bytes", longestSubmission);
    }
    const std::string first = submission.name;
    for (std::size_t again = 2; !names_.insert(submission.name).second; ++again)
      submission.name = fmt::format("{} ({})", first, again);
    found_.push_back(std::move(submission));
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
    const auto identity = column(identities), content = column(textColumns);
    if (!identity || !content) {
      errors_.push_back(fmt::format("{}:1: the header must name a column {} and a column {}", path, identity ? "`text`" : "`id`",
                                    identity ? "(or `body`, `answer`, `code`)" : "`text`"));
      return;
    }
    for (std::size_t r = 1; r < rows->size(); ++r) {
      const auto& row = (*rows)[r];
      const auto cell = [&](std::size_t at) { return at < row.size() ? row[at] : std::string(); };
      add(cell(*identity), cell(*content));
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
    for (std::size_t begin = 0; begin < text->size();) {
      const std::size_t end = std::min(text->find('\n', begin), text->size());
      const std::string_view line = std::string_view(*text).substr(begin, end - begin);
      begin = end + 1;
      ++number;
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      if (!record(line)) errors_.push_back(fmt::format("{}:{}: an object with `id` and `text` was expected", path, number));
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
    add(std::move(*identity), std::move(*content));
    return true;
  }

  std::vector<std::string>& errors_;
  std::vector<Submission> found_;
  std::set<std::string> names_;
};

}  // namespace

std::vector<Submission> readSubmissions(const std::vector<std::string>& paths, std::vector<std::string>& errors) {
  return SubmissionReader(errors).read(paths);
}

}  // namespace aunit::runner

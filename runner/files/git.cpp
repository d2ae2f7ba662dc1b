#include "runner/files/git.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "runner/interrupt.h"
#include "support/failure.h"
#include "support/files.h"
#include "support/pieces.h"
#include "support/system/child_process.h"

namespace aunit::runner {

namespace {

// Time limit for one call of git; long, because a partial clone may have to fetch objects.
constexpr double seconds = 60;

bool isHash(std::string_view text) {
  return text.size() >= 40 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Returns the text of the answer; throws support::Exhausted if git was ended early.
std::string whole(GitAnswer answer) {
  if (!answer.cut.empty()) throw support::Exhausted("git: " + answer.cut);
  return std::move(answer.text);
}

}  // namespace

GitAnswer git(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "git");
  const support::Budget budget({.seconds = seconds, .stop = &interruptRequested});
  support::ChildAnswer said =
      support::askChild(std::move(arguments), "", budget,
                        {.outputBytes = support::largestRead, .memoryBytes = std::numeric_limits<std::size_t>::max()});
  const bool answered = said.started && said.ended && said.code != 127;
  return {answered ? said.code : -1, std::move(said.output),
          said.started && !said.ended ? budget.exhausted().value_or("its output is too long") : ""};
}

std::vector<std::int64_t> linesChanged(const std::string& path) {
  const std::filesystem::path file(path);
  const std::string folder = file.has_parent_path() ? file.parent_path().generic_string() : ".";
  const GitAnswer answer = git({"-C", folder, "blame", "--line-porcelain", "--", file.filename().generic_string()});
  std::vector<std::int64_t> lines;
  if (answer.code != 0 || !answer.cut.empty()) return lines;
  // Git writes, for each line of the file, a line with the commit's hash and numbers, then lines "KEY VALUE", then a tab and the
  // line itself.
  std::int64_t time = 0;
  bool isCommitted = false, isFirst = true;
  for (const std::string_view line : support::lines(answer.text)) {
    constexpr std::string_view word = "author-time ";
    if (std::exchange(isFirst, false)) isCommitted = line.find_first_not_of('0') < 40;
    if (line.starts_with(word)) std::from_chars(line.data() + word.size(), line.data() + line.size(), time);
    if (!line.starts_with('\t')) continue;
    lines.push_back(isCommitted ? time : 0);
    isFirst = true;
  }
  return lines;
}

std::optional<Revision> Revision::find(const std::string& name, std::string& error, const std::string& folder) {
  if (name.empty()) return support::failure(error, "the name of the commit is empty");
  const GitAnswer answer = git({"-C", folder, "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"});
  if (!answer.cut.empty()) return support::failure(error, "git: " + answer.cut);
  if (answer.code != 0)
    return support::failure(error, answer.code < 0
                                       ? "git cannot be started"
                                       : fmt::format("git finds no commit `{}` in the repository of the current folder", name));
  Revision revision;
  revision.commit_ = answer.text.substr(0, answer.text.find('\n'));
  // For "^HEAD", git succeeds, but prints `^` before the hash.
  if (!isHash(revision.commit_)) return support::failure(error, fmt::format("`{}` is not a commit", name));
  return revision;
}

std::optional<std::string> Revision::read(const std::string& path) const {
  const std::filesystem::path file(path);
  const std::string folder = file.has_parent_path() ? file.parent_path().generic_string() : ".";
  // If the folder no longer exists, -C fails, so git gets the whole path.
  std::error_code ignored;
  GitAnswer answer = std::filesystem::is_directory(folder, ignored)
                         ? git({"-C", folder, "show", commit_ + ":./" + file.filename().generic_string()})
                         : git({"show", commit_ + ":./" + path});
  const int code = answer.code;
  std::string text = whole(std::move(answer));
  return code == 0 ? std::optional(std::move(text)) : std::nullopt;
}

std::vector<FileRename> Revision::renames(const std::string& folder, const Revision* to) const {
  const std::string top = whole(git({"-C", folder, "rev-parse", "--show-toplevel"}));
  const std::filesystem::path root = top.substr(0, top.find('\n'));
  std::vector<std::string> question = {"-C", folder, "diff", "--name-status", "-z", "--find-renames", "--diff-filter=R", commit_};
  if (to) question.push_back(to->commit_);
  question.emplace_back("--");
  // Format: "R087", the old path, the new path, each followed by a zero byte.
  const std::string list = whole(git(std::move(question)));
  std::vector<std::string> words;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find('\0', at), list.size());
    words.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  std::error_code ignored;
  const auto here = [&](const std::string& path) { return std::filesystem::relative(root / path, ignored).generic_string(); };
  std::vector<FileRename> result;
  for (std::size_t i = 0; i + 2 < words.size(); i += 3) result.push_back({here(words[i + 1]), here(words[i + 2])});
  return result;
}

std::string Revision::nameOf(const std::string& path) const {
  if (read(path)) return path;
  std::error_code ignored;
  const std::filesystem::path file(path);
  const std::string folder = file.has_parent_path() ? file.parent_path().generic_string() : ".";
  const std::string wanted = std::filesystem::relative(file, ignored).generic_string();
  for (FileRename& renamed : renames(std::filesystem::is_directory(folder, ignored) ? folder : "."))
    if (renamed.to == wanted) return std::move(renamed.from);
  return path;
}

std::vector<std::string> Revision::filesEndingIn(const std::string& ending) const {
  const std::string list = whole(git({"ls-tree", "-r", "-z", "--name-only", commit_}));
  std::vector<std::string> result;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find('\0', at), list.size());
    if (std::string path = list.substr(at, end - at); path.ends_with(ending)) result.push_back(std::move(path));
    at = end + 1;
  }
  return result;
}

}  // namespace aunit::runner

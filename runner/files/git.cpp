#include "runner/files/git.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include "runner/interrupt.h"
#include "support/failure.h"
#include "support/files.h"
#include "support/system/child_process.h"

namespace aunit::runner {

GitAnswer git(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "git");
  const support::Budget budget({.stop = &interruptRequested});
  support::ChildAnswer said =
      support::askChild(std::move(arguments), "", budget,
                        {.outputBytes = support::largestRead, .memoryBytes = std::numeric_limits<std::size_t>::max()});
  return {said.started && said.ended && said.code != 127 ? said.code : -1, std::move(said.output)};
}

std::optional<Revision> Revision::find(const std::string& name, std::string& error, const std::string& folder) {
  const GitAnswer answer = git({"-C", folder, "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"});
  if (answer.code != 0)
    return support::failure(error, answer.code < 0 ? "git cannot be started" : "git knows no commit " + name + " here");
  Revision revision;
  revision.commit_ = answer.text.substr(0, answer.text.find('\n'));
  return revision;
}

std::optional<std::string> Revision::read(const std::string& path) const {
  const std::filesystem::path file(path);
  const std::string folder = file.has_parent_path() ? file.parent_path().generic_string() : ".";
  // A folder that is not there any more has no working folder to ask from.
  std::error_code ignored;
  GitAnswer answer = std::filesystem::is_directory(folder, ignored)
                         ? git({"-C", folder, "show", commit_ + ":./" + file.filename().generic_string()})
                         : git({"show", commit_ + ":./" + path});
  if (answer.code != 0) return std::nullopt;
  return std::move(answer.text);
}

std::vector<Renamed> Revision::renames(const std::string& folder, const Revision* to) const {
  const std::string top = git({"-C", folder, "rev-parse", "--show-toplevel"}).text;
  const std::filesystem::path root = top.substr(0, top.find('\n'));
  std::vector<std::string> question = {"-C", folder, "diff", "--name-status", "-z", "--find-renames", "--diff-filter=R", commit_};
  if (to) question.push_back(to->commit_);
  question.emplace_back("--");
  // "R087", the old path, the new path, each with a zero behind it.
  const std::string list = git(std::move(question)).text;
  std::vector<std::string> words;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find('\0', at), list.size());
    words.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  std::error_code ignored;
  const auto here = [&](const std::string& path) { return std::filesystem::relative(root / path, ignored).generic_string(); };
  std::vector<Renamed> result;
  for (std::size_t i = 0; i + 2 < words.size(); i += 3) result.push_back({here(words[i + 1]), here(words[i + 2])});
  return result;
}

std::string Revision::nameOf(const std::string& path) const {
  if (read(path)) return path;
  std::error_code ignored;
  const std::filesystem::path file(path);
  const std::string folder = file.has_parent_path() ? file.parent_path().generic_string() : ".";
  const std::string wanted = std::filesystem::relative(file, ignored).generic_string();
  for (Renamed& renamed : renames(std::filesystem::is_directory(folder, ignored) ? folder : "."))
    if (renamed.to == wanted) return std::move(renamed.from);
  return path;
}

std::vector<std::string> Revision::filesEndingIn(const std::string& ending) const {
  const std::string list = git({"ls-tree", "-r", "-z", "--name-only", commit_}).text;
  std::vector<std::string> result;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find('\0', at), list.size());
    if (std::string path = list.substr(at, end - at); path.ends_with(ending)) result.push_back(std::move(path));
    at = end + 1;
  }
  return result;
}

}  // namespace aunit::runner

// Questions to git, as a process of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aunit::runner {

struct GitAnswer {
  int code = -1;  // of the process; -1: git could not be started
  std::string text;
  std::string cut;  // why git was ended before it had said all; empty: it was not
};

/// The standard output of git; its complaints are not shown. It is given a minute.
GitAnswer git(std::vector<std::string> arguments);

/// When each line of a file on disk changed last: seconds since 1970, by git blame; 0 if the line is not committed. Empty if git
/// does not know the file, or did not answer.
std::vector<std::int64_t> linesChanged(const std::string& path);

/// A file that has another name since; both names from the working folder.
struct Renamed {
  std::string from, to;
};

/// The files of a commit, by the names that they have in the working folder. Its questions throw support::Exhausted if git was
/// ended before it had answered.
class Revision {
 public:
  /// For the repository around a folder. Nothing, with `error`, when there is no such commit here, or no git.
  static std::optional<Revision> find(const std::string& name, std::string& error, const std::string& folder = ".");

  const std::string& commit() const { return commit_; }
  /// The text of a file, whatever is on disk; nothing when the commit has none of this name.
  std::optional<std::string> read(const std::string& path) const;
  /// Files of the repository around a folder that git takes for renamed between the commit and another, or the files on disk that
  /// it knows.
  std::vector<Renamed> renames(const std::string& folder, const Revision* to = nullptr) const;
  /// The name that a file had in the commit: its own, unless the commit has none of this name and git finds one that it was
  /// renamed from.
  std::string nameOf(const std::string& path) const;
  /// The paths of its files below the working folder that end so.
  std::vector<std::string> filesEndingIn(const std::string& ending) const;

 private:
  std::string commit_;
};

}  // namespace aunit::runner

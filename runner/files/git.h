// Calls git as a separate process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aunit::runner {

struct GitAnswer {
  int code = -1;  // exit code; -1 if git could not be started
  std::string text;
  std::string cut;  // why git was ended early; empty if it was not
};

/// The standard output of git, without its error messages. The time limit is one minute.
GitAnswer git(std::vector<std::string> arguments);

/// For each line of a file on disk: the time of its last change according to git blame, in seconds since 1970; 0 if the line is
/// not committed. Empty if git does not know the file or gives no answer.
std::vector<std::int64_t> linesChanged(const std::string& path);

/// A file that was renamed. Both names are relative to the working folder.
struct FileRename {
  std::string from, to;
};

/// The files of a commit, by their names relative to the working folder. Functions of this class throw support::Exhausted if git
/// reaches a limit of time or output.
class Revision {
 public:
  /// Finds the commit `name` in the repository of `folder`. Returns nothing and sets `error` if there is no such commit or no
  /// git.
  static std::optional<Revision> find(const std::string& name, std::string& error, const std::string& folder = ".");

  const std::string& commit() const { return commit_; }
  /// The text of a file in the commit; nothing if the commit has no such file.
  std::optional<std::string> read(const std::string& path) const;
  /// The files that git considers renamed between this commit and the commit `to`; if `to` is null, between this commit and the
  /// tracked files on disk. `folder` is in the repository.
  std::vector<FileRename> renames(const std::string& folder, const Revision* to = nullptr) const;
  /// The name that the file `path` has in the commit: `path` if the commit has this file; else the former name, if git considers
  /// the file renamed; else `path`.
  std::string nameOf(const std::string& path) const;
  /// The paths of the commit's files that are below the working folder and end in `ending`.
  std::vector<std::string> filesEndingIn(const std::string& ending) const;

 private:
  std::string commit_;
};

}  // namespace aunit::runner

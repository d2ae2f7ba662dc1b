// Candidates for the last word of a command line: names from nearby models and tests, and files.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parser/front_end.h"

namespace aunit::cli {

/// A word that completes the command line, and its description; both without line breaks.
struct Candidate {
  std::string text, description;
};

/// The files and folders whose paths begin with `typed`, such as `specs/li` or `~/mod`. Folders have a slash appended. Files have
/// one of the endings, or any ending if `endings` is empty. Includes hidden entries only if the last name in `typed` begins
/// with a dot. Sorted by name, at most 1000.
std::vector<Candidate> filesLike(std::string_view typed, const std::vector<std::string_view>& endings);
std::vector<Candidate> foldersLike(std::string_view typed);

/// Finds names in tests and models, as candidates for completion. Takes the files that the command line names, else the files
/// of aunit.toml, else the files of the current folder. Reads at most `mostEntries` entries and `mostText` bytes, so that
/// completion has no noticeable delay. Skips files with errors silently. Judges no tests and solves no commands.
class CandidateFinder {
 public:
  /// Limit for the size of all named files together, in bytes. Files that they open do not count. Reading this many bytes takes
  /// about 30 ms.
  static constexpr std::size_t mostText = 60'000;
  static constexpr std::size_t mostEntries = 3000;  // limit for the entries of folders

  /// `model` is the argument of --model; may be empty.
  CandidateFinder(std::vector<std::string> paths, std::string model, bool alloy5);

  std::vector<Candidate> testIds() const;                         // IDs for --id
  std::vector<Candidate> testNames() const;                       // expressions for -k
  std::vector<Candidate> testsIn(const std::string& file) const;  // FILE::NAME
  std::vector<Candidate> tags() const;
  std::vector<Candidate> commands() const;    // labels of commands
  std::vector<Candidate> valuations() const;  // names of `val`s
  std::vector<Candidate> functions() const;   // predicates and functions
  std::vector<Candidate> signatures() const;

 private:
  std::vector<std::string> files() const;
  template <class Visit>
  void forEachTest(const std::vector<std::string>& files, Visit visit) const;
  template <class Visit>
  void forEachModel(Visit visit) const;

  std::vector<std::string> paths_;
  std::string model_;
  bool alloy5_;
};

}  // namespace aunit::cli

// Candidates for the last word of a command line: names from nearby models and tests, and files.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parser/front_end.h"

namespace aunit::cli {

/// A word with a description, both on one line.
struct Candidate {
  std::string text, description;
};

/// The entries of a folder that begin with `typed` (`specs/li`, `~/mod`): folders, with a slash appended, and files with one of
/// the endings (if there are none, all files). Hidden entries are included only if `typed` asks for them. Sorted by name, at most
/// 1000.
std::vector<Candidate> filesLike(std::string_view typed, const std::vector<std::string_view>& endings);
std::vector<Candidate> foldersLike(std::string_view typed);

/// The tests and models to complete from: in the files and folders that the command line names, else those of its aunit.toml,
/// else in the current folder. Reads at most `mostEntries` files and `mostText` bytes, so that no delay is noticeable. Skips
/// files with errors silently; judges no tests and solves no commands.
class AtHand {
 public:
  static constexpr std::size_t mostText = 60'000;   // bytes of root files: about 30 ms
  static constexpr std::size_t mostEntries = 3000;  // of folders

  /// `model` is the argument of --model; may be empty.
  AtHand(std::vector<std::string> paths, std::string model, bool alloy5);

  std::vector<Candidate> testIds() const;                         // as --id takes them
  std::vector<Candidate> testNames() const;                       // as -k takes them
  std::vector<Candidate> testsIn(const std::string& file) const;  // FILE::NAME
  std::vector<Candidate> tags() const;
  std::vector<Candidate> commands() const;    // labels
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

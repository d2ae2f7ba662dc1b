// Submissions to an assignment: texts from files, folders and tables, none of which is trusted.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace aunit::runner {

struct Submission {
  std::string name;   // as reports show it: a path below what was given, or the identity in a table
  std::string text;   // what was handed in
  std::string error;  // why there is no text, as a sentence without a full stop
};

/// A longer text is not read.
inline constexpr std::size_t longestSubmission = std::size_t{1} << 20;

/// Reads what the paths name, in their order: a file is a submission; of a folder every file beneath it is one that ends in .als
/// or .md, by path; a table (.csv with a header, .jsonl) has one in each row, under `id`, `student`, `name` or `file`, its text
/// under `text`, `body`, `answer` or `code`. Links are not followed. Errors are about paths that are not there and tables that
/// cannot be read.
std::vector<Submission> readSubmissions(const std::vector<std::string>& paths, std::vector<std::string>& errors);

}  // namespace aunit::runner

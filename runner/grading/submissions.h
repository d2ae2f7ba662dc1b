// Reads submissions from files, folders, archives and tables. Their content may be malicious.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/budget.h"

namespace aunit::runner {

struct SubmittedFile {
  std::string name;   // without folders; in tables from the column `file`
  std::string text;   // as handed in
  std::string error;  // why there is no text, as a sentence without a full stop
};

/// The files that a student has handed in at one time.
struct Submission {
  /// A unique name for reports. Without a layout: the path of the file. With a layout: student, attempt and time, if they are
  /// known ("ada/2"). For a row of a table: the value in the column `id`, `student`, `name` or `file`.
  std::string name;
  std::string student;
  std::uint32_t attempt = 1;  // number of the student's attempt, from 1
  std::string time;           // as given; empty if unknown
  bool counts = true;         // whether it is the student's last submission
  std::vector<SubmittedFile> files;
};

/// Limit for the bytes of one text; longer texts are not read.
inline constexpr std::size_t longestSubmission = std::size_t{1} << 20;
/// Limits for the files, and the bytes, of one submission; a submission that exceeds them has an error.
inline constexpr std::size_t mostSubmittedFiles = 1'000, longestTogether = std::size_t{16} << 20;

/// Reads the submissions at these paths, in their order. A file is one submission. In a folder or zip archive, each file that
/// ends in .als, .md or .aunit is a submission; these are sorted by path. In a table (.csv with a header, or .jsonl), each row is
/// a submission. Its name is in the column `id`, `student`, `name` or `file`, and its text in `text`, `body`, `answer` or `code`.
/// Columns `attempt` and `time` are optional. Links are not followed.
///
/// `layout` gives the meaning of paths below a folder: "{student}/{attempt}/{file}", "{student}.als", "{time}-{student}.als"; `*`
/// stands for any name. Files of the same student and attempt then form one submission. If `layout` is empty, each file is a
/// submission.
///
/// Attempts without a number are numbered by their times if these are known, else by their order. Adds an error for each path
/// that does not exist and each table that cannot be read. Throws support::Exhausted if a limit is reached.
std::vector<Submission> readSubmissions(const std::vector<std::string>& paths, const std::string& layout,
                                        std::vector<std::string>& errors, const support::Limits& limits = {});

/// All files at these paths as one submission of a student. The submission has no files if there are none at the paths.
Submission readSubmission(const std::vector<std::string>& paths, const std::string& student, std::vector<std::string>& errors,
                          const support::Limits& limits = {});

/// The path that diagnostics show for a submitted file.
std::string pathOf(const Submission& submission, const SubmittedFile& file);

}  // namespace aunit::runner

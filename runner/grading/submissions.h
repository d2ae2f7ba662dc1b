// Submissions to an assignment: texts from files, folders, archives and tables, none of which is trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/budget.h"

namespace aunit::runner {

/// A file of a submission.
struct SubmittedFile {
  std::string name;   // without folders; of tables what the column `file` says
  std::string text;   // what was handed in
  std::string error;  // why there is no text, as a sentence without a full stop
};

/// The files that a student has handed in at one time.
struct Submission {
  std::string name;  // as reports show it, unique: a path below what was given, or the identity in a table
  std::string student;
  std::uint32_t attempt = 1;  // counted from 1 by student
  std::string time;           // as given; empty: unknown
  bool counts = true;         // it is the student's last one
  std::vector<SubmittedFile> files;
};

/// A longer text is not read.
inline constexpr std::size_t longestSubmission = std::size_t{1} << 20;
/// What one student may hand in at one time: a submission with more has an error.
inline constexpr std::size_t mostSubmittedFiles = 1'000, longestTogether = std::size_t{16} << 20;

/// Reads what the paths name, in their order: a file is a submission; of a folder, or of a zip archive, every file beneath it is
/// one that ends in .als, .md or .aunit, by path; a table (.csv with a header, .jsonl) has one in each row, under `id`,
/// `student`, `name` or `file`, its text under `text`, `body`, `answer` or `code`, and perhaps `attempt` and `time`. Links are
/// not followed.
///
/// `layout` says what paths below a folder mean: "{student}/{attempt}/{file}", "{student}.als", "{time}-{student}.als"; `*`
/// stands for any name. Files of one student and attempt are one submission then. Empty: each file is a student's.
///
/// Attempts of a student that have no number are numbered by their times, as far as known, else in their order. Errors are about
/// paths that are not there and tables that cannot be read. Throws support::Exhausted, if `limits` say so.
std::vector<Submission> readSubmissions(const std::vector<std::string>& paths, const std::string& layout,
                                        std::vector<std::string>& errors, const support::Limits& limits = {});

/// All files that the paths name, as one submission of a student: in it, where a student has handed in nothing, there is none.
Submission readSubmission(const std::vector<std::string>& paths, const std::string& student, std::vector<std::string>& errors,
                          const support::Limits& limits = {});

}  // namespace aunit::runner

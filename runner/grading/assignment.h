// Assignments: folders with the right model, what is to be written, and how it is judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "strength/grading/report.h"

namespace aunit::runner {

/// The name of the file that makes a folder an assignment.
inline constexpr const char* assignmentFile = "assignment.toml";

/// An assignment as assignment.toml says it; paths begin where that of the folder does. Keys, of which `right` and an exercise
/// must be there:
///
///     title = "Relations"            right = "right.als"           handout = "handout.als"
///     hidden = ["secret"]            may-change = ["helper"]       helpers = true
///     scope = 3                      timeout = 10                  submissions = "{student}/{attempt}.als"
///     feedback = "situation"         hints = true                  hints-since = "2026-11-03"
///
///     [[exercise]]
///     predicate = "tutored"          points = 2                    partial = "suite"
///
///     [[exercise]]
///     tests = "tests of tutored"     points = 3                    file = "tests.aunit"
///     right = ["right.als"]          wrong = ["wrong"]             partial = "suite"
///     hints = { "no-teacher.als" = "Think of a school without a teacher." }
struct Assignment {
  std::string folder;  // empty: it comes from the command line
  std::string title;
  std::string right;    // path of the right model
  std::string handout;  // path of the part that students see; empty: no tests are to be written
  std::vector<strength::grading::Exercise> exercises;
  std::vector<std::string> hidden;     // paragraphs of the right model that students do not see
  std::vector<std::string> mayChange;  // paragraphs that answers may change
  bool helpers = true;                 // further predicates and functions are allowed
  std::vector<std::string> scope;      // as for --scope
  std::optional<double> timeout;       // seconds for one answer
  std::string layout;                  // where submissions lie below the folder that is given; see submissions.h
  strength::grading::Feedback feedback = strength::grading::Feedback::situation;
  bool hints = true;
  std::string hintsSince;
};

/// Whether a path is a folder with an assignment.
bool isAssignment(const std::string& path);

/// Nothing, with `error` (file, line and reason), where it cannot be read, has an unknown key, a value of the wrong kind or too
/// little in it.
std::optional<Assignment> readAssignment(const std::string& folder, std::string& error);

/// The name of an exercise as files have it: what is no letter or digit of ASCII becomes a hyphen.
std::string nameForFiles(const strength::grading::Exercise& exercise);

/// A teacher's comment on the answers that mean what an answer means. Both are files of the folder `comments`: NAME.als (of tests
/// NAME.aunit) the answer, NAME.md what is said of it.
struct Comment {
  std::string name;
  std::string answer;  // the text of a model, or of tests
  std::string text;    // empty: nothing yet
  bool tests = false;
};
/// In the order of their names; those whose files cannot be read are errors.
std::vector<Comment> readComments(const std::string& folder, std::vector<std::string>& errors);

}  // namespace aunit::runner

// Assignments: folders with the right model, the exercises, and the rules for judging.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "strength/grading/report.h"

namespace aunit::runner {

/// The file that makes a folder an assignment.
inline constexpr const char* assignmentFile = "assignment.toml";

/// The content of an assignment.toml. Relative paths in the file are relative to its folder. In this struct, these paths begin
/// with `folder`. The keys of the file, of which `right` and at least one exercise are required:
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
  std::string folder;  // empty if the assignment is from the command line
  std::string title;
  std::string right;    // path of the right model
  std::string handout;  // path of the model that students see; empty if no exercise asks for tests
  std::vector<strength::grading::Exercise> exercises;
  std::vector<std::string> hidden;     // paragraphs of the right model that students do not see
  std::vector<std::string> mayChange;  // paragraphs that answers may change
  bool helpers = true;                 // whether answers may add predicates, functions and assertions
  std::vector<std::string> scope;      // as in --scope
  std::optional<double> timeout;       // seconds for one answer
  std::string layout;                  // pattern of the paths of submissions; see submissions.h
  strength::grading::Feedback feedback = strength::grading::Feedback::situation;
  bool hints = true;
  std::string hintsSince;
};

/// Whether the path is a folder with an assignment.
bool isAssignment(const std::string& path);

/// Returns nothing and sets `error` (file, line and reason) if the file cannot be read, has an unknown key or a value of the
/// wrong kind, or lacks a required key.
std::optional<Assignment> readAssignment(const std::string& folder, std::string& error);

/// The name of an exercise for file names: each character that is not an ASCII letter or digit becomes a hyphen.
std::string nameForFiles(const strength::grading::Exercise& exercise);

/// A teacher's comment for all answers that are equivalent to one answer. In the folder `comments`, NAME.als (for tests
/// NAME.aunit) is the answer, and NAME.md is the comment.
struct Comment {
  std::string name;
  std::string answer;  // the text of a model, or of tests
  std::string text;    // empty if the comment is not written yet
  bool tests = false;
};
/// The comments in the order of their names. Adds an error for each that cannot be read.
std::vector<Comment> readComments(const std::string& folder, std::vector<std::string>& errors);

}  // namespace aunit::runner

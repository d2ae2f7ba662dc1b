// Grading: an assignment and submissions to judgements.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "runner/submissions.h"
#include "strength/grading/grader.h"
#include "support/budget.h"

namespace aunit::runner {

/// One predicate that is to be written.
struct Exercise {
  std::string predicate;
  double points = 1;
  bool partial = false;  // an answer that is not right gets the share of situations that it judges rightly
};

struct Assignment {
  std::string title;
  std::string right;  // path of the right model
  std::vector<Exercise> exercises;
  std::vector<std::string> hidden;  // paragraphs of the right model that students do not see
  bool helpers = true;              // further predicates and functions are allowed
};

struct GradingOptions {
  bool alloy5 = false;
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // of one answer to one exercise
  unsigned jobs = 0;                      // threads; 0: as many as there are processors
  /// Completes the default scope for the right model. Returns false with an error.
  std::function<bool(const model::Model&, model::Scope&, std::string& error)> scope;
  bool situations = true;
};

/// The answers to one exercise, by submission.
struct ExerciseResult {
  Exercise exercise;
  std::unique_ptr<strength::grading::Grader> grader;
  std::string scope;  // "3"
};

struct GradingResult {
  Assignment assignment;
  std::vector<std::string> names;  // of the submissions
  std::unique_ptr<parser::Loaded> right;
  std::vector<ExerciseResult> exercises;
  std::vector<std::string> errors;  // of the assignment: nothing was judged
  bool interrupted = false;
  double seconds = 0;
};

GradingResult grade(const Assignment& assignment, std::vector<Submission> submissions, const GradingOptions& options);

/// The points of a judgement: all, none, or for partial credit a share rounded to a hundredth of a point. Of what is not decided
/// nothing is known.
std::optional<double> pointsOf(const Exercise& exercise, const strength::grading::Grader& grader, std::uint32_t submission);

}  // namespace aunit::runner

// aunit grade: judges what a class has handed in.

#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/input/scope_option.h"
#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "reporters/grading/grading.h"
#include "reporters/terminal/console.h"
#include "runner/grading.h"
#include "runner/interrupt.h"

namespace aunit::cli {

namespace {

bool isUndecided(const runner::GradingResult& result) {
  for (const runner::ExerciseResult& one : result.exercises)
    for (const auto& judgement : one.grader->judgements())
      if (judgement.verdict == strength::grading::Class::unknown) return true;
  return false;
}

/// What the command line says without an assignment's file. Nothing, after a message, where it says too little.
std::optional<runner::Assignment> assignmentOf(const GradeArguments& arguments) {
  runner::Assignment assignment;
  if (!arguments.right || arguments.predicates.empty()) {
    usageError("aunit grade needs --right FILE and --pred NAME");
    return std::nullopt;
  }
  assignment.right = *arguments.right;
  for (const std::string& name : arguments.predicates)
    assignment.exercises.push_back({.predicate = name, .partial = arguments.partial});
  assignment.hidden = arguments.hidden;
  return assignment;
}

}  // namespace

int grade(const GradeArguments& arguments) {
  const auto assignment = assignmentOf(arguments);
  if (!assignment) return usageOrModelError;
  std::string error;
  const auto scope = ScopeOption::parse(arguments.scope, error);
  if (!scope) return usageError(error);
  std::vector<std::string> errors;
  auto submissions = runner::readSubmissions(arguments.paths, errors);
  for (const std::string& one : errors) usageError(one);
  if (!errors.empty()) return usageOrModelError;
  Outputs outputs;
  outputs.addFile("--csv", arguments.csv);
  outputs.addFile("--junit", arguments.junit);
  std::vector<std::string> inputs{assignment->right};
  for (const runner::Submission& one : submissions) inputs.push_back(one.name);
  if (!outputs.open(inputs)) return usageOrModelError;
  if (submissions.empty()) {
    usageError("there are no submissions");
    return nothingToRun;
  }
  runner::catchInterrupts();
  runner::GradingOptions options;
  options.alloy5 = arguments.language.alloy5;
  options.semantics = arguments.language.semantics;
  options.limits = {.seconds = arguments.timeout, .stop = &runner::interruptRequested};
  options.jobs = static_cast<unsigned>(arguments.jobs);
  options.scope = [&](const model::Model& model, model::Scope& wanted, std::string& why) {
    return scope->complete(model, wanted, why);
  };
  const runner::GradingResult result = runner::grade(*assignment, std::move(submissions), options);
  for (const std::string& one : result.errors) reporters::show(stderr, one);
  if (!result.errors.empty()) return usageOrModelError;
  if (result.interrupted) return interrupted;
  if (!outputs.write("--csv", [&] { return reporters::gradingCsv(result); })) return usageOrModelError;
  if (!outputs.write("--junit", [&] { return reporters::gradingJunit(result); })) return usageOrModelError;
  if (arguments.json) {
    reporters::writeDocument(stdout, reporters::gradingJson(result));
  } else if (!outputs.usesStandardOutput()) {
    const reporters::Style style(reporters::wantsColor(colorChoice(arguments.color), STDOUT_FILENO));
    reporters::show(stdout, reporters::gradingText(result, static_cast<std::size_t>(arguments.clusters), style), style);
  }
  return isUndecided(result) ? undecided : allPassed;
}

}  // namespace aunit::cli

#include "cli/grading/grade_models.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/exit_code.h"
#include "cli/input/shard_option.h"
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/parts/progress.h"
#include "cli/usage_error.h"
#include "reporters/grading/models.h"
#include "reporters/terminal/console.h"
#include "runner/grading/models.h"
#include "runner/grading/submissions.h"
#include "runner/interrupt.h"
#include "support/budget.h"
#include "support/files.h"

namespace aunit::cli {

namespace {

/// The first given option that is allowed only when exercises are graded; empty if there is none.
std::string optionOfExercises(const GradeArguments& arguments) {
  const std::pair<const char*, bool> given[] = {{"--hidden", !arguments.hidden.empty()},
                                                {"--junit", arguments.junit.has_value()},
                                                {"--html", arguments.html.has_value()},
                                                {"--feedback", arguments.feedback.has_value()},
                                                {"--gradescope", arguments.gradescope.has_value()},
                                                {"--prairielearn", arguments.prairielearn.has_value()},
                                                {"--coderunner", arguments.coderunner.has_value()},
                                                {"--classroom", arguments.classroom.has_value()},
                                                {"--student", arguments.student.has_value()},
                                                {"--layout", arguments.layout.has_value()},
                                                {"--resume", arguments.resume.has_value()},
                                                {"--comments", arguments.comments != 0},
                                                {"--chaffs", arguments.chaffs != 0},
                                                {"--partial", arguments.partial.has_value()},
                                                {"--one-student", arguments.oneStudent}};
  for (const auto& [option, isGiven] : given)
    if (isGiven) return option;
  return "";
}

std::optional<int> scopeOfModels(const std::vector<std::string>& texts) {
  if (texts.empty()) return std::nullopt;
  const std::string& text = texts.back();
  int scope = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), scope);
  return error == std::errc() && end == text.data() + text.size() && scope > 0 && scope <= 100 ? scope : -1;
}

/// Reads the submissions, compares them with the right models, and stores the result in `grading`. Returns an exit code.
int judgeModels(const GradeArguments& arguments, runner::ModelGradingOptions& options, const runner::Shard& shard,
                Outputs& outputs, runner::ModelGrading& grading) {
  std::vector<std::string> errors;
  std::vector<runner::Submission> submissions;
  const support::Limits untimed{.stop = &runner::interruptRequested};
  try {
    submissions = runner::readSubmissions(arguments.paths, "", errors, untimed);
  } catch (const support::Exhausted&) {
    return interrupted;
  }
  for (const std::string& one : errors) usageError(one);
  if (!errors.empty()) return usageOrModelError;
  std::vector<std::string> inputs;
  for (const runner::Submission& one : submissions) inputs.push_back(one.name);
  if (!outputs.spare(inputs)) return usageOrModelError;
  if (submissions.empty())
    return nothingFor("there are no answers: the named files and folders have no .als, .md or .aunit file");

  Progress progress;
  options.alloy5 = arguments.language.alloy5;
  options.semantics = arguments.language.semantics;
  options.limits = limitsOf(arguments.timeout.value_or(10), arguments.time);
  options.jobs = static_cast<unsigned>(arguments.jobs);
  options.part = shard.index;
  options.parts = shard.total;
  options.progress = [&](std::size_t done, std::size_t all, std::string_view what) { progress(done, all, what); };
  grading = runner::gradeModels(*arguments.right, submissions, options);
  progress.clear();
  for (const std::string& one : grading.errors) reporters::show(stderr, one.ends_with('\n') ? one : one + "\n");
  if (!grading.errors.empty()) return usageOrModelError;
  if (grading.interrupted) return interrupted;
  return allPassed;
}

int mergeModels(const std::vector<std::string>& paths, runner::ModelGrading& grading) {
  std::vector<runner::ModelGrading> parts;
  for (const std::string& path : paths) {
    std::string error;
    const auto text = support::readFile(path, error);
    auto part = text ? reporters::modelGradingFromJson(*text, error) : std::nullopt;
    if (!part) {
      usageError(text ? fmt::format("{} is not a report of `aunit grade --json` on whole models: {}", path, error)
                      : fmt::format("cannot read {}: {}", path, error));
      return usageOrModelError;
    }
    parts.push_back(std::move(*part));
  }
  std::string error;
  auto all = runner::united(std::move(parts), error);
  if (!all) {
    usageError(error);
    return usageOrModelError;
  }
  grading = std::move(*all);
  return allPassed;
}

}  // namespace

int gradeWholeModels(const GradeArguments& arguments) {
  if (const std::string option = optionOfExercises(arguments); !option.empty()) {
    usageError(fmt::format("{} needs an exercise: name one with --pred, or give the folder of an assignment", option));
    return usageOrModelError;
  }
  runner::ModelGradingOptions options;
  options.scope = scopeOfModels(arguments.scope);
  if (options.scope == -1) {
    usageError(fmt::format("--scope {}: to compare whole models, give a number from 1 to 100", arguments.scope.back()));
    return usageOrModelError;
  }
  if (arguments.paths.empty() && arguments.merge.empty()) {
    usageError("name the files or folders of the answers: aunit grade --right FILE ANSWERS...");
    return usageOrModelError;
  }
  const auto shard = shardOf(arguments.shard, std::nullopt);
  Outputs outputs;
  JsonOutput json{outputs, arguments.json};
  outputs.addFile("--csv", arguments.csv);
  std::vector<std::string> inputs{*arguments.right};
  inputs.insert(inputs.end(), arguments.paths.begin(), arguments.paths.end());
  inputs.insert(inputs.end(), arguments.merge.begin(), arguments.merge.end());
  if (!shard || !outputs.open(inputs)) return usageOrModelError;
  runner::catchInterrupts();

  runner::ModelGrading grading;
  if (const int code = arguments.merge.empty() ? judgeModels(arguments, options, *shard, outputs, grading)
                                               : mergeModels(arguments.merge, grading);
      code != allPassed)
    return code;

  if (!outputs.write("--csv", [&] { return reporters::modelGradingCsv(grading); })) return usageOrModelError;
  if (json.isWanted()) json.add(reporters::modelGradingJson(grading));
  if (!json.write()) return usageOrModelError;
  if (!json.isAlone() && !outputs.usesStandardOutput()) {
    const reporters::Style style(reporters::wantsColor(colorChoice(arguments.color), stdout));
    reporters::show(stdout, reporters::modelGradingText(grading, style), style);
  }
  const bool isUndecided = std::ranges::any_of(grading.answers, [](const runner::GradedModel& one) {
    return one.judgement.verdict == strength::grading::ModelClass::unknown;
  });
  return isUndecided ? undecided : allPassed;
}

}  // namespace aunit::cli

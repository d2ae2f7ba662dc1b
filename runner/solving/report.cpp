#include "runner/solving/report.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::runner {

namespace {

/// The names of the assertions in the file itself. If the file has no command, they are never checked.
std::vector<std::string> uncheckedAssertions(const model::Model& model) {
  std::vector<std::string> names;
  for (const model::Assertion& assertion : model.assertions())
    if (assertion.module == 0) names.push_back(assertion.name);
  return names;
}

}  // namespace

bool CommandRow::isAsExpected() const {
  return expect < 0 || isOfPart() || verdict == "UNAFFECTED" || verdict == (expect == 1 ? "SAT" : "UNSAT");
}

AnswerStatus CommandRow::status() const {
  if (isOfPart()) return AnswerStatus::partly;
  if (verdict == "ERROR") return AnswerStatus::error;
  if (verdict == "UNKNOWN") return AnswerStatus::undecided;
  if (verdict == "UNAFFECTED") return AnswerStatus::unaffected;
  if (expect >= 0) return isAsExpected() ? AnswerStatus::expected : AnswerStatus::unexpected;
  if (check) return verdict == "UNSAT" ? AnswerStatus::holds : AnswerStatus::counterexample;
  return verdict == "SAT" ? AnswerStatus::instance : AnswerStatus::noInstance;
}

std::string CommandRow::remarkOnVacuity() const {
  return vacuous ? ", but vacuous: " + support::oneLine(vacuous->text) : "";
}

bool SolvedFile::counts(const model::Command& command) const {
  if (command.module != 0 || command.ofTest) return false;
  if (!command.isDefault) return true;
  return isNamed && !path.ends_with(".aunit") && (defaultCommand || uncheckedAssertions(*loaded->model).empty());
}

std::string SolvedFile::whyNothing() const {
  const std::vector<model::Command>& commands = loaded->model->commands();
  if (path.ends_with(".aunit") || std::ranges::any_of(commands, [&](const auto& command) { return counts(command); })) return "";
  const std::vector<std::string> unchecked = uncheckedAssertions(*loaded->model);
  if (unchecked.empty()) return "no command";
  return fmt::format("no command; {} {} never checked: {}", support::plural(unchecked.size(), "assertion"),
                     unchecked.size() == 1 ? "is" : "are", model::inWords(unchecked, 3));
}

bool SolvedFile::isNotAlloy(const parser::Loaded& loaded) {
  return std::ranges::any_of(loaded.diagnostics.all(), [](const auto& d) { return d.code == "not-alloy"; });
}

bool SolveReport::isBroken() const {
  return isUnwritten || std::ranges::any_of(files, &SolvedFile::isBroken) || std::ranges::any_of(rows, [](const CommandRow& row) {
           return row.status() == AnswerStatus::error && !row.isInternalError();
         });
}

bool SolveReport::isInternalError() const {
  return std::ranges::any_of(rows,
                             [](const CommandRow& row) { return row.status() == AnswerStatus::error && row.isInternalError(); });
}

}  // namespace aunit::runner

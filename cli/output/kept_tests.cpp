#include "cli/output/kept_tests.h"

#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "cli/asking/subject.h"
#include "cli/input/project.h"
#include "cli/usage_error.h"
#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "parser/front_end.h"
#include "reporters/terminal/console.h"
#include "strength/claims/claim.h"
#include "strength/generation/proposals/proposal_text.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

namespace fs = std::filesystem;

using strength::Claim;

namespace {

/// What a test says of an instance of the command. Nothing if the command checks a formula that has no name.
std::optional<Claim> claimOf(const model::Model& model, const model::Command& command) {
  Claim claim;
  claim.denied = command.check ? command.expect != 1 : command.expect == 0;
  if (command.check) {
    if (command.target != model::TargetKind::assertion) return std::nullopt;
    claim.about = Claim::About::solution;
    claim.assertion = command.targetId;
  } else if (command.target == model::TargetKind::predicate && model.func(command.targetId).variables.empty()) {
    claim.about = Claim::About::solution;
    claim.function = command.targetId;
  }
  return claim;
}

/// Whether what the test says of the instance of this command is right when integers wrap.
bool holdsWrapped(const model::Model& model, const model::Command& command, const Claim& claim) {
  evaluator::Evaluator evaluator(model);
  evaluator::Question question{.constraints = evaluator::constraintsOf(model)};
  if (claim.about == Claim::About::solution)
    evaluator::append(question.constraints, evaluator::Part::formula, std::span(&command.formula, 1));
  return evaluator::judge(evaluator, claim.instance, question).holds();
}

}  // namespace

std::optional<KeptTests> KeptTests::open(const ExecArguments& arguments) {
  const std::string& out = arguments.keep;
  if (arguments.files.size() != 1) return usageError("--keep is about one model: name its file alone");
  const std::string& path = arguments.files.front();
  if (fs::path(out).extension() != ".aunit")
    return usageError(fmt::format("--keep {}: tests stand in files whose name ends in .aunit", out));
  if (parser::languageOf(path) != parser::Language::alloy)
    return usageError(fmt::format("{}: instances of Alloy models become tests", path));
  const auto head = opening(path, out);
  if (!head && !fs::exists(out))
    return usageError(fmt::format("no `open` can name {} from {}: write the tests beside or above the model", path, out));
  LanguageOptions language = arguments.language;
  const auto options = loadOptions(path, language);
  if (!options) return std::nullopt;
  if (fs::exists(out) && !loadSubject(path, out, *options, arguments.color)) return std::nullopt;
  std::string error;
  auto file = TestFile::open(out, head.value_or(""), error);
  if (!file) return usageError(error);
  return KeptTests(std::move(*file), arguments.language);
}

bool KeptTests::add(const runner::CommandQuestion& question, const runner::CommandAnswer& answer) {
  if (answer.instances.empty()) return true;
  const model::Model& model = question.model();
  const model::Command& command = question.command();
  auto claim = claimOf(model, command);
  if (!claim) {
    reporters::complain(fmt::format("{} is not added: a test needs an assertion with a name", support::oneLine(command.text)));
    return false;
  }
  strength::ProposalText writer(model, file_.text());
  std::string text;
  for (const model::Instance& instance : answer.instances) {
    claim->instance = instance;
    if (language_.semantics.noOverflow && !holdsWrapped(model, command, *claim)) {
      text += "\n-- with --no-overflow: otherwise integers wrap around here";
      needsNoOverflow_ = true;
    }
    text += writer.next(*claim, fmt::format("{}: {}", command.label, command.check ? "no counterexample" : "an instance"), "");
  }
  std::string error;
  if (!file_.add(text, error)) return usageError(error), false;
  added_ += answer.instances.size();
  return true;
}

std::string KeptTests::summary() const {
  const std::string path = support::oneLine(file_.path());
  const std::string options = (language_.alloy5 ? " --alloy5" : std::string()) + (needsNoOverflow_ ? " --no-overflow" : "");
  std::string text = fmt::format("{} added to {}\n", support::plural(added_, "test"), path);
  if (added_ != 0 && !options.empty())
    text += fmt::format("judge {} as here: aunit run{} {}\n", added_ == 1 ? "it" : "them", options, path);
  return text;
}

}  // namespace aunit::cli

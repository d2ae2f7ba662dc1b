#include "cli/output/saved_tests.h"

#include <filesystem>

#include <fmt/format.h>

#include "cli/asking/subject.h"
#include "cli/input/project.h"
#include "cli/usage_error.h"
#include "parser/front_end.h"
#include "reporters/terminal/console.h"
#include "strength/claims/claim.h"
#include "strength/claims/found_instance.h"
#include "strength/generation/proposals/proposal_text.h"
#include "suite/log/reading/paragraph_text.h"
#include "suite/log_test.h"
#include "suite/valuation/valuation_text.h"
#include "support/files.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

namespace fs = std::filesystem;

using strength::Claim;
using suite::log::LogVerdict;

namespace {

/// An instance with the last state before the line that the model cannot explain. If this line gives a state, the instance has
/// this state as its second state.
std::optional<model::Instance> stepOf(const LogVerdict& verdict) {
  if (!verdict.behaviour.instance) return std::nullopt;
  model::Instance step = *verdict.behaviour.instance;
  const std::size_t wanted = verdict.behaviour.claimed ? 2 : 1;
  if (step.states.size() < wanted) return std::nullopt;
  step.states.erase(step.states.begin(), step.states.end() - static_cast<std::ptrdiff_t>(wanted));
  step.loop = static_cast<std::uint32_t>(wanted) - 1;
  return step;
}

bool notAdded(std::string_view what, std::string_view why) {
  reporters::complain(fmt::format("no test is added for `{}`: {}", support::oneLine(what), why));
  return false;
}

}  // namespace

std::optional<SavedTests> SavedTests::open(const std::string& model, const std::string& out, LanguageOptions language,
                                           const std::string& color) {
  if (fs::path(out).extension() != ".aunit") return usageError(fmt::format("--keep {}: the name must end in .aunit", out));
  if (parser::languageOf(model) != parser::Language::alloy)
    return usageError(fmt::format("{}: only instances of Alloy models can become tests", model));
  const auto head = opening(model, out);
  if (!head && !fs::exists(out)) return usageError(cannotBeOpened(model, out));
  const LanguageOptions given = language;
  const auto options = loadOptions(model, language);
  if (!options) return std::nullopt;
  if (fs::exists(out) && !loadSubject(model, out, *options, color)) return std::nullopt;
  std::string error;
  auto file = TestFile::open(out, head.value_or(""), error);
  if (!file) return usageError(error);
  return SavedTests(std::move(*file), given);
}

bool SavedTests::write(const std::string& text, std::size_t tests) {
  std::string error;
  if (!file_.add(text, error)) return usageError(error), false;
  added_ += tests;
  return true;
}

bool SavedTests::add(const runner::CommandQuestion& question, const runner::CommandAnswer& answer) {
  if (answer.instances.empty()) return true;
  const model::Model& model = question.model();
  const model::Command& command = question.command();
  auto claim = strength::claimOnInstance(model, command);
  if (!claim) return notAdded(command.text, "a test needs an assertion with a name, and this check has none");
  strength::ProposalText writer(model, file_.text());
  std::string text;
  for (const model::Instance& instance : answer.instances) {
    claim->instance = instance;
    if (language_.semantics.noOverflow && strength::needsNoOverflow(model, command, *claim)) {
      text += strength::noOverflowRemark;
      needsNoOverflow_ = true;
    }
    text += writer.next(*claim, strength::titleOf(command), "");
  }
  return write(text, answer.instances.size());
}

bool SavedTests::addFitting(const parser::Loaded& loaded, const model::Log& log, const suite::log::Run& run) {
  if (run.isPipe)
    return notAdded(run.name == "-" ? "standard input" : run.name, "a test must name a file, but this log comes from a pipe");
  const fs::path parent = fs::path(file_.path()).parent_path();
  const fs::path folder = support::canonicalPath(parent.empty() ? "." : parent.generic_string());
  const std::string path = fs::path(support::canonicalPath(run.name)).lexically_proximate(folder).generic_string();
  if (path.find_first_of("*?[\"") != std::string::npos)
    return notAdded(run.name, "the name of the log has characters of a pattern (`*`, `?`, `[`) or a quote");
  strength::ProposalText writer(*loaded.model, file_.text());
  const std::string name =
      writer.freeName(suite::valuationName(log.name.empty() ? fs::path(run.name).stem().generic_string() : log.name));
  const std::string title = writer.freeTitle(fmt::format("{} fits", fs::path(run.name).filename().generic_string()));
  return write(fmt::format("\n{}test \"{}\" {{ {} fits }}\n", suite::log::paragraphText(loaded, log, name, path), title, name),
               1);
}

bool SavedTests::addDeparting(const parser::Loaded& loaded, const suite::log::Run& run, const LogVerdict& verdict) {
  const std::string place = suite::log::placeOf(verdict);
  const auto step = stepOf(verdict);
  if (!step || verdict.meant.empty() || verdict.meant.front().function == model::noId)
    return notAdded(place.empty() ? run.name : place,
                    "the test would say which action is not possible at this step, but this line names no action of the model");
  Claim claim;
  claim.instance = *step;
  claim.about = Claim::Topic::value;
  claim.function = verdict.meant.front().function;
  claim.arguments = verdict.meant.front().arguments;
  claim.value = false;
  strength::ProposalText writer(*loaded.model, file_.text());
  const std::string call = strength::callText(*loaded.model, claim, *strength::named(*loaded.model, claim).universe);
  return write(writer.next(claim, fmt::format("{} is not possible: {}", call, place), ""), 1);
}

std::string SavedTests::summary() const {
  const std::string path = support::oneLine(file_.path());
  const std::string options = (language_.alloy5 ? " --alloy5" : std::string()) + (needsNoOverflow_ ? " --no-overflow" : "");
  std::string text = fmt::format("{} added to {}\n", support::plural(added_, "test"), path);
  if (added_ != 0 && !options.empty())
    text += fmt::format("run the new {} with the same options: aunit run{} {}\n", added_ == 1 ? "test" : "tests", options, path);
  return text;
}

}  // namespace aunit::cli

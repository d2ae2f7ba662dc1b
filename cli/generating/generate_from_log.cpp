#include "cli/generating/generate_from_log.h"

#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "cli/exit_code.h"
#include "cli/usage_error.h"
#include "reporters/terminal/console.h"
#include "runner/interrupt.h"
#include "strength/generation/proposals/proposal_text.h"
#include "suite/log/judge.h"
#include "suite/log/reading/runs.h"
#include "suite/log_test.h"

namespace aunit::cli {

namespace {

using suite::log::LogVerdict;

/// The state before the fault and, where the line states one, the state after it.
std::optional<model::Instance> stepOf(const LogVerdict& verdict) {
  if (!verdict.behaviour.instance) return std::nullopt;
  model::Instance step = *verdict.behaviour.instance;
  const std::size_t wanted = verdict.behaviour.claimed ? 2 : 1;
  if (step.states.size() < wanted) return std::nullopt;
  step.states.erase(step.states.begin(), step.states.end() - static_cast<std::ptrdiff_t>(wanted));
  step.loop = static_cast<std::uint32_t>(wanted) - 1;
  return step;
}

}  // namespace

int generateFromLog(const GenerateArguments& arguments, const parser::Loaded& loaded, TestFile* file) {
  std::string error;
  const auto log = suite::log::logFor(loaded, "", error);
  if (!log) return usageError(error);
  suite::log::LogOptions how;
  how.budget = support::Budget(limitsOf(arguments.timeout, arguments.time));
  how.evaluation = {.semantics = arguments.language.semantics, .budget = &how.budget};
  how.solving.semantics = arguments.language.semantics;
  how.solving.limits = how.budget.left({.seconds = arguments.timeout, .stop = &runner::interruptRequested});
  how.states = 2;
  const runner::InterruptScope scope;
  std::string text, remark = fmt::format("{}: every line is explained, so there is no step to keep", arguments.fromLog);
  try {
    const auto runs = suite::log::byKey(*log, suite::log::runAt(arguments.fromLog), how.budget);
    for (const suite::log::Run& run : runs) {
      if (run.files.empty()) throw std::runtime_error("there is no file in this folder");
      const LogVerdict verdict = suite::log::judge(loaded, *log, run, how);
      if (verdict.outcome == LogVerdict::Outcome::fits) continue;
      if (verdict.outcome != LogVerdict::Outcome::doesNotFit)
        throw std::runtime_error(fmt::format("{}: {}", suite::log::name(verdict.outcome), verdict.message));
      const auto step = stepOf(verdict);
      if (!step || verdict.meant.empty() || verdict.meant.front().function == model::noId) {
        const std::string place = placeOf(verdict);
        remark =
            fmt::format("{}: {}; no predicate can be said to be false there", place.empty() ? run.name : place, verdict.message);
        continue;
      }
      strength::Claim claim;
      claim.instance = *step;
      claim.about = strength::Claim::About::value;
      claim.function = verdict.meant.front().function;
      claim.arguments = verdict.meant.front().arguments;
      claim.value = false;
      strength::ProposalText writer(*loaded.model, (file ? file->text() : "") + text);
      const std::string call = strength::callText(*loaded.model, claim, *strength::named(*loaded.model, claim).universe);
      text += writer.next(claim, fmt::format("{} is not possible: {}", call, placeOf(verdict)), "");
    }
  } catch (const std::runtime_error& failure) {
    return usageError(fmt::format("{}: {}", arguments.fromLog, failure.what()));
  }
  if (text.empty()) return nothingFor(remark);
  if (!file)
    reporters::show(stdout, text);
  else if (!file->add(text, error))
    return usageError(error);
  return allPassed;
}

}  // namespace aunit::cli

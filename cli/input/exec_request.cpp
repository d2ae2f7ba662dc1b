#include "cli/input/exec_request.h"

#include <algorithm>
#include <cstdio>
#include <functional>

#include <fmt/format.h>

#include "cli/parts/parts.h"
#include "cli/parts/progress.h"
#include "cli/usage_error.h"
#include "cli/version.h"
#include "runner/files/discovery.h"
#include "runner/files/settings.h"
#include "solver/allscopes/all_scopes.h"
#include "support/system/terminal.h"

namespace aunit::cli {

using reporters::InstanceForm;

namespace {

solver::Options searchOf(const ExecArguments& arguments, const runner::Shard& shard) {
  const bool gui = arguments.compat == "gui";
  solver::Options options;
  options.solver = ownPart() && !ownPart()->solver.empty() ? ownPart()->solver : arguments.solver;
  options.symmetry = arguments.symmetry.value_or(20);
  options.skolemDepth = arguments.skolemDepth.value_or(gui ? 1 : 0);
  options.semantics = arguments.language.semantics;
  options.limits = limitsOf(arguments.timeout, arguments.time);
  options.limits.bytes = arguments.memoryMegabytes << 20;
  options.enumerate = arguments.diverse != 0 ? arguments.diverse != 1 : arguments.repeat != 1;
  options.core = arguments.core;
  options.refute = arguments.checkProofs || arguments.requireProof || !arguments.proofs.empty();
  options.certificate = !arguments.certificates.empty() || !arguments.proofs.empty();
  options.threads = arguments.jobs == 1 && arguments.cubes == 0 ? solver::Threads::race : solver::Threads::one;
  if (arguments.cubes != 0)
    options.division = {
        .depth = arguments.cubes, .jobs = static_cast<unsigned>(arguments.jobs), .part = shard.index, .parts = shard.total};
  return options;
}

/// Lets other processes do the work. Several commands are divided among the processes. If there is only one command and `solver`
/// is a portfolio, each process tries the command with a different solver. Returns nothing if this process must do the work.
std::optional<PartResults> doneByOthers(std::size_t commands, int jobs, const std::string& solver) {
  if (commands == 1) return solver == "portfolio" ? doneInRace({"cadical", "minisat"}) : std::nullopt;
  Progress progress;
  auto parts = doneInParts(std::min(jobs, static_cast<int>(commands)), std::ref(progress));
  progress.clear();
  return parts;
}

}  // namespace

std::optional<ExecArguments> completed(const ExecArguments& given) {
  ExecArguments arguments = given;
  arguments.files = runner::modelFiles(given.files, {".als", ".md", ".np", ".prog"});
  for (const char* what : {"unproved", "unchecked"})
    if (arguments.cubes != 0 && failsOn(arguments.failOn, what))
      return usageError(fmt::format("--cubes excludes --fail-on {}", what));
  runner::Settings settings;
  if (std::string error; !runner::findSettings(given.files.front(), settings, error)) return usageError(error);
  arguments.language.allowed = settings.allowed;
  using solver::RelianceWanted;
  arguments.restsOn = settings.restsOn    ? *settings.restsOn ? RelianceWanted::all : RelianceWanted::none
                      : arguments.verbose ? RelianceWanted::all
                                          : RelianceWanted::notable;
  arguments.language.semantics.noOverflow |= arguments.compat == "gui";
  arguments.requireAnswers |= failsOn(arguments.failOn, "undecided");
  arguments.requireProof |= arguments.cubes == 0 && failsOn(arguments.failOn, "unchecked");
  if (arguments.cubes == 0) {  // with --cubes, the loop above refuses --fail-on unproved
    arguments.requireAllScopes |= failsOn(arguments.failOn, "unproved");
  }
  if (arguments.requireAllScopes && !arguments.allScopes) arguments.allScopes = solver::AllScopes::usualSeconds;
  return arguments;
}

InstanceForm formOf(const ExecArguments& arguments) {
  const InstanceForm form = reporters::instanceForm(arguments.show).value_or(InstanceForm::none);
  if (form != InstanceForm::none) return form;
  if (!arguments.out.empty()) return InstanceForm::xml;
  const bool wanted = arguments.minimal || arguments.maximal || arguments.diverse != 0;  // these options show instances
  return wanted && arguments.show.empty() && arguments.json != "-" ? InstanceForm::table : InstanceForm::none;
}

runner::SolveRequest requestOf(const ExecArguments& arguments, const std::vector<std::string>& named, const runner::Shard& shard,
                               InstanceForm form) {
  runner::SolveRequest request;
  static_cast<runner::SolveOptions&>(request) = arguments;
  request.named = named;
  request.version = version();
  request.alloy5 = arguments.language.alloy5;
  request.strictOpen = arguments.language.strictOpen;
  request.allowed = arguments.language.allowed;
  request.search = searchOf(arguments, shard);
  request.shard = shard;
  request.instances = form != InstanceForm::none || !arguments.keep.empty();
  request.claims = !arguments.quiet && arguments.show.empty() && arguments.json != "-" && arguments.out.empty();
  request.reasons = arguments.json.has_value();
  request.form = fmt::format("{} {}", static_cast<int>(form), arguments.out.empty());
  request.restsOn = arguments.restsOn;
  request.isPart = ownPart().has_value();
  if (ownPart()) request.resume = ownPart()->report;
  if (arguments.jobs == 1 && support::isTerminal(stderr))
    request.progress = [](const std::string& what) {
      reporters::clearLine(stderr);
      reporters::show(stderr, what);
    };
  if (arguments.jobs > 1 && arguments.cubes == 0 && shard.total == 1 && request.resume.empty())
    request.share = [jobs = arguments.jobs, solver = arguments.solver](std::size_t commands, const auto& take) {
      if (const auto parts = doneByOthers(commands, jobs, solver))
        for (const std::string& journal : parts->reports) take(journal);
    };
  return request;
}

}  // namespace aunit::cli

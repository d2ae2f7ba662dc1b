#include "server/answers/background_hints.h"

#include <cctype>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "reporters/faults/repair.h"
#include "server/answers/diagnostics.h"
#include "server/answers/names.h"
#include "solver/vacuity/redundancy.h"
#include "strength/generation/generation.h"
#include "strength/generation/proposals/proposal_text.h"
#include "strength/localization/suspects.h"
#include "strength/mutation/campaign.h"
#include "strength/repair/repair.h"
#include "support/budget.h"

namespace aunit::server {

namespace {

constexpr std::size_t shown = 3;
constexpr double seconds = 2;
constexpr double secondsForSurvivors = 30, secondsForMutant = 2, secondsForProposal = 2, secondsForRepair = 10;
constexpr std::size_t mostProposals = 10;
constexpr int informationSeverity = 3, hintSeverity = 4, unnecessaryTag = 1;  // severities and tag of the protocol

std::string pathOfFile(const parser::Loaded& loaded, model::FileId file) {
  return pathOf(uriOf(loaded.sources.file(file).path()));
}

model::FileId fileNamed(const parser::Loaded& loaded, const std::string& path) {
  for (model::FileId file = 0; file < loaded.sources.size(); ++file)
    if (loaded.sources.file(file).path() == path) return file;
  return model::noFile;
}

/// Source text for a message or title: on one line, shortened.
std::string quoted(std::string_view text) {
  std::string line;
  for (const char c : text)
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
      line += c;
    else if (!line.ends_with(' '))
      line += ' ';
  return "`" + shortened(line) + "`";
}

/// The change in words: "replace `link` by `~link`".
std::string changeText(std::string_view before, std::string_view after) {
  if (after.empty()) return "remove " + quoted(before);
  if (before.empty()) return "insert " + quoted(after);
  return fmt::format("replace {} by {}", quoted(before), quoted(after));
}

/// Mutants that no test kills, in the order of the text; only the mutants that are found within the budget.
std::vector<strength::MutantResult> survivorsOf(strength::Campaign& campaign, const support::Budget& budget) {
  std::vector<strength::MutantResult> survivors;
  std::map<std::string, std::size_t> names;
  const auto look = [&](std::size_t i) {
    strength::MutantResult result = campaign.describe(i);
    const std::string paragraph = result.paragraph.substr(result.paragraph.rfind(' ') + 1);
    const std::string stem = fmt::format("{}_{}", paragraph, strength::name(result.by));
    result.name = fmt::format("{}_{}", stem, ++names[stem]);
    if (result.fate == strength::Fate::ignored) return;
    campaign.judge(i, result);
    if (strength::isSurvivor(result)) campaign.solve(i, result);
    if (!strength::isSurvivor(result) || campaign.isArid(i)) return;
    campaign.prove(i, result);
    if (strength::isSurvivor(result)) survivors.push_back(std::move(result));
  };
  for (std::size_t i = 0; i < campaign.mutants().size() && !budget.exhausted(); ++i) {
    try {
      look(i);
    } catch (const support::Exhausted&) {  // out of time: leaves this mutant out
    }
  }
  return survivors;
}

}  // namespace

Hints suspectHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop) {
  Hints hints;
  if (stop || !analysis.loaded->model) return hints;
  const auto copy = parser::copyOf(*analysis.loaded);
  parser::Loaded& loaded = *copy;
  const support::Limits limits{.seconds = seconds, .stop = &stop};
  strength::Evidence evidence(loaded, {.limits = limits, .plainCommands = false});
  if (evidence.complaints().empty()) return hints;
  const strength::Suspects suspects = strength::suspectsOf(evidence, limits);
  for (std::size_t i = 0; i < suspects.ranked.size() && i < shown; ++i) {
    const strength::Suspect& suspect = suspects.ranked[i];
    if (!suspect.span.known() || suspect.score <= 0) continue;
    hints[pathOf(uriOf(loaded.sources.file(suspect.span.file).path()))].push_back(
        {diagnosticAt(rangeOf(loaded.sources, suspect.span, encoding), hintSeverity, "suspect",
                      fmt::format("suspect {}: {}", i + 1, suspect.because)),
         {}});
  }
  return hints;
}

Hints redundancyHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop) {
  Hints hints;
  const parser::Loaded& loaded = *analysis.loaded;
  if (stop || !loaded.model) return hints;
  for (const model::Diagnostic& warning : solver::warningsOf(
           solver::RedundancySearch(*loaded.model, {}, support::Budget({.seconds = seconds, .stop = &stop})).all())) {
    Json hint = diagnosticOf(loaded.sources, warning, encoding);
    if (warning.code == solver::redundantConstraint) {
      hint["severity"] = hintSeverity;
      hint["tags"] = {unnecessaryTag};
    }
    hints[pathOf(uriOf(loaded.sources.file(warning.span.file).path()))].push_back({std::move(hint), {}});
  }
  return hints;
}

Hints survivorHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop) {
  Hints hints;
  if (stop || !analysis.loaded->model || analysis.tests.empty()) return hints;
  const auto loaded = parser::copyOf(*analysis.loaded);
  const support::Budget budget({.seconds = secondsForSurvivors, .stop = &stop});
  strength::Campaign campaign(*loaded, {.limits = {.seconds = secondsForMutant, .stop = &stop}});
  for (const strength::MutantResult& mutant : survivorsOf(campaign, budget)) {
    const model::FileId file = fileNamed(*loaded, mutant.place.path);
    if (file == model::noFile) continue;
    Hint hint = {
        diagnosticAt(rangeOf(loaded->sources, {file, mutant.begin, mutant.end}, encoding), informationSeverity, "survivor",
                     fmt::format("no test notices this change: {}", changeText(mutant.original, mutant.replacement))),
        {}};
    if (!mutant.test.empty())
      hint.fixes.push_back({"Add a test that notices this change", {{analysis.path, nullptr, mutant.test}}});
    hints[pathOfFile(*loaded, file)].push_back(std::move(hint));
  }
  return hints;
}

Hints proposalHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop) {
  Hints hints;
  const model::FileId own = analysis.fileOf(analysis.path);
  if (stop || !analysis.loaded->model || own == model::noFile) return hints;
  const auto loaded = parser::copyOf(*analysis.loaded);
  strength::GenerationOptions options;
  options.limit = mostProposals;
  options.limits = {.seconds = secondsForProposal, .stop = &stop};
  const strength::GeneratedTests generated = strength::generate(*loaded, options);
  strength::ProposalText writer(*loaded->model, loaded->sources.file(own).document());
  for (const strength::Proposal& proposal : generated.proposals)
    hints[analysis.path].push_back(
        {diagnosticAt(rangeOf(loaded->sources, {own, 0, 0}, encoding), informationSeverity, "proposal",
                      "proposed test: " + proposal.title),
         {{"Add the test: " + proposal.title, {{analysis.path, nullptr, writer.next(proposal.claim, proposal.title, "")}}}}});
  return hints;
}

Hints repairHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop) {
  Hints hints;
  if (stop || !analysis.loaded->model) return hints;
  std::vector<strength::DemandingFile> files(1);
  files[0].path = analysis.path;
  files[0].load = optionsAgain(analysis);
  files[0].loaded = parser::copyOf(*analysis.loaded);
  const parser::Loaded& loaded = *files[0].loaded;
  strength::RepairOptions options;
  options.limits = {.seconds = secondsForRepair, .stop = &stop};
  const strength::Repairs repairs = strength::repair(files, options);
  for (std::size_t i = 0; i < repairs.found.size(); ++i) {
    const strength::Repair& repair = repairs.found[i];
    HintFix fix;
    for (const suite::Replacement& edit : repair.edits) {
      const std::string what = changeText(loaded.sources.text(edit.span), edit.text);
      fix.title += fix.title.empty() ? "Apply: " + what : "; " + what;
      fix.edits.push_back({pathOfFile(loaded, edit.span.file), rangeOf(loaded.sources, edit.span, encoding), edit.text});
    }
    if (fix.edits.empty()) continue;
    std::string message =
        fmt::format("repair {}: {} (checked against {})", i + 1, fix.title.substr(7), reporters::heldAgainst(repair, repairs));
    for (const std::string& remark : repair.remarks) message += "\nbut with this repair, " + remark;
    const std::string path = fix.edits[0].path;
    Json range = fix.edits[0].range;
    hints[path].push_back({diagnosticAt(std::move(range), informationSeverity, "repair", std::move(message)), {std::move(fix)}});
  }
  return hints;
}

}  // namespace aunit::server

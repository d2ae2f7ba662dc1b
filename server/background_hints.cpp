#include "server/background_hints.h"

#include <fmt/format.h>

#include "server/diagnostics.h"
#include "solver/vacuity/redundancy.h"
#include "strength/localization/suspects.h"
#include "support/budget.h"

namespace aunit::server {

namespace {

constexpr std::size_t shown = 3;
constexpr double seconds = 2;
constexpr int hintSeverity = 4, unnecessaryTag = 1;  // DiagnosticSeverity and DiagnosticTag of the protocol

}  // namespace

Hints suspectHints(parser::Loaded& loaded, Encoding encoding, const std::atomic<bool>& stop) {
  Hints hints;
  const support::Limits limits{.seconds = seconds, .stop = &stop};
  strength::Evidence evidence(loaded, {.limits = limits, .plainCommands = false});
  if (evidence.complaints().empty()) return hints;
  const strength::Suspects suspects = strength::suspectsOf(evidence, limits);
  for (std::size_t i = 0; i < suspects.ranked.size() && i < shown; ++i) {
    const strength::Suspect& suspect = suspects.ranked[i];
    if (!suspect.span.known() || suspect.score <= 0) continue;
    hints[pathOf(uriOf(loaded.sources.file(suspect.span.file).path()))].push_back(
        {{"range", rangeOf(loaded.sources, suspect.span, encoding)},
         {"severity", hintSeverity},
         {"code", "suspect"},
         {"source", "aunit"},
         {"message", fmt::format("suspect {}: {}", i + 1, suspect.because)}});
  }
  return hints;
}

Hints redundancyHints(parser::Loaded& loaded, Encoding encoding, const std::atomic<bool>& stop) {
  Hints hints;
  for (const model::Diagnostic& warning : solver::warningsOf(
           solver::RedundancySearch(*loaded.model, {}, support::Budget({.seconds = seconds, .stop = &stop})).all())) {
    Json hint = diagnosticOf(loaded.sources, warning, encoding);
    if (warning.code == solver::redundantConstraint) {
      hint["severity"] = hintSeverity;
      hint["tags"] = {unnecessaryTag};
    }
    hints[pathOf(uriOf(loaded.sources.file(warning.span.file).path()))].push_back(std::move(hint));
  }
  return hints;
}

}  // namespace aunit::server

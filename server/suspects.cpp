#include "server/suspects.h"

#include <fmt/format.h>

#include "strength/localization/suspects.h"
#include "support/budget.h"

namespace aunit::server {

namespace {

constexpr std::size_t shown = 3;
constexpr double seconds = 2;
constexpr int hintSeverity = 4;

}  // namespace

std::map<std::string, Json> suspectHints(parser::Loaded& loaded, Encoding encoding, const std::atomic<bool>& stop) {
  std::map<std::string, Json> hints;
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

}  // namespace aunit::server

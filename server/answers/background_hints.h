// Hints that the editor shows in a text. Searching for them takes too long for the server's loop (server.h).
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "server/texts/workspace.h"

namespace aunit::server {

/// A quick fix with its title and its edits. Each edit replaces a range by a text.
struct HintFix {
  struct Edit {
    std::string path;
    Json range;  // null: the end of the file
    std::string text;
  };
  std::string title;
  std::vector<Edit> edits;
};

/// A diagnostic of low severity, with its quick fixes.
struct Hint {
  Json diagnostic;
  std::vector<HintFix> fixes;
};

/// Hints by the path of the file in which they are shown.
using Hints = std::map<std::string, std::vector<Hint>>;

/// Searches for hints about a file. Ends soon after `stop` is set; the result is then incomplete, and the caller ignores it.
using HintSearch = Hints (*)(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// If tests fail, the most suspicious places (strength/localization/suspects.h), by the file that has them.
Hints suspectHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Redundant constraints (solver/vacuity/redundancy.h), which editors show as unnecessary.
Hints redundancyHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Mutants that no test of the file kills (strength/mutation/campaign.h), each with a test that kills it.
Hints survivorHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Proposed tests (strength/generation/generation.h). Each detects a mistake that no test detects yet. The hints are shown at the
/// beginning of the file.
Hints proposalHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Edits after which all tests and commands of the file have their expected outcomes (strength/repair/repair.h).
Hints repairHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// The paragraphs that have changed since the last commit, one hint for each. The hint's `diagnostic` is not a diagnostic of the
/// protocol but {"range", "message": "weaker than HEAD", "name": "fact Acyclic", "text": the details to show on demand}. Empty if
/// no commit has the file.
Hints versionHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);
/// The kind of the hints that versionHints() finds.
inline constexpr const char* sinceCommit = "since the last commit";

}  // namespace aunit::server

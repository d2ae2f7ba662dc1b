// Hints in the text whose search takes too long for the loop that answers the editor.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "server/texts/workspace.h"

namespace aunit::server {

/// An edit that acts on a hint: a range and its replacement.
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

/// By path of the file that shows them.
using Hints = std::map<std::string, std::vector<Hint>>;

/// Searches hints about a file. Ends soon after `stop` is set; the caller then ignores the result.
using HintSearch = Hints (*)(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// The most suspicious places for failing tests (strength/localization/suspects.h), in each file that has one.
Hints suspectHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Redundant constraints (solver/vacuity/redundancy.h), which editors show as unnecessary.
Hints redundancyHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Mutants that no test of the file kills (strength/mutation/campaign.h), each with the test that would kill it.
Hints survivorHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Proposed tests for mistakes that no test detects yet (strength/generation/generation.h), at the beginning of the file.
Hints proposalHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Edits that fix all tests and commands of the file (strength/repair/repair.h).
Hints repairHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// The changes of paragraphs since the last commit. They are not diagnostics, but {"range", "message": "weaker than HEAD",
/// "name": "fact Acyclic", "text": details shown on demand}. None if no commit has the file.
Hints versionHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);
/// The kind of the hints that versionHints() finds.
inline constexpr const char* sinceCommit = "since the last commit";

}  // namespace aunit::server

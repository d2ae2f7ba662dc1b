// Hints in the text that take too long for the loop that answers the editor.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "server/texts/workspace.h"

namespace aunit::server {

/// An edit that acts on a hint: text to be put in place of other text.
struct HintFix {
  struct Edit {
    std::string path;
    Json range;  // null: behind all that stands in the file
    std::string text;
  };
  std::string title;
  std::vector<Edit> edits;
};

/// A diagnostic of low severity, and what can be done about it.
struct Hint {
  Json diagnostic;
  std::vector<HintFix> fixes;
};

/// By the path of the file that they are about.
using Hints = std::map<std::string, std::vector<Hint>>;

/// Looks for hints about a file. It ends soon after `stop` is set; what it comes to then is of no interest.
using HintSearch = Hints (*)(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// For each file that holds one of the first suspects (strength/localization/suspects.h): where the fault of failing tests is
/// likely to be.
Hints suspectHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// The constraints that say nothing new (solver/vacuity/redundancy.h), which editors show as unnecessary.
Hints redundancyHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Changes of the model that no test of the file notices (strength/mutation/campaign.h), each with the test that would.
Hints survivorHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Tests for what nothing would notice yet (strength/generation/generation.h), at the beginning of the file.
Hints proposalHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Edits with which all tests and commands of the file come out as they should (strength/repair/repair.h).
Hints repairHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);

/// Remarks on paragraphs that the last commit says otherwise: not diagnostics, but {"range", "message": "weaker than
/// HEAD", "name": "fact Acyclic", "text": what is shown on demand}. None where the file is in no commit.
Hints versionHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop);
/// The kind of hints that these are.
inline constexpr const char* sinceCommit = "since the last commit";

}  // namespace aunit::server

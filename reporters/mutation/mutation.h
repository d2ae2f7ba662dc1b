// Reports of mutation testing for people and for other tools.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "reporters/source_links.h"
#include "strength/mutation/changes.h"
#include "strength/mutation/report.h"

namespace aunit::reporters {

struct MutationTextOptions {
  bool color = false;
  std::size_t survivors = 20;  // limit for the survivors shown in full
};

/// For the terminal: the survivors as diffs, each with a test that kills it; the score of each paragraph; the counts.
std::string mutationText(const strength::Report& report, const MutationTextOptions& options);

/// Like mutationText(), as a comment on a pull request.
std::string mutationMarkdown(const strength::Report& report, const SourceLinks& links = {});

/// The changes between two reports: each new survivor as a diff, with a test that kills it; then the score.
std::string mutationChangesText(const strength::Report& before, const strength::Report& after, bool color);
/// Like mutationChangesText(), as a comment on a pull request.
std::string mutationChangesMarkdown(const strength::Report& before, const strength::Report& after, const SourceLinks& links = {});

/// Format: the mutation-testing-report-schema, version 2 (https://github.com/stryker-mutator/mutation-testing-elements): files
/// with their mutants, the tests, and the mutants that each test kills. The `description` of a survivor contains a test that
/// would kill it.
std::string mutationJson(const strength::Report& report);
/// Reads a report that mutationJson() wrote. The result lacks the duration and the valuations for pictures
/// (MutantResult::example). Returns nothing and sets `error` if the text is no such report, is truncated or contradicts itself.
std::optional<strength::Report> mutationFromJson(std::string_view text, std::string& error);

/// One line for each mutant. Its five fields are separated by tabs: the mutant's place, its operator, its name, a word with one
/// character per test, the new text. The character is "1" if the test kills the mutant, "0" if not, "-" if the test is unusable.
std::string mutationMatrix(const strength::Report& report);

/// Workflow commands for GitHub: one notice for each line with survivors.
std::string mutationAnnotations(const strength::Report& report);

}  // namespace aunit::reporters

// Mutation testing as people and other tools see it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "strength/changes.h"
#include "strength/report.h"

namespace aunit::reporters {

struct MutationTextOptions {
  bool color = false;
  std::size_t survivors = 20;  // how many to show in full
};

/// Survivors as diffs, each with the test that would kill it, the score of each paragraph, the counts.
std::string mutationText(const strength::Report& report, const MutationTextOptions& options);

/// The same as a comment to a pull request.
std::string mutationMarkdown(const strength::Report& report);

/// What changed between two reports: each new survivor as a diff, with the test that would kill it, and the score.
std::string mutationChangesText(const strength::Report& before, const strength::Report& after, bool color);
/// The same as a comment to a pull request.
std::string mutationChangesMarkdown(const strength::Report& before, const strength::Report& after);

/// The mutation-testing-report-schema, version 2 (https://github.com/stryker-mutator/mutation-testing-elements): files with
/// their mutants, the tests, what killed what. Of a survivor, `description` holds the test that would kill it.
std::string mutationJson(const strength::Report& report);
/// The report that such a text holds, but for the pictures of examples and the time that it took. Nothing, and the reason in
/// `error`, when the text is none of ours, is cut off or contradicts itself.
std::optional<strength::Report> mutationFromJson(std::string_view text, std::string& error);

/// One line for each mutant: place, operator, name, whether each test kills it ("1"), does not ("0"), or is not usable ("-"), the
/// new text; separated by tabs.
std::string mutationMatrix(const strength::Report& report);

/// Workflow commands for GitHub: one notice for each line with survivors.
std::string mutationAnnotations(const strength::Report& report);

}  // namespace aunit::reporters

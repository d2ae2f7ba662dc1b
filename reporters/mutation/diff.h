// Pieces that the reports of mutation testing share: the diff of a mutant, and counts and scores in words.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "reporters/source_links.h"
#include "reporters/terminal/style.h"
#include "strength/mutation/report.h"

namespace aunit::reporters {

/// The lines that a mutant changes, before and after.
struct Diff {
  std::uint32_t line = 0;  // number of the first of these lines, from 1
  std::vector<std::string> before, after;
};
Diff diffOf(const strength::MutatedFile& file, const strength::MutantResult& mutant);
/// The diff of a text in which `replacement` replaces the bytes from `begin` to `end` - 1.
Diff diffOf(const std::string& text, std::size_t begin, std::size_t end, const std::string& replacement);

std::vector<std::string> linesOf(const std::string& text);

/// The counts that are not zero, in words: "29 killed, 1 survived, 2 equivalent in scope".
std::string words(const strength::Counts& counts);

/// The mutation score, "93.3 %"; "-" if the score counts no mutant.
std::string scoreText(const strength::Counts& counts);

/// The score of the subsuming mutants, "subsuming mutants only: 20.0 % (2 killed, 8 survived)". Empty if it is unknown or equals
/// the score of all mutants.
std::string dominatorText(const strength::Report& report);

/// The other survivors in `file` that are killed by the test proposed for `mutant`. Empty unless `mutant` is the first survivor
/// that this test kills.
std::vector<const strength::MutantResult*> alikeTo(const strength::MutatedFile& file, const strength::MutantResult& mutant);

/// A survivor with its place, its diff, and a test that kills it and the mutants in `alike`.
std::string survivorText(const strength::MutatedFile& file, const strength::MutantResult& mutant,
                         const std::vector<const strength::MutantResult*>& alike, const Style& paint);
/// Like survivorText(), in Markdown; takes `alike` from alikeTo().
std::string survivorMarkdown(const strength::MutatedFile& file, const strength::MutantResult& mutant,
                             const SourceLinks& links = {});

/// The counts of each paragraph, in the order of the text.
std::vector<std::pair<std::string, strength::Counts>> byParagraph(const strength::MutatedFile& file);

}  // namespace aunit::reporters

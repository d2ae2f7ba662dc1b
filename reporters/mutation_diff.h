// What a mutant changes, line by line, and how many met which fate, in words. Shared by the reports of mutation testing.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "reporters/style.h"
#include "strength/report.h"

namespace aunit::reporters {

/// The lines that a mutant changes, as they are and as they become.
struct Diff {
  std::uint32_t line = 0;  // of the first, from 1
  std::vector<std::string> before, after;
};
Diff diffOf(const strength::MutatedFile& file, const strength::MutantResult& mutant);
/// Of a text in which other words take the place of the bytes begin .. end-1.
Diff diffOf(const std::string& text, std::size_t begin, std::size_t end, const std::string& replacement);

std::vector<std::string> linesOf(const std::string& text);

/// "29 killed, 1 survived, 2 equivalent in scope": what is not zero.
std::string words(const strength::Counts& counts);

/// "93.3 %"; "-" when nothing was judged.
std::string scoreText(const strength::Counts& counts);

/// "without those that fall with others: 20.0 %: 2 killed, 8 survived"; empty where that is not known or says nothing new.
std::string dominatorText(const strength::Report& report);

/// The other survivors of the file that fall by the test of this one, where it is the first of them.
std::vector<const strength::MutantResult*> alikeTo(const strength::MutatedFile& file, const strength::MutantResult& mutant);

/// A survivor with its place, its diff and the test that would kill it and these others.
std::string survivorText(const strength::MutatedFile& file, const strength::MutantResult& mutant,
                         const std::vector<const strength::MutantResult*>& alike, const Style& paint);
/// The same in Markdown, with those that are alike.
std::string survivorMarkdown(const strength::MutatedFile& file, const strength::MutantResult& mutant);

/// In the order of the text.
std::vector<std::pair<std::string, strength::Counts>> byParagraph(const strength::MutatedFile& file);

}  // namespace aunit::reporters

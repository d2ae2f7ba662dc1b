// The pages of a report of mutation testing. They need assets/report.css and assets/report.js beside them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "strength/report.h"

namespace aunit::reporters::html {

/// The score of each paragraph, and the ways to the survivors: "index.html".
std::string mutationIndexPage(const strength::Report& report);
/// One mutated file: its text with what became of the mutants of each place; a survivor opens to its diff and to the test that
/// would kill it: mutatedSourcePath(report, file).
std::string mutatedSourcePage(const strength::Report& report, std::size_t file);

/// Paths below the report's folder, "/" between.
std::string mutatedSourcePath(const strength::Report& report, std::size_t file);

/// What both pages say of mutants.

/// Of a fate: one word for class names (those of standings: what can be read as "met" looks like it), a sign that needs no
/// colour, a few words.
struct FateLook {
  std::string_view className, sign, words;
};
const FateLook& lookOf(strength::Fate fate);
/// The anchor on the source page that opens a mutant: "m12".
std::string anchorOf(std::size_t mutant);
/// What it changes, as markup on one line: `a` becomes `b`, operator inserted.
std::string changeOf(const strength::MutantResult& mutant);

}  // namespace aunit::reporters::html

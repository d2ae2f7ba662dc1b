// The pages of a report of mutation testing. They need assets/report.css and assets/report.js beside them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "reporters/html/page.h"
#include "strength/mutation/report.h"

namespace aunit::reporters::html {

/// "index.html": the score of each paragraph, and links to the survivors.
std::string mutationIndexPage(const strength::Report& report);
/// The page at mutatedSourcePath(report, file): the text of a mutated file with the fates of its mutants. For a survivor, a click
/// shows its diff and a test that kills it.
std::string mutatedSourcePage(const strength::Report& report, std::size_t file);

/// A path below the report's folder, its parts separated by "/".
std::string mutatedSourcePath(const strength::Report& report, std::size_t file);

/// The look of a fate. A killed mutant looks like a met requirement.
const Look& lookOf(strength::Fate fate);
/// The anchor of a mutant on the source page, "m12": a link to it opens the mutant.
std::string anchorOf(std::size_t mutant);
/// A mutant's change as markup on one line, with the mutation operator: "`a` becomes `b`, OPERATOR".
std::string changeOf(const strength::MutantResult& mutant);

}  // namespace aunit::reporters::html

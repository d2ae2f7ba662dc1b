#include <algorithm>

#include <fmt/format.h>

#include "coverage/criteria.h"
#include "coverage/sentences.h"
#include "reporters/coverage/exports.h"
#include "reporters/markup.h"

namespace aunit::reporters {

namespace {

constexpr std::size_t mostGaps = 15;  // limit for the list in a pull request's comment

/// The place where a gap begins, as "list.als:3: "; empty if it has no place.
std::string placeOf(const coverage::Requirements& requirements, const coverage::Gap& gap, const SourceLinks& links) {
  const coverage::Subject& subject = requirements.subjects[gap.subject];
  if (subject.occurrences.empty()) return "";
  const coverage::Occurrence& at = subject.occurrences.front();
  const std::uint32_t source = requirements.paragraphs[at.paragraph].source;
  return links.to(requirements.sources[source].path, requirements.positionOf(source, at.begin).line) + ": ";
}

}  // namespace

std::string coverageMarkdown(const coverage::Data& data, const SourceLinks& links) {
  std::string out = "## Coverage\n";
  for (const coverage::ModelCoverage& model : data.models) {
    out += fmt::format("\n### {}\n\n{} test{}\n\n| criterion | | met | total | |\n| --- | --- | ---: | ---: | ---: |\n",
                       markdown(model.requirements.model), model.tests.size(), model.tests.size() == 1 ? "" : "s");
    for (const coverage::Criterion criterion : coverage::criteriaOf(model.requirements)) {
      const coverage::Tally tally = model.tally(criterion);
      if (tally.total == 0) continue;
      out += fmt::format("| {} | {} | {} | {} | {} |\n", coverage::abbreviation(criterion), coverage::name(criterion), tally.met,
                         tally.total, coverage::percentText(tally));
    }
    const auto gaps = coverage::gaps(model.requirements, model.settled());
    if (gaps.empty()) {
      out += "\nAll requirements are met.\n";
      continue;
    }
    out += "\nUnmet requirements, the most useful to test first:\n\n";
    for (std::size_t i = 0; i < std::min(gaps.size(), mostGaps); ++i)
      out += fmt::format("- {}{}\n", placeOf(model.requirements, gaps[i], links), markdownWithCode(gaps[i].sentence));
    if (gaps.size() > mostGaps) out += fmt::format("\nand {} more.\n", gaps.size() - mostGaps);
  }
  return out;
}

}  // namespace aunit::reporters

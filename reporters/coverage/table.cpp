#include "reporters/coverage/table.h"

#include <algorithm>

#include <fmt/format.h>

#include "coverage/criteria.h"
#include "coverage/sentences.h"
#include "reporters/text.h"
#include "support/visible.h"

namespace aunit::reporters {

using coverage::Tally;
using support::oneLine;

namespace {

constexpr int barWidth = 20;

std::string bar(const Tally& tally, const Style& style) {
  const int filled = static_cast<int>(tally.percent() * barWidth / 100);  // rounded down: only 100 % fills the bar
  const Color color = tally.complete() ? Color::green : tally.percent() >= 50 ? Color::yellow : Color::red;
  return style(color, std::string(static_cast<std::size_t>(filled), '#')) +
         style(Color::dim, std::string(static_cast<std::size_t>(barWidth - filled), '.'));
}

std::string placeOf(const coverage::Requirements& r, const coverage::Subject& subject) {
  if (subject.occurrences.empty()) return oneLine(r.model);
  const coverage::Occurrence& first = subject.occurrences.front();
  const std::uint32_t source = r.paragraphs[first.paragraph].source;
  return fmt::format("{}:{}", oneLine(r.sources[source].path), r.lineOf(source, first.begin));
}

}  // namespace

std::string coverageTable(const coverage::Data& data, const CoverageTableOptions& options) {
  const Style style(options.color);
  std::string out;
  for (const coverage::ModelCoverage& model : data.models) {
    const coverage::Requirements& r = model.requirements;
    out += fmt::format("\n{}\n", style(Color::bold, fmt::format("Coverage of model `{}` ({} test{})", oneLine(r.model),
                                                                model.tests.size(), model.tests.size() == 1 ? "" : "s")));
    for (const coverage::Criterion criterion : coverage::criteriaOf(model.requirements)) {
      const Tally tally = model.tally(criterion);
      if (tally.total == 0) continue;
      out += fmt::format("  {:<4}{:<22}{:>12}  {:>8}  {}\n", coverage::abbreviation(criterion), coverage::name(criterion),
                         fmt::format("{}/{}", tally.met, tally.total), coverage::percentText(tally), bar(tally, style));
    }
    if (model.infeasible.size() != 0) {
      const bool single = model.infeasible.count() == 1;
      out += fmt::format(
          "  {} requirement{} proved infeasible and not counted: within the scopes of the commands, no valuation that respects "
          "the declarations meets {}\n",
          model.infeasible.count(), single ? " is" : "s are", single ? "it" : "them");
    }
    const auto gaps = coverage::gaps(r, model.settled());
    if (gaps.empty() || options.gaps == 0) continue;
    std::size_t unmet = 0;
    for (const coverage::Gap& gap : gaps) unmet += gap.requirements;
    out += fmt::format("  {} requirement{} unmet; the list begins with the most useful to test:\n", unmet,
                       unmet == 1 ? " is" : "s are");
    for (std::size_t i = 0; i < std::min(gaps.size(), options.gaps); ++i)
      out +=
          fmt::format("    {} {}\n", style(Color::dim, placeOf(r, r.subjects[gaps[i].subject]) + ":"), oneLine(gaps[i].sentence));
    if (gaps.size() > options.gaps) out += fmt::format("    and {} more\n", gaps.size() - options.gaps);
  }
  return out;
}

}  // namespace aunit::reporters

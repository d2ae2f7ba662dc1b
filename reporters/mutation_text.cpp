#include <algorithm>

#include <fmt/format.h>

#include "model/visible.h"
#include "reporters/mutation.h"
#include "reporters/mutation_diff.h"
#include "reporters/style.h"
#include "reporters/text.h"

namespace aunit::reporters {

namespace {

using model::oneLine;
using strength::Counts;
using strength::Fate;
using strength::MutantResult;
using strength::MutatedFile;

std::string survivorText(const MutatedFile& file, const MutantResult& mutant, const Style& paint) {
  const Diff diff = diffOf(file, mutant);
  std::string out =
      fmt::format("{}  {}  {}:{}:{}: {}\n", paint(Color::boldYellow, mutant.fate == Fate::unknown ? "NOT DECIDED" : "SURVIVED"),
                  oneLine(mutant.name), oneLine(file.path), mutant.place.line, mutant.place.column, description(mutant.by));
  for (std::size_t i = 0; i < diff.before.size(); ++i)
    out += paint(Color::red, fmt::format("  - {} | {}", diff.line + i, model::visibleLine(diff.before[i]).text)) + "\n";
  for (std::size_t i = 0; i < diff.after.size(); ++i)
    out += paint(Color::green, fmt::format("  + {} | {}", diff.line + i, model::visibleLine(diff.after[i]).text)) + "\n";
  if (!mutant.reason.empty()) out += "  " + oneLine(mutant.reason) + "\n";
  if (mutant.test.empty()) return out;
  out += "  this test would kill it, if what it says is right:\n";
  for (const std::string& line : linesOf(mutant.test))
    if (!line.empty()) out += "    " + oneLine(line) + "\n";
  return out;
}

/// Tests that cannot kill anything are named once, by what is wrong with them.
std::string notesOn(const std::vector<strength::TestInfo>& tests, const Style& paint) {
  constexpr std::size_t most = 10;
  std::string out;
  std::size_t count = 0;
  for (const strength::TestInfo& test : tests)
    if (!test.usable && ++count <= most)
      out += fmt::format("{}  {}: {}\n", paint(Color::yellow, "LEFT OUT"), oneLine(test.id()), oneLine(test.why));
  if (count > most) out += fmt::format("and {} more\n", plural(count - most, "test"));
  return out.empty() ? out : out + "\n";
}

}  // namespace

std::string mutationText(const strength::Report& report, const MutationTextOptions& options) {
  const Style paint(options.color);
  std::string out = notesOn(report.tests, paint);
  std::size_t survivors = 0;
  for (const MutatedFile& file : report.files)
    for (const MutantResult& mutant : file.mutants)
      if (isSurvivor(mutant) && ++survivors <= options.survivors) out += survivorText(file, mutant, paint) + "\n";
  if (survivors > options.survivors) out += fmt::format("and {} more (-v shows all)\n\n", survivors - options.survivors);
  for (const MutatedFile& file : report.files) {
    out += paint(Color::bold, oneLine(file.path)) + "\n";
    for (const auto& [paragraph, counts] : byParagraph(file))
      out += fmt::format("  {} {}  {}\n", padded(shortened(oneLine(paragraph), 32), 32),
                         paint(counts.score().complete() ? Color::green : Color::yellow, fmt::format("{:>8}", scoreText(counts))),
                         words(counts));
  }
  const Counts all = report.counts();
  out += fmt::format("\nmutation score {}: {}; {}\n", scoreText(all), words(all), duration(1000 * report.seconds));
  if (!report.allKillers) return out;
  const Counts hard = report.dominators();
  return out + fmt::format("without those that fall with others: {}: {}\n", scoreText(hard), words(hard));
}

}  // namespace aunit::reporters

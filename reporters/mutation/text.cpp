#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "reporters/mutation/diff.h"
#include "reporters/mutation/mutation.h"
#include "reporters/terminal/style.h"
#include "reporters/text.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using strength::Counts;
using strength::Fate;
using strength::MutantResult;
using strength::MutatedFile;
using support::oneLine;
using SimilarMutants = std::vector<const MutantResult*>;

std::string placeText(const MutatedFile& file, const MutantResult& mutant) {
  return fmt::format("{}  {}:{}:{}: {}", oneLine(mutant.name), oneLine(file.path), mutant.place.line, mutant.place.column,
                     description(mutant.by));
}

/// The difference that no test notices, in words: "no test distinguishes `a` from `b`".
std::string lackText(const MutantResult& mutant) {
  constexpr std::size_t width = 60;
  const auto quoted = [&](std::string_view text) {
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    return fmt::format("`{}`", shortened(oneLine(text), width));
  };
  if (mutant.replacement.empty()) return fmt::format("no test notices if {} is removed", quoted(mutant.original));
  if (mutant.original.empty()) return fmt::format("no test notices an additional {}", quoted(mutant.replacement));
  return fmt::format("no test distinguishes {} from {}", quoted(mutant.original), quoted(mutant.replacement));
}

/// The survivors in groups, the largest group first: one test kills all survivors of a group. Shows the first `most` groups.
std::string survivorsText(const strength::Report& report, std::size_t most, const Style& paint) {
  constexpr std::size_t withSentence = 3;
  struct Survivor {
    const MutatedFile* file;
    const MutantResult* mutant;
    SimilarMutants alike;
  };
  std::vector<Survivor> survivors;
  for (const MutatedFile& file : report.files)
    for (const MutantResult& mutant : file.mutants)
      if (isSurvivor(mutant) && mutant.alike.empty()) survivors.push_back({&file, &mutant, alikeTo(file, mutant)});
  std::ranges::stable_sort(survivors, std::greater<>(), [](const Survivor& one) { return one.alike.size(); });
  std::string out;
  std::size_t shown = 0, left = 0;
  for (const auto& [file, mutant, alike] : survivors) {
    if (++shown > most) {
      left += 1 + alike.size();
      continue;
    }
    std::string text = survivorText(*file, *mutant, alike, paint);
    if (shown <= withSentence && mutant->fate == Fate::survived)
      text.insert(text.find('\n') + 1, "  " + lackText(*mutant) + "\n");
    out += text + "\n";
  }
  if (left != 0) out += fmt::format("and {} (-v shows all)\n\n", support::plural(left, "more mutant"));
  return out;
}

/// A line for each test that is not usable, with the reason.
std::string notesOn(const std::vector<strength::TestInfo>& tests, const Style& paint) {
  constexpr std::size_t most = 10;
  std::string out;
  std::size_t count = 0;
  for (const strength::TestInfo& test : tests)
    if (!test.usable && ++count <= most)
      out += fmt::format("{}  test `{}`: {}\n", paint(Color::yellow, "LEFT OUT"), oneLine(test.id()), oneLine(test.why));
  if (count > most) out += fmt::format("and {} more\n", support::plural(count - most, "test"));
  return out.empty() ? out : out + "\n";
}

/// The reasons why mutants of a paragraph are equivalent in scope, then the mutants with a counterexample in a larger scope.
std::string equivalentsText(const MutatedFile& file, const std::string& paragraph) {
  std::map<std::string, std::size_t> counts;
  for (const MutantResult& mutant : file.mutants)
    if (mutant.paragraph == paragraph && !mutant.because.empty()) ++counts[mutant.because];
  std::string out;
  for (const auto& [because, count] : counts)
    out +=
        fmt::format("    {} {} equivalent: {}\n", support::plural(count, "mutant"), count == 1 ? "is" : "are", oneLine(because));
  for (const MutantResult& mutant : file.mutants)
    if (mutant.paragraph == paragraph && mutant.beyond.verdict == "counterexample")
      out += fmt::format("    {}: {}\n", placeText(file, mutant), oneLine(fullReason(mutant)));
  return out;
}

}  // namespace

std::string survivorText(const MutatedFile& file, const MutantResult& mutant, const SimilarMutants& alike, const Style& paint) {
  const Diff diff = diffOf(file, mutant);
  std::string out = fmt::format("{}  {}\n", paint(Color::boldYellow, mutant.fate == Fate::unknown ? "NOT DECIDED" : "SURVIVED"),
                                placeText(file, mutant));
  for (std::size_t i = 0; i < diff.before.size(); ++i)
    out += paint(Color::red, fmt::format("  - {} | {}", diff.line + i, support::visibleLine(diff.before[i]).text)) + "\n";
  for (std::size_t i = 0; i < diff.after.size(); ++i)
    out += paint(Color::green, fmt::format("  + {} | {}", diff.line + i, support::visibleLine(diff.after[i]).text)) + "\n";
  if (!mutant.reason.empty()) out += "  " + oneLine(mutant.reason) + "\n";
  if (mutant.test.empty()) return out;
  out += fmt::format("  this test kills this mutant{} (check that the test states what you mean):\n",
                     alike.empty() ? "" : fmt::format(" and {}", support::plural(alike.size(), "other")));
  for (const std::string& line : linesOf(mutant.test))
    if (!line.empty()) out += "    " + oneLine(line) + "\n";
  for (const MutantResult* other : alike) out += "  the test also kills  " + placeText(file, *other) + "\n";
  return out;
}

std::string mutationText(const strength::Report& report, const MutationTextOptions& options) {
  const Style paint(options.color);
  std::string out = notesOn(report.tests, paint) + survivorsText(report, options.survivors, paint);
  for (const MutatedFile& file : report.files) {
    out += paint(Color::bold, oneLine(file.path)) + "\n";
    for (const auto& [paragraph, counts] : byParagraph(file))
      out += fmt::format("  {} {}  {}\n", padded(shortened(oneLine(paragraph), 32), 32),
                         paint(counts.score().complete() ? Color::green : Color::yellow, fmt::format("{:>8}", scoreText(counts))),
                         words(counts)) +
             equivalentsText(file, paragraph);
  }
  const Counts all = report.counts();
  out += fmt::format("\nmutation score {}: {}{}\n", scoreText(all), words(all),
                     report.seconds > 0 ? "; " + duration(1000 * report.seconds) : "");
  const std::string dominators = dominatorText(report);
  return dominators.empty() ? out : out + dominators + "\n";
}

}  // namespace aunit::reporters

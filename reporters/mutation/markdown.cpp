#include <algorithm>

#include <fmt/format.h>

#include "reporters/markup.h"
#include "reporters/mutation/diff.h"
#include "reporters/mutation/mutation.h"
#include "reporters/text.h"
#include "support/plural.h"

namespace aunit::reporters {

namespace {

using strength::Counts;
using strength::MutantResult;
using strength::MutatedFile;

constexpr std::size_t mostSurvivors = 15;  // to keep the pull request's comment short

/// A fence that is longer than any run of backquotes in the text, so that the text cannot end the block. It is also longer than
/// the fences of literate models, so that a report in the folder of the tests is not read as a model.
std::string fence(const std::string& text) {
  std::size_t longest = 3, row = 0;
  for (const char c : text) {
    row = c == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  return std::string(longest + 1, '`');
}

std::string block(std::string_view language, const std::string& text) {
  const std::string mark = fence(text);
  return fmt::format("{}{}\n{}{}\n", mark, language, withoutControls(text), mark);
}

}  // namespace

std::string survivorMarkdown(const MutatedFile& file, const MutantResult& mutant, const SourceLinks& links) {
  const Diff diff = diffOf(file, mutant);
  std::string lines;
  for (const std::string& line : diff.before) lines += "- " + line + "\n";
  for (const std::string& line : diff.after) lines += "+ " + line + "\n";
  const std::string& path = mutant.place.known() ? mutant.place.path : file.path;
  const std::string line = links.to(path, mutant.place.line, fmt::format("line {}", mutant.place.line));
  std::string out =
      fmt::format("\n{}, {}: {}\n\n{}", markdown(mutant.paragraph), line, description(mutant.by), block("diff", lines));
  if (mutant.test.empty()) return out;
  std::string others;
  for (const MutantResult* other : alikeTo(file, mutant))
    others += fmt::format("{} {}, line {}", others.empty() ? " and others:" : ";", markdown(other->paragraph), other->place.line);
  return out + fmt::format("\n<details><summary>This test would kill this mutant{}.</summary>\n\n{}\n</details>\n", others,
                           block("alloy", mutant.test));
}

std::string mutationMarkdown(const strength::Report& report, const SourceLinks& links) {
  const Counts all = report.counts();
  std::string out = fmt::format("## Mutation score {}\n\n{}\n", scoreText(all), words(all));
  std::size_t survivors = 0;
  for (const MutatedFile& file : report.files) {
    out +=
        fmt::format("\n### {}\n\n| paragraph | score | killed | survived | equivalent |\n| --- | ---: | ---: | ---: | ---: |\n",
                    markdown(file.path));
    for (const auto& [paragraph, counts] : byParagraph(file))
      out += fmt::format("| {} | {} | {} | {} | {} |\n", markdown(paragraph), scoreText(counts), counts.killed,
                         counts.survived + counts.unknown, counts.equivalent);
    for (const MutantResult& mutant : file.mutants)
      if (isSurvivor(mutant) && mutant.alike.empty() && ++survivors <= mostSurvivors)
        out += survivorMarkdown(file, mutant, links);
  }
  if (survivors > mostSurvivors)
    out += fmt::format("\nand {}\n", support::plural(survivors - mostSurvivors, "more missing test"));
  return out;
}

}  // namespace aunit::reporters

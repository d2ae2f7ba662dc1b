#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "reporters/markup.h"
#include "reporters/mutation/diff.h"
#include "reporters/mutation/mutation.h"
#include "reporters/terminal/style.h"
#include "reporters/text.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using strength::Changes;
using strength::Report;
using Entries = std::vector<Changes::Entry>;

constexpr std::size_t mostShown = 15;  // limit for each list, to keep a pull request's comment short

/// The entries, without survivors that are killed by the test proposed for an earlier entry.
Entries withoutAlike(const Entries& entries) {
  Entries result;
  for (const Changes::Entry& entry : entries)
    if (entry.mutant->alike.empty() || std::ranges::none_of(entries, [&](const Changes::Entry& other) {
          return other.file == entry.file && other.mutant->name == entry.mutant->alike;
        }))
      result.push_back(entry);
  return result;
}

/// The first `mostShown` entries in full, and the number of further entries.
std::string listOf(const Entries& entries, const std::function<std::string(const Changes::Entry&)>& text) {
  std::string out;
  for (std::size_t i = 0; i < std::min(entries.size(), mostShown); ++i) out += text(entries[i]);
  if (entries.size() > mostShown) out += fmt::format("\nand {} more\n", entries.size() - mostShown);
  return out;
}

std::string scoresOf(const Report& before, const Report& after) {
  return fmt::format("{}, before {}", scoreText(after.counts()), scoreText(before.counts()));
}

}  // namespace

std::string mutationChangesText(const Report& before, const Report& after, bool color) {
  const Style paint(color);
  const Changes changes = strength::changes(before, after);
  std::string out;
  const auto add = [&](const char* title, Color titleColor, const Entries& entries) {
    if (entries.empty()) return;
    out += paint(titleColor, fmt::format("{} ({})", title, entries.size())) + "\n\n";
    out += listOf(withoutAlike(entries), [&](const Changes::Entry& e) {
      return survivorText(*e.file, *e.mutant, alikeTo(*e.file, *e.mutant), paint) + "\n";
    });
  };
  add("No longer killed", Color::boldRed, changes.lost);
  add("New and not killed", Color::boldYellow, changes.appeared);
  if (!changes.gained.empty()) {
    out += paint(Color::boldGreen, fmt::format("No longer survive ({})", changes.gained.size())) + "\n";
    out += listOf(changes.gained, [](const Changes::Entry& e) {
      return fmt::format("  {}:{}:{}: {}\n", support::oneLine(e.file->path), e.mutant->place.line, e.mutant->place.column,
                         support::oneLine(e.mutant->name));
    });
  }
  if (out.empty()) out = "Nothing changed.\n";
  return out + fmt::format("mutation score {}\n", scoresOf(before, after));
}

std::string mutationChangesMarkdown(const Report& before, const Report& after, const SourceLinks& links) {
  const Changes changes = strength::changes(before, after);
  std::string out = fmt::format("## Mutation score {}\n", scoresOf(before, after));
  const auto add = [&](const char* title, const Entries& entries) {
    if (entries.empty()) return;
    out += fmt::format("\n### {} ({})\n", title, entries.size());
    out += listOf(withoutAlike(entries), [&](const Changes::Entry& e) { return survivorMarkdown(*e.file, *e.mutant, links); });
  };
  add("No longer killed", changes.lost);
  add("New and not killed", changes.appeared);
  if (!changes.gained.empty())
    out +=
        fmt::format("\n{} no longer.\n",
                    changes.gained.size() == 1 ? "1 mutant survives" : fmt::format("{} mutants survive", changes.gained.size()));
  if (changes.lost.empty() && changes.appeared.empty() && changes.gained.empty()) out += "\nNothing changed.\n";
  return out;
}

}  // namespace aunit::reporters

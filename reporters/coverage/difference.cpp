#include "reporters/coverage/difference.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "reporters/markup.h"
#include "reporters/terminal/style.h"
#include "reporters/text.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using coverage::Difference;
using support::oneLine;

constexpr std::size_t mostInMarkdown = 15;  // limit for each list in a pull request's comment

struct Section {
  const char* title;
  Color color;
  const std::vector<Difference::Entry>& entries;
  const char* metBy;  // the words before the list of an entry's tests ("formerly met by"); null if the section shows no tests
};

std::array<Section, 4> sectionsOf(const Difference& d) {
  return {{{"No longer met", Color::boldRed, d.lost, "formerly met by"},
           {"Newly met", Color::boldGreen, d.gained, "met by"},
           {"New and unmet", Color::boldYellow, d.appeared, nullptr},
           {"No longer required", Color::bold, d.vanished, nullptr}}};
}

/// The place of an entry, "list.als:2:12"; the model if the entry has no place.
std::string placeOf(const Difference::Entry& entry) {
  return entry.path.empty() ? entry.model : fmt::format("{}:{}:{}", entry.path, entry.place.line, entry.place.column);
}

/// The tests of an entry in words: " (formerly met by list.aunit::two and 2 others)".
std::string testsOf(const Section& section, const Difference::Entry& entry) {
  if (!section.metBy || entry.tests.empty()) return "";
  const std::size_t others = entry.tests.size() - 1;
  return fmt::format(" ({} {}{})", section.metBy, entry.tests.front(),
                     others == 0 ? "" : fmt::format(" and {}", support::plural(others, "other test")));
}

std::string scoreOf(const coverage::Tally& tally) {
  return tally.total == 0 ? "-" : fmt::format("{} ({}/{})", coverage::percentText(tally), tally.met, tally.total);
}

}  // namespace

std::string differenceText(const Difference& difference, bool color) {
  const Style style(color);
  std::string out;
  for (const Section& section : sectionsOf(difference)) {
    if (section.entries.empty()) continue;
    out += fmt::format("{}\n", style(section.color, fmt::format("{} ({})", section.title, section.entries.size())));
    for (const Difference::Entry& entry : section.entries)
      out += fmt::format("  {} {}\n", style(Color::dim, oneLine(placeOf(entry)) + ":"),
                         oneLine(entry.sentence + testsOf(section, entry)));
  }
  if (out.empty()) return "Nothing changed.\n";
  for (const Difference::Score& score : difference.scores)
    if (score.before != score.after)
      out += fmt::format("model `{}`: model coverage was {} and is now {}\n", oneLine(score.model),
                         score.before.total == 0 ? "not measured" : scoreOf(score.before),
                         score.after.total == 0 ? "not measured" : scoreOf(score.after));
  return out;
}

std::string differenceMarkdown(const Difference& difference, const SourceLinks& links) {
  std::string out = "## Coverage compared\n\n| model | model coverage | before |\n| --- | ---: | ---: |\n";
  for (const Difference::Score& score : difference.scores)
    out += fmt::format("| {} | {} | {} |\n", markdown(score.model), scoreOf(score.after), scoreOf(score.before));
  bool same = true;
  for (const Section& section : sectionsOf(difference)) {
    if (section.entries.empty()) continue;
    same = false;
    out += fmt::format("\n### {} ({})\n\n", section.title, section.entries.size());
    for (std::size_t i = 0; i < std::min(section.entries.size(), mostInMarkdown); ++i) {
      const Difference::Entry& entry = section.entries[i];
      // A requirement that has vanished gets no link, because its place is in the older commit.
      const bool linked = !entry.path.empty() && &section.entries != &difference.vanished;
      out +=
          fmt::format("- {}: {}{}\n", linked ? links.to(entry.path, entry.place.line, placeOf(entry)) : markdown(placeOf(entry)),
                      markdownWithCode(entry.sentence), markdown(testsOf(section, entry)));
    }
    if (section.entries.size() > mostInMarkdown) out += fmt::format("\nand {} more.\n", section.entries.size() - mostInMarkdown);
  }
  return same ? out + "\nNothing changed.\n" : out;
}

}  // namespace aunit::reporters

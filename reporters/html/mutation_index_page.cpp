// The first page of a report of mutation testing: the score, the survivors, the score of each paragraph.

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "reporters/html/mutation_pages.h"
#include "reporters/html/page.h"
#include "reporters/markup.h"
#include "reporters/mutation/diff.h"
#include "reporters/text.h"
#include "support/plural.h"

namespace aunit::reporters::html {

namespace {

using strength::Counts;
using strength::Fate;
using strength::MutantResult;
using strength::MutatedFile;

constexpr std::size_t mostSurvivors = 200;

std::string linkTo(const strength::Report& report, std::size_t file, std::size_t mutant, std::string_view content,
                   std::string_view attributes = "") {
  return fmt::format("<a href=\"{}#{}\"{}>{}</a>", mutatedSourcePath(report, file), anchorOf(mutant), attributes, content);
}

std::string tile(std::string_view className, std::size_t count, Fate fate) {
  return fmt::format("<li class=\"{} {}\"><strong>{}</strong> <span><span aria-hidden=\"true\">{}</span> {}</span></li>",
                     className, count == 0 ? "zero" : "some", count, lookOf(fate).sign, lookOf(fate).words);
}

std::string summary(const strength::Report& report) {
  const Counts all = report.counts();
  const auto usable = static_cast<std::size_t>(std::ranges::count(report.tests, true, &strength::TestInfo::usable));
  std::string facts = fmt::format("{}, {}", support::plural(all.all(), "mutant"), support::plural(usable, "test"));
  if (all.ignored != 0) facts += fmt::format(" \u00b7 {} left out", all.ignored);
  if (all.pending != 0) facts += fmt::format(" \u00b7 {} not judged", all.pending);
  if (report.seconds > 0) facts += " \u00b7 " + duration(1000 * report.seconds);
  std::string out = fmt::format("<h1>Mutation score {}</h1>\n<p class=\"facts\">{}</p>\n", scoreText(all), facts);
  if (report.interrupted)
    out += "<p class=\"note\">The run was interrupted: mutants that had not been judged by then do not count.</p>\n";
  if (const std::string dominators = dominatorText(report); !dominators.empty())
    out += "<p class=\"facts\">" + dominators + "</p>\n";
  return out + "<ul class=\"tiles\">" + tile("passed", all.killed, Fate::killed) + tile("failed", all.survived, Fate::survived) +
         tile("skipped", all.unknown, Fate::unknown) + tile("neutral", all.equivalent, Fate::equivalent) + "</ul>\n";
}

std::string survivorItem(const strength::Report& report, std::size_t file, std::size_t i) {
  const MutantResult& mutant = report.files[file].mutants[i];
  const Look& look = lookOf(mutant.fate);
  return fmt::format(
      "<i class=\"{}\" title=\"{}\">{}</i> {} <span class=\"kind\">in {},</span> {}", look.className, look.words, look.sign,
      changeOf(mutant), escaped(shortened(mutant.paragraph, 60)),
      linkTo(report, file, i, fmt::format("{}:{}", escaped(report.files[file].path), mutant.place.line), " class=\"where\""));
}

/// A missing test. It would kill the mutants with the indices `survivor` and `alike`, which are all in the file `file`.
struct MissingTest {
  std::size_t file = 0, survivor = 0;
  std::vector<std::size_t> alike;
};

/// The missing tests in the same order as in the terminal: tests that kill the most survivors come first.
std::vector<MissingTest> missingTests(const strength::Report& report) {
  std::vector<MissingTest> all;
  for (std::size_t f = 0; f < report.files.size(); ++f) {
    const auto& mutants = report.files[f].mutants;
    std::map<std::string_view, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < mutants.size(); ++i)
      if (!mutants[i].alike.empty()) alike[mutants[i].alike].push_back(i);
    for (std::size_t i = 0; i < mutants.size(); ++i)
      if (isSurvivor(mutants[i]) && mutants[i].alike.empty()) all.push_back({f, i, alike[mutants[i].name]});
  }
  std::ranges::stable_sort(all, std::greater<>(), [](const MissingTest& one) { return one.alike.size(); });
  return all;
}

std::string survivors(const strength::Report& report) {
  const std::vector<MissingTest> all = missingTests(report);
  std::string items;
  for (std::size_t i = 0; i < all.size() && i < mostSurvivors; ++i) {
    items += "<li>" + survivorItem(report, all[i].file, all[i].survivor);
    if (!all[i].alike.empty()) items += "\n<ul>\n";
    for (const std::size_t other : all[i].alike) items += "<li>" + survivorItem(report, all[i].file, other) + "</li>\n";
    items += all[i].alike.empty() ? "</li>\n" : "</ul></li>\n";
  }
  if (items.empty()) return {};
  std::string list =
      "<p class=\"note\">No test notices these changes of the model. The place of a change links to a test that kills it. "
      "Further changes that the same test kills are listed below a change; the test that kills most comes first.</p>\n<ol "
      "class=\"gaps\" data-fold=\"20\">\n" +
      items + "</ol>\n";
  if (all.size() > mostSurvivors)
    list += fmt::format("<p class=\"note\">And {} more: the pages of the files have them all.</p>\n", all.size() - mostSurvivors);
  return section("survivors", "Survivors", list);
}

/// A paragraph with its survivors.
struct Paragraph {
  std::string name;
  Counts counts;
  std::uint32_t line = 0;  // line of its first mutant
  std::vector<std::size_t> survivors;
};

std::vector<Paragraph> paragraphsOf(const MutatedFile& file) {
  std::vector<Paragraph> paragraphs;
  for (const auto& [name, counts] : byParagraph(file)) paragraphs.push_back({name, counts, 0, {}});
  for (std::size_t i = 0; i < file.mutants.size(); ++i) {
    const MutantResult& mutant = file.mutants[i];
    Paragraph& paragraph = *std::ranges::find(paragraphs, mutant.paragraph, &Paragraph::name);
    if (paragraph.line == 0) paragraph.line = mutant.place.line;
    if (isSurvivor(mutant)) paragraph.survivors.push_back(i);
  }
  return paragraphs;
}

std::string paragraphs(const strength::Report& report) {
  constexpr std::size_t most = 12;  // limit for the links in one cell
  std::string rows;
  for (std::size_t f = 0; f < report.files.size(); ++f)
    for (const Paragraph& paragraph : paragraphsOf(report.files[f])) {
      std::string links;
      for (std::size_t i = 0; i < paragraph.survivors.size() && i < most; ++i) {
        const MutantResult& mutant = report.files[f].mutants[paragraph.survivors[i]];
        links += (i == 0 ? "" : " ") +
                 linkTo(report, f, paragraph.survivors[i], escaped(mutant.name.substr(mutant.name.find('_') + 1)));
      }
      if (paragraph.survivors.size() > most) links += fmt::format(" and {} more", paragraph.survivors.size() - most);
      const coverage::Tally score = paragraph.counts.score();
      rows += fmt::format(
          "<tr><th scope=\"row\"><a href=\"{}#L{}\">{}</a></th><td class=\"where\">{}:{}</td><td class=\"wide\" "
          "data-sort=\"{:.3f}\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}/{}</td><td class=\"number\">{}</td>"
          "<td data-sort=\"{}\">{}</td></tr>\n",
          mutatedSourcePath(report, f), paragraph.line, escaped(paragraph.name), escaped(report.files[f].path), paragraph.line,
          score.total == 0 ? 101 : score.percent(), score.total == 0 ? "" : bar(score), scoreText(paragraph.counts), score.met,
          score.total, paragraph.counts.equivalent, paragraph.survivors.size(), links);
    }
  return section("paragraphs", "Paragraphs",
                 filterField("paragraph-table", "Filter paragraphs") +
                     "<table id=\"paragraph-table\" class=\"paragraphs sortable\">" +
                     heads({{"Paragraph", false},
                            {"Where", false},
                            {"Share", false},
                            {"Score", true},
                            {"Killed", true},
                            {"<abbr title=\"equivalent in scope\">Equivalent</abbr>", true},
                            {"Survivors", false}}) +
                     "<tbody>\n" + rows + "</tbody></table>");
}

std::string leftOut(const strength::Report& report) {
  std::string items;
  for (const strength::TestInfo& test : report.tests)
    if (!test.usable) items += fmt::format("<li>{}: {}</li>\n", escaped(test.id()), sentence(test.why));
  if (items.empty()) return {};
  return section("left-out", "Tests that cannot kill mutants",
                 "<p class=\"note\">These tests do not pass on the unchanged model.</p>\n<ul class=\"gaps\" data-fold=\"20\">\n" +
                     items + "</ul>");
}

}  // namespace

std::string mutationIndexPage(const strength::Report& report) {
  return document("Mutation score " + scoreText(report.counts()), "", {{"Report", ""}}, "index",
                  summary(report) + survivors(report) + paragraphs(report) + leftOut(report));
}

}  // namespace aunit::reporters::html

// The page of one source text: the text with every expression and formula coloured, and details for the script to show.

#include <algorithm>
#include <span>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reporters/html/coloured_text.h"
#include "reporters/html/page.h"
#include "reporters/html/pages.h"
#include "reporters/markup.h"
#include "reporters/text.h"
#include "support/plural.h"

namespace aunit::reporters::html {

namespace {

constexpr std::size_t mostGapsOfFile = 300;
constexpr std::size_t mostValues = 12;                        // limit for the values of one subject
constexpr std::size_t longestShown = 160, longestText = 400;  // characters

/// The CSS class for the subject's CoverageState, and the CSS class "more" if one of coverage::furtherCriteria has unmet
/// requirements for the subject.
std::string classNames(const CoveredModel& model, std::uint32_t subject) {
  return fmt::format("{}{}", lookOf(model.standing(subject)).className, model.asksForMore(subject) ? " more" : "");
}

std::string coloured(const CoveredModel& model, std::string_view text, const std::vector<Stretch>& stretches) {
  TextColours colours;
  for (const Stretch& stretch : stretches) colours.classNames.push_back(classNames(model, stretch.subject));
  colours.sign = [&](std::span<const Stretch> begun) {
    if (begun.empty()) return std::string();
    const auto urgency = [&](const Stretch& stretch) { return lookOf(model.standing(stretch.subject)).urgency; };
    const Look& worst = lookOf(model.standing(std::ranges::max_element(begun, {}, urgency)->subject));
    return fmt::format("<i class=\"{}\">{}</i>", worst.className, worst.sign);
  };
  return colouredText(text, stretches, colours);
}

/// The first occurrence of a subject: the source, the line, and the anchor that opens the subject's details.
struct SubjectPlace {
  std::uint32_t source = 0;
  std::uint32_t line = 1;
  std::string anchor = "L1";
};

SubjectPlace placeOf(const Report& report, std::uint32_t modelIndex, std::uint32_t wanted) {
  const CoveredModel& model = report.models[modelIndex];
  const std::uint32_t subject = model.about[wanted];
  const coverage::Requirements& requirements = model.requirements();
  if (requirements.subjects[subject].occurrences.empty()) return {};
  const coverage::Occurrence& first = requirements.subjects[subject].occurrences.front();
  SubjectPlace place;
  place.source = requirements.paragraphs[first.paragraph].source;
  place.line = requirements.lineOf(place.source, first.begin);
  const auto& stretches = report.pages[model.firstPage + place.source].stretches;
  const auto here = std::ranges::equal_range(stretches, first.begin, {}, &Stretch::begin);
  const auto stretch = std::ranges::find(here, subject, &Stretch::subject);
  place.anchor = stretch == here.end() ? fmt::format("L{}", place.line) : fmt::format("o{}", stretch - stretches.begin());
  return place;
}

// Ascending numbers as ranges: "0-3,7".
std::string ranges(const std::vector<std::uint32_t>& numbers) {
  std::string out;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    out += fmt::format("{}{}", out.empty() ? "" : ",", numbers[i]);
    if (last != i) out += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return out;
}

std::string_view kindInWords(coverage::SubjectKind kind) {
  if (kind == coverage::SubjectKind::quantified) return "formula";
  return kind == coverage::SubjectKind::implicit ? "implied by the declaration" : name(kind);
}

/// The data from which the script shows the details of a stretch. "o": by stretch, an index in "s". "s": by subject, [kind, text,
/// at most `mostValues` values, number of all values, requirements]. If further criteria refine the subject, its list ends with
/// [[criterion, requirements] ...]. "t": sets of tests. A requirement is [state (0 open, 1 met, 2 infeasible), sentence, index in
/// "t" of the tests that meet it, number of the proposed test that meets it (if any)].
std::string details(const Report& report, const SourcePage& page) {
  const CoveredModel& model = report.models[page.model];
  using Json = nlohmann::json;
  std::unordered_map<std::uint32_t, std::size_t> subjectIndex;
  std::unordered_map<std::string, std::size_t> testSetIndex;
  Json of = Json::array(), subjects = Json::array(), testSets = Json::array();
  const auto testSet = [&](const std::vector<std::uint32_t>& tests) {
    const auto [place, isNew] = testSetIndex.try_emplace(ranges(tests), testSetIndex.size());
    if (isNew) testSets.push_back(place->first);
    return place->second;
  };
  const auto requirementsOf = [&](const coverage::Subject& subject) {
    Json requirements = Json::array();
    for (std::uint32_t number = 0; number < subject.requirementCount(); ++number) {
      const coverage::RequirementId id = subject.first + number;
      const int state = model.met.test(id) ? 1 : model.settled.test(id) ? 2 : 0;
      Json& requirement = requirements.emplace_back(Json{state, coverage::asks(subject, number), testSet(model.metBy[id])});
      if (const auto ready = report.gapTests.find({page.model, id}); ready != report.gapTests.end())
        requirement.push_back(ready->second + 1);
    }
    return requirements;
  };
  for (const Stretch& stretch : page.stretches) {
    const auto [place, isNew] = subjectIndex.try_emplace(stretch.subject, subjectIndex.size());
    of.push_back(place->second);
    if (!isNew) continue;
    const coverage::Subject& subject = model.requirements().subjects[stretch.subject];
    Json values = Json::array(), further = Json::array();
    for (const std::string_view value : model.values[stretch.subject]) {
      if (values.size() == mostValues) break;
      values.push_back(shortened(value, longestShown));
    }
    Json& shown = subjects.emplace_back(Json{kindInWords(subject.kind), shortened(subject.text, longestText), std::move(values),
                                             model.values[stretch.subject].size(), requirementsOf(subject)});
    for (const std::uint32_t cells : model.cells[stretch.subject]) {
      const coverage::Subject& more = model.requirements().subjects[cells];
      for (const coverage::Criterion criterion : coverage::furtherCriteria)
        if (more.sets == coverage::setsOf(criterion)) further.push_back({name(criterion), requirementsOf(more)});
    }
    if (!further.empty()) shown.push_back(std::move(further));
  }
  const Json data = {{"o", std::move(of)}, {"s", std::move(subjects)}, {"t", std::move(testSets)}};
  return "<script type=\"application/json\" id=\"data\">" + scriptJson(data) + "</script>\n";
}

std::string legend(const CoveredModel& model, const std::vector<Stretch>& stretches) {
  std::size_t counts[standings] = {};
  for (const Stretch& stretch : stretches) ++counts[static_cast<std::size_t>(model.standing(stretch.subject))];
  std::string out = "<ul class=\"legend\">";
  for (std::size_t i = 0; i < standings; ++i) {
    const Look& look = lookOf(static_cast<CoverageState>(i));
    out += fmt::format(
        "<li data-standing=\"{0}\"><i class=\"{0}\" aria-hidden=\"true\">{1}</i> <span class=\"{0}\">{2}</span> {3}</li>",
        look.className, look.sign, look.words, counts[i]);
  }
  if (std::ranges::any_of(model.cells, [](const auto& cells) { return !cells.empty(); }))
    out +=
        fmt::format("<li data-standing=\"more\"><span class=\"more\">further criteria have unmet requirements</span> {}</li>",
                    std::ranges::count_if(stretches, [&](const Stretch& stretch) { return model.asksForMore(stretch.subject); }));
  return out + "</ul>\n";
}

std::string outline(const CoveredModel& model, std::uint32_t source) {
  const coverage::Requirements& requirements = model.requirements();
  std::string items;
  std::size_t count = 0;
  for (std::size_t i = 0; i < requirements.paragraphs.size(); ++i) {
    const coverage::Paragraph& paragraph = requirements.paragraphs[i];
    if (paragraph.source != source) continue;
    ++count;
    items += fmt::format("<li><span class=\"kind\">{}</span> <a href=\"#L{}\">{}</a> <span class=\"number\">{}/{}</span></li>\n",
                         name(paragraph.kind), requirements.lineOf(source, paragraph.begin), escaped(paragraph.name),
                         model.paragraphs[i].met, model.paragraphs[i].total);
  }
  if (count == 0) return {};
  return fmt::format("<details class=\"outline\"><summary>{}</summary><ul>\n{}</ul></details>\n",
                     support::plural(count, "paragraph"), items);
}

std::string openHere(const Report& report, const SourcePage& page) {
  std::string items;
  std::size_t count = 0;
  for (const auto& [model, gap] : report.gaps) {
    if (model != page.model) continue;
    const SubjectPlace place = placeOf(report, model, gap.subject);
    if (place.source == page.source && ++count <= mostGapsOfFile)
      items += fmt::format("<li>{} <a class=\"where\" href=\"#{}\">line {}</a>{}</li>\n", sentence(gap.sentence), place.anchor,
                           place.line, linkToTestFor(report, {model, gap}, "../"));
  }
  if (count == 0) return {};
  std::string list = "<ol class=\"gaps\" data-fold=\"12\">\n" + items + "</ol>\n";
  if (count > mostGapsOfFile)
    list += fmt::format("<p class=\"note\">And {} more: the text above marks them all.</p>\n", count - mostGapsOfFile);
  return section("gaps", "Unmet requirements here", list);
}

}  // namespace

std::string linkToSubject(const Report& report, std::uint32_t model, std::uint32_t subject, std::string_view toRoot) {
  const SubjectPlace place = placeOf(report, model, subject);
  const std::size_t page = report.models[model].firstPage + place.source;
  return fmt::format("<a class=\"where\" href=\"{}{}#{}\">{}:{}</a>", toRoot, sourcePath(report, page), place.anchor,
                     escaped(report.source(report.pages[page]).path), place.line);
}

std::string sourcePath(const Report& report, std::size_t page) {
  return pathOfSource(page, report.source(report.pages[page]).path);
}

std::string sourcePage(const Report& report, std::size_t index) {
  const SourcePage& page = report.pages[index];
  const CoveredModel& model = report.models[page.model];
  const coverage::Source& source = report.source(page);
  std::string criteria;
  for (std::size_t i = 0; i < page.criteria.size(); ++i) {
    const coverage::Tally& tally = page.criteria[i];
    if (tally.total != 0)
      criteria += fmt::format("<li><abbr title=\"{}\">{}</abbr> {} <span class=\"number\">{}/{}</span></li>",
                              name(report.criteria[i]), abbreviation(report.criteria[i]), share(tally), tally.met, tally.total);
  }
  std::string content = fmt::format("<h1>{}</h1>\n", escaped(source.path));
  content += "<ul class=\"shares\">" + criteria + "</ul>\n" + legend(model, page.stretches) + outline(model, page.source);
  content +=
      "<noscript><p class=\"note\">With scripts switched on, details of each expression appear beside the text.</p></noscript>\n"
      "<div class=\"reader\">\n<div class=\"code\" id=\"code\" tabindex=\"0\" role=\"group\" aria-label=\"Source text\">\n";
  content += coloured(model, source.text, page.stretches);
  content += "</div>\n<aside id=\"details\" aria-live=\"polite\" aria-label=\"Details\" hidden></aside>\n</div>\n";
  content += openHere(report, page) + details(report, page) + "<script src=\"../assets/tests.js\" defer></script>\n";
  return document(source.path, "../", {{"Report", "../index.html"}, {"Files", "../index.html#files"}, {source.path, ""}},
                  "source", content);
}

}  // namespace aunit::reporters::html

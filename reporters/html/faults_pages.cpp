#include "reporters/html/faults_pages.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "reporters/html/coloured_text.h"
#include "reporters/html/page.h"
#include "reporters/markup.h"

namespace aunit::reporters::html {

namespace {

using strength::FaultReport;

/// How suspicious a place is, compared with the most suspicious place. `className` is the CSS class of a coverage state, which
/// gives the colour.
struct Heat {
  std::string_view className, words;
};
constexpr Heat heats[] = {{"unmet", "most suspicious"}, {"partly", "suspicious"}, {"never", "less suspicious"}};

const Heat& heatOf(const FaultReport& report, const FaultReport::Suspect& suspect) {
  const double share = suspect.score / report.suspects.front().score;
  return heats[share > 0.66 ? 0 : share > 0.33 ? 1 : 2];
}

bool isShown(const FaultReport::Suspect& suspect) {
  return suspect.score > 0;
}

std::string percent(double score) {
  return fmt::format("{:.0f} %", 100 * score);
}

std::string linkTo(const FaultReport& report, const suite::Place& place) {
  const auto source = std::ranges::find(report.sources, place.path, &FaultReport::Source::path);
  const std::string text = escaped(place.describe());
  if (source == report.sources.end()) return fmt::format("<span class=\"where\">{}</span>", text);
  return fmt::format("<a class=\"where\" href=\"{}#L{}\">{}</a>",
                     faultSourcePath(report, static_cast<std::size_t>(source - report.sources.begin())), place.line, text);
}

std::string failing(const FaultReport& report) {
  std::string items;
  for (const FaultReport::Outcome& one : report.failing)
    items += fmt::format("<li>{}: {} {}</li>\n", escaped(one.name), escaped(one.message), linkTo(report, one.place));
  for (const auto& [one, other] : report.contradictions)
    items += fmt::format("<li>no model can pass both test \"{}\" and test \"{}\"</li>\n", escaped(one), escaped(other));
  return "<h2>What fails</h2>\n<ul class=\"gaps\">\n" + items + "</ul>\n";
}

std::string undecided(const FaultReport& report) {
  std::string items;
  for (const FaultReport::Outcome& one : report.undecided)
    items += fmt::format("<li>{}: {} {}</li>\n", escaped(one.name), escaped(one.message), linkTo(report, one.place));
  return "<h2>What is not decided</h2>\n<ul class=\"gaps\">\n" + items + "</ul>\n";
}

std::string suspects(const FaultReport& report) {
  std::string items;
  if (report.missing)
    items +=
        fmt::format("<li value=\"0\"><strong>Something may be missing</strong> in {}: {} {}</li>\n",
                    escaped(report.missing->paragraph), escaped(report.missing->because), linkTo(report, report.missing->place));
  for (const FaultReport::Suspect& suspect : report.suspects)
    if (isShown(suspect))
      items += fmt::format("<li>{} <code class=\"{}\">{}</code> in {}: {} {}</li>\n", percent(suspect.score),
                           heatOf(report, suspect).className, escaped(suspect.text), escaped(suspect.paragraph),
                           escaped(suspect.because), linkTo(report, suspect.place));
  return "<h2>Suspects</h2>\n<ol class=\"gaps\" data-fold=\"12\">\n" + items + "</ol>\n";
}

std::string legend() {
  std::string out = "<ul class=\"legend\">";
  for (const Heat& heat : heats) out += fmt::format("<li><span class=\"{}\">{}</span></li>", heat.className, heat.words);
  return out + "</ul>\n";
}

}  // namespace

std::string faultSourcePath(const FaultReport& report, std::size_t source) {
  return pathOfSource(source, report.sources[source].path);
}

std::string faultIndexPage(const FaultReport& report) {
  std::string content = "<h1>Where the fault may be</h1>\n";
  if (!report.failing.empty())
    content += failing(report) + suspects(report);
  else if (report.undecided.empty())
    content += fmt::format("<p>None of the {} tests and commands fails.</p>\n", report.asked);
  if (!report.undecided.empty()) content += undecided(report);
  if (report.interrupted) content += "<p class=\"note\">The search was stopped: these are the suspects found so far.</p>\n";
  return document("Where the fault may be", "", {{"Report", ""}}, "faults", content);
}

std::string faultSourcePage(const FaultReport& report, std::size_t source) {
  const FaultReport::Source& file = report.sources[source];
  std::vector<Stretch> stretches;
  std::map<std::size_t, std::string> notes;  // by line number
  for (std::uint32_t i = 0; i < report.suspects.size() && !report.failing.empty(); ++i) {
    const FaultReport::Suspect& suspect = report.suspects[i];
    if (suspect.place.path != file.path || !isShown(suspect) || suspect.begin >= suspect.end) continue;
    stretches.push_back({suspect.begin, suspect.end, i});
    notes[suspect.place.line] +=
        fmt::format("<li><strong>{}. {}</strong> {}</li>\n", i + 1, percent(suspect.score), escaped(suspect.because));
  }
  stretches = nested(std::move(stretches));
  TextColours colours;
  for (const Stretch& stretch : stretches)
    colours.classNames.emplace_back(heatOf(report, report.suspects[stretch.subject]).className);
  colours.sign = [&](std::span<const Stretch> begun) {
    if (begun.empty()) return std::string();
    const std::uint32_t first = std::ranges::min_element(begun, {}, &Stretch::subject)->subject;
    return fmt::format("<i class=\"{}\">{}</i>", heatOf(report, report.suspects[first]).className, first + 1);
  };
  colours.below = [&](std::size_t line) {
    const auto here = notes.find(line);
    return here == notes.end() ? std::string() : "<ul class=\"mutants\">\n" + here->second + "</ul>\n";
  };
  return document(file.path, "../", {{"Report", "../index.html"}, {file.path, ""}}, "source",
                  fmt::format("<h1>{}</h1>\n", escaped(file.path)) + legend() + "<div class=\"code mutated\">\n" +
                      colouredText(file.text, stretches, colours) + "</div>\n");
}

}  // namespace aunit::reporters::html

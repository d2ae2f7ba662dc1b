// The page of one mutated file: under each line, the fates of the mutants that begin there. The page works without scripts; a
// script only adds jumps from the text to a mutant.

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "reporters/html/coloured_text.h"
#include "reporters/html/mutation_pages.h"
#include "reporters/html/page.h"
#include "reporters/html/ready_test.h"
#include "reporters/markup.h"
#include "reporters/mutation/diff.h"
#include "reporters/text.h"

namespace aunit::reporters::html {

namespace {

using strength::Counts;
using strength::Fate;
using strength::MutantResult;
using strength::MutatedFile;

constexpr std::size_t longestChange = 80;  // characters
constexpr std::size_t mostKillers = 3;

/// A part of the text and the mutants that change it.
struct ChangedPlace {
  std::uint32_t begin = 0, end = 0;
  std::vector<std::size_t> mutants;
  Fate worst = Fate::killed;
};

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// The end of the word at `begin`. If a mutant only inserts text (for example a multiplicity), the page marks this word.
std::uint32_t endOfWord(std::string_view text, std::uint32_t begin) {
  std::uint32_t end = begin;
  while (end < text.size() && isLetter(text[end])) ++end;
  return std::max(end, static_cast<std::uint32_t>(std::min<std::size_t>(begin + 1, text.size())));
}

std::vector<ChangedPlace> placesOf(const MutatedFile& file) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, ChangedPlace> places;
  for (std::size_t i = 0; i < file.mutants.size(); ++i) {
    const MutantResult& mutant = file.mutants[i];
    const std::uint32_t end = mutant.begin < mutant.end ? mutant.end : endOfWord(file.text, mutant.begin);
    if (end <= mutant.begin) continue;
    ChangedPlace& place = places[{mutant.begin, end}];
    place.begin = mutant.begin;
    place.end = end;
    place.mutants.push_back(i);
    if (lookOf(mutant.fate).urgency > lookOf(place.worst).urgency) place.worst = mutant.fate;
  }
  std::vector<ChangedPlace> result;
  for (auto& [span, place] : places) result.push_back(std::move(place));
  return result;
}

/// Whether `at` is in the middle of a word.
bool isWithinWord(std::string_view text, std::size_t at) {
  const auto isWord = [](char c) { return isLetter(c) || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80; };
  return at > 0 && at < text.size() && isWord(text[at - 1]) && isWord(text[at]);
}

/// The text with its difference to `other` marked: everything between the longest common prefix and suffix, widened to whole
/// words.
std::string marked(std::string_view text, std::string_view other, std::string_view element) {
  const std::size_t shorter = std::min(text.size(), other.size());
  std::size_t front = 0, back = 0;
  while (front < shorter && text[front] == other[front]) ++front;
  while (isWithinWord(text, front) || isWithinWord(other, front)) --front;
  while (back < shorter - front && text[text.size() - back - 1] == other[other.size() - back - 1]) ++back;
  while (back > 0 && (isWithinWord(text, text.size() - back) || isWithinWord(other, other.size() - back))) --back;
  const std::string_view middle = text.substr(front, text.size() - front - back);
  return escaped(text.substr(0, front)) + (middle.empty() ? "" : fmt::format("<{0}>{1}</{0}>", element, escaped(middle))) +
         escaped(text.substr(text.size() - back));
}

std::string diffBlock(const MutatedFile& file, const MutantResult& mutant) {
  const Diff diff = diffOf(file, mutant);
  const bool oneLine = diff.before.size() == 1 && diff.after.size() == 1;
  std::string lines;
  const auto add = [&](const std::vector<std::string>& side, std::string_view className, std::string_view sign,
                       std::string_view element, const std::vector<std::string>& other) {
    for (std::size_t i = 0; i < side.size(); ++i)
      lines += fmt::format("<div class=\"{}\"><span class=\"no\">{} {}</span><code>{}</code></div>\n", className, sign,
                           diff.line + i, oneLine ? marked(side[i], other[i], element) : escaped(side[i]));
  };
  add(diff.before, "gone", "\u2212", "del", diff.after);
  add(diff.after, "new", "+", "ins", diff.before);
  return "<div class=\"lines diff\">\n" + lines + "</div>\n";
}

std::string killersOf(const strength::Report& report, const MutantResult& mutant) {
  if (mutant.killedBy.empty()) return {};
  std::string out = "; by ";
  for (std::size_t i = 0; i < mutant.killedBy.size() && i < mostKillers; ++i)
    out += (i == 0 ? "" : ", ") + escaped(shortened(report.tests[mutant.killedBy[i]].name, longestChange));
  if (mutant.killedBy.size() > mostKillers) out += fmt::format(" and {} more", mutant.killedBy.size() - mostKillers);
  return out;
}

class Page {
 public:
  Page(const strength::Report& report, std::size_t number)
      : report_(report), file_(report.files[number]), places_(placesOf(file_)) {
    std::vector<Stretch> stretches;
    for (std::uint32_t i = 0; i < places_.size(); ++i) stretches.push_back({places_[i].begin, places_[i].end, i});
    stretches_ = nested(std::move(stretches));
    stretchOf_.resize(file_.mutants.size());
    for (std::size_t s = 0; s < stretches_.size(); ++s)
      for (const std::size_t mutant : places_[stretches_[s].subject].mutants) stretchOf_[mutant] = s;
    for (std::size_t i = 0; i < file_.mutants.size(); ++i) {
      byLine_[file_.mutants[i].place.line].push_back(i);
      if (!file_.mutants[i].alike.empty()) alike_[file_.mutants[i].alike].push_back(i);
    }
  }

  std::string content() {
    TextColours colours;
    for (const Stretch& stretch : stretches_) colours.classNames.emplace_back(lookOf(places_[stretch.subject].worst).className);
    colours.sign = [&](std::span<const Stretch> begun) {
      if (begun.empty()) return std::string();
      const auto worst = [&](const Stretch& stretch) { return lookOf(places_[stretch.subject].worst).urgency; };
      const Look& look = lookOf(places_[std::ranges::max_element(begun, {}, worst)->subject].worst);
      return fmt::format("<i class=\"{}\">{}</i>", look.className, look.sign);
    };
    colours.below = [&](std::size_t line) {
      const auto here = byLine_.find(static_cast<std::uint32_t>(line));
      return here == byLine_.end() ? std::string() : below(here->second);
    };
    Counts all;
    for (const MutantResult& mutant : file_.mutants) all.add(mutant);
    return fmt::format("<h1>{}</h1>\n<p class=\"facts\">mutation score {}: {}</p>\n", escaped(file_.path), scoreText(all),
                       words(all)) +
           legend(all) + "<p class=\"filter keys\" hidden></p>\n<div class=\"code mutated\" id=\"mutated\">\n" +
           colouredText(file_.text, stretches_, colours) + "</div>\n";
  }

 private:
  static std::string legend(const Counts& counts) {
    std::string out = "<ul class=\"legend\">";
    const std::pair<Fate, std::size_t> fates[] = {{Fate::survived, counts.survived}, {Fate::unknown, counts.unknown},
                                                  {Fate::killed, counts.killed},     {Fate::equivalent, counts.equivalent},
                                                  {Fate::ignored, counts.ignored},   {Fate::pending, counts.pending}};
    for (const auto& [fate, count] : fates)
      if (const Look& look = lookOf(fate); count != 0)
        out += fmt::format("<li><i class=\"{0}\" aria-hidden=\"true\">{1}</i> <span class=\"{0}\">{2}</span> {3}</li>",
                           look.className, look.sign, look.words, count);
    return out + "</ul>\n";
  }

  /// Each survivor has a line of its own; all other mutants are folded into one line.
  std::string below(const std::vector<std::size_t>& mutants) const {
    std::string items, rest;
    Counts others;
    for (const std::size_t i : mutants) {
      if (isSurvivor(file_.mutants[i])) {
        items += survivor(i);
      } else {
        rest += other(i);
        others.add(file_.mutants[i]);
      }
    }
    if (!rest.empty())
      items +=
          fmt::format("<li><details class=\"rest\"><summary>{}</summary><ul>\n{}</ul></details></li>\n", words(others), rest);
    return "<ul class=\"mutants\">\n" + items + "</ul>\n";
  }

  std::string head(std::size_t i) const {
    const MutantResult& mutant = file_.mutants[i];
    const Look& look = lookOf(mutant.fate);
    return fmt::format("<i class=\"{}\" aria-hidden=\"true\">{}</i> {}: {}", look.className, look.sign, look.words,
                       changeOf(mutant));
  }

  std::string survivor(std::size_t i) const {
    const MutantResult& mutant = file_.mutants[i];
    std::string content = diffBlock(file_, mutant);
    if (!mutant.reason.empty()) content += "<p class=\"note\">" + sentence(mutant.reason) + "</p>\n";
    if (!mutant.test.empty())
      content +=
          readyTest(mutant.name, "This test kills it. Check that the test states what you mean.", mutant.test, mutant.example);
    content += alikeTo(i);
    return fmt::format("<li data-at=\"{}\"><details class=\"survivor\" id=\"{}\"><summary>{}</summary>\n{}</details></li>\n",
                       stretchOf_[i], anchorOf(i), head(i), content);
  }

  std::string other(std::size_t i) const {
    const MutantResult& mutant = file_.mutants[i];
    std::string why;
    for (const std::string* reason : {mutant.fate == Fate::equivalent ? &mutant.because : &mutant.reason, &mutant.beyond.text})
      if (!reason->empty()) why += "; " + sentence(*reason);
    return fmt::format("<li data-at=\"{}\" id=\"{}\">{}<span class=\"kind\">{}{}</span></li>\n", stretchOf_[i], anchorOf(i),
                       head(i), why, killersOf(report_, mutant));
  }

  std::string linkTo(std::size_t i) const {
    return fmt::format("{} <a class=\"where\" href=\"#{}\">line {}</a>", changeOf(file_.mutants[i]), anchorOf(i),
                       file_.mutants[i].place.line);
  }

  /// Links to the other survivors that are killed by the test proposed for mutant `i`.
  std::string alikeTo(std::size_t i) const {
    const MutantResult& mutant = file_.mutants[i];
    const auto first = alike_.find(mutant.alike.empty() ? mutant.name : mutant.alike);
    if (first == alike_.end()) return {};
    std::string items;
    for (std::size_t other = 0; other < file_.mutants.size() && !mutant.alike.empty(); ++other)
      if (file_.mutants[other].name == mutant.alike) items += "<li>" + linkTo(other) + "</li>\n";
    for (const std::size_t other : first->second)
      if (other != i) items += "<li>" + linkTo(other) + "</li>\n";
    return "<p class=\"note\">The same test also kills:</p>\n<ul class=\"alike\">\n" + items + "</ul>\n";
  }

  const strength::Report& report_;
  const MutatedFile& file_;
  std::vector<ChangedPlace> places_;
  std::vector<Stretch> stretches_;      // Stretch::subject is an index of places_
  std::vector<std::size_t> stretchOf_;  // by mutant: index of its stretch
  std::map<std::uint32_t, std::vector<std::size_t>> byLine_;
  std::map<std::string, std::vector<std::size_t>> alike_;  // by name of a survivor: other survivors that its proposed test kills
};

}  // namespace

const Look& lookOf(Fate fate) {
  static constexpr Look looks[] = {
      {"met", "\u2713", "killed", 0},    {"unmet", "\u2717", "survived", 5}, {"infeasible", "\u2261", "equivalent in scope", 1},
      {"partly", "?", "not decided", 4}, {"never", "\u2013", "left out", 2}, {"never", "\u2026", "not judged", 3}};
  static_assert(std::size(looks) == static_cast<std::size_t>(Fate::pending) + 1, "one look for each fate, in the order of Fate");
  return looks[static_cast<std::size_t>(fate)];
}

std::string anchorOf(std::size_t mutant) {
  return fmt::format("m{}", mutant + 1);
}

std::string changeOf(const MutantResult& mutant) {
  const auto line = [](std::string text) {
    std::ranges::replace(text, '\n', ' ');
    std::ranges::replace(text, '\t', ' ');
    while (text.ends_with(' ')) text.pop_back();
    return text;
  };
  const auto code = [](std::string_view text) { return "<code>" + escaped(shortened(text, longestChange)) + "</code>"; };
  const std::string kind = fmt::format("<span class=\"kind\">{}</span>", description(mutant.by));
  const std::string before = line(mutant.original), after = line(mutant.replacement);
  if (before.empty()) return fmt::format("{} added, {}", code(after), kind);
  if (after.empty()) return fmt::format("{} deleted, {}", code(before), kind);
  if (std::max(before.size(), after.size()) > longestChange) return fmt::format("{}: {}", code(before), kind);
  return fmt::format("{} becomes {}, {}", code(before), code(after), kind);
}

std::string mutatedSourcePath(const strength::Report& report, std::size_t file) {
  return pathOfSource(file, report.files[file].path);
}

std::string mutatedSourcePage(const strength::Report& report, std::size_t file) {
  const std::string& path = report.files[file].path;
  return document(path, "../", {{"Report", "../index.html"}, {path, ""}}, "source", Page(report, file).content());
}

}  // namespace aunit::reporters::html

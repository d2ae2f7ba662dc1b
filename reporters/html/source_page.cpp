// The page of one source text: the text as it was read, every expression and formula coloured, details for the script to show.

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "reporters/html/page.h"
#include "reporters/html/pages.h"
#include "reporters/markup.h"
#include "reporters/text.h"

namespace aunit::reporters::html {

namespace {

constexpr std::size_t mostGaps = 300;

/// Outer ones first; only those that nest.
std::vector<Occurrence> nested(const SourceFile& file) {
  std::vector<Occurrence> sorted;
  for (Occurrence o : file.occurrences) {
    o.end = std::min(o.end, static_cast<std::uint32_t>(file.text.size()));
    if (o.begin < o.end) sorted.push_back(o);
  }
  std::ranges::stable_sort(
      sorted, [](const Occurrence& a, const Occurrence& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::vector<Occurrence> result;
  std::vector<std::uint32_t> ends;
  for (const Occurrence& o : sorted) {
    while (!ends.empty() && ends.back() <= o.begin) ends.pop_back();
    if (!ends.empty() && o.end > ends.back()) continue;
    ends.push_back(o.end);
    result.push_back(o);
  }
  return result;
}

// What a line is marked with: the standing that most deserves a look.
int urgency(Standing standing) {
  switch (standing) {
    case Standing::neverEvaluated: return 4;
    case Standing::unmet: return 3;
    case Standing::partly: return 2;
    case Standing::infeasible: return 1;
    case Standing::met: return 0;
  }
  return 0;
}

/// Writes the lines of a text with the spans of its occurrences, which are closed at the end of a line and opened again on the
/// next.
class ColouredText {
 public:
  ColouredText(std::string_view text, const std::vector<Occurrence>& occurrences) : text_(text), occurrences_(occurrences) {}

  std::string write() {
    std::size_t begin = 0;
    std::size_t size = text_.size();
    if (size != 0 && text_.back() == '\n') --size;
    for (std::size_t number = 1;; ++number) {
      const std::size_t end = std::min(text_.find('\n', begin), size);
      line(number, begin, end);
      if (end >= size) break;
      begin = end + 1;
    }
    return std::move(out_);
  }

 private:
  void line(std::size_t number, std::size_t begin, std::size_t end) {
    const Occurrence* worst = nullptr;
    for (std::size_t i = next_; i < occurrences_.size() && occurrences_[i].begin < end; ++i)
      if (!worst || urgency(occurrences_[i].standing) > urgency(worst->standing)) worst = &occurrences_[i];
    out_ += fmt::format("<div id=\"L{0}\"><a href=\"#L{0}\">{0}</a>", number);
    out_ += worst ? fmt::format("<i class=\"{}\">{}</i>", className(worst->standing), sign(worst->standing)) : "<i></i>";
    out_ += "<code>";
    // Blanks before the first word belong to no expression's colour.
    std::size_t at = begin;
    while (at < end && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    out_ += text_.substr(begin, at - begin);
    while (!open_.empty() && occurrences_[open_.back()].end <= at) open_.pop_back();
    if (at < end)
      for (const std::size_t open : open_) openSpan(open);
    while (at < end) {
      while (!open_.empty() && occurrences_[open_.back()].end <= at) {
        out_ += "</span>";
        open_.pop_back();
      }
      while (next_ < occurrences_.size() && occurrences_[next_].begin <= at) {
        openSpan(next_);
        open_.push_back(next_++);
      }
      std::size_t until = end;
      if (!open_.empty()) until = std::min<std::size_t>(until, occurrences_[open_.back()].end);
      if (next_ < occurrences_.size()) until = std::min<std::size_t>(until, occurrences_[next_].begin);
      out_ += escaped(text_.substr(at, until - at));
      at = until;
    }
    if (at > begin && text_.substr(begin, end - begin).find_first_not_of(" \t") != std::string_view::npos)
      for (std::size_t i = 0; i < open_.size(); ++i) out_ += "</span>";
    out_ += "</code></div>\n";
  }

  void openSpan(std::size_t index) {
    out_ += fmt::format("<span class=\"{}\" data-o=\"{}\">", className(occurrences_[index].standing), index);
  }

  std::string_view text_;
  const std::vector<Occurrence>& occurrences_;
  std::size_t next_ = 0;           // first occurrence not opened yet
  std::vector<std::size_t> open_;  // from the outside inwards
  std::string out_;
};

// "0-3,7": ascending numbers as ranges.
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

std::string_view inWords(Subject::Kind kind) {
  switch (kind) {
    case Subject::Kind::signature: return "signature";
    case Subject::Kind::field: return "field";
    case Subject::Kind::expression: return "expression";
    case Subject::Kind::formula: return "formula";
    case Subject::Kind::implicit: return "implied by the declaration";
  }
  return {};
}

/// What the script shows of a selected occurrence. "o": subject of each occurrence; "s": [kind, text, values, number of values,
/// [[met 1, open 0 or infeasible 2, what it asks, index into "t"] ...]]; "t": sets of tests.
std::string details(const Report& report, const std::vector<Occurrence>& occurrences) {
  std::unordered_map<std::uint32_t, std::size_t> subjectIndex;
  std::map<std::string, std::size_t> testSetIndex;
  std::string of, subjects, testSets;
  const auto testSet = [&](const std::vector<std::uint32_t>& tests) {
    const std::string text = ranges(tests);
    const auto [place, isNew] = testSetIndex.try_emplace(text, testSetIndex.size());
    if (isNew) testSets += fmt::format("{}\"{}\"", testSets.empty() ? "" : ",\n", text);
    return place->second;
  };
  for (const Occurrence& occurrence : occurrences) {
    const auto [place, isNew] = subjectIndex.try_emplace(occurrence.subject, subjectIndex.size());
    of += fmt::format("{}{}", of.empty() ? "" : ",", place->second);
    if (!isNew) continue;
    const Subject& subject = report.subjects[occurrence.subject];
    std::string values, requirements;
    for (const std::string& value : subject.values) values += (values.empty() ? "" : ",") + scriptString(shortened(value, 160));
    for (const Requirement& requirement : subject.requirements)
      requirements += fmt::format("{}[{},{},{}]", requirements.empty() ? "" : ",",
                                  requirement.met          ? 1
                                  : requirement.infeasible ? 2
                                                           : 0,
                                  scriptString(requirement.asks), testSet(requirement.metBy));
    subjects += fmt::format("{}[\"{}\",{},[{}],{},[{}]]", subjects.empty() ? "" : ",\n", inWords(subject.kind),
                            scriptString(shortened(subject.text, 400)), values, subject.valueCount, requirements);
  }
  return fmt::format("<script type=\"application/json\" id=\"data\">{{\"o\":[{}],\n\"s\":[{}],\n\"t\":[{}]}}</script>\n", of,
                     subjects, testSets);
}

std::string legend(const std::vector<Occurrence>& occurrences) {
  std::size_t counts[standings] = {};
  for (const Occurrence& occurrence : occurrences) ++counts[static_cast<std::size_t>(occurrence.standing)];
  std::string out = "<ul class=\"legend\">";
  for (std::size_t i = 0; i < standings; ++i) {
    const Standing standing = static_cast<Standing>(i);
    out += fmt::format(
        "<li data-standing=\"{0}\"><i class=\"{0}\" aria-hidden=\"true\">{1}</i> <span class=\"{0}\">{2}</span> {3}</li>",
        className(standing), sign(standing), inWords(standing), counts[i]);
  }
  return out + "</ul>\n";
}

std::string outline(const SourceFile& file) {
  if (file.paragraphs.empty()) return {};
  std::string items;
  for (const Paragraph& paragraph : file.paragraphs)
    items += fmt::format("<li><span class=\"kind\">{}</span> <a href=\"#L{}\">{}</a> <span class=\"number\">{}/{}</span></li>\n",
                         paragraph.kind, paragraph.line, escaped(paragraph.name), paragraph.count.met, paragraph.count.total);
  return fmt::format("<details class=\"outline\"><summary>{}</summary><ul>\n{}</ul></details>\n",
                     plural(file.paragraphs.size(), "paragraph"), items);
}

std::string openHere(const Report& report, std::size_t file) {
  std::string items;
  std::size_t count = 0;
  for (const Gap& gap : report.gaps)
    if (gap.file == file && ++count <= mostGaps)
      items +=
          fmt::format("<li>{} <a class=\"where\" href=\"#L{}\">line {}</a></li>\n", sentence(gap.sentence), gap.line, gap.line);
  if (count == 0) return {};
  std::string out =
      "<section aria-labelledby=\"gaps\"><h2 id=\"gaps\">What the tests have not shown here</h2>\n<ol class=\"gaps\" "
      "data-fold=\"12\">\n" +
      items + "</ol>\n";
  if (count > mostGaps)
    out += fmt::format("<p class=\"note\">And {} more: the text above marks them all.</p>\n", count - mostGaps);
  return out + "</section>\n";
}

}  // namespace

std::string sourcePath(const Report& report, std::size_t file) {
  std::string name;
  const std::string& path = report.files[file].path;
  for (const char c : path.substr(path.find_last_of('/') + 1)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    name += plain ? c : '-';
  }
  return fmt::format("source/{}-{}.html", file + 1, name.substr(0, 60));
}

std::string sourcePage(const Report& report, std::size_t index) {
  const SourceFile& file = report.files[index];
  const std::vector<Occurrence> occurrences = nested(file);
  std::string criteria;
  for (std::size_t i = 0; i < report.criteria.size() && i < file.criteria.size(); ++i) {
    const Count& count = file.criteria[i];
    if (count.total != 0)
      criteria +=
          fmt::format("<li><abbr title=\"{}\">{}</abbr> {} <span class=\"number\">{}/{}</span></li>",
                      escaped(report.criteria[i].title), escaped(report.criteria[i].key), percent(count), count.met, count.total);
  }
  std::string content = fmt::format("<h1>{}</h1>\n", escaped(file.path));
  content += "<ul class=\"shares\">" + criteria + "</ul>\n" + legend(occurrences) + outline(file);
  content +=
      "<noscript><p class=\"note\">With scripts switched on, details of each expression appear beside the text.</p></noscript>\n"
      "<div class=\"reader\">\n<div class=\"code\" id=\"code\" tabindex=\"0\" role=\"group\" aria-label=\"Source text\">\n";
  content += ColouredText(file.text, occurrences).write();
  content += "</div>\n<aside id=\"details\" aria-live=\"polite\" aria-label=\"Details\" hidden></aside>\n</div>\n";
  content += openHere(report, index) + details(report, occurrences) + "<script src=\"../assets/tests.js\" defer></script>\n";
  return document(file.path, "../", {{"Report", "../index.html"}, {"Files", "../index.html#files"}, {file.path, ""}}, "source",
                  content);
}

}  // namespace aunit::reporters::html

#include "coverage/sentences.h"
#include "support/utf8.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace aunit::coverage {

namespace {

constexpr std::size_t longest = 90;  // limit for the bytes of a quoted text

std::string shortened(const std::string& text) {
  if (text.size() <= longest) return text;
  std::size_t end = longest - 4;
  while (end > 0 && support::continuesCodePoint(text[end])) --end;  // does not cut a character
  return text.substr(0, end) + " ...";
}

std::string_view element(const Subject& subject) {
  return subject.kind == SubjectKind::signature ? "element" : "tuple";
}

// If a quantified formula has several variables, its domain is a list of declarations, which contains colons.
bool hasOneVariable(const Subject& subject) {
  return subject.domain.find(':') == std::string::npos;
}

std::string bindings(const Subject& subject, std::string_view number) {
  const std::string_view what = hasOneVariable(subject) ? "element" : "binding";
  return fmt::format("{} {}{} of {}", number, what, number == "one" ? "" : "s", shortened(subject.domain));
}

// Rank of a gap in reports; gaps with smaller ranks come first.
int urgency(const Subject& subject, std::uint32_t number, bool never) {
  using namespace requirement;
  if (subject.kind == SubjectKind::cells) return 10;
  if (!subject.isFormula()) return never ? 5 : number == empty ? 6 : number == several ? 7 : 8;
  if (subject.kind == SubjectKind::implicit) return 9;
  if (never) return 2;
  if (number == isTrue || number == isFalse) return 1;
  return number == mixed ? 3 : number == noBinding ? 3 : 4;
}

}  // namespace

std::string shortText(const Subject& subject) {
  std::string text = shortened(subject.text);
  std::ranges::replace(text, '`', '\'');  // texts from data files may contain a backquote
  return fmt::format("`{}`", text);
}

std::string asks(const Subject& subject, std::uint32_t number) {
  using namespace requirement;
  if (subject.kind == SubjectKind::cells) return subject.cells[number];
  if (!subject.isFormula()) {
    if (number == empty) return "empty";
    return number == single ? fmt::format("exactly one {}", element(subject)) : fmt::format("two or more {}s", element(subject));
  }
  switch (number) {
    case isTrue: return "true";
    case isFalse: return "false";
    case noBinding:
      return hasOneVariable(subject) ? fmt::format("an empty {}", shortened(subject.domain))
                                     : fmt::format("no binding of {}", shortened(subject.domain));
    case oneTrue: return bindings(subject, "one") + ", body true";
    case oneFalse: return bindings(subject, "one") + ", body false";
    case allTrue: return bindings(subject, "two or more") + ", body true for all";
    case allFalse: return bindings(subject, "two or more") + ", body false for all";
    default: return bindings(subject, "two or more") + ", body true for some and false for others";
  }
}

std::string unmetSentence(const Requirements& requirements, RequirementId id) {
  using namespace requirement;
  const Subject& subject = requirements.subjects[requirements.subjectOf(id)];
  const std::uint32_t number = id - subject.first;
  const std::string text = shortText(subject);
  if (subject.kind == SubjectKind::cells) return fmt::format("{} never had this case: {}", text, asks(subject, number));
  if (!subject.isFormula())
    return fmt::format("{} {} {}", text, number == empty ? "was never" : "never had", asks(subject, number));
  if (number == isTrue || number == isFalse) return fmt::format("{} was never {}", text, asks(subject, number));
  const bool oneVariable = hasOneVariable(subject);
  const std::string domain = oneVariable ? shortened(subject.domain) : fmt::format("`{}`", shortened(subject.domain));
  const std::string never = text + " was never evaluated ";
  if (number == noBinding)
    return never + (oneVariable ? "with an empty " + domain : fmt::format("with zero bindings of {}", domain));
  const bool single = number == oneTrue || number == oneFalse;
  const char* const what = single ? (oneVariable ? "exactly one element" : "exactly one binding")
                                  : (oneVariable ? "two or more elements" : "two or more bindings");
  const char* const body = number == oneTrue    ? "that makes its body true"
                           : number == oneFalse ? "that makes its body false"
                           : number == allTrue  ? "that all make its body true"
                           : number == allFalse ? "that all make its body false"
                                                : "of which some make its body true and others false";
  return fmt::format("{}with {} of {} {}", never, what, domain, body);
}

std::vector<Gap> gaps(const Requirements& requirements, const Bits& met) {
  std::vector<Gap> all;
  for (std::uint32_t s = 0; s < requirements.subjects.size(); ++s) {
    const Subject& subject = requirements.subjects[s];
    if (subject.kind != SubjectKind::cells && statusOf(subject, met) == Status::neverEvaluated) {
      all.push_back({s, subject.first, subject.requirementCount(), fmt::format("{} was never evaluated", shortText(subject))});
      continue;
    }
    for (std::uint32_t i = 0; i < subject.requirementCount(); ++i)
      if (!met.test(subject.first + i)) all.push_back({s, subject.first + i, 1, unmetSentence(requirements, subject.first + i)});
  }
  const auto rank = [&](const Gap& gap) {
    const Subject& subject = requirements.subjects[gap.subject];
    return std::tuple(urgency(subject, gap.requirement - subject.first, gap.requirements > 1), gap.requirement);
  };
  std::ranges::sort(all, {}, rank);
  return all;
}

}  // namespace aunit::coverage

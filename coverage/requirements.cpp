#include "coverage/requirements.h"

#include <algorithm>

#include "support/utf8.h"

namespace aunit::coverage {

std::uint32_t Requirements::subjectOf(RequirementId id) const {
  const auto after = std::ranges::upper_bound(subjects, id, {}, &Subject::first);
  return static_cast<std::uint32_t>(after - subjects.begin()) - 1;
}

void Requirements::takeFirstText(const Requirements& same) {
  if (same.sources < sources) *this = same;
}

model::Position Requirements::positionOf(std::uint32_t source, std::uint32_t offset) const {
  const std::string_view before = std::string_view(sources[source].text).substr(0, offset);
  const std::size_t lineBreak = before.rfind('\n');
  const std::string_view line = lineBreak == std::string_view::npos ? before : before.substr(lineBreak + 1);
  return {1 + static_cast<std::uint32_t>(std::ranges::count(before, '\n')),
          1 + static_cast<std::uint32_t>(support::codePoints(line))};
}

std::uint32_t Requirements::lineOf(std::uint32_t source, std::uint32_t offset) const {
  return positionOf(source, offset).line;
}

std::string_view name(SubjectKind kind) {
  switch (kind) {
    case SubjectKind::signature: return "signature";
    case SubjectKind::field: return "field";
    case SubjectKind::expression: return "expression";
    case SubjectKind::formula: return "formula";
    case SubjectKind::quantified: return "quantified";
    case SubjectKind::implicit: return "implicit";
    case SubjectKind::cells: return "cells";
  }
  return "";
}

std::string_view name(ParagraphKind kind) {
  switch (kind) {
    case ParagraphKind::signature: return "sig";
    case ParagraphKind::fact: return "fact";
    case ParagraphKind::predicate: return "pred";
    case ParagraphKind::function: return "fun";
    case ParagraphKind::assertion: return "assert";
  }
  return "";
}

Status statusOf(const Subject& subject, const Bits& met) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < subject.requirementCount(); ++i) count += met.test(subject.first + i);
  return count == 0 ? Status::neverEvaluated : count == subject.requirementCount() ? Status::met : Status::partly;
}

}  // namespace aunit::coverage

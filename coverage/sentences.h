// Describes requirements in words, for reports.
#pragma once

#include <string>
#include <vector>

#include "coverage/requirements.h"

namespace aunit::coverage {

/// The subject's text in backquotes, cut if it is long.
std::string shortText(const Subject& subject);
/// A sentence about an unmet requirement, such as "`all n: Node | n !in n.^link` was never evaluated with an empty Node".
std::string unmetSentence(const Requirements& requirements, RequirementId id);
/// A requirement of a subject in words, such as "an empty Node", "false", "two or more tuples".
std::string asks(const Subject& subject, std::uint32_t number);

/// One line of a report about unmet requirements. A subject that was never evaluated has one line for all its requirements.
struct Gap {
  std::uint32_t subject = 0;
  RequirementId requirement = 0;   // the first requirement of the gap
  std::uint32_t requirements = 1;  // number of requirements that the line is about
  std::string sentence;
};

/// The gaps, most useful first: formulas that were always true or always false (they exclude nothing, or everything); subjects
/// that were never evaluated; quantifiers whose body had the same value for all bindings; sizes that never occurred. Each group
/// is in source order.
std::vector<Gap> gaps(const Requirements& requirements, const Bits& met);

}  // namespace aunit::coverage

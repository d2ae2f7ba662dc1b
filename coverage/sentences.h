// Requirements in words.
#pragma once

#include <string>
#include <vector>

#include "coverage/requirements.h"

namespace aunit::coverage {

/// The subject's text in backquotes, cut when it is long.
std::string shortText(const Subject& subject);
/// What never happened: "`all n: Node | n !in n.^link` was never judged on an empty Node".
std::string unmetSentence(const Requirements& requirements, RequirementId id);
/// What the requirement asks for: "no Node to range over", "false", "two or more tuples".
std::string asks(const Subject& subject, std::uint32_t number);

/// One line about what is missing. A subject that was never evaluated has one for all its requirements.
struct Gap {
  std::uint32_t subject = 0;
  RequirementId requirement = 0;   // the first it stands for
  std::uint32_t requirements = 1;  // how many it stands for
  std::string sentence;
};

/// Everything unmet, most useful first: formulas that were only ever true or only ever false (they constrain nothing, or
/// everything), then what was never evaluated, quantifiers that never told bindings apart, then sizes that were never seen; in
/// source order among equals.
std::vector<Gap> gaps(const Requirements& requirements, const Bits& met);

}  // namespace aunit::coverage

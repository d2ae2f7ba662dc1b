// Makes the change of one paragraph. The meanings of the paragraph in the two versions are compared later.
#pragma once

#include <string>

#include <fmt/format.h>

#include "model/model.h"
#include "strength/versions/change.h"

namespace aunit::strength::versions {

std::string nameOf(const auto& paragraph) {
  return paragraph.name;
}
inline std::string nameOf(const model::Command& command) {
  return fmt::format("{} {}", command.check ? "check" : "run", command.label);
}
/// Makes a change and sets all members except those for the comparison of meanings. `before` and `after` are the paragraph in the
/// older and in the newer version; null if that version does not have it.
template <class Paragraph>
Change begun(Change::Kind kind, const Paragraph* before, const Paragraph* after) {
  Change change;
  change.kind = kind;
  change.name = nameOf(*(after ? after : before));
  change.standing = !before ? Change::Standing::added : !after ? Change::Standing::removed : Change::Standing::changed;
  if (before && after && nameOf(*before) != change.name && nameOf(*before).find('$') == std::string::npos)
    change.formerName = nameOf(*before);
  if (before) change.older = before->span;
  if (after) change.newer = after->span;
  if (!before || !after) change.why = before ? "only the older version has it" : "only the newer version has it";
  return change;
}

}  // namespace aunit::strength::versions

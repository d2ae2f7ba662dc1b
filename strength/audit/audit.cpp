#include "strength/audit/audit.h"

#include <algorithm>

namespace aunit::strength::audit {

const char* name(Kind kind) {
  switch (kind) {
    case Kind::empty: return "empty";
    case Kind::unexpected: return "unexpected";
    case Kind::unshown: return "unshown";
    case Kind::unlisted: return "unlisted";
    case Kind::untested: return "untested";
    case Kind::repeated: return "repeated";
    case Kind::tautology: return "tautology";
    case Kind::declarations: return "declarations";
    case Kind::trivial: return "trivial";
    case Kind::scope: return "scope";
    case Kind::behaviour: return "behaviour";
    case Kind::never: return "never";
    case Kind::undecided: return "undecided";
    case Kind::unused: return "unused";
    case Kind::redundant: return "redundant";
    case Kind::unneeded: return "unneeded";
    case Kind::unclaimed: return "unclaimed";
  }
  return "";
}

const char* title(Kind kind) {
  switch (kind) {
    case Kind::empty: return "Vacuous answers";
    case Kind::unexpected: return "Answers that fail";
    case Kind::unshown: return "Claims that nothing shows";
    case Kind::unlisted: return "Claims without a sentence";
    case Kind::untested: return "Assertions that no command and no test checks";
    case Kind::repeated: return "Checks that repeat a fact";
    case Kind::tautology: return "Checks that hold without facts and declarations";
    case Kind::declarations: return "Checks that follow from the declarations";
    case Kind::trivial: return "Runs that any instance satisfies";
    case Kind::scope: return "Scopes and bit widths that are too small";
    case Kind::behaviour: return "Warnings about arguments, actions and changes over time";
    case Kind::never: return "Things that never occur, and guards that are always true";
    case Kind::undecided: return "Undecided within the time limit";
    case Kind::unused: return "Declarations that nothing uses";
    case Kind::redundant: return "Constraints that follow from others";
    case Kind::unneeded: return "Facts that no command and no test needs";
    case Kind::unclaimed: return "Checks without a claim";
  }
  return "";
}

std::string commandText(bool check, const std::string& label) {
  const std::string kind = check ? "check" : "run";
  return label.starts_with(kind + "$") ? label : kind + " " + label;
}

std::size_t Report::count(Kind kind) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(findings, [&](const Finding& finding) { return finding.kind == kind && !finding.known; }));
}

std::size_t Report::known() const {
  return static_cast<std::size_t>(std::ranges::count(findings, true, &Finding::known));
}

}  // namespace aunit::strength::audit

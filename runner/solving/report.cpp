#include "runner/solving/report.h"

#include <algorithm>

#include "support/visible.h"

namespace aunit::runner {

bool CommandRow::isAsExpected() const {
  return expect < 0 || isOfPart() || verdict == "UNAFFECTED" || verdict == (expect == 1 ? "SAT" : "UNSAT");
}

Standing CommandRow::standing() const {
  if (isOfPart()) return Standing::partly;
  if (verdict == "ERROR") return Standing::error;
  if (verdict == "UNKNOWN") return Standing::undecided;
  if (verdict == "UNAFFECTED") return Standing::unaffected;
  if (expect >= 0) return isAsExpected() ? Standing::expected : Standing::unexpected;
  if (check) return verdict == "UNSAT" ? Standing::holds : Standing::counterexample;
  return verdict == "SAT" ? Standing::instance : Standing::noInstance;
}

std::string CommandRow::remarkOnVacuity() const {
  return vacuous ? ", but vacuous: " + support::oneLine(vacuous->text) : "";
}

bool SolvedFile::counts(const model::Command& command) const {
  return command.module == 0 && !command.ofTest && !(command.isDefault && (path.ends_with(".aunit") || !isNamed));
}

bool SolvedFile::isNotAlloy(const parser::Loaded& loaded) {
  return std::ranges::any_of(loaded.diagnostics.all(), [](const auto& d) { return d.code == "not-alloy"; });
}

bool SolveReport::isBroken() const {
  return isUnwritten || std::ranges::any_of(files, &SolvedFile::isBroken) || std::ranges::any_of(rows, [](const CommandRow& row) {
           return row.standing() == Standing::error && !row.isInternalError();
         });
}

bool SolveReport::isInternalError() const {
  return std::ranges::any_of(rows,
                             [](const CommandRow& row) { return row.standing() == Standing::error && row.isInternalError(); });
}

}  // namespace aunit::runner

#include "solver/allscopes/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace aunit::solver {

std::string byWhom(const AllScopes& answer) {
  if (answer.by == "bound") return fmt::format("a search {} is enough", answer.scope.empty() ? "of its only scope" : answer.scope);
  return fmt::format("proved by {}, checked by {}", answer.by, answer.checked.empty() ? "no other prover" : answer.checked);
}

std::string inWords(const AllScopes& answer, bool isCheck, const model::SourceMap& sources) {
  std::string text;
  switch (answer.verdict) {
    case AllScopes::Verdict::holds:
      text = fmt::format("{} for any number of atoms{} ({})", isCheck ? "holds" : "none",
                         answer.anyLength ? " and traces of any length" : "", byWhom(answer));
      break;
    case AllScopes::Verdict::empty:
      text =
          fmt::format("for nothing: facts and declarations contradict each other for any number of atoms ({})", byWhom(answer));
      break;
    case AllScopes::Verdict::counterexample:
      text = fmt::format("{} {} (none in the command's own scope)", isCheck ? "counterexample" : "instance", answer.scope);
      break;
    case AllScopes::Verdict::unknown:
      text = fmt::format("unknown{}: {}", answer.searched.empty() ? "" : fmt::format(" (none {})", answer.searched), answer.why);
      if (answer.place.known()) text += fmt::format(": {}", sources.describe(answer.place));
      break;
  }
  if (!answer.assumptions.empty()) text += fmt::format("; {}", fmt::join(answer.assumptions, "; "));
  return text;
}

}  // namespace aunit::solver

#include "solver/allscopes/words.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace aunit::solver {

std::string byWhom(const AllScopes& answer) {
  if (answer.by == "bound")
    return answer.scope.empty() ? "searching the model's only scope is enough"
                                : fmt::format("searching the scope `{}` is enough", answer.scope);
  return fmt::format("proved by {}, checked by {}", answer.by, answer.checked.empty() ? "no other prover" : answer.checked);
}

std::string inWords(const AllScopes& answer, bool isCheck, const model::SourceMap& sources) {
  const char* const what = isCheck ? "counterexample" : "instance";
  std::string text;
  switch (answer.verdict) {
    case AllScopes::Verdict::holds:
      text = fmt::format("{} for any number of atoms{} ({})", isCheck ? "holds" : "no instance",
                         answer.anyLength ? " and traces of any length" : "", byWhom(answer));
      break;
    case AllScopes::Verdict::empty:
      text = fmt::format("vacuous: facts and declarations contradict each other for any number of atoms ({})", byWhom(answer));
      break;
    case AllScopes::Verdict::counterexample:
      text = fmt::format("{} {}, although the command's own scope has none", what, answer.scope);
      break;
    case AllScopes::Verdict::unknown:
      text = fmt::format("unknown{}: {}", answer.searched.empty() ? "" : fmt::format(" (no {} {})", what, answer.searched),
                         answer.why);
      if (answer.place.known()) text += fmt::format(": {}", sources.describe(answer.place));
      break;
  }
  if (!answer.assumptions.empty()) text += fmt::format("; {}", fmt::join(answer.assumptions, "; "));
  return text;
}

AllScopes::Verdict together(std::span<const AllScopes> answers) {
  using Which = AllScopes::Verdict;
  const auto has = [&](Which verdict) { return std::ranges::find(answers, verdict, &AllScopes::verdict) != answers.end(); };
  for (const Which verdict : {Which::counterexample, Which::unknown, Which::holds, Which::empty})
    if (has(verdict)) return verdict;
  return Which::unknown;
}

std::string beyondTheScope(std::span<const AllScopes> answers) {
  const AllScopes::Verdict verdict = together(answers);
  if (verdict == AllScopes::Verdict::unknown) return "";
  const AllScopes& answer = *std::ranges::find(answers, verdict, &AllScopes::verdict);
  switch (verdict) {
    case AllScopes::Verdict::counterexample: return "but not " + answer.scope;
    case AllScopes::Verdict::empty:
      return fmt::format("and for any number of atoms, since facts and declarations contradict each other ({})", byWhom(answer));
    default: break;
  }
  std::string text =
      fmt::format("and for any number of atoms{} ({})", answer.anyLength ? " and traces of any length" : "", byWhom(answer));
  std::vector<std::string> assumptions;
  for (const AllScopes& one : answers)
    for (const std::string& assumption : one.assumptions)
      if (std::ranges::find(assumptions, assumption) == assumptions.end()) assumptions.push_back(assumption);
  if (!assumptions.empty()) text += fmt::format("; {}", fmt::join(assumptions, "; "));
  return text;
}

}  // namespace aunit::solver

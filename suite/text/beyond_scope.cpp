#include "suite/text/beyond_scope.h"

#include "model/one_line.h"
#include "solver/allscopes/words.h"

namespace aunit::suite {

BeyondScope beyondScope(const parser::Loaded& loaded, const solver::AllScopes& answer, bool isCheck) {
  const model::SourceMap& sources = loaded.sources;
  const auto partAt = [&](model::Span span) {
    return BeyondScope::Part{sources.describe(span), model::onOneLine(sources.text(span))};
  };
  BeyondScope said;
  said.verdict = solver::name(answer.verdict);
  said.answer = solver::inWords(answer, isCheck, sources);
  said.by = answer.by;
  said.checked = answer.checked;
  said.lemmas = answer.axioms;
  said.assumptions = answer.assumptions;
  said.invariant = answer.invariant;
  said.anyLength = answer.anyLength;
  for (const model::Span span : answer.needs) said.needs.push_back(partAt(span));
  said.scope = answer.scope;
  said.searched = answer.searched;
  said.why = answer.why;
  if (answer.verdict == solver::AllScopes::Verdict::unknown && answer.place.known()) said.place = partAt(answer.place);
  said.milliseconds = answer.milliseconds;
  return said;
}

}  // namespace aunit::suite

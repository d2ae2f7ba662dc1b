// Vacuous answers: the facts or the guards alone decide them, independent of the command's formula.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/source.h"
#include "solver/entailment/model_questions.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "support/budget.h"

namespace aunit::solver {

struct Vacuity {
  enum class Reason : std::uint8_t {
    facts,       // facts and declarations contradict each other in the scope, so there is no instance at all
    guard,       // the left side of an `implies` of the assertion is never true
    scope,       // there are no atoms in the scope
    signatures,  // for a run: every instance of the signatures satisfies the run and the facts
  };
  Reason why = Reason::facts;
  std::vector<model::Span> core;    // with `facts`: a minimal set of contradictory constraints; empty if none was found in time
  int steps = 0;                    // with `facts`: the greatest length of traces; 0 if there are no traces or no limit
  model::Span guard;                // with `guard`: the guard that is never true
  std::vector<model::Span> behind;  // with `guard`: the enclosing guards, which can be true
};

/// Returns why the answer to a problem is vacuous; nothing if it is not, or if the budget ends first (remarks/remarks.h sets that
/// budget). For a check without a counterexample, or a run that expects no instance and has none, asks the solver for an instance
/// of the facts alone, and of the facts with each guard (guards.h). For a run with an instance, asks the solver for an instance
/// of the declarations in which the run fails. Works on a copy of the model.
std::optional<Vacuity> vacuityOf(ModelQuestions& questions, const Problem& problem, Verdict verdict, const Options& options,
                                 const support::Budget& budget);

/// "facts", "guard", "scope" or "signatures", for programs.
const char* name(Vacuity::Reason why);
/// Returns the reason in words: "the facts contradict each other", "the facts have no trace of up to 10 steps", "`some n.link` is
/// never true", "`A` is never true if `B` is", "nothing can exist in the scope", "any instance of the signatures satisfies it".
std::string vacuityText(const model::SourceMap& sources, const Vacuity& vacuity);

}  // namespace aunit::solver

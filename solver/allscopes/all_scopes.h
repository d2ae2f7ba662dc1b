// Answers for any number of atoms, beyond the scope of a command: whether a check holds, or a run has no instance.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "solver/firstorder/texts.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "support/budget.h"

namespace aunit::solver {

struct AllScopes {
  enum class Verdict : std::uint8_t {
    holds,           // no counterexample (for a run: no instance) with any number of atoms
    counterexample,  // a counterexample (for a run: an instance) in another scope
    empty,           // no instance at all: facts and declarations contradict each other for any number of atoms
    unknown,
  };
  static constexpr double usualSeconds = 10;  // time limit, unless the user states another

  Verdict verdict = Verdict::unknown;
  std::string by;                                     // with `holds` and `empty`: "bound", or the prover's name
  std::string checked;                                // a second, independent prover that confirmed the proof; empty if none did
  std::string axioms;                                 // if a prover decided: "base", or the kind of the lemmas that were added
  std::vector<std::string> assumptions;               // "finite", "integers abstracted", ...: docs/all-scopes.md
  std::vector<firstorder::ProverQuestion> questions;  // for `holds` with a prover: the questions that the prover decided
  bool anyLength = false;                             // with `holds`: proved for traces of any length
  std::vector<std::string> invariant;                 // with `holds` by an invariant: formulas that hold in every state, in Alloy
  std::vector<model::Span> needs;  // with `holds` by a prover: the places of the assertions that the proof needs
  std::string scope;               // with `counterexample`: its scope, "for 4"; if `by` is "bound": the scope that suffices
  Result found;                    // with `counterexample`: the instance that was found
  // The last scope, other than the command's own, that was searched and has no counterexample. May be empty.
  std::string searched;
  std::string why;    // with `unknown`: the reason
  model::Span place;  // with `unknown`: the place of the cause, if known
  double milliseconds = 0;
};

/// Decides, for any number of atoms, a problem that has no instance in its own scope. Several threads may share the model.
/// Returns when there is an answer, after `seconds`, or at a request to stop. No input of the user makes this function throw.
AllScopes allScopesOf(const model::Model& model, const Problem& problem, const Options& options, double seconds,
                      const support::Budget& budget);

/// "holds", "counterexample", "empty", "unknown", for programs.
const char* name(AllScopes::Verdict verdict);

}  // namespace aunit::solver

// Beyond the scope of a command: does a check hold, has a run no instance, for any number of atoms?
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
    holds,           // nothing is found for any number of atoms
    counterexample,  // something is found in another scope
    empty,           // nothing is found since facts and declarations contradict each other, for any number of atoms
    unknown,
  };
  static constexpr double usualSeconds = 10;  // for a command whose user does not say

  Verdict verdict = Verdict::unknown;
  std::string by;                                     // of `holds` and `empty`: "bound", or the prover's name
  std::string checked;                                // the prover of another make that has proved it, too; empty: none
  std::string axioms;                                 // with a prover: "base", or what lemmas had to be added
  std::vector<std::string> assumptions;               // "finite", "integers abstracted", ...: docs/all-scopes.md
  std::vector<firstorder::ProverQuestion> questions;  // for `holds` with a prover: what it showed
  bool anyLength = false;                             // of `holds`: traces, of any length
  std::vector<std::string> invariant;                 // of `holds` by one: formulas of every state, in Alloy
  std::vector<model::Span> needs;                     // of `holds` with a prover: the places that the proof needs
  std::string scope;                                  // of `counterexample`: "for 4"; of a bound: the scope that is enough
  Result found;                                       // with `counterexample`
  std::string searched;  // the last scope in which nothing was found, beyond the command's own; may be empty
  std::string why;       // of `unknown`
  model::Span place;     // of `unknown`, where one is to blame
  double milliseconds = 0;
};

/// Asks beyond the scope of a problem that has no instance in it. The model may be shared. Nothing but a request to stop ends it
/// before it knows or the seconds are over. Does not throw for any input of the user.
AllScopes allScopesOf(const model::Model& model, const Problem& problem, const Options& options, double seconds,
                      const support::Budget& budget);

/// "holds", "counterexample", "empty", "unknown", for programs.
const char* name(AllScopes::Verdict verdict);

}  // namespace aunit::solver

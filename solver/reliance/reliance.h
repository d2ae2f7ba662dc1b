// What the answer "no instance" rests on: which of the model's facts it needs, or that it needs none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/source.h"
#include "solver/entailment/entailment.h"
#include "solver/entailment/model_questions.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "solver/vacuity/vacuity.h"
#include "support/budget.h"

namespace aunit::solver {

struct Reliance {
  enum class Kind : std::uint8_t {
    unknown,       // the time ended first, or the question cannot be asked
    empty,         // the answer is vacuous
    tautology,     // no fact is needed, and no multiplicity either
    declarations,  // no fact is needed
    operations,    // no fact is needed, and the claim is about the predicates that it calls, which relate two states
    repeats,       // the claim is what some facts state
    facts,         // facts are needed
  };
  Kind kind = Kind::unknown;
  std::optional<Vacuity> vacuity;  // with `empty`

  /// A conjunct of a fact.
  struct Part {
    model::Span span;
    Entailment::Source paragraph;
    bool breaks = false;  // there is an instance if only this part is removed
  };
  /// For `repeats` and `facts`: a minimal set of conjuncts that suffices.
  std::vector<Part> needs;
  bool minimal = true;    // false: time ended before the removal of each conjunct was tried
  bool verbatim = false;  // for `repeats`: equal up to the names of variables; false: proved to be equivalent
  std::size_t facts = 0;  // paragraphs with facts in the model, including blocks behind signatures
  /// For `tautology`, `declarations`, `operations`: true in the scope, but not with one more atom of each signature.
  bool onlyInScope = false;

  /// The number of paragraphs in `needs`.
  std::size_t paragraphs() const;
};

/// Finds what the answer that a problem has no instance rests on (`empty` only for a check, or a run that expects none). Asks in
/// the problem's scope. Whether formulas are equal, and what holds without facts, is also asked with one more atom of each
/// signature. The questions are put to a copy of the model. The budget limits all questions together; if it ends, the result is
/// incomplete.
Reliance relianceOf(ModelQuestions& questions, const Problem& problem, const Options& options, const support::Budget& budget);

/// What a line under an answer should show.
enum class RelianceWanted : std::uint8_t {
  none,
  notable,  // for a check: only that it repeats a fact, or needs no fact although there are facts; for a run that expects an
            // instance: everything
  all,
};

/// Like relianceOf(), with little effort, for a line under the answer: a few milliseconds as a rule. Steps of the translation and
/// conflicts limit it, so that the result is the same in every run unless the budget ends first. Requires that the answer is not
/// known to be vacuous. A claim that states a fact in other words rests on this fact; Part::breaks is not computed. `unknown` if
/// `wanted` does not include the result.
Reliance relianceInShort(ModelQuestions& questions, const Problem& problem, RelianceWanted wanted, const Options& options,
                         const support::Budget& budget);

/// "empty", "tautology", ..., for programs.
const char* name(Reliance::Kind kind);

}  // namespace aunit::solver

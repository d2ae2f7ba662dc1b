// The facts on which the answer "no instance" rests, if it rests on any.
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

/// What the answer "no instance" rests on. The claim is the assertion of a check; for a run, it is the denial of its formula.
struct Reliance {
  enum class Kind : std::uint8_t {
    unknown,       // the budget ended before there was a result, or the solver refuses the question
    empty,         // the answer is vacuous
    tautology,     // neither facts nor multiplicities are needed
    declarations,  // no fact is needed
    operations,    // no fact is needed, but the claim calls predicates that relate two states
    repeats,       // the claim repeats facts
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
  /// For `repeats` and `facts`: conjuncts of facts from which the answer follows.
  std::vector<Part> needs;
  bool minimal = true;    // false if time ended, so that some conjuncts were not tried for removal
  bool verbatim = false;  // for `repeats`: true if claim and facts differ only in the names of variables, false if the solver had
                          // to prove that they are equivalent
  std::size_t facts = 0;  // number of facts in the model; the block after a signature counts as a fact
  /// For `tautology`, `declarations`, `operations`: the claim holds in the scope, but not with one more atom of each signature.
  bool onlyInScope = false;

  /// The number of paragraphs in `needs`.
  std::size_t paragraphs() const;
};

/// Finds the facts on which the answer "no instance" rests. The result is `empty` only for a check, or for a run that expects no
/// instance. All questions are about the problem's scope. Two of them are also asked with one more atom of each signature:
/// whether formulas are equivalent, and whether the claim holds without facts. Works on a copy of the model. The budget limits
/// all questions together; if it ends, the result is incomplete.
Reliance relianceOf(ModelQuestions& questions, const Problem& problem, const Options& options, const support::Budget& budget);

/// The kinds of results that a line under an answer should show.
enum class RelianceWanted : std::uint8_t {
  none,
  // For a check: only that it repeats a fact, or that it needs none of the model's facts. For a run: nothing if the run has
  // `expect 0`; nothing if it has no `expect` and the model is mostly data; otherwise everything.
  notable,
  all,
};

/// Like relianceOf(), but limited to a few milliseconds, because the result is only for a line under the answer. The limit counts
/// conflicts and the steps of the translation, so that the result is deterministic unless the budget ends first. Do not call it
/// if the answer is known to be vacuous. For a claim that says the same as a fact in other words, the result is `facts`, not
/// `repeats`. Part::breaks is not computed. Returns `unknown` if `wanted` does not include the result.
Reliance relianceInShort(ModelQuestions& questions, const Problem& problem, RelianceWanted wanted, const Options& options,
                         const support::Budget& budget);

/// "empty", "tautology", ..., for programs.
const char* name(Reliance::Kind kind);

}  // namespace aunit::solver

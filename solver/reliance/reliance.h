// What the answer "none" rests on: which of the model's facts are needed for it, or whether none is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/source.h"
#include "solver/entailment/entailment.h"
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
    operations,    // no fact is needed, and the claim calls predicates that relate two states: it is about these
    repeats,       // what is asked is what some facts say
    facts,         // facts are needed
  };
  Kind kind = Kind::unknown;
  std::optional<Vacuity> vacuity;  // of `empty`

  /// A conjunct of a fact.
  struct Part {
    model::Span span;
    Entailment::Source paragraph;
    bool breaks = false;  // without it alone the answer is another
  };
  /// For `repeats` and `facts`: conjuncts that are enough, of which none can be spared.
  std::vector<Part> needs;
  bool minimal = true;    // no: the time ended before each was tried
  bool verbatim = false;  // for `repeats`: the same words, up to the names of variables; else it is proved
  std::size_t facts = 0;  // paragraphs with facts in the model, blocks behind signatures among them
  /// For `tautology`, `declarations`, `operations`: it is so in the scope, but not with one more atom of each signature.
  bool onlyInScope = false;

  /// How many paragraphs `needs` lies in.
  std::size_t paragraphs() const;
};

/// What the answer that a problem has no instance rests on (`empty`: of a check, or a run that expects none). Asks in the
/// problem's scope, and about equal formulas and what holds without facts in one with one more atom of each signature as well.
/// The model may be shared. The budget is for all questions together; where it ends, less is said.
Reliance relianceOf(const model::Model& model, const Problem& problem, const Options& options, const support::Budget& budget);

/// What a line under an answer should say.
enum class RelianceWanted : std::uint8_t {
  none,
  notable,  // of a check that it repeats a fact, or needs none although there are facts; of a run that expects an instance
            // anything
  all,
};

/// Likewise with little effort, for a line under the answer: a few milliseconds as a rule, limited by steps of the translation
/// and by conflicts, so that it is the same in every run unless the budget ends first. Requires that the answer is not vacuous as
/// far as is known. A claim that says what a fact says in other words rests on this fact; nothing is said of what breaks the
/// answer. `unknown` if what is wanted does not include it.
Reliance relianceInShort(const model::Model& model, const Problem& problem, RelianceWanted wanted, const Options& options,
                         const support::Budget& budget);

/// "empty", "tautology", ..., for programs.
const char* name(Reliance::Kind kind);

}  // namespace aunit::solver

// A session answers many questions about one problem. Each question asks for instances in which further formulas hold.
//
// The problem is translated once for each number of states. The formulas of a question are assumptions for this question only,
// but the clauses that the solver learns also serve later questions. So all coverage requirements, mutants or pairs of formulas
// of one problem need a single translation.
#pragma once

#include <memory>
#include <span>

#include "model/model.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "solver/session/unrolling.h"
#include "solver/translation/branch.h"

namespace aunit::solver {

/// A session must not be used by several threads at once, but several sessions may share a model. No member throws for any input
/// of the user.
class Session {
 public:
  Session(const model::Model& model, Problem problem, Options options, Questions questions = Questions::many);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The first instance of the problem in which all goals hold; `unsatisfiable` if there is none. Traces with fewer states come
  /// first. Goals are formulas that were added to the model before or after this session was made. Without goals, the question is
  /// the problem itself. The atoms of String are the literals that the problem, these goals and all earlier goals mention.
  /// Symmetry breaking (Options::symmetry) loses no answer, because goals cannot distinguish interchangeable atoms.
  Result ask(std::span<const model::ExprId> goals);
  Result ask(std::span<const model::ExprId> goals, const support::Budget& budget);

  /// Verifies the instance of the last answer, as Options::verify does for each answer. Requires `result` to be that answer, with
  /// an instance. If solver and evaluator disagree, `result` becomes an error.
  void verify(Result& result, const support::Budget& budget);

  /// The first instance of the given branch (branch.h). Requires Options::enumerate. Returns an error if traces have no greatest
  /// length. Symmetry breaking may exclude instances of the branch; set Options::symmetry to 0 to find all of them.
  Result follow(const Branch& branch);
  Result follow(const Branch& branch, const support::Budget& budget);

  /// Another instance that answers the last question; if there was no question yet, an instance of the problem itself. Requires
  /// Options::enumerate.
  Result next();
  Result next(const support::Budget& budget);

  /// Call it after the model was rolled back. Forgets the expressions from `first` on, and the variables that they declare. The
  /// problem's own expressions must stay in the model. Ends the last question: next() returns `unknown` until the next question.
  void forget(model::ExprId first);

 private:
  struct State;
  support::Budget budget() const;
  template <class Step>
  Result guarded(Step step);
  std::unique_ptr<State> state_;
};

}  // namespace aunit::solver

// A session: many questions about one problem, each for instances in which further formulas hold.
//
// The problem is translated once for each number of states. A question is a set of formulas that are assumed to hold; it leaves
// nothing behind but the clauses that the solver has learnt. So the feasibility of coverage requirements, the equivalence of
// mutants, and instances that tell two formulas apart cost one translation together.
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

  /// The first instance of the problem in which all goals hold, traces by ascending number of states; `unsatisfiable` when there
  /// is none. Goals are formulas of the model, which may be newer than the session. Without goals, the question is the problem
  /// itself. The atoms of String are the literals that the problem and all goals so far mention. Symmetric instances are left out
  /// as Options say, whatever the goals, because goals cannot tell interchangeable atoms apart either.
  Result ask(std::span<const model::ExprId> goals);
  Result ask(std::span<const model::ExprId> goals, const support::Budget& budget);

  /// The first instance that branches off as given (branch.h); needs Options::enumerate. Unsupported when traces have no greatest
  /// length. Symmetric instances that Options leave out may be the only ones with the shared parts: Options::symmetry 0 misses
  /// none.
  Result follow(const Branch& branch);
  Result follow(const Branch& branch, const support::Budget& budget);

  /// Another instance that answers the last question; needs Options::enumerate. Before the first question, an instance of the
  /// problem itself.
  Result next();
  Result next(const support::Budget& budget);

  /// To be called when the model was rolled back: forgets the expressions from `first` on, and the variables that they declare.
  /// The problem's own expressions must stay in the model. The last question is over: next() returns `unknown` until another
  /// question is asked.
  void forget(model::ExprId first);

 private:
  struct State;
  support::Budget budget() const;
  template <class Step>
  Result guarded(Step step);
  std::unique_ptr<State> state_;
};

}  // namespace aunit::solver

// One problem, many questions: which instances does it have in which this holds too, and that?
//
// The problem is translated once for each number of states; a question is a set of formulas that are assumed to hold, which
// leaves nothing behind but what the solver has learnt. So the feasibility of coverage requirements, the equivalence of mutants
// and instances that tell two formulas apart cost one translation together.
#pragma once

#include <memory>
#include <span>

#include "model/model.h"
#include "solver/attempt.h"
#include "solver/branch.h"
#include "solver/options.h"
#include "solver/problem.h"

namespace aunit::solver {

/// Not for several threads at once; several sessions on one model are. No member throws for what a user can cause.
class Session {
 public:
  Session(const model::Model& model, Problem problem, Options options, Questions questions = Questions::many);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The first instance in which all goals hold beside what the problem asserts, traces by ascending number of states;
  /// `unsatisfiable` when there is none. Goals are formulas of the model, also ones that it was given since the session was made;
  /// none: the problem itself. The atoms of String are the literals that the problem and all goals so far mention. Symmetric
  /// instances are left out as Options say, whatever the goals: they cannot tell interchangeable atoms apart either.
  Result ask(std::span<const model::ExprId> goals);
  Result ask(std::span<const model::ExprId> goals, const Budget& budget);

  /// The first instance that branches off so (of a session with Options::enumerate). Unsupported where traces have no longest.
  /// Symmetric instances that Options leave out may be the only ones with the shared parts: Options::symmetry 0 misses none.
  Result follow(const Branch& branch);
  Result follow(const Branch& branch, const Budget& budget);

  /// Another instance that answers the last question (of a session with Options::enumerate); at first, the problem itself.
  Result next();
  Result next(const Budget& budget);

  /// The model was rolled back: expressions from `first` on, and the variables that they declare, are not those that were asked
  /// about. The problem's own must stay.
  void forget(model::ExprId first);

 private:
  struct State;
  Budget budget() const;
  template <class Step>
  Result guarded(Step step);
  std::unique_ptr<State> state_;
};

}  // namespace aunit::solver

// The interface of the solver for a single problem: takes a command, or a formula with a scope, and returns instances.
#pragma once

#include <memory>

#include "solver/grounding/growing_scope.h"
#include "solver/session/session.h"

namespace aunit::solver {

/// Finds the instances of a problem one after the other. Traces with fewer states come first. Unlike a session, it answers only
/// one question.
///
/// If the scope grows (`for 1..3 A`), a run is searched in the first scope only. A check is also searched in the larger scopes,
/// one after the other, until there is a counterexample (language reference 14; the Analyzer extends the instances of a run to
/// larger scopes). All instances are of one scope.
class Search {
 public:
  Search(const model::Model& model, Problem problem, Options options);

  /// The next instance; `unsatisfiable` if there is none, or no further one. Does not throw for any input of the user.
  Result next();
  Result next(const support::Budget& budget);

 private:
  void begin();

  const model::Model& model_;
  Problem problem_;  // with the current scope
  const Options options_;
  GrowingScope scope_;
  std::unique_ptr<Session> session_;
  bool found_ = false;
};

}  // namespace aunit::solver

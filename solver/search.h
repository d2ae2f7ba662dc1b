// The door of the solver layer for a single problem: a command, or any formula within a scope, to its instances.
#pragma once

#include "solver/session.h"

namespace aunit::solver {

/// Finds the instances of a problem one after the other, traces by ascending number of states. What a session keeps for further
/// questions is thrown away.
///
/// Where the scope grows (`for 1..3 A`), the first scope is looked at, and of a check the larger ones as long as there is no
/// counterexample (language reference 14; the reference goes on to extend what a run has found). All instances are of one scope.
class Search {
 public:
  Search(const model::Model& model, Problem problem, Options options);

  /// The next instance; `unsatisfiable` when there is none or no other. Never throws for what a user can cause.
  Result next();
  Result next(const Budget& budget);

 private:
  void begin();

  const model::Model& model_;
  Problem problem_;  // with the scope that is looked at
  const Options options_;
  std::vector<model::SigId> growing_;  // signatures whose scope grows
  std::unique_ptr<Session> session_;
  bool found_ = false;
};

}  // namespace aunit::solver

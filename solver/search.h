// The door of the solver layer for a single problem: a command, or any formula within a scope, to its instances.
#pragma once

#include "solver/session.h"

namespace aunit::solver {

/// Finds the instances of a problem one after the other, traces by ascending number of states. What a session keeps for further
/// questions is thrown away.
class Search {
 public:
  Search(const model::Model& model, Problem problem, Options options)
      : session_(model, std::move(problem), std::move(options), Questions::one) {}

  /// The next instance; `unsatisfiable` when there is none or no other. Never throws for what a user can cause.
  Result next() { return session_.next(); }
  Result next(const Budget& budget) { return session_.next(budget); }

 private:
  Session session_;
};

}  // namespace aunit::solver

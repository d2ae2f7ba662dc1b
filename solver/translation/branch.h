// A branch: an instance that begins like a known one and continues differently (language reference 13.6). An instance view
// uses branches to show another configuration, another initial state or another step.
#pragma once

#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "solver/circuit/matrix.h"
#include "solver/translation/relation_variables.h"
#include "solver/translation/trace.h"

namespace aunit::solver {

/// A trace has parts, in the order in which they are chosen: its configuration, which never changes, then state 0, state 1 and so
/// on. Skolems belong to no part. `trunk` and `siblings` must be instances of the same problem and outlive this object.
struct Branch {
  const model::Instance* trunk = nullptr;        // may be null if `shared` is 0
  int shared = 0;                                // the first `shared` parts are equal to the trunk's
  std::vector<const model::Instance*> siblings;  // the part after the shared parts differs from the same part of each sibling
};

/// The least number of states of a lasso with the shared parts.
inline int statesOf(const Branch& branch) {
  return branch.shared - 1;
}

/// A literal that holds in the traces of the given branch. States after the last state of a lasso are compared, too; they
/// repeat the states of the loop.
Lit branching(const Branch& branch, const model::Model& model, RelationVariables& relationVariables, const Algebra& algebra,
              const Trace& trace);

/// Whether the first `parts` parts of two instances of one problem are equal.
bool shareParts(const model::Model& model, const model::Instance& a, const model::Instance& b, int parts);

/// Gives the atoms in the shared parts of `instance` the names that they have in the trunk. The names would otherwise differ if
/// the later states differ, because names depend on all states.
void keepNames(const Branch& branch, const model::Model& model, model::Instance& instance);

}  // namespace aunit::solver

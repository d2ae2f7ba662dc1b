// Another instance that begins like one that is known and goes on differently (language reference 13.6): what an instance view
// asks for as another configuration, another initial state, another step.
#pragma once

#include <vector>

#include "model/instance.h"
#include "model/model.h"
#include "solver/leaves.h"
#include "solver/matrix.h"
#include "solver/trace.h"

namespace aunit::solver {

/// The parts of a trace, in the order in which they are chosen: what never changes (its configuration), then state 0, state 1 and
/// so on. Witnesses of quantifiers are no part of it. The instances must be of the same problem and outlive the question.
struct Branch {
  const model::Instance* trunk = nullptr;        // may be null where nothing is shared
  int shared = 0;                                // so many parts are those of the trunk
  std::vector<const model::Instance*> siblings;  // the part that follows is none of theirs; none: it may be any
};

/// States that a lasso must have at least to have the shared parts.
inline int statesOf(const Branch& branch) {
  return branch.shared - 1;
}

/// Holds in the traces that branch off so. A trace that has no more states than are shared goes on with the one that follows its
/// last.
Lit branching(const Branch& branch, const model::Model& model, Leaves& leaves, const Algebra& algebra, const Trace& trace);

/// Whether two instances of one problem have their first parts in common.
bool shareParts(const model::Model& model, const model::Instance& a, const model::Instance& b, int parts);

/// Gives atoms that are in the shared parts the names that they have in the trunk: a name tells what an atom becomes later.
void keepNames(const Branch& branch, const model::Model& model, model::Instance& instance);

}  // namespace aunit::solver

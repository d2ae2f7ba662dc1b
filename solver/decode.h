// From what the SAT solver answered back to an instance, its atoms named as the reference names them (language reference 16.6).
#pragma once

#include <functional>
#include <span>

#include "model/instance.h"
#include "solver/bounds.h"
#include "solver/leaves.h"
#include "solver/trace.h"
#include "solver/translator.h"

namespace aunit::solver {

/// `inputValue` gives the value of a circuit input by node. Relations that nothing mentioned hold what they must and no more.
model::Instance decode(const model::Model& model, const Bounds& bounds, Leaves& leaves, const Trace& trace,
                       std::span<const SkolemRelation> skolems, const Algebra& algebra,
                       const std::function<bool(std::uint32_t)>& inputValue);

/// The reference gives a signature that is not abstract and has children a hidden relation for the atoms of no child, and lets it
/// overlap with the children: an atom that is in a child counts once with and once without it. The exact size n of an abstract
/// signature has n witnesses, in any order. Its numbers of solutions are therefore larger than those of instances; this is the
/// factor.
std::uint64_t solutionsOfReference(const model::Model& model, const Bounds& bounds, const model::Instance& instance);

/// A lasso that denotes the same infinite trace with as few states as possible, written out: equal for equal traces. The second
/// value is the number of its states.
std::pair<std::string, std::size_t> canonicalTrace(const model::Instance& instance);

}  // namespace aunit::solver

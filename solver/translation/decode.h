// Converts a SAT solver's solution to an instance, with atoms named as the Analyzer names them (language reference 16.6).
#pragma once

#include <functional>
#include <span>

#include "model/instances/instance.h"
#include "solver/grounding/bounds.h"
#include "solver/translation/relation_variables.h"
#include "solver/translation/trace.h"
#include "solver/translation/translator.h"

namespace aunit::solver {

/// `inputValue` gives the value of a circuit input by node. Relations that no formula mentions hold their lower bounds.
model::Instance decode(const model::Model& model, const Bounds& bounds, RelationVariables& relationVariables, const Trace& trace,
                       std::span<const SkolemRelation> skolems, const Algebra& algebra,
                       const std::function<bool(std::uint32_t)>& inputValue);

/// The number of solutions that the Analyzer counts for an instance. If a signature is not abstract and has children, the
/// Analyzer adds a hidden relation, which has to hold the atoms that are in no child and may hold other atoms of the signature.
/// So each atom of a child doubles the number of solutions, unless the lower bound of the signature or of a child contains the
/// atom. For an abstract signature of exact size n, the Analyzer adds n hidden variables; each order of their values is a
/// solution.
std::uint64_t solutionsOfReference(const model::Model& model, const Bounds& bounds, const model::Instance& instance);

/// The shortest lasso that denotes the same infinite trace as `instance`: its text, and its number of states. Equal traces have
/// equal texts.
std::pair<std::string, std::size_t> canonicalTrace(const model::Instance& instance);

}  // namespace aunit::solver

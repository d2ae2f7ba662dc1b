// A bound for counterexamples: if there is a counterexample, there is one whose numbers of atoms do not exceed the bound.
//
// After skolemisation the formulas are universal, so they hold in each substructure that is closed under the functions. If the
// graph of sorts (from the arguments of a function to its value) has no cycle, there are finitely many terms without variables,
// and the elements that they name are such a substructure. Closures may occur only negatively, and only closures of relations
// that do not grow when elements are removed. Such closures do not grow either. (Bernays and Schoenfinkel; for sorts Abadi,
// Rabinovich and Sagiv, JSC 2010.)
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "model/model.h"
#include "solver/firstorder/theory.h"

namespace aunit::solver {

/// Atoms by top-level signature.
using SmallModel = std::map<model::SigId, std::uint64_t>;

/// Returns the bound; nothing if there is none, or if it is too large to search.
std::optional<SmallModel> smallModelOf(const firstorder::Theory& theory);

/// Returns the scope that allows the atoms of the bound, and the same number for each subsignature; nothing if no scope does.
std::optional<model::Scope> scopeOf(const model::Model& model, const SmallModel& bound, const model::Scope& command);

}  // namespace aunit::solver

// A bound for counterexamples: if there is a counterexample, there is one whose numbers of atoms do not exceed the bound.
//
// After skolemisation the formulas are universal, so they hold in each substructure that is closed under the functions. If the
// graph of sorts (from the arguments of a function to its value) has no cycle, there are finitely many terms without variables,
// and the elements that they name are such a substructure. The formulas may contain closures only in negative positions, and only
// of relations that do not grow when elements are removed, because then the closures do not grow either. (Bernays and
// Schoenfinkel; for sorts Abadi, Rabinovich and Sagiv, JSC 2010.)
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "model/model.h"
#include "solver/firstorder/theory.h"

namespace aunit::solver {

/// By top-level signature: the number of its atoms.
using SmallModel = std::map<model::SigId, std::uint64_t>;

/// Returns the bound; nothing if there is none, or if it is too large to search.
std::optional<SmallModel> smallModelOf(const firstorder::Theory& theory);

/// Returns the scope with the numbers of `bound`; a subsignature gets the number of its top-level signature. Returns nothing if
/// no scope allows these numbers.
std::optional<model::Scope> scopeOf(const model::Model& model, const SmallModel& bound, const model::Scope& command);

}  // namespace aunit::solver

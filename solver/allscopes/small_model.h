// A bound for counterexamples: if there is one at all, there is one with no more atoms than that.
//
// After skolemisation the formulas are universal, and hold in each part of a structure that functions do not lead out of. Where
// the graph of sorts (from the arguments of a function to its value) has no cycle, the terms without variables are finitely many,
// and the part that they name is a structure, too. Closures may occur negatively alone, of relations that do not grow when
// elements are left out: then they only shrink. (Bernays and Schoenfinkel; for sorts Abadi, Rabinovich and Sagiv, JSC 2010.)
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "model/model.h"
#include "solver/firstorder/theory.h"

namespace aunit::solver {

/// Atoms by top-level signature.
using SmallModel = std::map<model::SigId, std::uint64_t>;

/// The bound; nothing if there is none, or where it is beyond all searches.
std::optional<SmallModel> smallModelOf(const firstorder::Theory& theory);

/// The scope that allows so many atoms, and as many of each signature below; nothing if no scope does.
std::optional<model::Scope> scopeOf(const model::Model& model, const SmallModel& bound, const model::Scope& command);

}  // namespace aunit::solver

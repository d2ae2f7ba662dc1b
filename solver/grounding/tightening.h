// Tightening of bounds by what the formulas of a problem fix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/model.h"
#include "model/semantics.h"
#include "solver/grounding/bounds.h"
#include "solver/grounding/problem.h"
#include "support/budget.h"

namespace aunit::solver {

/// Puts into the lower bounds of fields and subset signatures tuples that they have in every solution, and takes out of the upper
/// ones such as they have in none, in all states: `fact { right = A1->A2 + A2->A3 }` leaves nothing open of `right`. Formulas
/// that must hold are read as constraints on intervals of sets, until nothing changes or much work is done (Gervet, Constraints
/// 1997). Bounds stay as they are where formulas contradict each other: lower ones remain parts of upper ones. Throws Exhausted.
///
/// Upper bounds that are products become lists of what facts leave of them, row by row where facts say what follows an atom, and
/// no product is listed for it. `settled` says which conjuncts hold in every solution by the bounds alone, by their places; empty
/// when none is known to.
///
/// With Reading::data only upper bounds that are products become narrower; `read` are the places of the conjuncts that say so,
/// which a contradiction rests on as it does on what is assumed.
enum class Reading : std::uint8_t { all, data };
struct Tightened {
  std::vector<bool> settled;
  std::vector<std::size_t> read;
};
Tightened tighten(Bounds& bounds, const model::Model& model, std::span<const Conjunct> conjuncts, model::Semantics semantics,
                  Reading reading, const support::Budget& budget);

}  // namespace aunit::solver

// Tightening of bounds by the formulas of a problem.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/model.h"
#include "model/semantics.h"
#include "solver/grounding/bounds.h"
#include "solver/grounding/problem.h"
#include "support/budget.h"

namespace aunit::solver {

/// Tightens the bounds of fields and subset signatures in all states. The lower bound of a relation gets the tuples that the
/// relation has in every solution. The upper bound loses the tuples that the relation has in no solution. For example,
/// `fact { right = A1->A2 + A2->A3 }` determines `right`. Formulas that must hold are read as constraints on intervals of sets,
/// until nothing changes or a limit on the number of steps is reached (Gervet, Constraints 1997). If formulas contradict each
/// other, bounds are not narrowed further: lower bounds remain subsets of upper ones. Throws Exhausted.
///
/// An upper bound that is a product becomes a list of the tuples that facts allow. If facts limit the tuples for each first atom,
/// only these tuples are enumerated, not the whole product. `settled` says for each conjunct whether the bounds alone ensure that
/// it holds in every solution; empty if this is unknown.
///
/// Reading::data narrows only upper bounds that are products. `read`: the indices of the conjuncts that narrowed bounds; the new
/// bounds follow from these conjuncts, the declarations and the structure. Every contradiction may depend on them.
enum class Reading : std::uint8_t { all, data };
struct TighteningResult {
  std::vector<bool> settled;
  std::vector<std::size_t> read;
  /// The number of conjuncts before the problem's own formulas. Set only if these conjuncts determine all relations; `settled` is
  /// then set, too.
  std::optional<std::ptrdiff_t> background{};
};
TighteningResult tighten(Bounds& bounds, const model::Model& model, std::span<const Conjunct> conjuncts,
                         model::Semantics semantics, Reading reading, const support::Budget& budget);

}  // namespace aunit::solver

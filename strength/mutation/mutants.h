// The mutants of a model (reference "strength", section 1).
#pragma once

#include <vector>

#include "coverage/extract.h"
#include "model/model.h"
#include "strength/mutation/mutant.h"

namespace aunit::strength {

/// `mualloy`: exactly MuAlloy's operators. `all`: also operators for Alloy 6, and from later work.
///
/// MuAlloy runs on Alloy 4.2, which makes atoms for integers only if a field's declaration, a fact or the command itself mentions
/// integers; called predicates and functions do not count. Without such atoms, `in` between integers (`#a in #b` is `Int[#a] in
/// Int[#b]`) compares empty sets and holds, while `=` compares numbers. If declarations and facts of a model do not mention
/// integers, MuAlloy's mutant `in` for `=` in a predicate or function thus means "true", and aunit gives it this meaning. Since
/// Alloy 5, `in` between integers means the same as `=`, so the text of this mutant means something else. It is the only such
/// mutant.
enum class OperatorSet : std::uint8_t { mualloy, all };

struct MutantOptions {
  OperatorSet operators = OperatorSet::all;
  /// Parts that are not mutated: a root that has tests only, predicates that state valuations.
  coverage::ExtractOptions subject;
};

/// All changes that the language's types allow, by paragraph, in the order of the text. Assertions, parameters, library modules
/// and expansions of macros are not changed.
std::vector<Mutant> mutantsOf(const model::Model& model, const MutantOptions& options);

}  // namespace aunit::strength

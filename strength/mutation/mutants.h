// The mutants of a model (reference "strength", section 1).
#pragma once

#include <vector>

#include "coverage/extract.h"
#include "model/model.h"
#include "strength/mutation/mutant.h"

namespace aunit::strength {

/// MuAlloy's operators exactly, or these and what Alloy 6 and later work brought.
///
/// MuAlloy runs on Alloy 4.2, which makes atoms for integers only if a field's declaration, a fact or the command itself has
/// to do with integers; what a predicate or function does that is called is not looked at. In such a model `in` compares the
/// empty set with itself when its operands are integers (`#a in #b` is `Int[#a] in Int[#b]`) and holds, `=` compares numbers. So
/// in predicates and functions of a model whose declarations and facts are without integers MuAlloy's `in` for `=` says "true",
/// and is judged so here; since Alloy 5 it says what `=` does. It is the one mutant of MuAlloy's whose text says another thing.
enum class OperatorSet : std::uint8_t { mualloy, all };

struct MutantOptions {
  OperatorSet operators = OperatorSet::all;
  /// The parts that are not under test and are left alone: a root that holds tests only, predicates that state valuations.
  coverage::ExtractOptions subject;
};

/// All changes that the language's types allow, by paragraph in source order and within it as the text reads. Assertions,
/// parameters, library modules and what macros expand to are left alone.
std::vector<Mutant> mutantsOf(const model::Model& model, const MutantOptions& options);

}  // namespace aunit::strength

// The mutants of a model (reference "strength", section 1).
#pragma once

#include <vector>

#include "coverage/extract.h"
#include "model/model.h"
#include "strength/mutation/mutant.h"

namespace aunit::strength {

/// `mualloy`: exactly MuAlloy's operators. `all`: also operators for Alloy 6, and operators of later work.
///
/// MuAlloy runs on Alloy 4.2. There, integers have atoms only if a field's declaration, a fact or the command itself mentions
/// integers; the predicates and functions that the command calls do not count. Without these atoms, `#a in #b` means `Int[#a] in
/// Int[#b]`, which compares two empty sets and always holds, while `#a = #b` compares numbers. So if neither declarations nor
/// facts mention integers, MuAlloy's mutant that replaces `=` by `in` in a predicate or function means "true", and aunit gives it
/// this meaning. Since Alloy 5, `in` between integers means the same as `=`, so the text of this mutant does not show what it
/// means. It is the only mutant with this problem.
enum class OperatorSet : std::uint8_t { mualloy, all };

struct MutantOptions {
  OperatorSet operators = OperatorSet::all;
  /// parts that get no mutants, for example a root file that contains only tests, or predicates that state valuations
  coverage::ExtractOptions subject;
};

/// Returns all changes that the language's types allow, by paragraph, in the order of the text. Assertions, parameters, library
/// modules and expansions of macros get no mutants.
std::vector<Mutant> mutantsOf(const model::Model& model, const MutantOptions& options);

}  // namespace aunit::strength

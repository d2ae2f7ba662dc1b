// The mutants of a model (reference "strength", section 1).
#pragma once

#include <vector>

#include "coverage/extract.h"
#include "model/model.h"
#include "strength/mutant.h"

namespace aunit::strength {

/// MuAlloy's operators exactly, or these and what Alloy 6 and later work brought.
enum class OperatorSet : std::uint8_t { mualloy, all };

struct MutantOptions {
  OperatorSet operators = OperatorSet::all;
  /// What is no part of the model under test: a root that holds tests only, predicates that state valuations.
  coverage::ExtractOptions subject;
};

/// All changes that the language's types allow, by paragraph in source order and within it as the text reads. Assertions,
/// parameters, library modules and what macros expand to are left alone. The model is changed and restored on the way.
std::vector<Mutant> mutantsOf(model::Model& model, const MutantOptions& options);

}  // namespace aunit::strength

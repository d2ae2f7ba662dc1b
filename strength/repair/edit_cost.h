// How much an edit changes, for people who read it.
#pragma once

#include <cstdint>
#include <vector>

#include "model/source.h"
#include "strength/mutation/mutant_text.h"

namespace aunit::strength {

/// The edit without the words that it leaves as they are at its ends.
Replacement trimmed(Replacement edit, const model::SourceMap& sources);

/// Tokens that are taken out and put in, what stays in its order left out.
std::uint32_t editCost(const std::vector<Replacement>& edits, const model::SourceMap& sources);

}  // namespace aunit::strength

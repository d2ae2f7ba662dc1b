// Measures the size of an edit in tokens.
#pragma once

#include <cstdint>
#include <vector>

#include "model/source.h"
#include "strength/mutation/mutant_text.h"

namespace aunit::strength {

/// Returns the edit without the words at its beginning and end that are the same in the old and the new text.
Replacement trimmed(Replacement edit, const model::SourceMap& sources);

/// Returns how many tokens the edits delete and insert, if the tokens of a longest common subsequence stay.
std::uint32_t editCost(const std::vector<Replacement>& edits, const model::SourceMap& sources);

}  // namespace aunit::strength

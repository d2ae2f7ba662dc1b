// The size of an edit for people who read it.
#pragma once

#include <cstdint>
#include <vector>

#include "model/source.h"
#include "strength/mutation/mutant_text.h"

namespace aunit::strength {

/// The edit without the unchanged words at its begin and end.
Replacement trimmed(Replacement edit, const model::SourceMap& sources);

/// The number of tokens that are deleted or inserted if the tokens of a longest common subsequence stay.
std::uint32_t editCost(const std::vector<Replacement>& edits, const model::SourceMap& sources);

}  // namespace aunit::strength

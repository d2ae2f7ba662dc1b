// Loads an edited model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/mutation/mutant_text.h"

namespace aunit::strength {

/// Applies the edits to the text of one file, and loads the result. All edits must be in the same file: in the loaded file, or in
/// one that it opens. They must be in the order of the text. `path` and `how` are those with which `loaded` was loaded. Reads
/// nothing from the disk.
std::unique_ptr<parser::Loaded> edited(const parser::Loaded& loaded, const std::string& path, parser::LoadOptions how,
                                       const std::vector<Replacement>& edits);

}  // namespace aunit::strength

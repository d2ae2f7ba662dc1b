// Loads an edited model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/mutation/mutant_text.h"

namespace aunit::strength {

/// Applies the edits and loads the result. `path` is the path of the loaded file, as in `how`. All edits must be in one file, the
/// loaded one or one that it opens, in the order of the text. Reads nothing from the disk.
std::unique_ptr<parser::Loaded> edited(const parser::Loaded& loaded, const std::string& path, parser::LoadOptions how,
                                       const std::vector<Replacement>& edits);

}  // namespace aunit::strength

// A loaded model with edits made, read again from its text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/mutation/mutant_text.h"

namespace aunit::strength {

/// `path` is that of the file that was loaded, as `how` says; the edits, in the order of the text, are of one file that it is or
/// opens. Nothing is read from the disk.
std::unique_ptr<parser::Loaded> edited(const parser::Loaded& loaded, const std::string& path, parser::LoadOptions how,
                                       const std::vector<Replacement>& edits);

}  // namespace aunit::strength

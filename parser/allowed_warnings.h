// Suppression of warnings by comments: `-- aunit: allow NAME`.
#pragma once

#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"

namespace aunit::parser {

/// Returns the diagnostics without the warnings that are named in `names` or that a comment allows. Such a comment is at the end
/// of the warning's line, or on lines of its own right above it: `-- aunit: allow unused`, `// aunit: allow unused, prime (why)`.
std::vector<model::Diagnostic> withoutAllowed(std::vector<model::Diagnostic> diagnostics, const model::SourceMap& sources,
                                              const std::vector<std::string>& names);
model::Diagnostics withoutAllowed(model::Diagnostics diagnostics, const model::SourceMap& sources,
                                  const std::vector<std::string>& names);

}  // namespace aunit::parser

// Warnings that a comment allows: `-- aunit: allow NAME`.
#pragma once

#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"

namespace aunit::parser {

/// Returns the diagnostics without the warnings of these names, and without those that a comment allows, which names them at the
/// end of their line or in lines of comments right above it: `-- aunit: allow unused` or `// aunit: allow unused, prime (why)`.
std::vector<model::Diagnostic> withoutAllowed(std::vector<model::Diagnostic> diagnostics, const model::SourceMap& sources,
                                              const std::vector<std::string>& names);
model::Diagnostics withoutAllowed(model::Diagnostics diagnostics, const model::SourceMap& sources,
                                  const std::vector<std::string>& names);

}  // namespace aunit::parser

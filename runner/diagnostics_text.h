// What is wrong with a file, as text.
#pragma once

#include <string>
#include <vector>

#include "parser/front_end.h"

namespace aunit::runner {

/// Diagnostics as text, in the order given.
std::string render(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources, bool color);
/// All diagnostics of a file as text, errors and warnings in order of position.
std::string renderDiagnostics(const parser::Loaded& loaded, bool color);

}  // namespace aunit::runner

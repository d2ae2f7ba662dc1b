// Loading a file with advice on the dialect.
#pragma once

#include <memory>
#include <string>

#include "parser/front_end.h"

namespace aunit::runner {

/// parser::load; when the file does not load, but would with --alloy5, a warning says so.
std::unique_ptr<parser::Loaded> loadFile(const std::string& path, const parser::LoadOptions& options);

/// All diagnostics as text, errors and warnings in order of position.
std::string renderDiagnostics(const parser::Loaded& loaded, bool color);

}  // namespace aunit::runner

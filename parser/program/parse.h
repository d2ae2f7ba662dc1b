// The parser of parallel programs, from the text to the resolved program.
#pragma once

#include <memory>

#include "model/diagnostic.h"
#include "model/program.h"
#include "model/source.h"
#include "parser/uses.h"

namespace aunit::parser::program {

using namespace model::program;

/// Parses and resolves a file in `sources`. Returns null if there are errors, which are added to `diagnostics`. Adds the uses of
/// names to `uses`.
std::unique_ptr<Program> parse(const model::SourceMap& sources, model::FileId file, model::Diagnostics& diagnostics,
                               UseCollector& uses);

}  // namespace aunit::parser::program

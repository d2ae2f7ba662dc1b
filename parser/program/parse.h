// Text of a program to the resolved program.
#pragma once

#include <memory>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/program/program.h"
#include "parser/uses.h"

namespace aunit::parser::program {

/// Parses and resolves a file that is in `sources`. Null when there were errors; they are in `diagnostics`. What its names mean
/// is added to `uses`.
std::unique_ptr<Program> parse(const model::SourceMap& sources, model::FileId file, model::Diagnostics& diagnostics,
                               UseCollector& uses);

}  // namespace aunit::parser::program

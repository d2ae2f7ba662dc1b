// The Nitpick parser: from the text of a file to its syntax tree.
#pragma once

#include <memory>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/nitpick/syntax.h"

namespace aunit::parser::nitpick {

/// Parses a file that is in `sources`. Syntax errors go to `diagnostics`, at most one per paragraph. The tree is never null; it
/// holds the paragraphs that could be read.
std::unique_ptr<syntax::File> parse(const model::SourceMap& sources, model::FileId file, model::Diagnostics& diagnostics);

/// Parses one term or formula. Null, with a diagnostic, if it does not parse. `holder` owns its nodes.
syntax::ExprPtr parseExpression(const model::SourceMap& sources, model::FileId file, model::Diagnostics& diagnostics,
                                syntax::File& holder);

}  // namespace aunit::parser::nitpick

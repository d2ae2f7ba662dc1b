// The Nitpick parser: from the text of a file to its syntax tree.
#pragma once

#include <memory>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/nitpick/syntax.h"

namespace aunit::parser::nitpick {

/// Parses a file in `sources`. Adds syntax errors to `diagnostics`, at most one per paragraph. The tree is never null; it
/// contains the paragraphs that could be read.
std::unique_ptr<syntax::File> parse(const model::SourceMap& sources, model::FileId file, model::Diagnostics& diagnostics);

/// Parses the text of a file as one term or formula. On a syntax error, adds it to `diagnostics` and returns null. `holder` owns
/// the nodes.
syntax::ExprPtr parseExpression(const model::SourceMap& sources, model::FileId file, model::Diagnostics& diagnostics,
                                syntax::File& holder);

}  // namespace aunit::parser::nitpick

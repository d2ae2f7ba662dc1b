// The Alloy parser: from the text of a file to its syntax tree.
#pragma once

#include <memory>
#include <string_view>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/alloy/parse_options.h"
#include "parser/alloy/syntax/syntax.h"
#include "parser/source_text.h"

namespace aunit::parser::alloy {

/// Parses a file in `sources` in the version `options.dialect` of Alloy. If there are errors, but the file has none in another
/// version of Alloy, uses that version and adds a note. Reports all syntax errors that error recovery finds. The tree is never
/// null. It contains the paragraphs that could be read. If a signature, predicate or function could not be read, it contains the
/// part before the brace.
std::unique_ptr<syntax::File> parse(const model::SourceMap& sources, model::FileId file, const ParseOptions& options,
                                    model::Diagnostics& diagnostics);

/// Parses one expression, block or formula (from a prompt or `-e`). If it does not parse, adds an error to `diagnostics` and
/// returns null. `holder` owns the nodes.
syntax::ExprPtr parseExpression(const model::SourceMap& sources, model::FileId file, const ParseOptions& options,
                                model::Diagnostics& diagnostics, syntax::File& holder);

}  // namespace aunit::parser::alloy

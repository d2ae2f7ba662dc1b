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

/// Parses a file that is in `sources`: as `options.dialect`, and if that has errors as another version that has none, with a
/// note that says so. Syntax errors go to `diagnostics` (all that recovery allows). The tree is never null; it holds the
/// paragraphs that could be read, and the heads, up to the brace, of signatures, predicates and functions that could not.
std::unique_ptr<syntax::File> parse(const model::SourceMap& sources, model::FileId file, const ParseOptions& options,
                                    model::Diagnostics& diagnostics);

/// Parses one expression, block or formula (prompts, `-e`). Null, with a diagnostic, when it does not parse. `holder` owns its
/// nodes.
syntax::ExprPtr parseExpression(const model::SourceMap& sources, model::FileId file, const ParseOptions& options,
                                model::Diagnostics& diagnostics, syntax::File& holder);

}  // namespace aunit::parser::alloy

// Text of one Alloy file to its syntax tree.
#pragma once

#include <memory>
#include <string_view>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/alloy/syntax.h"

namespace aunit::parser::alloy {

struct ParseOptions {
  bool alloy5 = false;        // primes are part of names, Alloy 6's new keywords are names
  bool testLanguage = false;  // `val` and `test` paragraphs (.aunit files)
};

inline constexpr std::size_t largestFile = 16 << 20;  // bytes; a parse takes many times the text's size

/// Makes line breaks uniform and control characters blank (language reference 1.1), checks UTF-8 (an error in `diagnostics`
/// names the byte's position), and, for a literate file, blanks out what is not Alloy so that positions stay true.
/// `path` decides whether the text is Markdown. The text is added to `sources`; on error noFile.
model::FileId addSource(model::SourceMap& sources, std::string path, std::string text, model::Diagnostics& diagnostics);

/// Parses a file that is in `sources`. Syntax errors go to `diagnostics` (all that recovery allows); the tree holds the
/// paragraphs that could be read and is never null.
std::unique_ptr<syntax::File> parse(const model::SourceMap& sources, model::FileId file, const ParseOptions& options,
                                    model::Diagnostics& diagnostics);

/// Parses one expression, or block, or formula (prompts, `-e`). Null with a diagnostic when it does not parse. `holder` owns its
/// nodes.
syntax::ExprPtr parseExpression(const model::SourceMap& sources, model::FileId file, const ParseOptions& options,
                                model::Diagnostics& diagnostics, syntax::File& holder);

}  // namespace aunit::parser::alloy

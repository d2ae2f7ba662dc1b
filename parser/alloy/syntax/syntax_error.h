// Reports syntax errors: what was found, what was expected, and what the user may have meant.
#pragma once

#include <span>
#include <string_view>

#include "model/diagnostic.h"
#include "parser/alloy/grammar/AlloyParser.h"
#include "parser/alloy/tokens/token.h"
#include "parser/antlr_support.h"

namespace aunit::parser::alloy {

/// Reports an error. `tokens`: the tokens of the paragraph with the error. The offending token is one of them, or the end
/// of the text.
void report(const SyntaxError& error, std::span<const Token> tokens, std::string_view text, model::FileId file,
            model::Diagnostics& diagnostics);

}  // namespace aunit::parser::alloy

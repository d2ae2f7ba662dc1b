// The token filter between lexer and parser (language reference 2), which classifies words and signs by a little context, so that
// the grammar needs none.
#pragma once

#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

/// Filters tokens, in this order at each one: command labels (`lbl: run p` becomes `run lbl p`); names with `/` become one
/// token, as do fun/add and the like, negated comparisons, arrows with their multiplicities; negative literals; quantifiers are
/// distinguished from unary operators. The words of the test language, and the AUnit Analyzer's marks, get their own types only
/// if they are expected; everywhere else they stay names.
std::vector<Token> filterTokens(const std::vector<RawToken>& raw, std::string_view text, model::FileId file,
                                model::Diagnostics& diagnostics, std::vector<std::uint32_t>& errorOffsets);

}  // namespace aunit::parser::alloy

// The filter between lexer and parser (language reference 2): it decides by a little context what a word or sign is, so that the
// grammar needs none.
#pragma once

#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "parser/alloy/token.h"

namespace aunit::parser::alloy {

/// In this order at each token: command labels (`lbl: run p` becomes `run lbl p`); names with `/` become one token, as do fun/add
/// and the like, negated comparisons, arrows with their multiplicities; negative literals; quantifiers are told from unary
/// operators. The words of the test language, and the AUnit Analyzer's marks, get their own types only where they are expected:
/// everywhere else they stay names.
std::vector<Token> filterTokens(const std::vector<RawToken>& raw, std::string_view text, model::FileId file,
                                model::Diagnostics& diagnostics, std::vector<std::uint32_t>& errorOffsets);

}  // namespace aunit::parser::alloy

// The token filter between lexer and parser (language reference 2). It classifies words and signs by a little context, so that
// the grammar needs none.
#pragma once

#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

/// Filters tokens; at each position it tries in this order: command labels (`lbl: run p` becomes `run lbl p`); names with `/`,
/// fun/add and the like, negated comparisons, and arrows with multiplicities, each as one token; negative literals; quantifiers,
/// as opposed to unary operators. Words of the test language, and the AUnit Analyzer's marks, get their own types only where they
/// are expected; elsewhere they stay names.
std::vector<Token> filterTokens(const std::vector<RawToken>& raw, std::string_view text, model::FileId file,
                                model::Diagnostics& diagnostics, std::vector<std::uint32_t>& errorOffsets);

}  // namespace aunit::parser::alloy

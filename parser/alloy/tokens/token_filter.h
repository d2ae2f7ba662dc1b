// The token filter between lexer and parser (language reference 2). It decides from neighbouring tokens what a word or
// sign means, so that the grammar does not have to.
#pragma once

#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

/// Filters tokens. At each position, looks for these, in this order:
/// - a command label: `lbl: run p` becomes `run lbl p`;
/// - signs and words that become one token: a name with `/`, a function such as `fun/add`, a negated comparison, or an arrow with
/// multiplicities;
/// - a negative literal;
/// - a quantifier, as opposed to a unary operator.
/// Words of the test language, and the AUnit Analyzer's marks, get their own types only where they are expected; elsewhere they
/// are names.
std::vector<Token> filterTokens(const std::vector<RawToken>& raw, std::string_view text, model::FileId file,
                                model::Diagnostics& diagnostics, std::vector<std::uint32_t>& errorOffsets);

}  // namespace aunit::parser::alloy

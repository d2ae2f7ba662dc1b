// The lexer: from source text to raw tokens.
#pragma once

#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/alloy/parse_options.h"
#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

/// The tokens of a file, without blanks and comments. Lexical errors are reported, and their offsets collected in `errorOffsets`
/// (ascending); the wrong token is replaced by one that was probably meant, so that reading goes on. With `options.alloy5`,
/// primes belong to names and Alloy 6's new keywords are names.
std::vector<RawToken> tokenize(const model::SourceMap& sources, model::FileId file, const ParseOptions& options,
                               model::Diagnostics& diagnostics, std::vector<std::uint32_t>& errorOffsets);

}  // namespace aunit::parser::alloy

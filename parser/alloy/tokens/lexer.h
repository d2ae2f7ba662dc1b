// The lexer: from source text to raw tokens.
#pragma once

#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/alloy/parse_options.h"
#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

/// The tokens of a text, without blanks and comments.
struct RawTokens {
  std::vector<RawToken> all;
  /// Those that are other tokens in Alloy 6, in the order of the text: names with primes, names that are keywords, words that
  /// were renamed.
  std::vector<RawToken> otherwise;
};

/// Whether a text has a word or sign that this version, unlike the one after it, reads otherwise than Alloy 6; perhaps in a
/// comment. It takes a small part of the time of `tokenize`.
bool mayHaveWordsOf(Dialect dialect, std::string_view text);

/// The tokens of a file in the version `dialect`. Lexical errors are reported, and their offsets collected in `errorOffsets`
/// (ascending); the wrong token is replaced by one that was probably meant, so that reading goes on.
RawTokens tokenize(const model::SourceMap& sources, model::FileId file, Dialect dialect, model::Diagnostics& diagnostics,
                   std::vector<std::uint32_t>& errorOffsets);

}  // namespace aunit::parser::alloy

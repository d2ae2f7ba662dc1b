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
  /// The tokens that Alloy 6 reads differently, in source order: names with primes, names that are keywords, renamed words.
  std::vector<RawToken> otherwise;
};

/// Whether a text, possibly in a comment, has a word or sign that this version reads differently than Alloy 6, and the next newer
/// version does not. Much faster than `tokenize`.
bool mayHaveWordsOf(Dialect dialect, std::string_view text);

/// The tokens of a file in the version `dialect`. Reports lexical errors, and appends their offsets to `errorOffsets`
/// (ascending); replaces a wrong token by the one that was probably meant, so that parsing can go on.
RawTokens tokenize(const model::SourceMap& sources, model::FileId file, Dialect dialect, model::Diagnostics& diagnostics,
                   std::vector<std::uint32_t>& errorOffsets);

}  // namespace aunit::parser::alloy

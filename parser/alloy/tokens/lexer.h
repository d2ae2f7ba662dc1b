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
  /// The tokens that Alloy 6 reads differently, in source order: names with primes, names that are keywords in Alloy 6, words
  /// that Alloy 6 spells differently (`disjoint`).
  std::vector<RawToken> otherwise;
};

/// Whether a text may contain a word or sign that the version `dialect` reads differently from both Alloy 6 and the next newer
/// version. Words in comments count, too. Much faster than `tokenize`.
bool mayHaveWordsOf(Dialect dialect, std::string_view text);

/// Returns the tokens of a file in the version `dialect`. Reports lexical errors, and appends their offsets to `errorOffsets`
/// (ascending). Replaces a wrong token by the token that was probably meant, so that parsing can continue.
RawTokens tokenize(const model::SourceMap& sources, model::FileId file, Dialect dialect, model::Diagnostics& diagnostics,
                   std::vector<std::uint32_t>& errorOffsets);

}  // namespace aunit::parser::alloy

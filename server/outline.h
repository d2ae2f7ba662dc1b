// The shape of a text: its paragraphs as symbols, what can be folded, what a selection grows to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/workspace.h"

namespace aunit::server {

/// A tree of DocumentSymbols.
Json documentSymbols(const Analysis& analysis, Encoding encoding);
/// A symbol as the whole workspace knows it.
struct NamedSymbol {
  std::string name, container;  // container: of a field its signature; else empty
  int kind = 0;
  TextPosition begin, end;  // of the name

  /// Whether the name holds all letters of `query`, in that order.
  bool matches(std::string_view query) const;
  /// A SymbolInformation.
  Json json(const std::string& path) const;
};
/// Those of the analysed file.
std::vector<NamedSymbol> namedSymbols(const Analysis& analysis, Encoding encoding);
/// FoldingRanges: paragraphs and comments of several lines.
Json foldingRanges(const Analysis& analysis);
/// A SelectionRange for each position: from the smallest expression around it outwards.
Json selectionRanges(const Analysis& analysis, const Json& positions, Encoding encoding);

/// TextEdits that lay out the analysed file (parser/format.h); none where it does not parse.
Json formatting(const Analysis& analysis, Encoding encoding);

}  // namespace aunit::server

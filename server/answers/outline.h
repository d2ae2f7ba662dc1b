// Structure of a text: its paragraphs as symbols, folding ranges, selection ranges; and its formatting.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/texts/workspace.h"

namespace aunit::server {

/// A tree of DocumentSymbols.
Json documentSymbols(const Analysis& analysis, Encoding encoding);
/// A symbol of the workspace.
struct NamedSymbol {
  std::string name, container;  // container: the signature of a field, else empty
  int kind = 0;
  TextPosition begin, end;  // positions of the name

  /// Whether the name contains all letters of `query` in this order.
  bool matches(std::string_view query) const;
  /// A SymbolInformation.
  Json json(const std::string& path) const;
};
/// The symbols of the analysed file.
std::vector<NamedSymbol> namedSymbols(const Analysis& analysis, Encoding encoding);
/// FoldingRanges: paragraphs and comments that span several lines.
Json foldingRanges(const Analysis& analysis);
/// A SelectionRange for each position: from the smallest enclosing expression outwards.
Json selectionRanges(const Analysis& analysis, const Json& positions, Encoding encoding);

/// TextEdits that format the analysed file (parser/format.h); none if it does not parse.
Json formatting(const Analysis& analysis, Encoding encoding);

}  // namespace aunit::server

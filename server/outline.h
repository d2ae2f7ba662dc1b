// The shape of a text: its paragraphs as symbols, what can be folded, what a selection grows to.
#pragma once

#include <string>
#include <vector>

#include "server/workspace.h"

namespace aunit::server {

/// A tree of DocumentSymbols.
Json documentSymbols(const Analysis& analysis, Encoding encoding);
/// SymbolInformations of the analysed file whose names hold all letters of `query`, in that order.
void addWorkspaceSymbols(const Analysis& analysis, const std::string& query, Encoding encoding, Json& out);
/// FoldingRanges: paragraphs and comments of several lines.
Json foldingRanges(const Analysis& analysis);
/// A SelectionRange for each position: from the smallest expression around it outwards.
Json selectionRanges(const Analysis& analysis, const Json& positions, Encoding encoding);

/// TextEdits that lay out the analysed file (parser/format.h); none where it does not parse.
Json formatting(const Analysis& analysis, Encoding encoding);

}  // namespace aunit::server

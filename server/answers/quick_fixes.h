// Quick fixes for diagnostics.
#pragma once

#include <string>

#include "server/texts/workspace.h"

namespace aunit::server {

/// CodeActions for a range: the quick fixes (suite/text/quick_fixes.h) of each diagnostic in the range.
Json codeActions(const Analysis& analysis, const std::string& uri, const Json& range, Encoding encoding);

}  // namespace aunit::server

// Quick fixes for diagnostics.
#pragma once

#include <string>

#include "server/texts/workspace.h"

namespace aunit::server {

/// CodeActions for a range: for each diagnostic in it the quick fixes (suite/text/quick_fixes.h).
Json codeActions(const Analysis& analysis, const std::string& uri, const Json& range, Encoding encoding);

}  // namespace aunit::server

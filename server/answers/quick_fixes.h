// Quick fixes for diagnostics.
#pragma once

#include <string>

#include "server/texts/workspace.h"

namespace aunit::server {

/// CodeActions for a range: for each diagnostic in it the changes that are obviously meant (the nearest name; removal of
/// `abstract` where nothing extends the signature; `plus[a, b]` for a `+` that does not add).
Json codeActions(const Analysis& analysis, const std::string& uri, const Json& range, Encoding encoding);

}  // namespace aunit::server

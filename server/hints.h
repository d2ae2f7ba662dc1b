// InlayHints, which an editor shows between the words of a text.
#pragma once

#include "server/live_tests.h"
#include "server/workspace.h"

namespace aunit::server {

/// Hints for a range of the file: the outcome behind each test. `tests` is null when nothing was judged.
Json outcomeHints(const Analysis& analysis, const TestResults* tests, const Json& range, Encoding encoding);

/// Hints for a range of the file: the type behind each `let` name, each comprehension, and each bound of a quantified variable
/// that is more than the name of a signature.
Json typeHints(const Analysis& analysis, const Json& range, Encoding encoding);

}  // namespace aunit::server

// InlayHints, which an editor shows between the words of a text.
#pragma once

#include "server/answers/lenses.h"
#include "server/live_tests.h"
#include "server/texts/workspace.h"

namespace aunit::server {

/// The outcome behind each test and command of the file. `tests` is null when nothing was judged.
Json outcomeHints(const Analysis& analysis, const TestResults* tests, const CommandOutcomes& outcomes, Encoding encoding);

/// The type behind each `let` name, each comprehension, and each bound of a quantified variable
/// that is more than the name of a signature.
Json typeHints(const Analysis& analysis, Encoding encoding);

}  // namespace aunit::server

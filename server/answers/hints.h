// InlayHints, which an editor shows between the words of a text.
#pragma once

#include "server/answers/lenses.h"
#include "server/live_tests.h"
#include "server/texts/workspace.h"

namespace aunit::server {

/// The outcome after each test and command of the file. `tests` is null if no tests were judged.
Json outcomeHints(const Analysis& analysis, const TestResults* tests, const CommandOutcomes& outcomes, Encoding encoding);

/// The types of `let` names, comprehensions and the bounds of quantified variables, each after its text. A bound that is only the
/// name of a signature gets no hint.
Json typeHints(const Analysis& analysis, Encoding encoding);

}  // namespace aunit::server

// InlayHints, which an editor shows between the words of a text.
#pragma once

#include "server/answers/lenses.h"
#include "server/live_tests.h"
#include "server/texts/workspace.h"

namespace aunit::server {

/// The hints that show the outcomes of the tests and commands of the file. `tests` is null if no tests were judged.
Json outcomeHints(const Analysis& analysis, const TestResults* tests, const CommandOutcomes& outcomes, Encoding encoding);

/// The hints that show types: of `let` names, of comprehensions and of the bounds of quantified variables. A bound that is only
/// the name of a signature gets no hint.
Json typeHints(const Analysis& analysis, Encoding encoding);

}  // namespace aunit::server

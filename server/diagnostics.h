// What is wrong with a text, and what would mend it, as an editor shows it.
#pragma once

#include <string>

#include "server/live_tests.h"
#include "server/workspace.h"

namespace aunit::server {

/// The diagnostics of one file's text, tests that do not pass among them (null: none were judged), as PublishDiagnosticsParams
/// has them.
Json diagnosticsOf(const Analysis& analysis, const TestResults* tests, Encoding encoding);

/// Code actions for a range: for each "did you mean" in it the replacement.
Json codeActions(const Analysis& analysis, const std::string& uri, const Json& range, Encoding encoding);

}  // namespace aunit::server

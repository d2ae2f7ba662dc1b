// What is wrong with a text, as an editor shows it.
#pragma once

#include <string>

#include "server/live_tests.h"
#include "server/workspace.h"

namespace aunit::server {

/// The diagnostics of one file's text, tests that do not pass among them (null: none were judged), as PublishDiagnosticsParams
/// has them.
Json diagnosticsOf(const Analysis& analysis, const TestResults* tests, Encoding encoding);

/// One of them that the front end found.
Json diagnosticOf(const Analysis& analysis, const model::Diagnostic& diagnostic, Encoding encoding);

}  // namespace aunit::server

// Diagnostics of a text, as an editor shows them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "server/answers/background_hints.h"
#include "server/live_tests.h"
#include "server/texts/workspace.h"

namespace aunit::server {

/// The diagnostics of a file's text and of its tests that do not pass, in the form of PublishDiagnosticsParams. `tests` is null
/// if no tests were judged.
Json diagnosticsOf(const Analysis& analysis, const TestResults* tests, Encoding encoding);

/// The mismatches of logs, as diagnostics in two places: in the log, at the line that the model cannot explain; in the model, at
/// the constraints that do not hold.
struct LogFaults {
  std::map<std::string, Json> logs;  // by the log's path: an array of diagnostics
  Hints model;
};
LogFaults logFaultsOf(const TestResults& tests, Encoding encoding);

/// A diagnostic with this range; `severity` is a DiagnosticSeverity of the protocol.
Json diagnosticAt(Json range, int severity, std::string_view code, std::string message);
/// A diagnostic of the front end, in the form of the protocol.
Json diagnosticOf(const model::SourceMap& sources, const model::Diagnostic& diagnostic, Encoding encoding);

}  // namespace aunit::server

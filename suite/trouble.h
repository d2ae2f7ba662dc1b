// Why a test cannot be judged.
#pragma once

#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// Why a test cannot be judged: a message of one line, and diagnostics as text.
struct Trouble {
  std::string message;
  std::string details;
};
Trouble troubleOf(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources);
Trouble troubleAt(model::Span span, std::string message, const model::SourceMap& sources);

/// An error in a file that was loaded, or in a file that it opens, as text for users.
struct LoadError {
  std::string file;
  std::string text;
};

/// Describes the exception that is being handled: "out of memory" or "internal error: ...".
Trouble troubleAtHand(const Place& place);

/// Makes the result an error with this message.
void fail(TestResult& result, Trouble trouble);

}  // namespace aunit::suite

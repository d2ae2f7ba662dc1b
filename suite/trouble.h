// Why a test cannot be judged.
#pragma once

#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// One line, and the diagnostics as text.
struct Trouble {
  std::string message;
  std::string details;
};
Trouble troubleOf(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources);
Trouble troubleAt(model::Span span, std::string message, const model::SourceMap& sources);

/// An error of a file that does not load, or of one that it opens, as text for users.
struct LoadError {
  std::string file;
  std::string text;
};

/// For the exception that is being handled: "out of memory", or else an internal error, "internal error: ...".
Trouble troubleAtHand(const Place& place);

/// Makes the result an error.
void fail(TestResult& result, Trouble trouble);

}  // namespace aunit::suite

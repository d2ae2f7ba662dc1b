// The data of a loaded file besides its tests: errors, warnings, places, and the files that it depends on.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/source.h"
#include "parser/front_end.h"
#include "suite/outcome.h"
#include "suite/test_case.h"
#include "suite/trouble.h"

namespace aunit::runner {

/// A result with the name "loading the file" for an error. It has no place.
suite::TestResult notLoaded(const std::string& path, suite::Trouble trouble);
/// Describes the exception that is being handled.
suite::Trouble troubleWith(const std::string& path);
/// Returns one result for a file, with the errors that the results of its tests do not show, for example errors in valuations
/// without a test. Returns nothing if there are no such errors.
std::optional<suite::TestResult> loadFailure(const std::string& path, const parser::Loaded& loaded);
/// The warnings of a file: with source lines if `rendered` is true, else one line each.
std::vector<std::string> warningsOf(const parser::Loaded& loaded, bool rendered);

/// The lines of a test, as pairs of first and last line.
std::vector<std::pair<std::uint32_t, std::uint32_t>> linesOf(const parser::Loaded& loaded, const suite::TestCase& test);
/// The whole text of a test: its paragraph, or its row in a table.
model::Span wholeOf(const parser::Loaded& loaded, const suite::TestCase& test);
/// All files that a file's tests depend on.
std::set<std::string> sourcesOf(const parser::Loaded& loaded);

}  // namespace aunit::runner

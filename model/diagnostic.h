// Diagnostics about the user's input: errors, warnings and notes with their places, hints and related places.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/source.h"
#include "support/failure.h"

namespace aunit::model {

/// A note reports how a file was read if several readings were possible; nothing is wrong.
enum class Severity { error, warning, note };

/// "error", "warning" or "note".
const char* word(Severity severity);

/// A remark that belongs to another place, such as "first declared here".
struct Related {
  Span span;
  std::string message;
};

/// One message and its place. `code` is a short stable word such as "syntax", "unknown-name", "type", "ambiguous", "module",
/// "scope", "valuation" or "redundant". Hints are whole sentences.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  Span span;
  std::string message;
  std::vector<std::string> hints;
  std::vector<Related> related;
};

/// Collects diagnostics in the order in which they are found.
class Diagnostics {
 public:
  Diagnostic& error(std::string code, Span span, std::string message);
  /// Adds an error: `return diagnostics.fail("syntax", span, "...");`
  support::Failure fail(std::string code, Span span, std::string message, std::vector<std::string> hints = {});
  Diagnostic& warning(std::string code, Span span, std::string message);
  Diagnostic& note(std::string code, Span span, std::string message);
  Diagnostic& add(Diagnostic diagnostic);

  bool hasErrors() const { return errors_ != 0; }
  std::size_t errorCount() const { return errors_; }
  const std::vector<Diagnostic>& all() const { return all_; }
  /// Removes and returns the errors after the first `count` diagnostics.
  std::vector<Diagnostic> takeErrorsSince(std::size_t count);
  /// The errors after the first `count` diagnostics.
  std::vector<Diagnostic> errorsSince(std::size_t count) const;
  /// Orders the diagnostics by file and position, and removes repetitions.
  void sort();

 private:
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

/// The diagnostic as the terminal shows it: "path:line:column: error: message", the source line, a caret line, then hints and
/// related places. A warning ends with its code in brackets, which `-- aunit: allow CODE` silences. With `color`, in ANSI
/// colours.
std::string render(const Diagnostic& diagnostic, const SourceMap& sources, bool color);
/// Renders several diagnostics in the given order; at most 100 errors per file.
std::string render(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources, bool color);

/// The candidate nearest to `name` by edit distance (Damerau-Levenshtein), the first of equally near ones. Empty if none is
/// within a third of the name's length (at least 1), or if the name is longer than 200 bytes.
std::string nearestName(std::string_view name, const std::vector<std::string>& candidates);

/// "did you mean `...`?" if a candidate is near, else empty.
std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates);
/// Adds didYouMean() as a hint; returns whether a candidate is near.
bool suggest(Diagnostic& diagnostic, std::string_view name, const std::vector<std::string>& candidates);

/// didYouMean() as the end of a sentence: " (did you mean `...`?)", or empty.
std::string orNear(std::string_view name, const std::vector<std::string>& candidates);

/// A list in words: "a", "a and b", "a, b and c". If there are more than `most` names: the first ones, then "and 5 more".
std::string inWords(const std::vector<std::string>& names, std::size_t most = 12);

}  // namespace aunit::model

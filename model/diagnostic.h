// Diagnostics about the user's input: errors, warnings and notes. They have places, hints and related places.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/source.h"
#include "support/failure.h"

namespace aunit::model {

/// A note says how a file was read if there were several ways to read it. It does not mean that something is wrong.
enum class Severity { error, warning, note };

/// "error", "warning" or "note".
const char* word(Severity severity);

/// Another place that belongs to a diagnostic, with a remark such as "first declared here".
struct RelatedPlace {
  Span span;
  std::string message;
};

/// A message about a place. `code` is a short word that does not change between versions, such as "syntax", "unknown-name",
/// "type", "ambiguous", "module", "scope", "valuation" or "redundant". Hints are whole sentences.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  Span span;
  std::string message;
  std::vector<std::string> hints;
  std::vector<RelatedPlace> related;
};

/// Collects diagnostics in the order in which they are found.
class Diagnostics {
 public:
  Diagnostic& error(std::string code, Span span, std::string message);
  /// Adds an error. The result converts to `false` and to std::nullopt: `return diagnostics.fail("syntax", span, "...");`
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

/// A diagnostic as the terminal shows it: "path:line:column: error: message", the source line, a line with a caret, hints,
/// related places. A warning ends with its code in brackets, which users can write in `-- aunit: allow CODE` to silence it. The
/// text has ANSI colours if `color` is true.
std::string render(const Diagnostic& diagnostic, const SourceMap& sources, bool color);
/// Renders several diagnostics in their order; at most 100 errors per file.
std::string render(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources, bool color);

/// The candidate with the smallest edit distance (Damerau-Levenshtein) from `name`; the first if there are several. Empty if the
/// distance exceeds both 1 and a third of the name's length, or if the name is longer than 200 bytes.
std::string nearestName(std::string_view name, const std::vector<std::string>& candidates);

/// The text "did you mean `...`?" if nearestName() finds a candidate, else empty.
std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates);
/// Adds didYouMean() as a hint. Returns whether there is a near candidate.
bool suggest(Diagnostic& diagnostic, std::string_view name, const std::vector<std::string>& candidates);

/// didYouMean() in parentheses, to end a sentence: " (did you mean `...`?)"; empty if there is no near candidate.
std::string orNear(std::string_view name, const std::vector<std::string>& candidates);

/// A list in words: "a", "a and b", "a, b and c". If there are more than `most` names, only the first ones, then "and 5 more".
std::string inWords(const std::vector<std::string>& names, std::size_t most = 12);

}  // namespace aunit::model

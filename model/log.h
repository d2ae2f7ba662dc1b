// Logs of programs: what their lines mean in the model, as the test language says it (docs/log-lines.md). Nothing here reads a
// log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"

namespace aunit::model {

/// A place in a line of JSON: `.event_args[0]`.
struct LogPath {
  std::vector<std::variant<std::string, std::uint32_t>> steps;  // members and elements
  Span span;

  std::string text() const;
};

/// The shape of a JSON value, with variables for its unknown parts.
struct LogPattern {
  enum class Kind : std::uint8_t { any, null, boolean, number, text, variable, object, array } kind = Kind::any;
  bool truth = false;                                         // boolean
  std::int64_t number = 0;                                    // number
  std::string text;                                           // text
  VarId variable = noId;                                      // variable: an atom, or with `many` a set or a sequence
  bool many = false;                                          // variable
  std::vector<std::pair<std::string, LogPattern>> members{};  // object: at least these
  std::vector<LogPattern> elements{};                         // array
  bool more = false;                                          // array: others may follow
  Span span;
};

/// The meaning of a line that looks like `pattern`. Its variables are free in `formula`.
struct LogRule {
  enum class Means : std::uint8_t {
    formula,     // a step for which it holds; `a; b`: several, one after the other
    noStep,      // nothing happens in the model
    passedOver,  // the line does not count
  } means = Means::formula;
  LogPattern pattern;
  std::optional<LogPattern> behind;  // for elements of an array: one that looks like this has come before
  ExprId formula = noId;
  Span span;
};

/// Values that look like `pattern` are the atoms or tuples of an expression.
struct LogValue {
  LogPattern pattern;
  ExprId value = noId;
  Span span;
};

/// Where a line says what becomes of a relation.
struct LogRelation {
  SigId sig = noId;  // exactly one of `sig` and `field`
  FieldId field = noId;
  LogPath path;
  bool stays = false;  // it does not change in lines that do not name it
  Span span;
};

/// An array in a line, of which each element means something.
struct LogElements {
  LogPath path;
  std::optional<LogPattern> unless;  // not of lines that look like this
  std::vector<LogRule> rules;
  Span span;
};

/// A `log` paragraph.
struct Log {
  std::string name;
  Span span, nameSpan;
  ModuleId module = 0;
  std::vector<std::string> files;  // patterns, relative to the file with the paragraph
  std::optional<LogPath> event, arguments, clock, order;
  std::optional<LogPath> key;   // lines with the same value there are a log of their own
  std::optional<LogPath> loop;  // in a line: the number of the line after which things go on as after this one; 0: at the start
  std::vector<LogRule> rules;   // the first that fits counts
  std::vector<LogValue> values;
  std::vector<LogRelation> relations;
  std::vector<LogElements> elements;
  int hiddenSteps = 0;      // that may lie between two lines
  bool tla = false;         // texts are values in TLA+
  bool states = false;      // each line is a state, the first one the first state
  ExprId initially = noId;  // instead of the model's own initial states
  bool anyStart = false;    // the log begins in the middle
  Scope scope;
  std::vector<std::string> tags;
  std::vector<Diagnostic> errors;  // not empty: the paragraph is unusable
};

}  // namespace aunit::model

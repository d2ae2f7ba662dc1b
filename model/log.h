// The meaning of the lines of programs' logs in the model, as a `log` paragraph declares it (docs/log-lines.md). Reading logs is
// in suite/log.
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
  std::vector<std::variant<std::string, std::uint32_t>> steps;  // members (by name) and elements (by index)
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
  std::vector<std::pair<std::string, LogPattern>> members{};  // object: these members, and any others
  std::vector<LogPattern> elements{};                         // array
  bool more = false;                                          // array: further elements may follow
  Span span;
};

/// The meaning of a line that looks like `pattern`. Its variables are free in `formula`.
struct LogRule {
  enum class Means : std::uint8_t {
    formula,     // a step that satisfies it; `a; b`: several steps, in this order
    noStep,      // the line changes nothing in the model
    passedOver,  // the line is ignored
  } means = Means::formula;
  LogPattern pattern;
  std::optional<LogPattern> behind;  // for elements of an array: an earlier element must match this
  ExprId formula = noId;
  Span span;
};

/// Values that match `pattern` stand for the atoms or tuples of an expression.
struct LogValue {
  LogPattern pattern;
  ExprId value = noId;
  Span span;
};

/// The place in a line that holds the new value of a relation.
struct LogRelation {
  SigId sig = noId;  // exactly one of `sig` and `field`
  FieldId field = noId;
  LogPath path;
  bool stays = false;  // keeps its value in lines without this place
  Span span;
};

/// `each .list { ... }`: a list in a line, and what each of its elements means.
struct LogElements {
  LogPath path;
  std::optional<LogPattern> unless;  // ignored in lines that match this
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
  std::optional<LogPath> key;   // lines with the same value here form a log of their own
  std::optional<LogPath> loop;  // in the last line: the number of the line after which the behaviour repeats; 0: from the start
  std::vector<LogRule> rules;   // the first rule that matches applies
  std::vector<LogValue> values;
  std::vector<LogRelation> relations;
  std::vector<LogElements> elements;
  int hiddenSteps = 0;      // at most so many steps between two lines
  bool tla = false;         // texts are values in TLA+ syntax
  bool states = false;      // each line is a state, beginning with the first state
  ExprId initially = noId;  // replaces the model's own initial states
  bool anyStart = false;    // the log may begin in any state
  Scope scope;
  std::vector<std::string> tags;
  std::vector<Diagnostic> errors;  // not empty: the paragraph is unusable
};

}  // namespace aunit::model

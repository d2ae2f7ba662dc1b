// What the lines of a program's log mean in the model. A `log` paragraph declares this (docs/log-lines.md). The code that reads
// logs is in suite/log.
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

/// A path to a value in a line of JSON, such as `.event_args[0]`.
struct LogPath {
  std::vector<std::variant<std::string, std::uint32_t>> steps;  // names of members, and indices of elements
  Span span;

  std::string text() const;
};

/// A pattern for JSON values. Its variables stand for parts of a value that the pattern does not fix.
struct LogPattern {
  enum class Kind : std::uint8_t { any, null, boolean, number, text, variable, object, array } kind = Kind::any;
  bool truth = false;       // for `Kind::boolean`
  std::int64_t number = 0;  // for `Kind::number`
  std::string text;         // for `Kind::text`
  /// For `Kind::variable`. The variable stands for an atom or, if `many`, for a set or a sequence.
  VarId variable = noId;
  bool many = false;  // for `Kind::variable`
  /// For `Kind::object`: the value must have these members, and may have others.
  std::vector<std::pair<std::string, LogPattern>> members{};
  std::vector<LogPattern> elements{};  // for `Kind::array`
  bool more = false;                   // for `Kind::array`: further elements may follow
  Span span;
};

/// What a line means if it matches `pattern`. The pattern's variables are free in `formula`.
struct LogRule {
  enum class Meaning : std::uint8_t {
    formula,     // the line is a step for which `formula` holds; `a; b` means two steps: first `a`, then `b`
    noStep,      // nothing happens in the model: the state stays the same
    passedOver,  // the line is ignored
  } meaning = Meaning::formula;
  LogPattern pattern;
  std::optional<LogPattern>
      behind;  // for rules about elements of a list: the rule applies only if an earlier element matches this pattern
  ExprId formula = noId;
  Span span;
};

/// A value that matches `pattern` stands for the atoms or tuples of the expression `value`.
struct LogValue {
  LogPattern pattern;
  ExprId value = noId;
  Span span;
};

/// The place in a line that states the new value of a relation.
struct LogRelation {
  SigId sig = noId;  // exactly one of `sig` and `field` is set
  FieldId field = noId;
  LogPath path;
  bool stays = false;  // a line that does not state the relation leaves it unchanged
  Span span;
};

/// `each .list { ... }`: a list in a line, and rules for its elements.
struct LogElements {
  LogPath path;
  std::optional<LogPattern> unless;  // the list is ignored in lines that match this pattern
  std::vector<LogRule> rules;
  Span span;
};

/// A `log` paragraph.
struct Log {
  std::string name;
  Span span, nameSpan;
  ModuleId module = 0;
  std::vector<std::string> files;  // patterns for the paths of logs, relative to the folder of the file with the paragraph
  std::optional<LogPath> event, arguments, clock, order;
  std::optional<LogPath> key;  // a path; the lines with the same value at this path form a separate log
  /// The path to a number n in the last line. The state after the last line is followed by the state after line n, or, if n is 0,
  /// by the first state.
  std::optional<LogPath> loop;
  std::vector<LogRule> rules;  // the first rule that matches a line applies
  std::vector<LogValue> values;
  std::vector<LogRelation> relations;
  std::vector<LogElements> elements;
  int hiddenSteps = 0;  // the largest number of unlogged steps between two lines
  bool tla = false;     // texts in lines are values in the syntax of TLA+
  bool states = false;  // each line states a state; line 1 states the first state
  /// If set, the log begins in a state in which this formula holds, instead of an initial state of the model.
  ExprId initially = noId;
  bool anyStart = false;  // the log may begin in any state
  Scope scope;
  std::vector<std::string> tags;
  std::vector<Diagnostic> errors;  // if not empty, the paragraph cannot be used
};

}  // namespace aunit::model

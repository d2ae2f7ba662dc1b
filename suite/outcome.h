// The outcome of a test: plain text and numbers, so that reporters need neither the model nor the engines.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/data.h"
#include "model/instances/instance.h"

namespace aunit::suite {

/// A failed test ran and contradicts what it expects; a test in error could not be judged (its valuation does not resolve, say).
/// `xfailed`: it failed, as its `xfail` says; `xpassed`: it passed in spite of its `xfail`.
enum class Outcome : std::uint8_t { passed, failed, error, skipped, xfailed, xpassed };

/// How a test was decided: by evaluating its valuation alone, by letting the solver complete a partial valuation, or by solving
/// an ordinary command. `none`: not at all.
enum class Engine : std::uint8_t { none, evaluated, completedBySolving, solved };

std::string_view name(Outcome outcome);  // "passed" "failed" "error" "skipped" "xfailed" "xpassed"
/// Whether the test was judged, so that something is known of the model.
inline bool isJudged(Outcome outcome) {
  return outcome != Outcome::error && outcome != Outcome::skipped;
}
inline bool isProblem(Outcome outcome) {
  return outcome == Outcome::failed || outcome == Outcome::error;
}
/// Whether the test's mark (`skip`, `xfail`) led to this outcome.
inline bool isMarked(Outcome outcome) {
  return outcome == Outcome::skipped || outcome == Outcome::xfailed || outcome == Outcome::xpassed;
}
std::string_view name(Engine engine);  // "evaluated" "completed by solving" "solved", or empty

/// A stretch of source text with the lines it stands on.
struct Place {
  std::string path;                          // empty: no place
  std::uint32_t line = 0, column = 0;        // 1-based; columns count code points
  std::uint32_t endLine = 0, endColumn = 0;  // of the last character
  std::vector<std::string> lines;            // the text of its first lines

  bool known() const { return !path.empty(); }
  std::string describe() const;  // "path:line:column"
};

/// A name (or an expression's text) and its value, written as Alloy writes it: "{N0->N1}", "3", "true".
struct NamedValue {
  std::string name;
  std::string value;
};

/// One side of an equation that does not hold, tuple by tuple; `unmatched` says which the other side lacks.
struct Side {
  std::string expression;
  std::string value;
  std::vector<std::string> tuples;
  std::vector<bool> unmatched;
};

/// The actions that explain a step of a trace (suite/steps/step_names.h).
struct StepName {
  std::vector<std::string> actions;  // "grant[Client$1, Grant$2]"
  bool isComplete = true;            // false: there were too many arguments to try
  bool changes = true;               // whether the two states differ
};

/// A valuation as a table: a row for each signature and field, a column for each state of the trace.
struct ValuationTable {
  struct Row {
    std::string relation;
    std::vector<std::string> values;  // one for each state; only one when the relation does not change
  };
  std::vector<Row> rows;
  std::uint32_t states = 1;
  std::uint32_t loop = 0;
  std::vector<StepName> steps = {};  // from each state to the next; none if the model names no actions
};

/// Why a formula has its value, as text (evaluator/reason.h): a part of it that counts, and the parts that decide it.
struct ReasonText {
  std::string formula;  // its source on one line
  std::string place;    // "path:line:column"; empty: it is about all of a program
  Place span;           // the same, to its end, without the text
  bool actual = false;
  int state = -1;                  // of a trace
  std::vector<NamedValue> bound;   // variables bound on the way to it
  std::vector<NamedValue> values;  // its operands
  std::vector<ReasonText> parts;   // none: a reason by itself
  std::size_t others = 0;          // further values or states that count as well
  std::size_t held = 0;            // of an alternative that does not fit: the number of its conjuncts that hold
  std::size_t conjuncts = 0;       // the number of all its conjuncts
};

/// Why a test failed: the first constraint that broke, where it stands, and the values that show it.
struct Failure {
  std::string constraint;           // "fact PartialFunction does not hold"
  Place place;                      // of that constraint
  Place offender;                   // the innermost formula in it that decides, when that is another place
  int state = -1;                   // state of the trace at which it breaks; -1 for static models
  std::vector<NamedValue> witness;  // quantified variables
  std::vector<NamedValue> values;   // the sides of the offending formula
  std::vector<ReasonText> parts;    // if several parts decide together: these parts, alternatives of which none fits
  std::optional<Side> expected;     // of a `gives` test: its right side and its left side
  std::optional<Side> actual;
  /// By the name of each function and predicate that the constraint calls: the signatures and fields that it reads, also through
  /// others.
  std::map<std::string, std::set<std::string>> readBy = {};
  Place logLine;       // of a log: the line that nothing explains
  std::string report;  // for a log: in lines, the actions that could have been meant and the state before (suite/log_test.h)
};

/// The reason why a test passes vacuously (solver/vacuity/vacuity.h), as text.
struct VacuousAnswer {
  std::string why;          // "facts", "guard" or "scope"
  std::string text;         // "the facts contradict each other"
  Place place;              // of the guard
  std::vector<Place> core;  // a minimal set of parts that contradict each other
};

/// What is known beyond the scope of a command that has no instance in it (solver/allscopes/all_scopes.h), as text.
struct BeyondScope {
  struct Part {
    std::string place;      // "path:line:column"
    std::string text;       // the text at this place, on one line
    std::string rule = {};  // the rule of the language that it rests on (suite/reasons/rules.h)
  };
  std::string verdict;              // "holds", "counterexample", "empty", "unknown"
  std::string answer;               // in words
  std::string by, checked, lemmas;  // how it was shown: AllScopes::by, checked and axioms
  std::vector<std::string> assumptions;
  std::vector<std::string> invariant;  // in Alloy, its parts
  bool anyLength = false;              // for traces of any length, too
  std::vector<Part> needs;             // the places that the proof needs
  std::string scope, searched;         // AllScopes::scope and searched
  std::string why;                     // of "unknown"
  std::optional<Part> place;           // of "unknown": the place of the cause, if known
  double milliseconds = 0;

  bool holds() const { return verdict == "holds"; }
  bool isRefuted() const { return verdict == "counterexample"; }
};

/// What the answer that there is no instance rests on (solver/reliance/reliance.h), as text.
struct RestsOn {
  std::string kind, text;                // solver::name, solver::relianceText
  std::vector<BeyondScope::Part> needs;  // conjuncts of facts that suffice
  bool minimal = true;                   // none of these can be spared
};

/// A tuple of a field, or a member of a signature, in a state. Static ones have state 0, which means all states.
struct MarkedTuple {
  bool isField = false;
  std::uint32_t id = 0;
  std::uint32_t state = 0;
  std::vector<model::Atom> tuple;
};

/// If there is no instance: the valuation nearest to one (solver/nearest/nearest.h), as text.
struct NearestValuation {
  struct Broken {
    std::string constraint;           // "fact Total does not hold"
    std::string place;                // "path:line:column"
    std::string text;                 // the text at this place, on one line
    int state = -1;                   // of a trace: the state in which it breaks
    std::vector<NamedValue> witness;  // quantified variables, for which it breaks
    Place span;                       // of what breaks
    std::string rule = {};            // the rule of the language behind it (suite/reasons/rules.h)
  };
  std::vector<Broken> broken;         // what does not hold in it
  ValuationTable table;               // ` !` marks a tuple or member if some broken constraint holds without it
  ValuationTable relations;           // the same without the marks
  std::vector<MarkedTuple> marked;    // the marked tuples and members
  std::vector<NamedValue> intruders;  // the same as text: relation (with the state of a trace) and tuple
  bool proved = false;                // no valuation breaks less
};

/// The instance that a test was judged on, to be drawn: an instance and the model it belongs to. Both or none.
struct JudgedOn {
  std::shared_ptr<const model::Model> model;
  std::shared_ptr<const model::Instance> instance;
  /// For a log: a title for each state. The instance is then a part of a behaviour, and its loop means nothing.
  std::vector<std::string> states = {};
};

/// The outcome of one test.
struct TestResult {
  std::string file;  // as the user named it
  std::string name;
  Place place;
  std::vector<std::string> tags;
  Outcome outcome = Outcome::passed;
  Engine engine = Engine::none;
  double milliseconds = 0;
  std::string message;  // one line: why it failed, errs or was skipped
  /// For a test that passed because a constraint is broken: that constraint, as `because` names it
  /// (suite/reasons/violated_constraint.h).
  std::string decidedBy;
  std::string warning;                   // one line: of a test that passed, but perhaps not for the reason that it means
  std::optional<VacuousAnswer> vacuous;  // of a test that passed, as the warning says
  std::optional<RestsOn> restsOn;        // when asked for, and known: of a test that passed, because there is no instance
  std::optional<BeyondScope> allScopes;  // when asked for: of a command that has no instance, and should have none
  std::string details;                   // the diagnostics of an error, rendered without colour
  std::optional<Failure> failure;
  std::optional<ValuationTable> valuation;       // of a failed test; the instance that the solver found where none is expected
  std::vector<Place> conflict;                   // if the solver found no instance: parts that contradict each other
  std::optional<NearestValuation> nearest;       // if a partial valuation cannot be completed
  std::optional<coverage::TestRecord> coverage;  // when asked for: the test's coverage, without id and outcome
  /// For a test of several statements: the result of each, with the statement's text as its name. The outcome of the test is the
  /// worst of theirs; message, failure and details are those of the first statement with that outcome, and allScopes is the worst
  /// answer.
  std::vector<TestResult> statements;

  JudgedOn judgedOn;        // when asked for
  std::vector<Place> text;  // when asked for: its valuation, after the valuations that it extends, then its own paragraphs

  std::string id() const { return file + "::" + name; }
};

/// Whether the test, or one of its statements, passed vacuously.
bool isVacuous(const TestResult& result);

/// The message of an error if the memory did not suffice.
inline constexpr std::string_view outOfMemory = "out of memory";
/// The beginning of the message of an internal error: the engines contradict each other, or one of them threw.
inline constexpr std::string_view internalErrorBegins = "internal error: ";
bool saysInternalError(std::string_view message);
/// Whether a message is one of these two: it says nothing of the model or its tests.
bool isOurs(std::string_view message);
/// Whether the test, or one of its statements, ended in an internal error.
bool isInternalError(const TestResult& result);

}  // namespace aunit::suite

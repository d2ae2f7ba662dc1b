// The outcome of a test as plain text and numbers, so that reporters need neither the model nor the engines.
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

/// `failed`: the test was judged and its statement is wrong. `error`: it could not be judged, for example because its valuation
/// does not resolve. `xfailed`: it failed, as its `xfail` expects. `xpassed`: it passed despite its `xfail`.
enum class Outcome : std::uint8_t { passed, failed, error, skipped, xfailed, xpassed };

/// How a test was decided: by evaluating its valuation, by letting the solver complete a partial valuation, or by solving a
/// command. `none`: it was not decided.
enum class Engine : std::uint8_t { none, evaluated, completedBySolving, solved };

std::string_view name(Outcome outcome);  // "passed" "failed" "error" "skipped" "xfailed" "xpassed"
/// Whether the test was judged, so that its outcome says something about the model.
inline bool isJudged(Outcome outcome) {
  return outcome != Outcome::error && outcome != Outcome::skipped;
}
inline bool isProblem(Outcome outcome) {
  return outcome == Outcome::failed || outcome == Outcome::error;
}
/// Whether a mark of the test (`skip`, `xfail`) led to this outcome.
inline bool isMarked(Outcome outcome) {
  return outcome == Outcome::skipped || outcome == Outcome::xfailed || outcome == Outcome::xpassed;
}
std::string_view name(Engine engine);  // "evaluated" "completed by solving" "solved", or empty

/// A part of a source file, with the text of its lines.
struct Place {
  std::string path;                          // empty if the place is unknown
  std::uint32_t line = 0, column = 0;        // from 1; columns count code points
  std::uint32_t endLine = 0, endColumn = 0;  // position of the last character
  std::vector<std::string> lines;            // text of the first few lines

  bool known() const { return !path.empty(); }
  std::string describe() const;  // "path:line:column"
};

/// A name, or the text of an expression, and its value as Alloy writes it: "{N0->N1}", "3", "true".
struct NamedValue {
  std::string name;
  std::string value;
};

/// One side of an equation that does not hold. `unmatched[i]` says whether the other side lacks `tuples[i]`.
struct Side {
  std::string expression;
  std::string value;
  std::vector<std::string> tuples;
  std::vector<bool> unmatched;
};

/// The actions that explain a step of a trace (suite/steps/step_names.h).
struct StepName {
  std::vector<std::string> actions;  // such as "grant[Client$1, Grant$2]"
  bool isComplete = true;            // false if not all arguments were tried, because there are too many
  bool changes = true;               // whether the step changes the state
};

/// A valuation as a table with a row for each signature and field. A row has a column for each state of the trace.
struct ValuationTable {
  struct Row {
    std::string relation;
    std::vector<std::string> values;  // one value for each state; only one if the relation is the same in all states
  };
  std::vector<Row> rows;
  std::uint32_t states = 1;
  std::uint32_t loop = 0;
  std::vector<StepName> steps = {};  // one for each state: the step to the next state; empty if the model names no actions
};

/// Why a formula has its value (evaluator/reason.h), as text.
struct ReasonText {
  std::string formula;  // source of the formula, on one line
  std::string place;    // "path:line:column"; empty if the formula has no place in a file
  Place span;           // the same place as data, with its end; its `lines` are empty
  bool actual = false;
  int state = -1;                  // state of the trace in which the formula has its value; -1 for static models
  std::vector<NamedValue> bound;   // variables that are bound between the enclosing formula and this one
  std::vector<NamedValue> values;  // values of operands
  std::vector<ReasonText> parts;   // parts that decide the value; empty if the formula explains itself
  std::size_t others = 0;          // number of bindings or states that decide together with `parts`, but are not shown
  /// If this is an alternative of a false disjunction or `some`: how many conjuncts of the alternative hold, and how many it has.
  std::size_t held = 0;
  std::size_t conjuncts = 0;
};

/// Why a test failed: the first constraint that is violated, its place, and the values that show the violation.
struct Failure {
  std::string constraint;           // "fact PartialFunction does not hold"
  Place place;                      // place of the constraint
  Place offender;                   // place of the innermost formula that decides, if it differs from `place`
  int state = -1;                   // state of the trace in which the constraint is violated; -1 for static models
  std::vector<NamedValue> witness;  // values of quantified variables
  std::vector<NamedValue> values;   // values of the offender's operands
  std::vector<ReasonText> parts;    // several parts that decide together, or alternatives of which none holds
  std::optional<Side> expected;     // for a `gives` test: `expected` is the right side, `actual` the left side
  std::optional<Side> actual;
  /// For each function and predicate that the constraint calls, by name: the signatures and fields that this function or
  /// predicate reads, directly or through calls.
  std::map<std::string, std::set<std::string>> readBy = {};
  Place logLine;       // for a log: the line that no step explains
  std::string report;  // for a log: the fault, as log::reportOf() describes it
};

/// Why a test passes vacuously (solver/vacuity/vacuity.h), as text.
struct VacuousAnswer {
  std::string why;          // "facts", "guard" or "scope"
  std::string text;         // such as "the facts contradict each other"
  Place place;              // place of the guard, if `why` is "guard"
  std::vector<Place> core;  // a minimal set of parts that contradict each other
};

/// The answer for scopes beyond the scope of the command, as text, if the command has no instance in its scope
/// (solver/allscopes/all_scopes.h).
struct BeyondScope {
  struct Part {
    std::string place;      // "path:line:column"
    std::string text;       // the text at this place, on one line
    std::string rule = {};  // the rule of the language on which the part depends (suite/reasons/rules.h)
  };
  std::string verdict;              // "holds", "counterexample", "empty", "unknown"
  std::string answer;               // the verdict as a sentence
  std::string by, checked, lemmas;  // how the verdict was shown: `by`, `checked` and `axioms` of AllScopes
  std::vector<std::string> assumptions;
  std::vector<std::string> invariant;  // conjuncts of the invariant, in Alloy
  bool anyLength = false;              // whether the proof also holds for traces of any length
  std::vector<Part> needs;             // parts of the model on which the proof depends
  std::string scope, searched;         // AllScopes::scope and searched
  std::string why;                     // if "unknown": the reason
  std::optional<Part> place;           // if "unknown": the place of the cause, if known
  double milliseconds = 0;

  bool holds() const { return verdict == "holds"; }
  bool isRefuted() const { return verdict == "counterexample"; }
};

/// The facts on which the answer "no instance" rests (solver/reliance/reliance.h), as text.
struct AnswerBasis {
  std::string kind, text;                // solver::name, solver::relianceText
  std::vector<BeyondScope::Part> needs;  // conjuncts of facts that are enough for the answer
  bool minimal = true;                   // whether the answer needs each conjunct in `needs`

  /// The text with its subject: "the answer rests on ...", "the command repeats ...".
  std::string sentence() const {
    if (kind == "empty") return text;
    return (kind == "repeats" || kind == "operations" ? "the command " : "the answer ") + text;
  }
};

/// A tuple of a field, or an atom of a signature, in a state. For a static relation, `state` is 0 and stands for all states.
struct MarkedTuple {
  bool isField = false;
  std::uint32_t id = 0;
  std::uint32_t state = 0;
  std::vector<model::Atom> tuple;
};

/// If there is no instance: the valuation that is nearest to one (solver/nearest/nearest.h), as text.
struct NearestValuation {
  struct Violation {
    std::string constraint;           // "fact Total does not hold"
    std::string place;                // "path:line:column"
    std::string text;                 // the text at this place, on one line
    int state = -1;                   // state of the trace in which the constraint is violated; -1 for static models
    std::vector<NamedValue> witness;  // values of quantified variables for which the constraint is violated
    Place span;                       // place of the constraint
    std::string rule = {};            // the rule of the language that explains the constraint (suite/reasons/rules.h)
  };
  std::vector<Violation> broken;      // the constraints that the valuation violates
  ValuationTable table;               // ` !` marks each tuple or atom whose removal makes a constraint in `broken` hold
  ValuationTable relations;           // the same table without marks
  std::vector<MarkedTuple> marked;    // the marked tuples and atoms
  std::vector<NamedValue> intruders;  // for each marked tuple: its relation (for a trace, with the state), and the tuple as text
  bool proved = false;                // whether it is proved that no valuation violates fewer constraints
};

/// The instance on which a test was judged, and its model, so that both can be drawn. Both pointers are null, or neither is.
struct JudgedInstance {
  std::shared_ptr<const model::Model> model;
  std::shared_ptr<const model::Instance> instance;
  /// For a log: a title for each state. The instance is then a part of a behaviour, and its loop has no meaning.
  std::vector<std::string> states = {};
};

struct TestResult {
  std::string file;  // path as the user gave it
  std::string name;
  Place place;
  std::vector<std::string> tags;
  Outcome outcome = Outcome::passed;
  Engine engine = Engine::none;
  double milliseconds = 0;
  std::string message;  // one line: why the test failed, ended with an error or was skipped
  /// For a test that passed because a constraint is violated: the name of the constraint as in `because`
  /// (suite/reasons/violated_constraint.h). For a test that passed because of an expected error: that error.
  std::string decidedBy;
  std::string warning;                   // one line: the test passed, but perhaps not for the intended reason
  std::optional<VacuousAnswer> vacuous;  // for a test that passed vacuously: the reason, which `warning` states, too
  /// What the answer rests on, for a test that passed because there is no instance. Set if it was wanted and is known.
  std::optional<AnswerBasis> restsOn;
  /// If wanted: the answer for all scopes. Only for a command that has no instance, as the test expects.
  std::optional<BeyondScope> allScopes;
  std::string details;  // diagnostics of an error, without colour
  std::optional<Failure> failure;
  std::optional<ValuationTable> valuation;       // the valuation of a failed test, or the instance that the solver found
  std::vector<Place> conflict;                   // if the solver found no instance: parts of the model that contradict each other
  std::optional<NearestValuation> nearest;       // if a partial valuation cannot be completed: the nearest valuation
  std::optional<coverage::TestRecord> coverage;  // if wanted: coverage by the test, without id and outcome
  /// For a test with several statements: the result of each, named by the statement's text. The outcome of the test is the worst
  /// outcome of its statements. Message, failure and details are taken from the first statement with that outcome; allScopes is
  /// the worst answer.
  std::vector<TestResult> statements;

  JudgedInstance judgedOn;  // if wanted: the instance on which the test was judged
  std::vector<Place> text;  // if wanted: the source of the test, as suite::textOf() returns it

  std::string id() const { return file + "::" + name; }
};

/// Whether the test, or one of its statements, passed vacuously.
bool isVacuous(const TestResult& result);

/// The message of an error when memory is exhausted.
inline constexpr std::string_view outOfMemory = "out of memory";
/// The beginning of the message of an internal error: the engines contradict each other, or an engine threw an unexpected
/// exception.
inline constexpr std::string_view internalErrorBegins = "internal error: ";
bool saysInternalError(std::string_view message);
/// Whether a message is `outOfMemory` or an internal error, so that it says nothing about the model or its tests.
bool isOurs(std::string_view message);
/// Whether the test, or one of its statements, ended in an internal error.
bool isInternalError(const TestResult& result);

}  // namespace aunit::suite

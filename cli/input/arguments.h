// The arguments of each subcommand as structs. The code in options/ fills them from the command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/semantics.h"
#include "reporters/terminal/style.h"
#include "runner/solving/options.h"
#include "solver/reliance/reliance.h"
#include "support/budget.h"

namespace aunit::cli {

/// Options of all subcommands: how models are read and how integers behave.
struct LanguageOptions {
  bool alloy5 = false;
  bool strictOpen = false;
  model::Semantics semantics{};
  std::vector<std::string> allowed{};  // names of warnings to suppress; only aunit.toml sets them
};

/// aunit run [PATH...]. Members that aunit.toml may also set are optional; a value of the command line has precedence.
struct RunArguments {
  LanguageOptions language;
  std::vector<std::string> paths;
  std::optional<std::string> model, names, shard, times, junit, sarif, json, html, color;
  std::vector<std::string> tags;
  std::vector<std::string> ids;  // FILE::NAME; "-": read them from standard input
  bool jsonLines = false;
  std::optional<int> maxfail, jobs, durations;
  std::optional<double> timeout;
  double time = 0;  // seconds for the whole command; 0: no limit
  bool lastFailed = false;
  bool failedFirst = false;
  bool stepwise = false;
  std::string shuffle;  // the seed; "true": a random one; empty: do not shuffle
  int repeat = 1;
  bool watch = false;
  bool list = false;
  bool quiet = false;
  std::string traceback;  // how failures are shown: "short", "long", "line", "no"; empty: depends on verbosity
  bool verbose = false;
  bool hostname = false;
  bool xfailStrict = false;  // same as --fail-on xpass
  /// Seconds to prove, for any number of atoms, that a command has no instance. Tries only commands that are expected to have no
  /// instance and that have no instance in their scope.
  std::optional<double> allScopes;
  bool requireAllScopes = false;
  bool restsOn = false;  // show which facts the answer "no instance" of a solved test rests on
  bool coverage = false;
  bool coverLibraries = false;
  bool infeasible = false;
  std::string criteria;  // "paper" or "all"; empty if not given
  bool suggest = false;
  bool why = false;
  std::optional<std::string> coverageOut;
  std::vector<std::string> failUnder;  // CRITERION=PERCENT
  std::vector<std::string> failOn;     // values: runner::runFailsOn
};

/// aunit check FILE...
struct CheckArguments {
  LanguageOptions language;
  std::vector<std::string> files;
  std::optional<std::string> json;  // "-": standard output
  std::optional<std::string> sarif;
  bool redundant = false;           // search for constraints that follow from the other constraints
  double timeout = 10;              // seconds per file; 0: no limit
  std::optional<double> allScopes;  // seconds to prove that one constraint is redundant for any number of atoms
  std::string color = "auto";
};

/// aunit audit [PATH...]
struct AuditArguments {
  LanguageOptions language;
  std::vector<std::string> paths;
  std::vector<std::string> failOn;  // values: strength::audit::name
  bool verbose = false;
  std::optional<std::string> json, markdown;  // "-": standard output
  std::optional<std::string> sarif;
  std::optional<std::string> baseline;  // file of known findings
  bool write = false;                   // write the baseline
  std::optional<std::string> claims;    // file with the list of claims
  std::optional<std::string> csv;       // file for the table of claims
  std::optional<std::string> html;      // folder for the page
  double timeout = 10;                  // seconds per answer, and per search for the facts that it rests on; 0: no limit
  double time = 0;                      // seconds for the whole command; 0: no limit
  std::optional<double> allScopes;      // seconds to prove, for any number of atoms, that one constraint is redundant
  std::optional<int> jobs;              // nothing: one job per processor
  std::string color = "auto";
};

/// aunit eval MODEL (--val NAME | --instance FILE | --command LABEL) [EXPR...]
struct EvalArguments {
  LanguageOptions language;
  std::string model;
  std::string valuation;
  std::string instance;
  std::string command;
  int state = 0;
  double timeout = 0;               // seconds for solving the command of the model that --command names; 0: no limit
  double time = 0;                  // seconds for this call of aunit; 0: no limit
  std::optional<std::string> json;  // "-": standard output
  std::vector<std::string> expressions;
  std::string color = "auto";
};

/// aunit trace MODEL [LOG...]
struct TraceArguments {
  LanguageOptions language;
  std::string model;
  std::vector<std::string> logs;  // files, or folders with the files of one run; empty: the files that the `log` paragraph names
  std::string paragraph;          // name of the `log` paragraph; empty: the file has only one
  std::string atoms;              // JSON file with all atoms of signatures
  std::string keep;               // file to which tests for the logs are added; empty: none
  double timeout = 60, time = 0;  // seconds per log, and for the whole command; 0: no limit
  bool infer = false;
  std::optional<std::string> json;  // "-": standard output
  std::string color = "auto";
};

/// aunit exec FILE...
struct ExecArguments : runner::SolveOptions {
  LanguageOptions language;
  std::string compat = "cli";  // or "gui"
  double time = 0;             // seconds for the whole command; 0: no limit
  std::string out;             // folder for instances
  /// Name of an InstanceForm. If empty, only counterexamples to claims of Nitpick files (.np) are shown, in the format of the
  /// Nitpick checker Ladybug.
  std::string show;
  std::string keep;          // file to which instances are added as tests; empty: none
  std::string certificates;  // folder for certificates (AIGER) of proofs for traces of any length; empty: none
  std::string proofs;        // folder for refutations (DIMACS, DRAT); empty: none
  std::optional<std::string> shard, times, sarif;
  std::optional<int> symmetry, skolemDepth;
  int cubes = 0;  // a long search is divided into up to 2^cubes cubes; 0: no search is divided
  std::size_t memoryMegabytes = 0;
  std::optional<std::string> json;  // "-": standard output
  bool core = false;
  bool checkProofs = false;
  bool requireAllScopes = false;
  bool exitZero = false;            // exit with 0 for all answers
  bool requireAnswers = false;      // undecided commands count as failures
  std::vector<std::string> failOn;  // values: runner::execFailsOn
  bool list = false;                // list the commands instead of solving them
  bool verbose = false;
  bool quiet = false;                                             // do not show counterexamples
  solver::RelianceWanted restsOn = solver::RelianceWanted::none;  // which answers "no instance" show what they rest on
  /// Engine for programs: "explicit", "sat", or "model" (solves the commands of the program's model).
  std::string engine = "explicit";
  int steps = 0;                // limit for the steps of a run for "sat"; 0: no limit
  std::uint64_t maxStates = 0;  // limit for the states for "explicit"; 0: no limit
  /// Files (.dot, .svg): `path` for the first counterexample of a program, `graph` for the program's state graph; empty: none.
  std::string path, graph;
  std::string color = "auto";
};

/// aunit coverage report|diff|minimise FILE...
struct CoverageArguments {
  std::string action;
  std::vector<std::string> files;
  /// Outputs of `report`. `json` and `markdown` are outputs of `diff`, too.
  std::optional<std::string> html, cobertura, lcov, sonar, json, markdown, badge;
  std::string lines = "met";        // rule by which a line is covered: "met" or "touched"
  std::vector<std::string> failOn;  // "loss"; for `diff`
  std::vector<std::string> failUnder;
  int limit = 10;  // number of unmet requirements to show
  std::string color = "auto";
};

/// aunit view MODEL
struct ViewArguments {
  LanguageOptions language;
  std::string model;
  std::string command;  // shown first: this command, else `valuation`, `instance` or `log`, else the first of Viewer::sources()
  std::string valuation;
  std::string instance;  // file
  std::string log;       // file, or a folder that holds one run
  std::string solver = "portfolio";
  std::string sterling;  // folder with a build of Sterling; empty: none
  int port = 0;          // 0: any free port
  double timeout = 0;
  bool noBrowser = false;
  std::optional<std::string> json;  // "-": standard output
  std::string color = "auto";
};

/// aunit mcp
struct McpArguments {
  std::vector<std::string> roots;
  std::size_t memoryMegabytes = 8192;
};

/// aunit merge FILE... -o OUT
struct MergeArguments {
  std::vector<std::string> files;
  std::optional<std::string> out;
};

/// aunit mutate [PATH...]
struct MutateArguments {
  LanguageOptions language;
  std::vector<std::string> paths;
  std::optional<std::string> model, html, json, markdown, sarif, matrix, shard, times, since;
  std::string operators = "all";       // or "mualloy"
  std::vector<std::string> failUnder;  // MS=PERCENT
  std::vector<std::string> merge;      // files of reports of shards
  std::vector<std::string> compare;    // files: an earlier report and a later one
  std::vector<std::string> failOn;     // "loss", for compare
  int jobs = 0;                        // 0: one per processor
  double timeout = 10;
  double time = 120;                // seconds for the whole command, after which no proofs are attempted; 0: no limit
  std::optional<double> allScopes;  // seconds to prove one mutant equivalent for any number of atoms
  bool noProofs = false;
  bool arid = false;
  bool verbose = false;
  std::string color = "auto";
};

/// aunit diff [OLD] [NEW]
struct DiffArguments {
  LanguageOptions language;
  std::vector<std::string> what;
  std::vector<std::string> matches;  // "NEW=OLD"
  std::optional<int> scope;
  std::vector<std::string> failOn;  // values: strength::versions::gates()
  std::vector<std::string> tests;   // files of tests
  std::optional<std::string> html;
  std::string proofs;  // folder; empty: none
  bool suggest = false;
  double timeout = 10, time = 0;              // seconds per question to the solver, and for the whole command; 0: no limit
  std::optional<double> allScopes;            // seconds to prove, for any number of atoms, how the versions are related
  std::optional<std::string> json, markdown;  // "-": standard output
  std::string color = "auto";
};

struct LocateArguments {
  LanguageOptions language;
  std::vector<std::string> paths;
  std::optional<std::string> model, html;
  double timeout = 10, time = 0;  // seconds per model with its tests, and for the whole command; 0: no limit
  int limit = 5;
  std::optional<std::string> json;  // "-": standard output
  bool hint = false;
  std::string color = "auto";
};

/// aunit grade ASSIGNMENT PATH..., aunit grade --right FILE --pred NAME PATH..., aunit grade init MODEL
struct GradeArguments {
  LanguageOptions language;
  std::vector<std::string> paths, predicates, hidden, scope, merge;
  std::optional<std::string> right, csv, junit, html, feedback, gradescope, prairielearn, coderunner, classroom;
  std::optional<std::string> student;  // the student for whom files for a learning platform are written
  std::optional<std::string> layout;   // how paths of submissions name students and attempts
  std::optional<std::string> shard, resume;
  std::optional<std::string> out;  // folder that `init` creates
  std::optional<double> timeout;
  double time = 0;               // seconds for the whole command; 0: no limit
  int limit = 5;                 // number of groups to show
  int comments = 0, chaffs = 0;  // how many of the largest groups get a comment file, and how many get a wrong model
  int jobs = 0;                  // 0: one per processor
  std::optional<std::string> partial;
  bool noHints = false;
  bool oneStudent = false;
  std::optional<std::string> json;  // "-": standard output
  std::string color = "auto";
};

/// aunit generate PATH...
struct GenerateArguments {
  LanguageOptions language;
  std::vector<std::string> paths;
  std::string model;                   // --model
  std::vector<std::string> functions;  // --pred
  std::vector<std::string> purposes;   // --for; empty: mutants and coverage
  std::vector<std::string> criteria;   // abbreviations of criteria
  std::optional<std::string> out, html;
  bool ask = false, write = false;
  bool scripts = false;              // --scripts; the members from `as` to `steps` are options for it
  std::string as = "json";           // --as
  std::vector<std::string> actions;  // names of predicates
  std::string command;               // the command whose scope is used
  bool states = false, all = false, anyLength = false;
  int steps = 20;
  int jobs = 0;              // 0: one per processor
  std::optional<int> limit;  // nothing: 20, which a user can read in one sitting
  int strength = 0;
  std::optional<int> scope;
  double timeout = 10, time = 120;
  std::string color = "auto";
};

/// aunit format [PATH...]
struct FormatArguments {
  LanguageOptions language;
  std::vector<std::string> paths;
  bool write = false;
  bool check = false;
  bool diff = false;
  std::string style = "keep";  // for operators with two spellings: "symbols", "words" or "keep"
  std::string to;              // "alloy6" converts files of older versions of Alloy; empty: only format
  std::string color = "auto";
};

/// aunit repair [PATH...]
struct RepairArguments {
  LanguageOptions language;
  std::vector<std::string> paths;
  std::optional<std::string> model;
  bool write = false;
  std::optional<std::string> json;  // "-": standard output
  bool ask = false;
  int limit = 5;
  double timeout = 10, time = 0;  // seconds per model with its tests, and for the whole command; 0: no limit
  std::string color = "auto";
};

/// The number of items that --limit allows; its value 0 means no limit.
std::size_t mostOf(int limit);

reporters::ColorChoice colorChoice(const std::string& text);  // "auto" "always" "never"

/// Whether --fail-on names `what`.
bool failsOn(const std::vector<std::string>& failOn, std::string_view what);

/// The time limits in seconds, per question (--timeout) and for the whole command (--time), which begins now; 0: no limit. An
/// interrupt ends the work in any case.
support::Limits limitsOf(double timeout, double time);

}  // namespace aunit::cli

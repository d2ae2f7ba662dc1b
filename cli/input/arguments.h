// The arguments of each subcommand as values, which options/ reads from the command line.
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

/// Options of every subcommand on how models are read and how integers behave.
struct LanguageOptions {
  bool alloy5 = false;
  bool strictOpen = false;
  model::Semantics semantics{};
  std::vector<std::string> allowed{};  // parser::LoadOptions::allowed; only an aunit.toml sets them
};

/// aunit run [PATH...]. Members that an aunit.toml may set as well are optional; values here win.
struct RunArguments {
  LanguageOptions language;
  std::vector<std::string> paths;
  std::optional<std::string> model, names, shard, times, junit, sarif, json, html, color;
  std::vector<std::string> tags;
  std::vector<std::string> ids;  // path::name; "-": from standard input
  bool jsonLines = false;
  std::optional<int> maxfail, jobs, durations;
  std::optional<double> timeout;
  double time = 0;  // seconds of the whole command; 0: no limit
  bool lastFailed = false;
  bool failedFirst = false;
  bool stepwise = false;
  std::string shuffle;  // the seed; "true": any; empty: the order of the files
  int repeat = 1;
  bool watch = false;
  bool list = false;
  bool quiet = false;
  std::string traceback;  // how failures are shown: "short", "long", "line", "no"; empty: as verbosity says
  bool verbose = false;
  bool hostname = false;
  bool xfailStrict = false;         // as --fail-on xpass
  std::optional<double> allScopes;  // seconds for each command that has no instance, and should have none
  bool requireAllScopes = false;
  bool restsOn = false;  // say what the answer "none" of a solved test rests on
  bool coverage = false;
  bool coverLibraries = false;
  bool infeasible = false;
  std::string criteria;  // "paper", "all"; empty: not given
  bool suggest = false;
  bool why = false;
  std::optional<std::string> coverageOut;
  std::vector<std::string> failUnder;  // CRITERION=PERCENT
  std::vector<std::string> failOn;     // of runner::runFailsOn
};

/// aunit check FILE...
struct CheckArguments {
  LanguageOptions language;
  std::vector<std::string> files;
  std::optional<std::string> json;  // "-": standard output
  std::optional<std::string> sarif;
  bool redundant = false;           // look for constraints that follow from the others
  double timeout = 10;              // seconds for each file's; 0: none
  std::optional<double> allScopes;  // seconds for each redundant constraint
  std::string color = "auto";
};

/// aunit audit [PATH...]
struct AuditArguments {
  LanguageOptions language;
  std::vector<std::string> paths;
  std::vector<std::string> failOn;  // of strength::audit::name
  bool verbose = false;
  std::optional<std::string> json, markdown;  // "-": standard output
  std::optional<std::string> sarif;
  std::optional<std::string> baseline;  // of known findings
  bool write = false;                   // it
  std::optional<std::string> claims;    // a list of them
  std::optional<std::string> csv;       // the table of claims
  std::optional<std::string> html;      // folder of the page
  double timeout = 10;                  // seconds for each answer, and for what it rests on; 0: none
  double time = 0;                      // of the whole command; 0: no limit
  std::optional<double> allScopes;      // seconds for each redundant constraint
  std::optional<int> jobs;              // default: one per processor
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
  double timeout = 0, time = 0;     // seconds of the search of --command; 0: no limit
  std::optional<std::string> json;  // "-": standard output
  std::vector<std::string> expressions;
  std::string color = "auto";
};

/// aunit trace MODEL [LOG...]
struct TraceArguments {
  LanguageOptions language;
  std::string model;
  std::vector<std::string> logs;  // files, or folders whose files are one run; empty: those that the paragraph names
  std::string paragraph;          // of the logs; empty: the only one
  std::string atoms;              // a JSON file with all atoms of signatures
  std::string keep;               // file of tests for the logs; empty: none
  double timeout = 60, time = 0;  // seconds of one log, and of all; 0: no limit
  bool infer = false;
  std::optional<std::string> json;  // "-": standard output
  std::string color = "auto";
};

/// aunit exec FILE...
struct ExecArguments : runner::SolveOptions {
  LanguageOptions language;
  std::string compat = "cli";  // or "gui"
  double time = 0;             // seconds of the whole command; 0: no limit
  std::string out;             // folder for instances
  std::string show;  // form of instances: see reporters/terminal/instance_text.h; empty: none, for Nitpick as Ladybug does
  std::string keep;  // file of tests for the instances; empty: none
  std::string certificates;  // folder for certificates (AIGER) of proofs for traces of any length; empty: none
  std::string proofs;        // folder for refutations (DIMACS, DRAT); empty: none
  std::optional<std::string> shard, times, sarif;
  std::optional<int> symmetry, skolemDepth;
  int cubes = 0;  // depth; 0: none
  std::size_t memoryMegabytes = 0;
  std::optional<std::string> json;  // "-": standard output
  bool core = false;
  bool checkProofs = false;
  bool requireAllScopes = false;
  bool exitZero = false;            // for people who only look
  bool requireAnswers = false;      // what is undecided is a failure
  std::vector<std::string> failOn;  // of runner::execFailsOn
  bool list = false;                // commands, instead of solving them
  bool verbose = false;
  bool quiet = false;                                             // no counterexamples
  solver::RelianceWanted restsOn = solver::RelianceWanted::none;  // of what the answer "none" rests on
  std::string engine = "explicit";  // of programs; or "sat", or "model": the commands that a program stands for
  int steps = 0;                    // of runs, for "sat"; 0: any
  std::uint64_t maxStates = 0;      // for "explicit"; 0: any
  std::string path, graph;          // files for a program's first counterexample and its states, .dot or .svg; empty: none
  std::string color = "auto";
};

/// aunit coverage report|diff|minimise FILE...
struct CoverageArguments {
  std::string action;
  std::vector<std::string> files;
  std::optional<std::string> html, cobertura, lcov, sonar, json, markdown, badge;  // report, markdown of diff as well
  std::string lines = "met";                                                       // when a line is covered: met or touched
  std::vector<std::string> failOn;                                                 // "loss", of diff
  std::vector<std::string> failUnder;
  int limit = 10;  // unmet requirements that are shown
  std::string color = "auto";
};

/// aunit view MODEL
struct ViewArguments {
  LanguageOptions language;
  std::string model;
  std::string command;  // shown first; empty, as the next two: whatever comes first
  std::string valuation;
  std::string instance;  // a file
  std::string log;       // a file, or a folder whose files are one run
  std::string solver = "portfolio";
  std::string sterling;  // folder of a built Sterling; empty: none
  int port = 0;          // 0: any that is free
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
  std::vector<std::string> merge;      // reports on shards
  std::vector<std::string> compare;    // an earlier report and a later one
  std::vector<std::string> failOn;     // "loss", with compare
  int jobs = 0;                        // 0: one per processor
  double timeout = 10;
  double time = 120;                // seconds of the command, after which nothing is proved any more; 0: no limit
  std::optional<double> allScopes;  // seconds for each equivalent mutant
  bool noProofs = false;
  bool arid = false;
  bool verbose = false;
  std::string color = "auto";
};

/// aunit locate [PATH...]
struct DiffArguments {
  LanguageOptions language;
  std::vector<std::string> what;
  std::vector<std::string> matches;  // "NEW=OLD"
  std::optional<int> scope;
  std::vector<std::string> failOn;  // of strength::versions::gates()
  std::vector<std::string> tests;   // files
  std::optional<std::string> html;
  std::string proofs;  // a folder
  bool suggest = false;
  double timeout = 10, time = 0;              // seconds of one question, and of the command; 0: no limit
  std::optional<double> allScopes;            // seconds for each relation
  std::optional<std::string> json, markdown;  // "-": standard output
  std::string color = "auto";
};

struct LocateArguments {
  LanguageOptions language;
  std::vector<std::string> paths;
  std::optional<std::string> model, html;
  double timeout = 10, time = 0;  // seconds of one model with its tests, and of the command; 0: no limit
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
  std::optional<std::string> student;  // whom the files for platforms are about
  std::optional<std::string> layout;   // of submissions
  std::optional<std::string> shard, resume;
  std::optional<std::string> out;  // of init
  std::optional<double> timeout;
  double time = 0;               // seconds of the whole command; 0: no limit
  int limit = 5;                 // groups that are shown
  int comments = 0, chaffs = 0;  // files to be written for so many groups
  int jobs = 0;                  // as many as there are processors
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
  std::vector<std::string> criteria;   // abbreviations
  std::optional<std::string> out, html;
  bool ask = false, write = false;
  bool scripts = false;              // --scripts, to which these belong:
  std::string as = "json";           // --as
  std::vector<std::string> actions;  // predicates
  std::string command;               // whose scope counts
  bool states = false, all = false, anyLength = false;
  int steps = 20;
  int jobs = 0;              // 0: as many as there are processors
  std::optional<int> limit;  // nothing: so many as a person answers in one sitting
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
  std::string style = "keep";  // of operators with two spellings: "symbols", "words" or "keep"
  std::string to;              // "alloy6": rewrite files of older versions; empty: lay files out
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
  double timeout = 10, time = 0;  // seconds of one model with its tests, and of the command; 0: no limit
  std::string color = "auto";
};

/// How many a --limit allows: of 0 all.
std::size_t mostOf(int limit);

reporters::ColorChoice colorChoice(const std::string& text);  // "auto" "always" "never"

/// Whether --fail-on names this.
bool failsOn(const std::vector<std::string>& failOn, std::string_view what);

/// The limits of one question by --timeout, and of the whole command by --time, which counts from now on. An interrupt ends both.
/// 0: no limit.
support::Limits limitsOf(double timeout, double time);

}  // namespace aunit::cli

#include "cli/arguments.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/usage_error.h"
#include "model/diagnostic.h"

#ifndef AUNIT_VERSION
#error "the build defines AUNIT_VERSION"
#endif

namespace aunit::cli {

namespace {

/// CLI11's own checks for numbers name the largest number there is, digit by digit.
CLI::Validator atLeast(int least) {
  return CLI::Validator(
      [least](std::string& text) {
        double number = 0;
        return CLI::detail::lexical_cast(text, number) && number >= least
                   ? std::string()
                   : fmt::format("{} is not a number of at least {}", text, least);
      },
      "");
}

/// The parser together with the values it writes to.
class CommandLine {
 public:
  CommandLine(int argc, char** argv) : words_(argv, argv + argc) {
    app_.set_help_flag("-h,--help", "Show this help (or that of a command) and exit");
    app_.set_version_flag("--version", "aunit " AUNIT_VERSION);
    app_.require_subcommand(1);
    app_.get_formatter()->column_width(34);
    app_.footer(
        "Exit codes: 0 all passed, 1 a test failed, 2 interrupted, 3 internal error,\n"
        "4 usage or model error, 5 nothing to run, 6 a threshold was missed.");
    add("run", "Run the tests in files and folders", &CommandLine::addRun);
    add("check", "Parse and resolve models; show errors and warnings", &CommandLine::addCheck);
    add("commands", "List the commands of a model", &CommandLine::addCommands);
    add("coverage", "Work with the coverage data that `run --coverage-out` wrote", &CommandLine::addCoverage);
    add("eval", "Evaluate expressions on an instance; without expressions, a prompt", &CommandLine::addEval);
    add("exec", "Solve run and check commands", &CommandLine::addExec);
    add("explore", "Check parallel programs (.prog) by visiting all their states", &CommandLine::addExplore);
    add("format", "Lay out models and tests uniformly: indentation and blanks", &CommandLine::addFormat);
    add("generate", "Propose tests for the mistakes that no test would notice yet", &CommandLine::addGenerate);
    add("locate", "Find where the fault is likely to be that makes tests or commands fail", &CommandLine::addLocate);
    add("lsp", "Serve an editor: diagnostics, navigation, tests while typing (Language Server Protocol)", &CommandLine::addLsp);
    add("merge", "Make one report of those on the parts of a run (`run --json` or `--junit`)", &CommandLine::addMerge);
    add("mutate", "Change the model in small ways, and see which changes its tests do not notice", &CommandLine::addMutate);
    add("repair", "Propose edits that make failing tests and commands come out as they should", &CommandLine::addRepair);
  }

  std::variant<Request, int> parse() {
    try {
      app_.parse(static_cast<int>(words_.size()), words_.data());
    } catch (const CLI::Success& help) {  // --help, --version
      std::ostringstream text;
      text.exceptions(std::ios::badbit);  // rather than half a help
      app_.exit(help, text, text);
      reporters::writeDocument(stdout, text.str());
      return static_cast<int>(allPassed);
    } catch (const CLI::ParseError& error) {
      return explain(error);
    }
    if (app_.got_subcommand("run")) return Request(run_);
    if (app_.got_subcommand("check")) return Request(check_);
    if (app_.got_subcommand("commands")) return Request(commands_);
    if (const CLI::App* coverage = app_.get_subcommand("coverage"); coverage->parsed()) {
      coverage_.action = coverage->get_subcommands().front()->get_name();
      return Request(coverage_);
    }
    if (app_.got_subcommand("exec")) return Request(exec_);
    if (app_.got_subcommand("explore")) return Request(explore_);
    if (app_.got_subcommand("format")) return Request(format_);
    if (app_.got_subcommand("generate")) return Request(generate_);
    if (app_.got_subcommand("locate")) return Request(locate_);
    if (app_.got_subcommand("lsp")) return Request(LspArguments());
    if (app_.got_subcommand("merge")) return Request(merge_);
    if (app_.got_subcommand("mutate")) return Request(mutate_);
    if (app_.got_subcommand("repair")) return Request(repair_);
    const int sources = !eval_.valuation.empty() + !eval_.instance.empty() + !eval_.command.empty();
    if (sources == 0) return fail("eval needs --val NAME, --instance FILE or --command LABEL");
    if (sources > 1) return fail("--val, --instance and --command exclude each other");
    return Request(eval_);
  }

 private:
  /// Options are made for the command that is asked for alone: those of all would take a tenth of the shortest runs.
  void add(const char* name, const char* description, void (CommandLine::*options)(CLI::App&)) {
    CLI::App& command = *app_.add_subcommand(name, description);
    if (std::ranges::find(words_, std::string_view(name)) != words_.end()) (this->*options)(command);
  }

  void addLanguage(CLI::App& command, LanguageOptions& language) {
    command.add_flag("--alloy5", language.alloy5, "Read primes and Alloy 6's new keywords as parts of names");
    command.add_flag("--no-overflow", language.noOverflow, "Exclude integer overflows instead of wrapping around");
  }

  template <class Text>
  void addColor(CLI::App& command, Text& color) {
    command.add_option("--color", color, "When to use colours: auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->option_text("WHEN");
  }

  void addRun(CLI::App& c) {
    c.add_option(
         "PATH", run_.paths,
         "Files, or folders that are searched for .aunit, .als, .prog and .md (default: the current folder); FILE::NAME and "
         "FILE:LINE are single tests")
        ->option_text("...");
    c.add_option("--model", run_.model, "The model that the test files are about")->option_text("FILE");
    c.add_option("-k", run_.names, "Only tests whose file or name matches: words joined by and, or, not, ( )")
        ->option_text("EXPR");
    c.add_option("--tag", run_.tags, "Only tests with this tag (may be given several times: any of them)")
        ->option_text("TAG")
        ->allow_extra_args(false);
    c.add_option("--id", run_.ids,
                 "Exactly this test, as --list --json names it (may be given several times; -: those on standard input)")
        ->option_text("ID")
        ->allow_extra_args(false);
    c.add_flag("--lf", run_.lastFailed, "Only tests that failed last time (all, if none did)");
    c.add_flag("--ff", run_.failedFirst, "All tests, those that failed last time first");
    c.add_flag("--sw", run_.stepwise, "Stop at the first failure, and start there the next time");
    c.add_flag("--shuffle", run_.shuffle, "Files, and the tests of each, in a random order (that of the seed)")
        ->option_text("[=SEED]");
    c.add_option("--repeat", run_.repeat, "Run all of it N times")->option_text("N")->check(atLeast(1));
    c.add_flag_callback(
        "-x", [this] { run_.maxfail = 1; }, "Stop at the first failure");
    c.add_option("--maxfail", run_.maxfail, "Stop after N failures")->option_text("N")->check(atLeast(1));
    c.add_option("--shard", run_.shard, "Run part I of N parts (auto: as Slurm, Bazel, GitLab or MPI say)")
        ->option_text("I/N|auto");
    c.add_option("-j,--jobs", run_.jobs, "Threads (default: one per processor)")->option_text("N")->check(CLI::Range(1, 1024));
    c.add_option("--timeout", run_.timeout, "Give a test at most so many seconds")->option_text("SECONDS")->check(atLeast(0));
    c.add_flag("--xfail-strict", run_.xfailStrict, "A test that passes although `xfail` says that it fails, fails");
    c.add_flag("--watch", run_.watch, "Go on: judge again what changes, and what opens it, whenever a file is saved");
    c.add_flag("--list,--collect-only", run_.list, "List the tests instead of running them");
    c.add_flag("--why", run_.why, "Show where the fault is likely to be when tests fail (more: aunit locate)");
    c.add_option("--durations", run_.durations, "Show the N slowest tests")->option_text("N")->check(atLeast(0));
    c.add_flag("-q,--quiet", run_.quiet, "Only failures, one line each, and the counts");
    c.add_flag("-v,--verbose", run_.verbose, "One line per test");
    c.add_option("--junit", run_.junit,
                 "Write JUnit XML (-: to standard output, as for the next ones; the report then goes to standard error)")
        ->option_text("FILE");
    c.add_flag("--hostname", run_.hostname, "Name this machine in the JUnit file");
    c.add_option("--json", run_.json, "Write JSON (with --list: on the tests that would run; without FILE: to standard output)")
        ->option_text("[FILE]")
        ->expected(0, 1)
        ->default_str("-");
    c.add_flag("--json-lines", run_.jsonLines,
               "Tell standard output as it happens, one JSON object a line, what starts and ends");
    c.add_option("--html", run_.html, "Write an HTML report with coverage, to be opened from disk")->option_text("FOLDER");
    c.add_flag("--coverage", run_.coverage, "Show what of the model the tests covered");
    c.add_option("--criteria", run_.criteria, "Which criteria: those of the paper (default), or all: R4 to R9 as well")
        ->check(CLI::IsMember({"paper", "all"}))
        ->option_text("SET");
    c.add_flag("--cover-libraries", run_.coverLibraries, "Count library modules that the model opens (util/...) as part of it");
    c.add_flag("--suggest", run_.suggest,
               "Show tests for what coverage misses, ready to be pasted, in the terminal and with --html");
    c.add_flag("--infeasible", run_.infeasible, "Prove by solving which unmet requirements no valuation can meet");
    c.add_option("--coverage-out", run_.coverageOut, "Write the coverage data (see `aunit coverage`)")->option_text("FILE");
    addFailUnder(c, run_.failUnder);
    addColor(c, run_.color);
    addLanguage(c, run_.language);
  }

  void addCheck(CLI::App& c) {
    c.add_option("FILE", check_.files, "Models")->required()->option_text("...");
    addColor(c, check_.color);
    addLanguage(c, check_.language);
  }

  void addCommands(CLI::App& c) {
    c.add_option("FILE", commands_.file, "The model")->required()->option_text(" ");
    c.add_flag("--json", commands_.json, "One JSON object per line");
    addColor(c, commands_.color);
    addLanguage(c, commands_.language);
  }

  void addCoverage(CLI::App& c) {
    c.require_subcommand(1);
    CLI::App& merge = *c.add_subcommand("merge", "Unite the data of several runs of the same models");
    merge.add_option("FILE", coverage_.files, "Coverage data")->required()->option_text("...");
    merge.add_option("-o,--output", coverage_.out, "Where to write the united data")->required()->option_text("FILE");
    CLI::App& report = *c.add_subcommand("report", "Show coverage data, or write it in other forms");
    report.add_option("FILE", coverage_.files, "Coverage data; several files are united")->required()->option_text("...");
    report.add_option("--cobertura", coverage_.cobertura, "Write Cobertura XML")->option_text("FILE");
    report.add_option("--html", coverage_.html, "Write an HTML report, to be opened from disk")->option_text("FOLDER");
    report.add_option("--lcov", coverage_.lcov, "Write an LCOV tracefile, for genhtml")->option_text("FILE");
    report.add_option("--sonar", coverage_.sonar, "Write SonarQube's generic XML")->option_text("FILE");
    report.add_option("--json", coverage_.json, "Write JSON with positions")->option_text("FILE");
    report.add_option("--markdown", coverage_.markdown, "Write a summary for pull requests")->option_text("FILE");
    report.add_option("--badge", coverage_.badge, "Write an SVG badge with the model coverage")->option_text("FILE");
    report.add_option("--unmet", coverage_.unmet, "List up to N unmet requirements of each model (default 10)")
        ->option_text("N")
        ->check(atLeast(0));
    addFailUnder(report, coverage_.failUnder);
    addColor(report, coverage_.color);
    CLI::App& diff = *c.add_subcommand("diff", "Compare two runs, requirement by requirement");
    diff.add_option("FILE", coverage_.files, "Data of the earlier and of the later run")
        ->required()
        ->expected(2)
        ->option_text("OLD NEW");
    addColor(diff, coverage_.color);
    CLI::App& minimise = *c.add_subcommand("minimise", "Name a small set of tests with the same coverage (greedy)");
    minimise.add_option("FILE", coverage_.files, "Coverage data; several files are united")->required()->option_text("...");
  }

  void addFailUnder(CLI::App& command, std::vector<std::string>& thresholds) {
    command
        .add_option("--fail-under", thresholds,
                    "Exit with 6 when a criterion (SC RC EC FaC PC AC FC MC IC) is met by less (may be given several times)")
        ->option_text("CRITERION=PERCENT")
        ->allow_extra_args(false);
  }

  void addEval(CLI::App& c) {
    c.add_option("MODEL", eval_.model, "The model")->required()->option_text(" ");
    c.add_option("EXPR", eval_.expressions, "Expressions and formulas")->option_text("...");
    c.add_option("--val", eval_.valuation, "A `val` of the model's file")->option_text("NAME");
    c.add_option("--instance", eval_.instance, "A saved instance (Alloy's XML, or JSON)")->option_text("FILE");
    c.add_option("--command", eval_.command, "The first instance of a command: its label, or its index")->option_text("LABEL");
    c.add_option("--state", eval_.state, "State of the trace, from 0")->option_text("N")->check(atLeast(0));
    c.add_flag("--json", eval_.json, "One JSON object per expression and line");
    addColor(c, eval_.color);
    addLanguage(c, eval_.language);
  }

  void addExec(CLI::App& c) {
    c.add_option("FILE", exec_.files, "Models")->required()->option_text("...");
    c.add_option("--command", exec_.commands,
                 "Only these commands: an index, or a pattern for labels (may be given several times)")
        ->option_text("INDEX|GLOB")
        ->allow_extra_args(false);
    c.add_option(
         "--scope", exec_.scopes,
         "Atoms of each signature (N), or of one (NAME=N), where a command does not say (default 3; may be given several times)")
        ->option_text("N|NAME=N")
        ->allow_extra_args(false);
    c.add_option("--repeat", exec_.repeat, "Find up to N instances of each command (0: all; default 1)")
        ->option_text("N")
        ->check(atLeast(0));
    c.add_option("--timeout", exec_.timeout, "Give up on a command after so many seconds")->option_text("S")->check(atLeast(0));
    c.add_option("--memory", exec_.memoryMegabytes, "Give up when the process holds more than N megabytes")->option_text("N");
    c.add_option("--shard", exec_.shard, "Solve part I of N parts of the commands (auto: as Slurm, Bazel, GitLab or MPI say)")
        ->option_text("I/N|auto");
    c.add_option("-j,--jobs", exec_.jobs, "Commands at a time (default 1)")->option_text("N")->check(CLI::Range(1, 1024));
    c.add_option("--solver", exec_.solver, "portfolio (default), cryptominisat, cadical or minisat")
        ->check(CLI::IsMember({"portfolio", "cryptominisat", "cadical", "minisat"}))
        ->option_text("NAME");
    c.add_option("--symmetry", exec_.symmetry, "Length of the symmetry breaking predicate (default 20, 0: off)")
        ->option_text("N")
        ->check(atLeast(0));
    c.add_option("--skolem-depth", exec_.skolemDepth, "Skolemise under up to N universal quantifiers (default 0)")
        ->option_text("N")
        ->check(CLI::Range(0, 16));
    c.add_option("--compat", exec_.compat,
                 "Defaults of the Alloy Analyzer's command line (cli) or window (gui: no overflow, skolem depth 1)")
        ->check(CLI::IsMember({"cli", "gui"}))
        ->option_text("WHICH");
    c.add_flag("--core", exec_.core, "Say what contradicts when a command has no instance");
    c.add_option("--show", exec_.show,
                 "Show instances as table, aunit (a `val`), json, xml, markdown, dot or svg (default: none; counterexamples to "
                 "Nitpick's claims in its own form)")
        ->check(CLI::IsMember({"none", "table", "aunit", "json", "xml", "markdown", "dot", "svg"}))
        ->option_text("FORM");
    c.add_option("--out", exec_.out, "Write instances into this folder, one file each (as XML unless --show says)")
        ->option_text("FOLDER");
    c.add_option(
         "--certificates", exec_.certificates,
         "Write each proof that there are no traces of any length into this folder, as AIGER 1.9: the system and its witness")
        ->option_text("FOLDER");
    c.add_flag("--check-proofs", exec_.checkProofs, "Refute each command that has no instance once more, checking every step");
    c.add_flag("--require-proof", exec_.requireProof, "The same, and an error where there was no time to");
    c.add_option("--proofs", exec_.proofs, "The same, and write the clauses (DIMACS) and steps (DRAT) into this folder")
        ->option_text("FOLDER");
    c.add_flag("--json", exec_.json, "One JSON object per command and line, flushed at once");
    addColor(c, exec_.color);
    addLanguage(c, exec_.language);
  }

  void addExplore(CLI::App& c) {
    c.add_option("FILE", explore_.files, "Programs")->required()->option_text("...");
    c.add_option("--engine", explore_.engine, "explicit: every state, unbounded (default); sat: bounded search")
        ->check(CLI::IsMember({"explicit", "sat"}))
        ->option_text("NAME");
    c.add_option("--steps", explore_.steps, "Length of the runs that the SAT engine considers (default: any)")
        ->option_text("N")
        ->check(CLI::Range(1, 999));
    c.add_option("-j,--jobs", explore_.jobs, "Threads (default 1)")->option_text("N")->check(CLI::Range(1, 256));
    c.add_option("--timeout", explore_.timeout, "Stop after so many seconds")->option_text("S")->check(atLeast(0));
    c.add_option("--memory", explore_.memoryMegabytes, "Stop when the states take more than N megabytes (default 4096)")
        ->option_text("N");
    c.add_option("--max-states", explore_.maxStates, "Stop at N states")->option_text("N");
    c.add_option("--path", explore_.path, "Write the first counterexample as a graph (.dot or .svg)")->option_text("FILE");
    c.add_option("--graph", explore_.graph, "Write the transition system as a graph (.dot or .svg), up to 500 states")
        ->option_text("FILE");
    c.add_flag("--json", explore_.json, "One JSON object per file and line");
    c.add_flag("-q,--quiet", explore_.quiet, "Verdicts without paths");
    addColor(c, explore_.color);
  }

  void addGenerate(CLI::App& c) {
    c.add_option(
         "PATH", generate_.paths,
         "A model, or a file of tests: what its tests notice already needs no other; or several models, and folders that are "
         "searched for .als and .md")
        ->required()
        ->option_text("...");
    c.add_option("--model", generate_.model, "The model that the test file is about")->option_text("FILE");
    c.add_option("--pred", generate_.functions, "Only for this predicate or function (may be given several times)")
        ->option_text("NAME")
        ->allow_extra_args(false);
    c.add_option("--for", generate_.purposes,
                 "What for: mutants, coverage (both by default), pairs (near misses of each conjunct), boundary (of sizes)")
        ->check(CLI::IsMember({"mutants", "coverage", "pairs", "boundary"}))
        ->delimiter(',')
        ->option_text("WHAT,...")
        ->allow_extra_args(false);
    c.add_option("--criteria", generate_.criteria,
                 "Criteria whose requirements are to be met (default MC; all: MC and those beyond the paper)")
        ->delimiter(',')
        ->option_text("MC,...")
        ->allow_extra_args(false);
    c.add_option("-o,--out", generate_.out, "Add the tests to this file (default: show them)")->option_text("FILE");
    c.add_flag("--write", generate_.write,
               "Add the tests for each model to the file NAME.aunit beside it, whose tests count (default: show them)");
    c.add_option("-j,--jobs", generate_.jobs, "Models at a time (default: one per processor)")
        ->option_text("N")
        ->check(CLI::Range(1, 1024));
    c.add_option("--html", generate_.html, "Show the tests on an HTML page, each with its picture and text to be copied")
        ->option_text("FOLDER");
    c.add_flag("--ask", generate_.ask,
               "Ask about each test, and about those in the file that are tagged @proposed: is what it says right?");
    c.add_option("--limit", generate_.limit, "At most N tests")->option_text("N")->check(atLeast(1));
    c.add_option("--strength", generate_.strength,
                 "Tests that each mutant is killed by (default 1, or as many as --limit allows)")
        ->option_text("N")
        ->check(CLI::Range(1, 5));
    c.add_option("--scope", generate_.scope, "Most atoms of each signature (default: as the tests' commands say, else 3)")
        ->option_text("N")
        ->check(CLI::Range(1, 20));
    c.add_option("--timeout", generate_.timeout,
                 "Give each mutant, and each proof, at most so many seconds (default 10, 0: no limit)")
        ->option_text("SECONDS")
        ->check(atLeast(0));
    addColor(c, generate_.color);
    addLanguage(c, generate_.language);
  }

  void addLocate(CLI::App& c) {
    c.add_option("PATH", locate_.paths, "Models and tests, or folders that are searched for them (default: the current folder)")
        ->option_text("...");
    c.add_option("--model", locate_.model, "The model that the test files are about")->option_text("FILE");
    c.add_option("--suspects", locate_.suspects, "Show up to N suspects (default 5)")->option_text("N")->check(atLeast(1));
    c.add_flag("--hint", locate_.hint, "One next step in words, for learners, instead of suspects");
    c.add_flag("--json", locate_.json, "Write JSON, all suspects");
    c.add_option("--html", locate_.html, "Write an HTML report: the sources, coloured by suspicion")->option_text("FOLDER");
    c.add_option("--timeout", locate_.timeout, "Give each file at most so many seconds (default 10, 0: no limit)")
        ->option_text("SECONDS")
        ->check(atLeast(0));
    addColor(c, locate_.color);
    addLanguage(c, locate_.language);
  }

  void addFormat(CLI::App& c) {
    c.add_option("PATH", format_.paths, "Files, or folders that are searched for them (default: the current folder)")
        ->option_text("...");
    c.add_flag("--check", format_.check, "Write nothing; exit with 1 when a file would change");
    c.add_flag("--diff", format_.diff, "Write nothing; show what would change");
    addColor(c, format_.color);
    c.add_flag("--alloy5", format_.language.alloy5, "Primes are part of names, words new in Alloy 6 are names");
  }

  void addLsp(CLI::App& c) {
    static bool ignored = false;  // editors say so of each server
    c.add_flag("--stdio", ignored, "Speak on standard input and output, as always");
  }

  void addMerge(CLI::App& c) {
    c.add_option("FILE", merge_.files, "JSON reports, or JUnit files")->required()->option_text("...");
    c.add_option("-o,--output", merge_.out, "Where to write the united report (-: standard output)")
        ->required()
        ->option_text("FILE");
  }

  void addMutate(CLI::App& c) {
    c.add_option("PATH", mutate_.paths, "Files with tests, or folders that are searched for them (default: the current folder)")
        ->option_text("...");
    c.add_option("--model", mutate_.model, "The model that the test files are about")->option_text("FILE");
    c.add_option("--operators", mutate_.operators, "Which changes: all (default), or those of MuAlloy")
        ->check(CLI::IsMember({"all", "mualloy"}))
        ->option_text("SET");
    c.add_option("--since", mutate_.since, "Only changes on lines that differ from this git commit")->option_text("COMMIT");
    c.add_option("--shard", mutate_.shard, "Judge part I of N parts of the mutants (auto: as Slurm, Bazel, GitLab or MPI say)")
        ->option_text("I/N|auto");
    c.add_flag("--arid", mutate_.arid, "Change facts that hold by declaration, too (with --operators mualloy they always are)");
    c.add_option("--merge", mutate_.merge, "Make one report of those on all shards (--json), instead of judging anything")
        ->option_text("FILE...")
        ->excludes("PATH", "--shard", "--since");
    c.add_flag("--no-proofs", mutate_.noProofs,
               "Do not ask the solver about survivors: which are equivalent, which test is missing");
    c.add_option("-j,--jobs", mutate_.jobs, "Threads (default: one per processor)")->option_text("N")->check(CLI::Range(1, 1024));
    c.add_option("--timeout", mutate_.timeout,
                 "Give each mutant, and each proof, at most so many seconds (default 10, 0: no limit)")
        ->option_text("SECONDS")
        ->check(atLeast(0));
    c.add_flag("-v,--verbose", mutate_.verbose, "Show all survivors, not just the first 20");
    c.add_option("--json", mutate_.json,
                 "Write JSON in the mutation-testing-report-schema (-: to standard output, as for the next ones; the report then "
                 "goes to standard error)")
        ->option_text("FILE");
    c.add_option("--html", mutate_.html, "Write an HTML report: survivors on their places, each with the test that would kill it")
        ->option_text("FOLDER");
    c.add_option("--markdown", mutate_.markdown, "Write a summary for pull requests")->option_text("FILE");
    c.add_option("--matrix", mutate_.matrix, "Judge all tests on all mutants, and write which kills which")->option_text("FILE");
    c.add_option("--fail-under", mutate_.failUnder, "Exit with 6 when fewer of the mutants are killed")
        ->option_text("MS=PERCENT")
        ->allow_extra_args(false);
    addColor(c, mutate_.color);
    addLanguage(c, mutate_.language);
  }

  void addRepair(CLI::App& c) {
    c.add_option("PATH", repair_.paths,
                 "Models, and files with tests, or folders that are searched (default: the current folder)")
        ->option_text("...");
    c.add_option("--model", repair_.model, "The model that the test files are about")->option_text("FILE");
    CLI::Option* apply =
        c.add_flag("--apply,!--dry-run", repair_.apply, "Write the first proposal into the model (default: only show it)");
    c.add_flag("--json", repair_.json, "Print proposals as JSON: byte offsets and what to put there");
    c.add_flag("--ask", repair_.ask,
               "Where tests alone decide: ask about a valuation on which proposals differ, as long as some do; each answer "
               "becomes a test")
        ->excludes(apply, "--json");
    c.add_option("--limit", repair_.limit, "At most N proposals for each file (default 5)")->option_text("N")->check(atLeast(1));
    c.add_option("--timeout", repair_.timeout,
                 "Show what was found after so many seconds for each file (default 10, 0: no limit)")
        ->option_text("SECONDS")
        ->check(atLeast(0));
    addColor(c, repair_.color);
    addLanguage(c, repair_.language);
  }

  /// The innermost command that was given: `coverage report`.
  CLI::App& current() {
    CLI::App* command = &app_;
    while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
    return *command;
  }

  static std::vector<std::string> subcommandNames(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::App* subcommand : command.get_subcommands(nullptr)) names.push_back(subcommand->get_name());
    return names;
  }

  static std::vector<std::string> optionNames(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
  }

  // What was misspelt explains more than what is then missing.
  int explain(const CLI::ParseError& error) {
    const CLI::App& command = current();
    const std::vector<std::string> extras = app_.remaining(true);
    if (extras.empty()) return fail(error.what());
    if (const std::vector<std::string> names = subcommandNames(command); !names.empty() && !extras.front().starts_with('-'))
      return unknown("command", extras.front(), names, fmt::format(" (one of {})", fmt::join(names, ", ")));
    const auto option = std::ranges::find_if(extras, [](const std::string& extra) { return extra.starts_with('-'); });
    if (option != extras.end()) return unknown("option", option->substr(0, option->find('=')), optionNames(command), "");
    return fail(fmt::format("unexpected argument `{}`", extras.front()));
  }

  int unknown(std::string_view what, const std::string& name, const std::vector<std::string>& known,
              const std::string& otherwise) {
    const std::string near = model::orNear(name, known);
    return fail(fmt::format("unknown {} `{}`{}", what, name, near.empty() ? otherwise : near));
  }

  int fail(const std::string& message) {
    std::string words;
    for (const CLI::App* command = &current(); command != nullptr; command = command->get_parent())
      words = command->get_name() + " " + words;
    usageError(message);
    reporters::show(stderr, fmt::format("See `{}--help`.\n", words));
    return usageOrModelError;
  }

  std::vector<const char*> words_;  // as main got them
  CLI::App app_{"aunit tests declarative models: it judges valuations and traces of Alloy 6 models by evaluation.", "aunit"};
  RunArguments run_;
  CheckArguments check_;
  CommandsArguments commands_;
  CoverageArguments coverage_;
  EvalArguments eval_;
  ExecArguments exec_;
  ExploreArguments explore_;
  FormatArguments format_;
  GenerateArguments generate_;
  LocateArguments locate_;
  MergeArguments merge_;
  MutateArguments mutate_;
  RepairArguments repair_;
};

}  // namespace

std::variant<Request, int> parseArguments(int argc, char** argv) {
  return CommandLine(argc, argv).parse();
}

reporters::ColorChoice colorChoice(const std::string& text) {
  if (text == "always") return reporters::ColorChoice::always;
  if (text == "never") return reporters::ColorChoice::never;
  return reporters::ColorChoice::automatic;
}

}  // namespace aunit::cli

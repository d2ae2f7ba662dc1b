#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"
#include "runner/files/settings.h"

namespace aunit::cli::options {

namespace {

/// Rejects a file as the value of --minimal or --maximal, which is a signature and may be omitted. The user probably wants to
/// solve the file.
CLI::Validator noFile() {
  return {[](std::string& text) {
            std::error_code ignored;
            return std::filesystem::is_regular_file(text, ignored)
                       ? fmt::format("a signature is expected, but {} is a file: write files before this option", text)
                       : "";
          },
          ""};
}

/// Options that ask the solver for instances, reasons or proofs. They have no meaning for the explicit search through a
/// program's states.
constexpr const char* ofTheSolver[] = {"--scope",   "--val",          "--limit",        "--first",     "--minimal", "--maximal",
                                       "--diverse", "--core",         "--show",         "--nearest",   "--out",     "--keep",
                                       "--sarif",   "--certificates", "--proofs",       "--since",     "--resume",  "--shard",
                                       "--cubes",   "--command",      "--check-proofs", "--all-scopes"};

void addEngine(CLI::App& c, ExecArguments& arguments) {
  CLI::Option* const engine = addChoice(
      c, "--engine", arguments.engine, "NAME", {"explicit", "sat", "model"},
      "How programs (.prog) are checked: explicit, sat, model\nexplicit: visits every state (default); sat: searches for "
      "runs that violate a property, and for a proof that no run does; model: solves the commands of the Alloy model of the "
      "program; options about "
      "instances, commands and proofs need this engine");
  addNumber(c, "--steps", arguments.steps, inRange(1, 999), "Most steps of a run, with --engine sat (default: no limit)");
  add(c, "--max-states", arguments.maxStates, "N", "Most states, with --engine explicit (default: no limit)");
  add(c, "--path", arguments.path, "FILE", "Draw a program's first counterexample (.dot or .svg)");
  add(c, "--graph", arguments.graph, "FILE", "Draw the states of a program (.dot or .svg)\nUp to 500 states");
  c.callback([&c, &arguments, engine] {
    const auto* asked = std::ranges::find_if(ofTheSolver, [&](const char* each) { return c.get_option(each)->count() > 0; });
    const bool isAsked = asked != std::end(ofTheSolver);
    if (engine->count() == 0)
      arguments.engine = isAsked || failsOn(arguments.failOn, "unchecked") ? "model" : "explicit";
    else if (isAsked && arguments.engine != "model")
      throw CLI::ValidationError(fmt::format("--engine {} excludes {}, which needs --engine model", arguments.engine, *asked));
  });
}

}  // namespace

void addOptions(CLI::App& c, ExecArguments& arguments) {
  elseHere(add(c, "FILE", arguments.files, "...", "Models, programs (.prog), or folders of them\nDefault: the current folder"));
  add(c, "--command", arguments.commands, "INDEX|GLOB", "Only this command: an index, or a label pattern\nRepeatable")
      ->allow_extra_args(false);
  c.add_flag("--list", arguments.list, "List the commands instead of solving them");
  c.add_flag("--default-command", arguments.defaultCommand,
             "Solve the facts of a file without commands\nIf the file has assertions, they are not checked");
  add(c, "--scope", arguments.scopes, "N|NAME=N",
      "Scope of commands without one (default 3)\nN: of each signature; NAME=N: of one. Repeatable")
      ->allow_extra_args(false);
  add(c, "--val", arguments.given, "NAME|FILE",
      "Add a valuation as a fact to each command\nNAME: a `val` of the file; FILE: data (JSON, CSV) or an instance");
  addNumber(c, "--limit", arguments.repeat, atLeast(0), "Find up to N instances per command (default 1)\n0: all");
  c.add_flag("--first", arguments.first, "Show what the solver finds first, not a smallest instance");
  add(c, "--minimal", arguments.minimal, "[SIG]",
      "Show an instance with the fewest atoms of a signature\nDefault: the fewest tuples")
      ->expected(0, 1)
      ->default_str("")
      ->check(noFile())
      ->excludes("--first");
  add(c, "--maximal", arguments.maximal, "[SIG]", "Show an instance with the most atoms of a signature\nDefault: the most tuples")
      ->expected(0, 1)
      ->default_str("")
      ->check(noFile())
      ->excludes("--first", "--minimal");
  addNumber(c, "--diverse", arguments.diverse, atLeast(1), "Find up to N instances that differ as much as possible")
      ->excludes("--first", "--minimal", "--maximal", "--limit");
  addTimeout(c, arguments.timeout,
             "Time limit per command, in seconds (default: none)\nFor a program, the limit covers all its properties");
  addTime(c, arguments.time, "Commands not answered within this time are undecided");
  add(c, "--memory", arguments.memoryMegabytes, "MB",
      "Memory limit, in megabytes\nFor the process (default: none); for the states of a program (default 4096)");
  addShard(c, arguments.shard, arguments.times, "an earlier exec (--json)");
  add(c, "--resume", arguments.resume, "FILE", "Append each answer to this journal; skip answers that it has");
  add(c, "--since", arguments.since, "REV",
      "Solve only commands that a change since REV may affect\nREV is a git commit; other answers come from the cache, or are "
      "left out");
  CLI::Option* const cache = add(c, "--cache", arguments.cache, "[FOLDER]",
                                 "Cache answers in this folder\nDefault: the folder that AUNIT_CACHE names; with --since, else "
                                 "the account's folder for caches")
                                 ->expected(0, 1)
                                 ->default_str("");
  c.add_flag("--no-cache", arguments.noCache, "Do not use a cache")->excludes(cache);
  c.add_flag("--explain-cache", arguments.explainCache, "Show which cached answer each command used, or why it was solved");
  addJobs(c, arguments.jobs,
          "Threads (default 1): how many commands are solved at once\n1: several solvers work on each command, on up to three "
          "processors; N threads take the memory of N commands");
  addSolver(c, arguments.solver);
  addNumber(c, "--symmetry", arguments.symmetry, atLeast(0), "Length of the symmetry breaking predicate (default 20, 0: off)");
  addNumber(c, "--skolem-depth", arguments.skolemDepth, inRange(0, 16),
            "Skolemise under up to N universal quantifiers (default 0)");
  addChoice(c, "--compat", arguments.compat, "WHICH", {"cli", "gui"},
            "Defaults of the Analyzer: cli (command line) or gui (window)\ngui: overflow excluded, skolem depth 1");
  c.add_flag("--core", arguments.core, "Show the unsat core: constraints that contradict each other");
  c.add_flag(
      "--nearest", arguments.nearest,
      "Show the valuation nearest to an instance\nIf a `run` has no instance: a valuation that violates the fewest constraints");
  addChoice(c, "--show", arguments.show, "FORM", {"none", "table", "aunit", "json", "xml", "markdown", "dot", "svg"},
            "Show instances: table, aunit, json, xml, svg, ...\naunit: a `val`; also markdown, dot and none (default: none; but "
            "counterexamples to Nitpick's claims are shown as Ladybug prints them)");
  add(c, "-o,--out", arguments.out, "FOLDER",
      "Write each instance to a file in this folder\nThe format is XML, or the one of --show");
  add(c, "--keep", arguments.keep, "FILE", "Add each instance to this file of tests, as a regression test")
      ->excludes("--shard", "--resume", "--times");
  add(c, "--certificates", arguments.certificates, "FOLDER",
      "Write proofs that no trace of any length exists\nEach as two files in AIGER 1.9: transition system and invariant");
  c.add_flag(
      "--check-proofs", arguments.checkProofs,
      "Check a proof for each command without an instance\nThe solver proves again that there is no instance, and each step of "
      "the proof is checked");
  add(c, "--proofs", arguments.proofs, "FOLDER", "Write the proofs of --check-proofs: clauses (DIMACS), steps (DRAT)");
  addAllScopes(c, arguments.allScopes, "Prove answers", "10");
  c.add_flag("--exit-zero", arguments.exitZero, "Exit with 0 whatever the answers are\nErrors still have their codes");
  addFailOn(c, arguments.failOn, runner::execFailsOn,
            "Exit with 1 on: vacuous, undecided, unproved, unchecked\nvacuous: an answer that does not depend on the command, "
            "for example because the facts contradict each other; undecided: no answer in time; unproved: a check that holds in "
            "its scope and is not proved for any number of "
            "atoms; unchecked: no checked proof in time");
  c.add_flag("-q,--quiet", arguments.quiet, "Show less: no counterexamples\nFor programs and for Nitpick's claims");
  c.add_flag("-v,--verbose", arguments.verbose, "Show more: SAT or UNSAT, and what is expected");
  add(c, "--sarif", arguments.sarif, "FILE",
      "Write SARIF for code scanning\nFailing checks and runs, and warnings about commands");
  addJson(c, arguments.json, "Write JSON: a line per command", "For a program, one line with all its properties");
  add(c, "--cubes", arguments.cubes, "D",
      "Divide each command into up to 2^D cubes\nThe threads (-j) and the shards (--shard) divide the cubes among themselves")
      ->check(inRange(1, 16))
      ->excludes("--limit", "--times", "--core", "--check-proofs", "--proofs", "--certificates", "--all-scopes");
  addEngine(c, arguments);
  addStrictOpen(c, arguments.language);
  addColorAndLanguage(c, arguments);
  inGroup(c, "Select", {"--command", "--list", "--scope", "--since"});
  inGroup(c, "Output", {"--show", "--out", "--keep", "--core", "--nearest", "--json", "--sarif", "-q", "-v"});
  inGroup(c, "Fail", {"--fail-on", "--exit-zero"});
  inGroup(c, "Limits", {"-j", "--timeout", "--time"});
  inGroup(c, "Language", {"--compat"});
  inGroup(c, rare, {"--default-command", "--first",         "--maximal",    "--resume",   "--cache",
                    "--no-cache",        "--explain-cache", "--solver",     "--symmetry", "--skolem-depth",
                    "--certificates",    "--check-proofs",  "--proofs",     "--cubes",    "--memory",
                    "--engine",          "--steps",         "--max-states", "--path",     "--graph"});
}

}  // namespace aunit::cli::options

#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, GenerateArguments& arguments) {
  add(c, "PATH", arguments.paths, "...",
      "A model, or a file of tests: what its tests notice already needs no other; or several models, and folders that are "
      "searched for .als and .md")
      ->required();
  add(c, "--model", arguments.model, "FILE", "The model that the test file is about");
  add(c, "--pred", arguments.functions, "NAME", "Only for this predicate or function (may be given several times)")
      ->allow_extra_args(false);
  addChoice(c, "--for", arguments.purposes, "WHAT,...", {"mutants", "coverage", "pairs", "boundary"},
            "What for: mutants, coverage (both by default), pairs (near misses of each conjunct), boundary (of sizes)")
      ->delimiter(',')
      ->allow_extra_args(false);
  add(c, "--criteria", arguments.criteria, "MC,...",
      "Criteria whose requirements are to be met (default MC; all: MC and those beyond the paper)")
      ->delimiter(',')
      ->allow_extra_args(false);
  add(c, "--from-log", arguments.fromLog, "FILE",
      "Keep the step at which this log departs from the model: a `val` and a test that the model forbids it");
  add(c, "-o,--out", arguments.out, "FILE", "Add the tests to this file (default: show them)");
  c.add_flag("--write", arguments.write,
             "Add the tests for each model to the file NAME.aunit beside it, whose tests count (default: show them)");
  addJobs(c, arguments.jobs, "Models at a time (default: one per processor)");
  add(c, "--html", arguments.html, "FOLDER", "Show the tests on an HTML page, each with its picture and text to be copied");
  c.add_flag("--ask", arguments.ask,
             "Ask about each test, and about those in the file that are tagged @proposed: is what it says right?");
  addNumber(c, "--limit", arguments.limit, atLeast(1), "At most N tests");
  addNumber(c, "--strength", arguments.strength, CLI::Range(1, 5),
            "Tests that each mutant is killed by (default 1, or as many as --limit allows)");
  addNumber(c, "--scope", arguments.scope, CLI::Range(1, 20),
            "Most atoms of each signature (default: as the tests' commands say, else 3)");
  addTimeout(c, arguments.timeout, "Give each mutant, and each proof, at most so many seconds (default 10, 0: no limit)");
  c.add_flag(
      "--scripts", arguments.scripts,
      "Not tests of the model but of a program: behaviours that together cover the model, with calls that have to be refused");
  const auto ofScripts = [&](CLI::Option* option) { option->needs("--scripts")->group("With --scripts"); };
  ofScripts(
      addChoice(c, "--as", arguments.as, "FORM", {"json", "itf", "pytest", "node", "junit", "gtest", "go", "rust"},
                "json (lines, the default), itf (a trace a script), or a ready test: pytest, node, junit, gtest, go, rust"));
  ofScripts(add(c, "--actions", arguments.actions, "NAME,...",
                "Predicates that are the actions (default: those that the steps choose among)")
                ->delimiter(',')
                ->allow_extra_args(false));
  ofScripts(add(c, "--command", arguments.command, "LABEL", "The scope is that of this command (default: of the first)"));
  ofScripts(c.add_flag("--states", arguments.states, "Visit each state of the scope"));
  ofScripts(c.add_flag("--all", arguments.all,
                       "Of a model that never changes: all instances of the scope, not the fewest that cover it"));
  ofScripts(c.add_flag("--any-length", arguments.anyLength, "Prove of behaviours of any length that a goal is impossible"));
  ofScripts(addNumber(c, "--steps", arguments.steps, CLI::Range(1, 10000),
                      "Most steps of a script, where no goal is further away (default 20)"));
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options

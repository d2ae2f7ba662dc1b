#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action generate(CLI::App& c) {
  const auto arguments = std::make_shared<GenerateArguments>();
  c.add_option(
       "PATH", arguments->paths,
       "A model, or a file of tests: what its tests notice already needs no other; or several models, and folders that are "
       "searched for .als and .md")
      ->required()
      ->option_text("...");
  addPath(c, "--model", arguments->model, "The model that the test file is about");
  c.add_option("--pred", arguments->functions, "Only for this predicate or function (may be given several times)")
      ->option_text("NAME")
      ->allow_extra_args(false);
  c.add_option("--for", arguments->purposes,
               "What for: mutants, coverage (both by default), pairs (near misses of each conjunct), boundary (of sizes)")
      ->check(CLI::IsMember({"mutants", "coverage", "pairs", "boundary"}))
      ->delimiter(',')
      ->option_text("WHAT,...")
      ->allow_extra_args(false);
  c.add_option("--criteria", arguments->criteria,
               "Criteria whose requirements are to be met (default MC; all: MC and those beyond the paper)")
      ->delimiter(',')
      ->option_text("MC,...")
      ->allow_extra_args(false);
  addPath(c, "--from-log", arguments->fromLog,
          "Keep the step at which this log departs from the model: a `val` and a test that the model forbids it");
  addPath(c, "-o,--out", arguments->out, "Add the tests to this file (default: show them)");
  c.add_flag("--write", arguments->write,
             "Add the tests for each model to the file NAME.aunit beside it, whose tests count (default: show them)");
  addJobs(c, arguments->jobs, "Models at a time (default: one per processor)");
  addPath(c, "--html", arguments->html, "Show the tests on an HTML page, each with its picture and text to be copied", "FOLDER");
  c.add_flag("--ask", arguments->ask,
             "Ask about each test, and about those in the file that are tagged @proposed: is what it says right?");
  c.add_option("--limit", arguments->limit, "At most N tests")->option_text("N")->check(atLeast(1));
  c.add_option("--strength", arguments->strength, "Tests that each mutant is killed by (default 1, or as many as --limit allows)")
      ->option_text("N")
      ->check(CLI::Range(1, 5));
  c.add_option("--scope", arguments->scope, "Most atoms of each signature (default: as the tests' commands say, else 3)")
      ->option_text("N")
      ->check(CLI::Range(1, 20));
  addTimeout(c, arguments->timeout, "Give each mutant, and each proof, at most so many seconds (default 10, 0: no limit)");
  c.add_flag(
      "--scripts", arguments->scripts,
      "Not tests of the model but of a program: behaviours that together cover the model, with calls that have to be refused");
  const auto ofScripts = [&](CLI::Option* option) { option->needs("--scripts")->group("With --scripts"); };
  ofScripts(
      c.add_option("--as", arguments->as,
                   "json (lines, the default), itf (a trace a script), or a ready test: pytest, node, junit, gtest, go, rust")
          ->check(CLI::IsMember({"json", "itf", "pytest", "node", "junit", "gtest", "go", "rust"}))
          ->option_text("FORM"));
  ofScripts(c.add_option("--actions", arguments->actions,
                         "Predicates that are the actions (default: those that the steps choose among)")
                ->delimiter(',')
                ->option_text("NAME,...")
                ->allow_extra_args(false));
  ofScripts(c.add_option("--command", arguments->command, "The scope is that of this command (default: of the first)")
                ->option_text("LABEL"));
  ofScripts(c.add_flag("--states", arguments->states, "Visit each state of the scope"));
  ofScripts(c.add_flag("--all", arguments->all,
                       "Of a model that never changes: all instances of the scope, not the fewest that cover it"));
  ofScripts(c.add_flag("--any-length", arguments->anyLength, "Prove of behaviours of any length that a goal is impossible"));
  ofScripts(c.add_option("--steps", arguments->steps, "Most steps of a script, where no goal is further away (default 20)")
                ->option_text("N")
                ->check(CLI::Range(1, 10000)));
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::generate(*arguments); };
}

}  // namespace aunit::cli::options

#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, GenerateArguments& arguments) {
  elseHere(add(c, "PATH", arguments.paths, "...",
               "Models, files of tests, or folders of them\nNo tests are proposed for mistakes that the tests of a file notice "
               "already; folders "
               "are searched for .als and .md (default: the current folder)"));
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  add(c, "--pred", arguments.functions, "NAME", "Only for this predicate or function (repeatable)")->allow_extra_args(false);
  addChoice(c, "--for", arguments.purposes, "WHAT,...", {"mutants", "coverage", "pairs", "boundary"},
            "Tests for: mutants,coverage (default), pairs, boundary\npairs: near misses of each conjunct; boundary: sizes at the "
            "limits of multiplicities and scopes")
      ->delimiter(',')
      ->allow_extra_args(false);
  add(c, "--criteria", arguments.criteria, "MC,...",
      "Criteria to be met (default MC)\nall: MC and the criteria that aunit adds to the paper's")
      ->delimiter(',')
      ->allow_extra_args(false);
  add(c, "-o,--out", arguments.out, "FILE", "Add the tests to this file");
  c.add_flag(
      "--write", arguments.write,
      "Add the tests to NAME.aunit beside each model\nNo tests are proposed for mistakes that the tests in that file notice");
  addJobs(c, arguments.jobs, "Threads (default: one per processor)");
  add(c, "--html", arguments.html, "FOLDER", "Write HTML: the tests, with pictures");
  c.add_flag("--ask", arguments.ask,
             "Ask whether each test is right\nAlso asks about each test of the file with the tag @proposed");
  addNumber(c, "--limit", arguments.limit, atLeast(0), "Show up to N tests per model (default 20)\n0: all");
  addNumber(c, "--strength", arguments.strength, inRange(1, 5),
            "Number of tests that kill each mutant\nDefault: 1; with --limit N, as many as possible with N tests");
  addNumber(c, "--scope", arguments.scope, inRange(1, 20),
            "Most atoms of each signature\nDefault: the scope of the tests' commands, else 3");
  addTimeout(c, arguments.timeout, "Time limit per mutant and proof, in seconds (default 10)\n0: no limit");
  addTime(c, arguments.time, "Mutants and requirements not examined within this time are undecided");
  c.add_flag("--scripts", arguments.scripts,
             "Generate tests of a program from behaviours of the model\nThe tests cover the model and include calls that must be "
             "refused");
  const auto ofScripts = [&](CLI::Option* option) { option->needs("--scripts")->group("With --scripts"); };
  ofScripts(addChoice(c, "--as", arguments.as, "FORM", {"json", "itf", "pytest", "node", "junit", "gtest", "go", "rust"},
                      "Format: json, itf, pytest, node, junit, gtest, go, rust\njson (the default): one line per script; itf: "
                      "one trace per script; the others: a ready test"));
  ofScripts(add(c, "--actions", arguments.actions, "NAME,...",
                "Predicates that describe the actions\nDefault: a and b, if the facts say that each step is a[x] or b[x]")
                ->delimiter(',')
                ->allow_extra_args(false));
  ofScripts(add(c, "--command", arguments.command, "LABEL", "Use the scope of this command\nDefault: the first command"));
  ofScripts(c.add_flag("--states", arguments.states, "Visit each state that is possible in the scope"));
  ofScripts(c.add_flag("--all", arguments.all,
                       "Use all instances in the scope, if the model has no `var`\nDefault: a few that cover the model"));
  ofScripts(c.add_flag("--any-length", arguments.anyLength, "Prove that goals are impossible in traces of any length"));
  ofScripts(addNumber(c, "--steps", arguments.steps, inRange(1, 10000),
                      "Most steps of a script (default 20)\nMore if a requirement needs more"));
  addColorAndLanguage(c, arguments);
  inGroup(c, "Select", {"--model", "--pred", "--for", "--criteria"});
  inGroup(c, "Output", {"--out", "--write", "--html", "--ask"});
  inGroup(c, "Limits", {"--limit", "--strength", "--scope", "-j", "--timeout", "--time"});
}

}  // namespace aunit::cli::options

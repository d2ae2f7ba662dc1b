#include <filesystem>
#include <memory>
#include <system_error>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

namespace {

/// A signature may stay out behind these options: a file there is one that stands too late.
CLI::Validator noFile() {
  return {[](std::string& text) {
            std::error_code ignored;
            return std::filesystem::is_regular_file(text, ignored)
                       ? fmt::format("a signature is expected, but {} is a file: files stand in front", text)
                       : "";
          },
          ""};
}

}  // namespace

Action exec(CLI::App& c) {
  const auto arguments = std::make_shared<ExecArguments>();
  c.add_option("FILE", arguments->files, "Models")->required()->option_text("...");
  c.add_option("--command", arguments->commands,
               "Only these commands: an index, or a pattern for labels (may be given several times)")
      ->option_text("INDEX|GLOB")
      ->allow_extra_args(false);
  c.add_option(
       "--scope", arguments->scopes,
       "Atoms of each signature (N), or of one (NAME=N), where a command does not say (default 3; may be given several times)")
      ->option_text("N|NAME=N")
      ->allow_extra_args(false);
  c.add_option("--repeat", arguments->repeat, "Find up to N instances of each command (0: all; default 1)")
      ->option_text("N")
      ->check(atLeast(0));
  c.add_flag("--first", arguments->first, "Show what the solver finds first, not a smallest instance");
  c.add_option("--minimal", arguments->minimal,
               "Show an instance with the fewest atoms of a signature (default: the fewest tuples)")
      ->option_text("[SIG]")
      ->expected(0, 1)
      ->default_str("")
      ->check(noFile())
      ->excludes("--first");
  c.add_option("--maximal", arguments->maximal, "Show one with the most (default: the most tuples)")
      ->option_text("[SIG]")
      ->expected(0, 1)
      ->default_str("")
      ->check(noFile())
      ->excludes("--first", "--minimal");
  c.add_option("--diverse", arguments->diverse, "Find up to N instances that differ much from each other")
      ->option_text("N")
      ->check(atLeast(1))
      ->excludes("--first", "--minimal", "--maximal", "--repeat");
  addTimeout(c, arguments->timeout, "Give up on a command after so many seconds", "S");
  c.add_option("--memory", arguments->memoryMegabytes, "Give up when the process holds more than N megabytes")->option_text("N");
  c.add_option("--shard", arguments->shard, "Solve part I of N parts of the commands (auto: as Slurm, Bazel, GitLab or MPI say)")
      ->option_text("I/N|auto");
  addPath(c, "--times", arguments->times,
          "With --shard: parts that take as long as each other, by this report of an earlier exec (--json)");
  c.add_option("--resume", arguments->resume,
               "Note each answer in this file at once, and take from it what an earlier start has answered")
      ->option_text("JOURNAL");
  c.add_option(
       "--since", arguments->since,
       "Solve only what a change since this git commit can affect; other answers are taken from the cache, or not asked for")
      ->option_text("REV");
  CLI::Option* const cache =
      c.add_option("--cache", arguments->cache,
                   "Keep answers in this folder, and take them from it (default: the one that AUNIT_CACHE names; with --since "
                   "without one the account's folder for caches)")
          ->option_text("[FOLDER]")
          ->expected(0, 1)
          ->default_str("");
  c.add_flag("--no-cache", arguments->noCache, "Neither take answers from a cache nor keep them")->excludes(cache);
  c.add_flag("--explain-cache", arguments->explainCache,
             "Say of each command from what its answer was taken, or why it was solved");
  addJobs(c, arguments->jobs, "Commands at a time (default 1)");
  addSolver(c, arguments->solver);
  c.add_option("--symmetry", arguments->symmetry, "Length of the symmetry breaking predicate (default 20, 0: off)")
      ->option_text("N")
      ->check(atLeast(0));
  c.add_option("--skolem-depth", arguments->skolemDepth, "Skolemise under up to N universal quantifiers (default 0)")
      ->option_text("N")
      ->check(CLI::Range(0, 16));
  c.add_option("--compat", arguments->compat,
               "Defaults of the Alloy Analyzer's command line (cli) or window (gui: no overflow, skolem depth 1)")
      ->check(CLI::IsMember({"cli", "gui"}))
      ->option_text("WHICH");
  c.add_flag("--core", arguments->core, "Say what contradicts when a command has no instance");
  c.add_flag("--nearest", arguments->nearest,
             "When a `run` has no instance, show what comes nearest to one, and the fewest constraints that it breaks");
  c.add_option("--show", arguments->show,
               "Show instances as table, aunit (a `val`), json, xml, markdown, dot or svg (default: none; counterexamples to "
               "Nitpick's claims in its own form)")
      ->check(CLI::IsMember({"none", "table", "aunit", "json", "xml", "markdown", "dot", "svg"}))
      ->option_text("FORM");
  addPath(c, "--out", arguments->out, "Write instances into this folder, one file each (as XML unless --show says)", "FOLDER");
  c.add_option(
       "--certificates", arguments->certificates,
       "Write each proof that there are no traces of any length into this folder, as AIGER 1.9: the system and its witness")
      ->option_text("FOLDER");
  c.add_flag("--check-proofs", arguments->checkProofs, "Refute each command that has no instance once more, checking every step");
  c.add_flag("--require-proof", arguments->requireProof, "The same, and an error where there was no time to");
  addPath(c, "--proofs", arguments->proofs, "The same, and write the clauses (DIMACS) and steps (DRAT) into this folder",
          "FOLDER");
  addAllScopes(c, arguments->allScopes, "Of each command without an instance, say whether there is one for any number of atoms",
               "10");
  c.add_flag("--require-all-scopes", arguments->requireAllScopes,
             "The same, and end with 1 when a check that holds in its scope is not shown to hold in all");
  c.add_flag("--exit-zero", arguments->exitZero, "End with 0 whatever the answers are, unless something is in error");
  c.add_flag("--require-answers", arguments->requireAnswers, "End with 1 when a command stays undecided");
  addFailOn(c, arguments->failOn);
  c.add_flag("-v,--verbose", arguments->verbose, "Columns for SAT and UNSAT, and for what is expected");
  addPath(c, "--sarif", arguments->sarif,
          "Write SARIF, which code scanning reads: checks and runs that fail, and warnings about commands");
  c.add_flag("--json", arguments->json, "One JSON object per command and line, flushed at once");
  c.add_option("--cubes", arguments->cubes,
               "Divide each command into up to 2^D cubes, which take the threads of -j and the parts of --shard")
      ->option_text("D")
      ->check(CLI::Range(1, 16))
      ->excludes("--repeat", "--times", "--core", "--check-proofs", "--require-proof", "--proofs", "--certificates",
                 "--all-scopes", "--require-all-scopes");
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::exec(*arguments); };
}

}  // namespace aunit::cli::options

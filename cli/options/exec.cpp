#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "cli/options/common.h"
#include "cli/options/options.h"

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

void addOptions(CLI::App& c, ExecArguments& arguments) {
  add(c, "FILE", arguments.files, "...", "Models")->required();
  add(c, "--command", arguments.commands, "INDEX|GLOB",
      "Only these commands: an index, or a pattern for labels (may be given several times)")
      ->allow_extra_args(false);
  add(c, "--scope", arguments.scopes, "N|NAME=N",
      "Atoms of each signature (N), or of one (NAME=N), where a command does not say (default 3; may be given several times)")
      ->allow_extra_args(false);
  addNumber(c, "--repeat", arguments.repeat, atLeast(0), "Find up to N instances of each command (0: all; default 1)");
  c.add_flag("--first", arguments.first, "Show what the solver finds first, not a smallest instance");
  add(c, "--minimal", arguments.minimal, "[SIG]",
      "Show an instance with the fewest atoms of a signature (default: the fewest tuples)")
      ->expected(0, 1)
      ->default_str("")
      ->check(noFile())
      ->excludes("--first");
  add(c, "--maximal", arguments.maximal, "[SIG]", "Show one with the most (default: the most tuples)")
      ->expected(0, 1)
      ->default_str("")
      ->check(noFile())
      ->excludes("--first", "--minimal");
  addNumber(c, "--diverse", arguments.diverse, atLeast(1), "Find up to N instances that differ much from each other")
      ->excludes("--first", "--minimal", "--maximal", "--repeat");
  addTimeout(c, arguments.timeout, "Give up on a command after so many seconds", "S");
  add(c, "--memory", arguments.memoryMegabytes, "N", "Give up when the process holds more than N megabytes");
  add(c, "--shard", arguments.shard, "I/N|auto",
      "Solve part I of N parts of the commands (auto: as Slurm, Bazel, GitLab or MPI say)");
  add(c, "--times", arguments.times, "FILE",
      "With --shard: parts that take as long as each other, by this report of an earlier exec (--json)");
  add(c, "--resume", arguments.resume, "JOURNAL",
      "Note each answer in this file at once, and take from it what an earlier start has answered");
  add(c, "--since", arguments.since, "REV",
      "Solve only what a change since this git commit can affect; other answers are taken from the cache, or not asked for");
  CLI::Option* const cache =
      add(c, "--cache", arguments.cache, "[FOLDER]",
          "Keep answers in this folder, and take them from it (default: the one that AUNIT_CACHE names; with --since "
          "without one the account's folder for caches)")
          ->expected(0, 1)
          ->default_str("");
  c.add_flag("--no-cache", arguments.noCache, "Neither take answers from a cache nor keep them")->excludes(cache);
  c.add_flag("--explain-cache", arguments.explainCache,
             "Say of each command from what its answer was taken, or why it was solved");
  addJobs(c, arguments.jobs, "Commands at a time (default 1)");
  addSolver(c, arguments.solver);
  addNumber(c, "--symmetry", arguments.symmetry, atLeast(0), "Length of the symmetry breaking predicate (default 20, 0: off)");
  addNumber(c, "--skolem-depth", arguments.skolemDepth, CLI::Range(0, 16),
            "Skolemise under up to N universal quantifiers (default 0)");
  addChoice(c, "--compat", arguments.compat, "WHICH", {"cli", "gui"},
            "Defaults of the Alloy Analyzer's command line (cli) or window (gui: no overflow, skolem depth 1)");
  c.add_flag("--core", arguments.core, "Say what contradicts when a command has no instance");
  c.add_flag("--nearest", arguments.nearest,
             "When a `run` has no instance, show what comes nearest to one, and the fewest constraints that it breaks");
  addChoice(c, "--show", arguments.show, "FORM", {"none", "table", "aunit", "json", "xml", "markdown", "dot", "svg"},
            "Show instances as table, aunit (a `val`), json, xml, markdown, dot or svg (default: none; counterexamples to "
            "Nitpick's claims in its own form)");
  add(c, "--out", arguments.out, "FOLDER", "Write instances into this folder, one file each (as XML unless --show says)");
  add(c, "--certificates", arguments.certificates, "FOLDER",
      "Write each proof that there are no traces of any length into this folder, as AIGER 1.9: the system and its witness");
  c.add_flag("--check-proofs", arguments.checkProofs, "Refute each command that has no instance once more, checking every step");
  c.add_flag("--require-proof", arguments.requireProof, "The same, and an error where there was no time to");
  add(c, "--proofs", arguments.proofs, "FOLDER", "The same, and write the clauses (DIMACS) and steps (DRAT) into this folder");
  addAllScopes(c, arguments.allScopes, "Of each command without an instance, say whether there is one for any number of atoms",
               "10");
  c.add_flag("--require-all-scopes", arguments.requireAllScopes,
             "The same, and end with 1 when a check that holds in its scope is not shown to hold in all");
  c.add_flag("--exit-zero", arguments.exitZero, "End with 0 whatever the answers are, unless something is in error");
  c.add_flag("--require-answers", arguments.requireAnswers, "End with 1 when a command stays undecided");
  addFailOn(c, arguments.failOn);
  c.add_flag("-v,--verbose", arguments.verbose, "Columns for SAT and UNSAT, and for what is expected");
  add(c, "--sarif", arguments.sarif, "FILE",
      "Write SARIF, which code scanning reads: checks and runs that fail, and warnings about commands");
  c.add_flag("--json", arguments.json, "One JSON object per command and line, flushed at once");
  add(c, "--cubes", arguments.cubes, "D",
      "Divide each command into up to 2^D cubes, which take the threads of -j and the parts of --shard")
      ->check(CLI::Range(1, 16))
      ->excludes("--repeat", "--times", "--core", "--check-proofs", "--require-proof", "--proofs", "--certificates",
                 "--all-scopes", "--require-all-scopes");
  addStrictOpen(c, arguments.language);
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options

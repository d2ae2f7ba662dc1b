#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action grade(CLI::App& c) {
  const auto arguments = std::make_shared<GradeArguments>();
  c.add_option("PATH", arguments->paths, "Submissions: files, folders that are searched for them, tables (.csv, .jsonl)")
      ->required()
      ->option_text("...");
  c.add_option("--right", arguments->right, "The model with the right predicates")->option_text("FILE");
  c.add_option("--pred", arguments->predicates, "A predicate that was to be written (repeatable)")
      ->option_text("NAME")
      ->allow_extra_args(false);
  c.add_option("--hidden", arguments->hidden, "A paragraph of the right model that submissions need not have (repeatable)")
      ->option_text("NAME")
      ->allow_extra_args(false);
  c.add_option("--scope", arguments->scope, "The scope in which answers are compared: N, or NAME=N (repeatable; default 3)")
      ->option_text("SCOPE")
      ->allow_extra_args(false);
  c.add_flag("--partial", arguments->partial, "Give points for the share of situations that an answer judges rightly");
  c.add_option("--clusters", arguments->clusters, "Show up to N groups of wrong answers that mean the same (default 5)")
      ->option_text("N")
      ->check(atLeast(0));
  c.add_flag("--json", arguments->json, "Write JSON: every submission and every group, with what it judges wrongly");
  c.add_option("--csv", arguments->csv, "Write a table of points and classes (-: standard output)")->option_text("FILE");
  c.add_option("--junit", arguments->junit, "Write a JUnit file, a test suite for each submission")->option_text("FILE");
  c.add_option("-j,--jobs", arguments->jobs, "Use N threads (default: as many as there are processors)")
      ->option_text("N")
      ->check(atLeast(1));
  c.add_option("--timeout", arguments->timeout, "Give each answer at most so many seconds (default 10, 0: no limit)")
      ->option_text("SECONDS")
      ->check(atLeast(0));
  addColor(c, arguments->color);
  addLanguage(c, arguments->language);
  return [arguments] { return cli::grade(*arguments); };
}

}  // namespace aunit::cli::options

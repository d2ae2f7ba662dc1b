#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action explore(CLI::App& c) {
  const auto arguments = std::make_shared<ExploreArguments>();
  c.add_option("FILE", arguments->files, "Programs")->required()->option_text("...");
  c.add_option("--engine", arguments->engine, "explicit: every state, unbounded (default); sat: bounded search")
      ->check(CLI::IsMember({"explicit", "sat"}))
      ->option_text("NAME");
  c.add_option("--steps", arguments->steps, "Length of the runs that the SAT engine considers (default: any)")
      ->option_text("N")
      ->check(CLI::Range(1, 999));
  c.add_option("-j,--jobs", arguments->jobs, "Threads (default 1)")->option_text("N")->check(CLI::Range(1, 256));
  addTimeout(c, arguments->timeout, "Stop after so many seconds", "S");
  c.add_option("--memory", arguments->memoryMegabytes, "Stop when the states take more than N megabytes (default 4096)")
      ->option_text("N");
  c.add_option("--max-states", arguments->maxStates, "Stop at N states")->option_text("N");
  addPath(c, "--path", arguments->path, "Write the first counterexample as a graph (.dot or .svg)");
  addPath(c, "--graph", arguments->graph, "Write the transition system as a graph (.dot or .svg), up to 500 states");
  c.add_flag("--json", arguments->json, "One JSON object per file and line");
  c.add_flag("-q,--quiet", arguments->quiet, "Verdicts without paths");
  addColor(c, arguments->color);
  return [arguments] { return cli::explore(*arguments); };
}

}  // namespace aunit::cli::options

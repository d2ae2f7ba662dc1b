#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, ExploreArguments& arguments) {
  add(c, "FILE", arguments.files, "...", "Programs")->required();
  addChoice(c, "--engine", arguments.engine, "NAME", {"explicit", "sat"},
            "explicit: every state, unbounded (default); sat: bounded search");
  addNumber(c, "--steps", arguments.steps, CLI::Range(1, 999), "Length of the runs that the SAT engine considers (default: any)");
  addNumber(c, "-j,--jobs", arguments.jobs, CLI::Range(1, 256), "Threads (default 1)");
  addTimeout(c, arguments.timeout, "Stop after so many seconds", "S");
  add(c, "--memory", arguments.memoryMegabytes, "N", "Stop when the states take more than N megabytes (default 4096)");
  add(c, "--max-states", arguments.maxStates, "N", "Stop at N states");
  add(c, "--path", arguments.path, "FILE", "Write the first counterexample as a graph (.dot or .svg)");
  add(c, "--graph", arguments.graph, "FILE", "Write the transition system as a graph (.dot or .svg), up to 500 states");
  c.add_flag("--json", arguments.json, "One JSON object per file and line");
  c.add_flag("-q,--quiet", arguments.quiet, "Verdicts without paths");
  addColor(c, arguments.color);
}

}  // namespace aunit::cli::options

#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, ExploreArguments& arguments) {
  add(c, "FILE", arguments.files, "...", "Programs")->required();
  addChoice(c, "--engine", arguments.engine, "NAME", {"explicit", "sat"}, "explicit (every state, default), sat (bounded)");
  addNumber(c, "--steps", arguments.steps, CLI::Range(1, 999), "Length of the runs for sat (default: any)");
  addNumber(c, "-j,--jobs", arguments.jobs, CLI::Range(1, 256), "Threads (default 1)");
  addTimeout(c, arguments.timeout, "Time limit, in seconds");
  add(c, "--memory", arguments.memoryMegabytes, "N", "Memory limit of the states (default 4096 MB)");
  add(c, "--max-states", arguments.maxStates, "N", "Stop at N states");
  add(c, "--path", arguments.path, "FILE", "Write the first counterexample (.dot or .svg)");
  add(c, "--graph", arguments.graph, "FILE", "Write the transition system (.dot or .svg)\nUp to 500 states");
  addJson(c, arguments.json, "Write one JSON object per file and line");
  c.add_flag("-q,--quiet", arguments.quiet, "Verdicts without paths");
  addColor(c, arguments.color);
}

}  // namespace aunit::cli::options

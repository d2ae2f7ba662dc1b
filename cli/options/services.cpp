// Options of mcp and merge.
#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, McpArguments& arguments) {
  c.add_flag("--stdio")->description("Use standard input and output (always the case)")->group("");
  add(c, "--root", arguments.roots, "FOLDER",
      "Read files beneath this folder (repeatable)\nDefault: the roots that the client names, else the current folder")
      ->check(CLI::ExistingDirectory)
      ->allow_extra_args(false);
  add(c, "--memory", arguments.memoryMegabytes, "MB",
      "Memory limit, in megabytes\nLimit of the address space of each call (default 8192)")
      ->check(inRange(1024, 1 << 20));
}

void addOptions(CLI::App& c, MergeArguments& arguments) {
  add(c, "FILE", arguments.files, "...", "JSON reports, coverage data, or JUnit files")->required();
  add(c, "-o,--out", arguments.out, "FILE", "Where to write the merged report\n-: standard output")->required();
}

}  // namespace aunit::cli::options

#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, FormatArguments& arguments) {
  add(c, "PATH", arguments.paths, "...",
      "Files, folders that are searched for them, or - for standard input (default: the current folder)");
  c.add_flag("--check", arguments.check, "Write nothing; exit with 1 when a file would change");
  c.add_flag("--diff", arguments.diff, "Write nothing; show what would change");
  addChoice(c, "--to", arguments.to, "alloy6", {"alloy6"},
            "Rewrite files of older versions in Alloy 6, if the models stay the same");
  addColor(c, arguments.color);
  c.add_flag("--alloy5", arguments.language.alloy5, "Primes are part of names, words new in Alloy 6 are names");
}

}  // namespace aunit::cli::options

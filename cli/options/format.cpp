#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, FormatArguments& arguments) {
  add(c, "PATH", arguments.paths, "...", "Files, folders of them, or -\n-: standard input; default: the current folder");
  c.add_flag("--check", arguments.check, "Write nothing; exit with 1 if a file would change");
  c.add_flag("--diff", arguments.diff, "Write nothing; show what would change");
  addChoice(c, "--style", arguments.style, "STYLE", {"symbols", "words", "keep"},
            "Spelling of operators: symbols (&&, !, =>), words (and, not, implies), or keep (default)");
  addChoice(c, "--to", arguments.to, "alloy6", {"alloy6"},
            "Rewrite files of older versions in Alloy 6\nIf the models stay the same");
  addColor(c, arguments.color);
  c.add_flag("--alloy5", arguments.language.alloy5,
             "Read all files as Alloy 5\nPrimes are part of names, words new in Alloy 6 are names");
}

}  // namespace aunit::cli::options

#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, FormatArguments& arguments) {
  add(c, "PATH", arguments.paths, "...", "Files, folders of them, or -\n-: standard input; default: the current folder");
  c.add_flag("--check", arguments.check, "Write nothing; exit with 1 if a file would change");
  c.add_flag("--diff", arguments.diff, "Write nothing; show what would change");
  addChoice(c, "--style", arguments.style, "STYLE", {"symbols", "words", "keep"},
            "Spelling of operators: symbols, words, or keep (default)\nsymbols: &&, !, =>; words: and, not, implies");
  addChoice(c, "--to", arguments.to, "alloy6", {"alloy6"},
            "Rewrite files of older versions in Alloy 6\nIf the models stay the same");
  addColor(c, arguments.color);
  addAlloy5(c, arguments.language);
}

}  // namespace aunit::cli::options

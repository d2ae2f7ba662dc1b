#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, FormatArguments& arguments) {
  add(c, "PATH", arguments.paths, "...", "Files, folders of them, or -\n-: standard input; default: the current folder");
  CLI::Option* const write = c.add_flag("--write", arguments.write, "Write the formatted text into the files");
  c.add_flag("--check", arguments.check, "Name the files that would change; exit with 1 if there are any")->excludes(write);
  c.add_flag("--diff", arguments.diff, "Show what would change")->excludes(write);
  addChoice(c, "--style", arguments.style, "STYLE", {"symbols", "words", "keep"},
            "Spelling of operators: symbols, words, or keep (default)\nsymbols: &&, !, =>; words: and, not, implies");
  addChoice(c, "--to", arguments.to, "alloy6", {"alloy6"},
            "Rewrite files of older versions in Alloy 6\nA file whose meaning might change is not written");
  addColor(c, arguments.color);
  addAlloy5(c, arguments.language);
}

}  // namespace aunit::cli::options

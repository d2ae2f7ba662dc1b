#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, MergeArguments& arguments) {
  add(c, "FILE", arguments.files, "...", "JSON reports, coverage data, or JUnit files")->required();
  add(c, "-o,--out", arguments.out, "FILE", "Where to write the united report\n-: standard output")->required();
}

}  // namespace aunit::cli::options

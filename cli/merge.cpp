// aunit merge: the reports on the parts of a run as one.

#include <fmt/format.h>

#include "cli/outputs.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "model/files.h"
#include "reporters/merge.h"

namespace aunit::cli {

int merge(const MergeArguments& arguments) {
  Outputs outputs;
  outputs.addFile("--output", arguments.out);
  if (!outputs.open(arguments.files)) return usageOrModelError;
  std::vector<reporters::ReportFile> reports;
  std::string error;
  for (const std::string& path : arguments.files) {
    auto text = model::readFile(path, error);
    if (!text) return usageError(fmt::format("cannot read {}: {}", path, error));
    reports.push_back({path, std::move(*text)});
  }
  const auto united = reporters::united(reports, error);
  if (!united) return usageError(error);
  return outputs.write("--output", [&] { return *united; }) ? allPassed : usageOrModelError;
}

}  // namespace aunit::cli

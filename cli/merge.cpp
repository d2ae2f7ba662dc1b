// aunit merge: combines the reports of the parts of a run.

#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "model/diagnostic.h"
#include "reporters/merge/merge.h"
#include "support/files.h"

namespace aunit::cli {

int merge(const MergeArguments& arguments) {
  Outputs outputs;
  outputs.addFile("--out", arguments.out);
  if (!outputs.open(arguments.files)) return usageOrModelError;
  std::vector<reporters::ReportFile> reports;
  std::string error;
  for (const std::string& path : arguments.files) {
    auto text = support::readFile(path, error);
    if (!text) return usageError(fmt::format("cannot read {}: {}", path, error));
    reports.push_back({path, std::move(*text)});
  }
  const auto united = reporters::united(reports, error);
  if (!united) return usageError(error);
  if (!outputs.write("--out", [&] { return *united; })) return usageOrModelError;
  const std::vector<std::string> missing = reporters::missingShards(*united);
  if (missing.empty()) return allPassed;
  return usageError(fmt::format(
      "{} missing: the report is about the other shards",
      missing.size() == 1 ? fmt::format("shard {} is", missing[0]) : fmt::format("shards {} are", model::inWords(missing))));
}

}  // namespace aunit::cli

// aunit locate: where the fault is likely to be.

#include <cstdio>
#include <string>

#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "reporters/console.h"
#include "reporters/location.h"
#include "runner/discovery.h"
#include "runner/interrupt.h"
#include "runner/location.h"

namespace aunit::cli {

int locate(const LocateArguments& arguments) {
  const runner::Discovery discovery = runner::discover(arguments.paths);
  for (const std::string& error : discovery.errors) usageError(error);
  if (!discovery.errors.empty()) return usageOrModelError;
  runner::catchInterrupts();
  runner::LocationOptions options;
  options.modelPath = arguments.model.value_or("");
  options.alloy5 = arguments.language.alloy5;
  options.noOverflow = arguments.language.noOverflow;
  options.timeout = arguments.timeout;
  options.stop = &runner::interruptRequested;
  const strength::FaultReport report = runner::locate(discovery.files, options);
  for (const std::string& error : report.errors) reporters::show(stderr, error);
  if (!report.errors.empty()) return usageOrModelError;
  if (arguments.json) reporters::writeDocument(stdout, reporters::locationJson(report));
  return report.interrupted ? interrupted : allPassed;
}

}  // namespace aunit::cli

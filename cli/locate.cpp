// aunit locate: where the fault is likely to be.

#include <cstdio>
#include <string>

#include <unistd.h>

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
  const reporters::Style style(!arguments.json && !arguments.hint &&
                               reporters::wantsColor(colorChoice(arguments.color), STDOUT_FILENO));
  if (arguments.json)
    reporters::writeDocument(stdout, reporters::locationJson(report));
  else if (arguments.hint)
    reporters::show(stdout, reporters::hintText(report));
  else
    reporters::show(stdout, reporters::locationText(report, static_cast<std::size_t>(arguments.suspects), style), style);
  if (report.asked == 0 && report.failing.empty()) return nothingToRun;
  if (report.interrupted) return interrupted;
  return report.failing.empty() ? allPassed : testFailed;
}

}  // namespace aunit::cli

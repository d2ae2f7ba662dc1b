// A run of mutation testing: files to a report, on several threads.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "runner/selection/selection.h"
#include "strength/mutation/campaign.h"
#include "strength/mutation/report.h"

namespace aunit::runner {

struct MutationOptions {
  std::string modelPath;  // --model
  bool alloy5 = false;
  strength::CampaignOptions campaign;
  bool prove = true;        // ask the solver about survivors
  double seconds = 0;       // after which no further question goes to the solver; 0: no limit
  bool arid = false;        // facts that hold by declaration, too; they are left out only where the solver may be asked
  bool allKillers = false;  // look for all tests that kill a mutant even where that takes time, not just for one
  unsigned jobs = 1;
  Shard shard;                                                                        // of the mutants
  std::function<bool(const suite::Place&)> concerns;                                  // which places to change; null: all
  std::function<void(std::size_t done, std::size_t all, const char* what)> progress;  // may be called by any thread
};

/// Judges the mutants of all models that the files open, each by the tests of all files that open it. A change of one place is
/// one mutant, whichever of the files it was found through.
strength::Report mutate(const std::vector<std::string>& files, const MutationOptions& options);

}  // namespace aunit::runner

// Runs mutation testing on files, with several threads, and returns a report.
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
  bool prove = true;   // whether the solver is asked about mutants that survive
  double seconds = 0;  // the solver gets no more questions after this time; 0: no limit
  /// Whether arid mutants are judged, too. An arid mutant changes a fact that follows from the declarations. If `arid` is false
  /// and `prove` is true, arid mutants are ignored.
  bool arid = false;
  bool allKillers = false;  // find all tests that kill a mutant; if false, only small runs do this
  unsigned jobs = 1;
  Shard shard;                                                                        // the part of the mutants to judge
  std::function<bool(const suite::Place&)> concerns;                                  // whether to mutate a place; null: all
  std::function<void(std::size_t done, std::size_t all, const char* what)> progress;  // may be called by any thread
};

/// Judges the mutants of all models that `files` open, by the tests of all `files`. If several files open the same model, each
/// change of this model is still only one mutant.
strength::Report mutate(const std::vector<std::string>& files, const MutationOptions& options);

}  // namespace aunit::runner

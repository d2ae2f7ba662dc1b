// Audits models: what their answers rest on, and which declarations nothing uses.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "solver/options.h"
#include "strength/audit/audit.h"
#include "strength/audit/claims.h"

namespace aunit::runner {

struct AuditOptions {
  std::vector<std::string> files;  // models, and files with tests about them; no folders
  std::vector<std::string> named;  // the paths on the command line, including folders
  std::string version;             // version of this program
  bool alloy5 = false, strictOpen = false;
  solver::Options search{};                          // semantics and solver; its limits apply to each question
  std::vector<strength::audit::ListedClaim> claims;  // read from `claimsFile`
  std::string claimsFile;
  double seconds = 10;   // time limit for each command, and for each search for the facts that an answer rests on; 0: no limit
  double allScopes = 0;  // seconds for each proof that a constraint is redundant for any number of atoms; 0: no proofs
  unsigned jobs = 1;
  /// Called from any thread, one call at a time. May be empty.
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

/// Solves the commands of the files and examines each answer. Ends early, with the findings so far, if interruptRequested is set.
strength::audit::Report audit(const AuditOptions& options);

}  // namespace aunit::runner

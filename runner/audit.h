// An audit of models: what their answers rest on, and what is never asked.
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
  std::vector<std::string> files;  // models, and files with tests about them, without folders
  std::vector<std::string> named;  // the paths as they were given, folders among them
  std::string version;             // of the program
  bool alloy5 = false, strictOpen = false;
  solver::Options search{};                     // semantics and solver; the limits are those of each question
  std::vector<strength::audit::Listed> claims;  // a list of claims, and its file
  std::string claimsFile;
  double seconds = 10;   // for the answer to a command, and again for what it rests on; 0: no limit
  double allScopes = 0;  // seconds to ask of each redundant constraint whether it follows for any number of atoms; 0: not asked
  unsigned jobs = 1;
  /// Called with what is done, of how many; by any thread, one at a time. May be empty.
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

/// Solves the commands of the files, and looks at each answer. Ends early, with what is known so far, if interruptRequested is
/// set.
strength::audit::Report audit(const AuditOptions& options);

}  // namespace aunit::runner

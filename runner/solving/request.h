// A request to solve commands, complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runner/selection/shard.h"
#include "runner/solving/options.h"
#include "solver/options.h"
#include "solver/reliance/reliance.h"

namespace aunit::runner {

/// `files` are models, without folders.
struct SolveRequest : SolveOptions {
  std::vector<std::string> named;  // the paths as they were given, folders among them
  std::string version;             // of the program: another may answer otherwise
  bool alloy5 = false, strictOpen = false;
  std::vector<std::string> allowed{};  // parser::LoadOptions::allowed
  solver::Options search{};            // of each command; its limits are those of loading as well
  Shard shard{};                       // with search.division it divides the cubes of each command, else the commands
  bool instances = false;              // they are shown or written
  bool claims = false;   // counterexamples to claims of Nitpick are shown in any case, and searched in growing scopes
  bool reasons = false;  // say why an instance is a counterexample (CommandRow::why)
  solver::RelianceWanted restsOn = solver::RelianceWanted::none;  // CommandRow::restsOn
  std::string form;                                               // of what SolveListener::answered shows: journals keep it
  bool isPart = false;  // `resume` takes what this process finds for another, perhaps with another solver (`search.solver`)
  /// Called with a description of work that takes long, and with the empty text at its end. May be empty.
  std::function<void(const std::string& what)> progress{};
  /// Has `commands` answered by other processes, and calls `take` with the journal of each. May be empty.
  std::function<void(std::size_t commands, const std::function<void(const std::string& journal)>& take)> share{};

  /// How many instances; 0: all.
  std::uint64_t most() const { return static_cast<std::uint64_t>(diverse != 0 ? diverse : repeat); }
};

}  // namespace aunit::runner

// A complete request to solve commands.
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

/// `files` has only paths of models: each folder on the command line is replaced by the models in it.
struct SolveRequest : SolveOptions {
  std::vector<std::string> named;  // the paths on the command line, including folders
  std::string version;             // version of this program; another version may give other answers
  bool alloy5 = false, strictOpen = false;
  bool uses = false;                   // parser::LoadOptions::uses
  std::vector<std::string> allowed{};  // parser::LoadOptions::allowed
  solver::Options search{};            // options of each search; the limits also apply to loading
  Shard shard{};                       // a part of each command's cubes if search.division.depth > 0, else a part of the commands
  bool instances = false;              // whether instances are shown or written
  bool claims = false;                 // always show counterexamples to claims of .np files (Nitpick), found in growing scopes
  bool reasons = false;                // compute why an instance is a counterexample (CommandRow::why)
  solver::RelianceWanted restsOn = solver::RelianceWanted::none;  // CommandRow::restsOn
  std::string form;                                               // format of CommandRow::shown, which journals store
  bool isPart = false;  // whether another process started this process, and reads its answers from `resume`; this process
                        // solves a part of the commands, or races with another solver
  /// Called with a description of long work, and with an empty text at its end. May be empty.
  std::function<void(const std::string& what)> progress{};
  /// Lets other processes solve the commands, whose number is `commands`. Calls `take` with the path of each process's journal.
  /// May be empty.
  std::function<void(std::size_t commands, const std::function<void(const std::string& journal)>& take)> share{};

  /// The number of instances to find; 0: all.
  std::uint64_t most() const { return static_cast<std::uint64_t>(diverse != 0 ? diverse : repeat); }
};

}  // namespace aunit::runner

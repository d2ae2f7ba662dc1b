// The states with which a behaviour may begin, and the atoms and static relations under them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/log.h"
#include "solver/options.h"
#include "suite/log/reading/atoms.h"
#include "suite/log/subject.h"
#include "support/budget.h"

namespace aunit::suite::log {

struct Starts {
  std::vector<model::Instance> instances;  // of one state, with the atoms' names
  AtomsBySig atoms;
  bool complete = true;  // these are all
  std::string error;     // not empty: why they are not known
  std::string none;      // a sentence that says so if the model has no first state with these atoms
};

enum class FirstStates : std::uint8_t {
  all,
  whatNeverChanges,  // one for each value of the constants, ignoring the facts about the first state
};

/// All first states, up to the names of atoms that the log does not name. `atoms`: all atoms of these signatures; other
/// signatures have as many as `scope` says.
Starts startsOf(const Subject& subject, const model::Log& log, AtomsBySig atoms, const model::Scope& scope,
                const solver::Options& options, FirstStates which = FirstStates::all);

}  // namespace aunit::suite::log

// Finds the states in which a behaviour may begin, with their atoms and static relations.
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
  std::vector<model::Instance> instances;  // each has one state, and atoms with the names of the log
  AtomsBySig atoms;
  bool complete = true;  // `instances` has all first states
  std::string error;     // if not empty: why the first states are not known
  std::string none;      // if the model has no first state with these atoms: a sentence that says so
};

enum class FirstStates : std::uint8_t {
  all,
  whatNeverChanges,  // one state for each value of the static relations; ignores facts about the first state
};

/// All first states, up to renamings of atoms that the log does not name. `atoms`: for some signatures, the names of all their
/// atoms. `scope` gives the number of atoms of other signatures.
Starts startsOf(const Subject& subject, const model::Log& log, AtomsBySig atoms, const model::Scope& scope,
                const solver::Options& options, FirstStates which = FirstStates::all);

/// Whether two states have the same atoms and the same static relations.
bool haveSameFrame(const model::Model& model, const model::Instance& a, const model::Instance& b);

}  // namespace aunit::suite::log

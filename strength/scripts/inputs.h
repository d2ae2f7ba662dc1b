// Inputs for programs from models that never change: all instances of a scope up to renaming, or few that cover the model.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "model/semantics.h"
#include "parser/front_end.h"
#include "support/budget.h"

namespace aunit::strength::scripts {

struct InputOptions {
  std::optional<model::Scope> scope{};  // nothing: the scope of the model's first command, else 3 atoms of each signature
  bool all = false;                     // all instances rather than few
  std::size_t most = 10'000;            // instances that are looked at
  model::Semantics semantics{};
  support::Limits limits{.seconds = 60};  // of everything
  std::function<void(std::size_t done)> progress{};
};

struct Inputs {
  std::string error;  // not empty: why there are none
  std::vector<model::Instance> instances;
  std::size_t found = 0;         // instances that are not renamings of each other
  bool complete = false;         // these are all of the scope
  bool interrupted = false;      // the time ended
  std::size_t requirements = 0;  // requirements of the model's coverage that some found instance meets
};

/// Finds them, in the order in which the solver does. The few are chosen so that they meet every requirement of coverage
/// (coverage/requirements.h) that any of those found meets.
Inputs inputsOf(parser::Loaded& loaded, const InputOptions& options);

}  // namespace aunit::strength::scripts

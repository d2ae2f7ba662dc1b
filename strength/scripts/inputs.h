// Inputs for programs, from static models: all instances of a scope up to isomorphism, or a few that cover the model.
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
  bool all = false;                     // true: all instances; false: a few
  std::size_t most = 10'000;            // at most this many instances are examined
  model::Semantics semantics{};
  support::Limits limits{.seconds = 60};  // limits of the whole search
  std::function<void(std::size_t done)> progress{};
};

struct Inputs {
  std::string error;  // the reason if there are no instances; else empty
  std::vector<model::Instance> instances;
  std::size_t found = 0;         // number of instances; isomorphic ones count once
  bool complete = false;         // the scope has no other instances
  bool interrupted = false;      // a limit ended the search
  std::size_t requirements = 0;  // number of the model's coverage requirements that some instance meets
};

/// Finds the instances, in the solver's order. A few instances are chosen so that they meet every requirement of coverage
/// (coverage/requirements.h) that any found instance meets.
Inputs inputsOf(parser::Loaded& loaded, const InputOptions& options);

}  // namespace aunit::strength::scripts

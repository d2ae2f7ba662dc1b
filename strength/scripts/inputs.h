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
  /// If not set: the scope of the model's first command; if it has none, 3 atoms of each signature.
  std::optional<model::Scope> scope{};
  bool all = false;           // true: return all instances; false: return a few that cover the model
  std::size_t most = 10'000;  // at most this many instances are examined
  model::Semantics semantics{};
  support::Limits limits{.seconds = 60};  // limits of the whole search
  std::function<void(std::size_t done)> progress{};
};

struct Inputs {
  std::string error;  // why no instances were found; otherwise empty
  std::vector<model::Instance> instances;
  std::size_t found = 0;         // number of instances that were found; isomorphic instances count once
  bool complete = false;         // whether `found` counts all instances of the scope
  bool interrupted = false;      // whether a limit ended the search
  std::size_t requirements = 0;  // number of the model's coverage requirements that at least one instance meets
};

/// Finds the instances of the scope, in the order in which the solver gives them. Unless `options.all` is true, chooses a few
/// that together meet all requirements of coverage (coverage/requirements.h) that the found instances meet.
Inputs inputsOf(parser::Loaded& loaded, const InputOptions& options);

}  // namespace aunit::strength::scripts

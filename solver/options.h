// How is searched, and what a search says.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/instance.h"
#include "model/model.h"
#include "solver/cubed_solver.h"
#include "solver/modelcheck/proof.h"
#include "solver/refutation.h"
#include "solver/sat.h"

namespace aunit::solver {

/// Defaults are those of the reference's command line; its window differs in two (language reference 16.7).
struct Options {
  std::string solver = "portfolio";  // see sat.h
  int symmetry = 20;                 // length of the symmetry breaking predicate, 0: none
  int skolemDepth = 0;
  bool noOverflow = false;
  double timeout = 0;        // seconds for one question or one further instance, 0: no limit
  std::size_t memory = 0;    // bytes of resident memory, 0: no limit
  bool enumerate = false;    // more than one instance will be asked for
  bool core = false;         // say what contradicts when there is no instance
  bool verify = true;        // evaluate each instance before it is handed out
  bool refute = false;       // look again at each "none" (refutation.h)
  bool certificate = false;  // keep what shows a proof, or a refutation, to others
  Threads threads = Threads::race;
  Division division;                         // of each question into cubes
  const std::atomic<bool>* stop = nullptr;   // ends the search early when it becomes true
  std::function<void(int states)> progress;  // called when the search turns to traces of so many states
};

enum class Verdict : std::uint8_t { satisfiable, unsatisfiable, unknown, error };

struct Statistics {
  std::size_t primaryVariables = 0;
  std::size_t variables = 0;
  std::size_t clauses = 0;
  double translateMs = 0;
  double solveMs = 0;
  int traceLength = 0;  // of the last trace length tried
};

using Witnesses = std::vector<std::pair<model::VarId, model::TupleSet>>;

struct Result {
  Verdict verdict = Verdict::unknown;
  std::optional<model::Instance> instance;  // with `satisfiable`
  /// With `satisfiable`: the values of the variables of existential quantifiers in front, in the first state. A predicate that is
  /// called more than once has several of each.
  Witnesses witnesses;
  /// As how many solutions the reference counts this instance: see solutionsOfReference in decode.h.
  std::uint64_t solutions = 1;
  std::string message;                     // with `unknown` and `error`: why
  model::Span span;                        // with `error`: where, if known
  std::optional<modelcheck::Proof> proof;  // with `unsatisfiable` where traces have no greatest length
  /// With `unsatisfiable` and Options::refute, where traces have a greatest length: the one of that length is refuted, which
  /// each shorter trace would be, too (look_ahead.h). Nothing when the budget ended; `message` then says why.
  std::optional<Refutation> refutation;
  /// Where the scope grows: the signatures that grow, `start` as in the last scope that was looked at (see Search).
  std::vector<model::SigScope> grown;
  std::vector<model::Span> core;  // with `unsatisfiable` and Options::core: what cannot hold together
  Statistics statistics;          // of this call
};

}  // namespace aunit::solver

// Options of a search, and its result.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/value.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/semantics.h"
#include "solver/preference.h"
#include "solver/proof.h"
#include "solver/sat/cubed_solver.h"
#include "solver/sat/refutation.h"
#include "solver/sat/sat.h"
#include "support/budget.h"

namespace aunit::solver {

class SharedBounds;

/// The defaults are those of the Analyzer's command line. The Analyzer's window has other defaults for two of them (language
/// reference 16.7).
struct Options {
  std::string solver = "portfolio";  // see sat.h
  int symmetry = 20;                 // length of the symmetry breaking predicate; 0 for none
  int skolemDepth = 0;
  model::Semantics semantics{};
  support::Limits limits{};  // for each answer and for each further instance
  Preference preference{};   // the order in which instances are returned
  bool enumerate = false;    // callers will ask for more than one instance
  bool core = false;         // find a core when there is no instance
  bool soft = false;         // instances may violate any conjunct that is not of Origin::structure (nearest/nearest.h)
  bool verify = true;        // evaluate each instance before it is returned
  bool refute = false;       // check each answer `unsatisfiable` (refutation.h)
  bool certificate = false;  // keep the texts with which other tools can check a proof or a refutation
  Threads threads = Threads::race;
  Division division{};                         // how each question is divided into cubes
  std::function<void(int states)> progress{};  // called before the search of traces with `states` states
  SharedBounds* bounds = nullptr;              // bounds that problems of one model share (grounding/shared_bounds.h); may be null
};

enum class Verdict : std::uint8_t { satisfiable, unsatisfiable, unknown, error };

struct Statistics {
  std::size_t primaryVariables = 0;
  std::size_t variables = 0;
  std::size_t clauses = 0;
  double translateMs = 0;
  double solveMs = 0;
  int traceLength = 0;  // the last length of traces that was tried
};

struct Result {
  Verdict verdict = Verdict::unknown;
  std::optional<model::Instance> instance;  // with `satisfiable`
  /// With `satisfiable`: the values, in the first state, of the variables of leading existential quantifiers. A variable of a
  /// predicate that is called more than once has several values.
  std::vector<evaluator::Binding> witnesses;
  /// With `satisfiable` and Options::verify, if integers wrap around: the overflow that the instance depends on.
  std::optional<evaluator::Overflow> wrapped;
  /// With `unsatisfiable`, if requested: a larger bit width of integers for which there is an instance (bitwidth/wider.h).
  std::optional<int> bitsForInstance;
  /// The number of solutions that the Analyzer counts for this instance (solutionsOfReference in decode.h).
  std::uint64_t solutions = 1;
  std::optional<ReachedSize> reached;      // with `satisfiable`, unless Options::preference is `any`
  std::string message;                     // with `unknown` and `error`: the reason
  model::Span span;                        // with `error`: the place, if known
  std::optional<modelcheck::Proof> proof;  // with `unsatisfiable`, if the length of traces is unbounded
  /// With `unsatisfiable` and Options::refute, if the length of traces is bounded: the proof that no trace has the greatest
  /// length. Then there is no shorter trace, either (longest_trace_search.h). If the budget ended, there is no proof, and
  /// `message` says so.
  std::optional<Refutation> refutation;
  /// With `refutation`, if formulas narrowed bounds: the proof that the bounds follow from the formulas.
  std::optional<Refutation> boundsRefutation;
  /// If the scope grows: the signatures that grow. Their member `start` is the size in the last scope that was searched (see
  /// Search).
  std::vector<model::SigScope> grown;
  std::vector<model::Span> core;  // with `unsatisfiable` and Options::core: parts that contradict each other
  bool coreIsMinimal = true;      // false if time ended before the removal of each part was tried
  Statistics statistics;          // only of the call that returned this result
};

}  // namespace aunit::solver

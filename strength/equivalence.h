// Whether a mutant is the same as what it changes, within a scope, by solving.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "model/model.h"
#include "solver/session.h"
#include "strength/mutant.h"
#include "suite/test_case.h"

namespace aunit::strength {

struct ProofOptions {
  bool noOverflow = false;
  double timeout = 10;  // seconds for one proof
  const std::atomic<bool>* stop = nullptr;
};

enum class Equivalence : std::uint8_t { equivalent, different, unknown };

/// The scope within which tests speak: the largest that any of their commands gives; 3 where none says.
model::Scope scopeOf(const model::Model& model, const std::vector<suite::TestCase>& tests);

/// An instance that tells a mutant from the model.
struct Difference {
  model::Instance instance;
  solver::Witnesses arguments;  // of a changed predicate or function: what its parameters stand for
};

struct Comparison {
  Equivalence equivalence = Equivalence::unknown;
  // Of a mutant that is not equivalent, unless the time was up before they were found:
  std::optional<Difference> difference;  // as few atoms as possible, and nothing in it that could be left out
  std::optional<Difference> large;       // as the solver gave it, within the whole scope
};

/// Asks of the changed paragraph, where all others hold, as MuAlloy does: a signature's or field's declaration with that
/// declaration relaxed, a fact's body without that fact, a predicate's or function's body for all arguments. The model is changed
/// and restored on the way; nobody else may change it. What can be asked of the model as it is shares one translation for each
/// number of atoms.
class Comparer {
 public:
  Comparer(model::Model& model, model::Scope scope, ProofOptions options);
  ~Comparer();

  /// One mutant, or several changes of one paragraph at once.
  Comparison compare(std::span<const Mutant> change);

 private:
  solver::Result ask(const solver::Problem& problem, model::ExprId formula, int atoms, int bitwidth);

  model::Model& model_;
  const model::Scope scope_;
  const ProofOptions options_;
  std::map<std::pair<int, int>, std::unique_ptr<solver::Session>> sessions_;  // by atoms and bit width
};

}  // namespace aunit::strength

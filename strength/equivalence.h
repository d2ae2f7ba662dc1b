// Whether a mutant is the same as what it changes, within a scope, by solving.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "model/model.h"
#include "solver/options.h"
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

/// An instance that tells a mutant from the model: as few atoms as possible, and nothing in it that could be left out.
struct Difference {
  model::Instance instance;
  solver::Witnesses arguments;  // of a changed predicate or function: what its parameters stand for
};

struct Comparison {
  Equivalence equivalence = Equivalence::unknown;
  std::optional<Difference> difference;  // of a mutant that is not equivalent, unless the time was up before it was found
};

/// Asks of the changed paragraph, where all others hold, as MuAlloy does: a signature's or field's declaration with that
/// declaration relaxed, a fact's body without that fact, a predicate's or function's body for all arguments. The model is
/// changed and restored on the way.
Comparison compare(const Mutant& mutant, model::Model& model, const model::Scope& scope, const ProofOptions& options);

}  // namespace aunit::strength

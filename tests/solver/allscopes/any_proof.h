// Tries to prove, by all methods and with every lemma, that a command has no instance for any number of atoms. Tests check that
// no method succeeds if there is an instance.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "solver/grounding/problem.h"

namespace aunit::testing_ {

/// Whether a bound, an installed prover or an invariant proves that the command has no instance. Each of them may take `seconds`
/// seconds.
bool isProved(const model::Model& model, const solver::Problem& problem, double seconds);

/// Asks z3 about many commands in one process, with every lemma.
class ManyProofs {
 public:
  /// Adds the question about a command; ignored if first-order logic cannot express it.
  void add(const model::Model& model, const solver::Problem& problem, const std::string& name);
  std::size_t size() const { return names_.size(); }
  /// The names of the commands that z3 proves to have no instance, within `milliseconds` each. Nothing if z3 is not installed or
  /// did not answer all questions.
  std::optional<std::vector<std::string>> proved(int milliseconds) const;

 private:
  std::vector<std::string> names_, texts_;
};

}  // namespace aunit::testing_

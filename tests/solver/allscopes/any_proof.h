// All that could show a command to have no instance for any number of atoms, with every lemma: for tests that none of it does
// where there is an instance.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "solver/grounding/problem.h"

namespace aunit::testing_ {

/// Whether a bound, one of the installed provers or an invariant shows it. Each is given so many seconds.
bool isProved(const model::Model& model, const solver::Problem& problem, double seconds);

/// Questions to z3 about many commands, each with every lemma: one process answers them all.
class ManyProofs {
 public:
  /// Of what cannot be said in first-order logic nothing is asked.
  void add(const model::Model& model, const solver::Problem& problem, const std::string& name);
  std::size_t size() const { return names_.size(); }
  /// Names of those that it shows to have no instance, within so many milliseconds each; nothing where it is not installed, or
  /// did not answer all.
  std::optional<std::vector<std::string>> proved(int milliseconds) const;

 private:
  std::vector<std::string> names_, texts_;
};

}  // namespace aunit::testing_

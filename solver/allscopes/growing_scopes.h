// Scopes beyond the one that a command states, in which a search goes on.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "solver/grounding/problem.h"
#include "solver/grounding/scope.h"

namespace aunit::solver {

/// A scope, and how it reads behind a command: "for 4", "for 4 A, 5 B", "for 4 but 6 seq", "for 1.. steps".
struct GrownScope {
  model::Scope scope;
  std::string text;
  bool isLarger = false;  // than the command's own: in no signature fewer atoms, in one more, or longer sequences
};

/// Larger and larger scopes that hold instances which the command's own has not: by turns the same number for all signatures
/// (1, 2, 3, ...), one atom more of each than before, beginning with the command's own scope, the command's own scope with fewer
/// or more atoms of one signature that is ordered (which has them all), and with few atoms of several such, in all ways. Before
/// them, of a temporal command, its own sizes with traces of any length, and the same number for all up to the one that the
/// command states: where something is ordered the small scopes are others, and soon searched. Integers keep their bit width;
/// sequences grow with the atoms, as far as their indices are integers.
class GrowingScopes {
 public:
  /// Throws Unsupported where the command's own scope is in error.
  GrowingScopes(const model::Model& model, const Problem& problem);

  /// The next; nothing when no signature can have more atoms.
  std::optional<GrownScope> next();
  /// Scopes in which numbers of atoms wrap around sooner than in the command's: with integers of fewer bits, but enough for
  /// those that the problem states, and one atom more than numbers distinguish (for 5 but 2 Int). A number that wraps around
  /// deceives with more bits, too, in scopes that are beyond a search.
  std::vector<GrownScope> withFewerBits() const;

 private:
  using Sizes = std::map<model::SigId, int>;

  bool isNews(GrownScope& scope);
  int largestInteger() const;
  int lengthFor(int atoms) const;
  std::string numbersOf(const model::Scope& scope, const char* before) const;
  std::optional<GrownScope> nextUniform(int largest);
  std::optional<GrownScope> nextLarger();
  std::optional<GrownScope> nextOf(std::vector<Sizes>& waiting);
  void addUneven();
  std::optional<GrownScope> ownWith(const Sizes& sizes, bool exact, int more);

  const model::Model& model_;
  const Problem problem_;
  SigSizes own_;
  bool sequences_;  // the problem speaks of them
  std::set<std::vector<int>> seen_;
  bool anyLength_;  // is still to be handed out
  std::size_t turn_ = 0;
  bool largerEnds_ = false;
  std::vector<Sizes> uneven_, few_;  // of one ordered signature, and of several, that are still to be tried; the next is last
  int uniform_ = 0, stated_ = 0;     // the last number for all; the one that the command states
  int more_ = 0;
};

}  // namespace aunit::solver

// Scopes beyond the command's own scope, for further searches.
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

/// A scope, and how a command states it: "for 4", "for 4 A, 5 B", "for 4 but 6 seq", "for 1.. steps".
struct GrownScope {
  model::Scope scope;
  std::string text;
  bool isLarger = false;  // no signature has fewer atoms than the command allows; one has more, or sequences are longer
};

/// Larger and larger scopes that allow instances which the command's own scope excludes. next() takes these kinds in turn:
/// - the same number for all signatures (1, 2, 3, ...);
/// - the command's own scope without `exactly`, then with one more atom of each signature than before;
/// - the command's own scope with fewer or more atoms of one ordered signature (which always has as many as its scope allows);
/// - the command's own scope with few atoms of several ordered signatures, in all combinations.
///
/// For a temporal command, its own scope with traces of any length comes first. Then come the scopes with the same number for all
/// signatures, up to the number that the command states. The reason is that small scopes of ordered signatures have instances
/// that larger scopes do not have, and that the search of a small scope is short. Integers keep their bit width. Sequences grow
/// with the numbers of atoms, up to the length whose indices still fit the bit width.
///
/// This is one class, because different kinds can lead to the same scope, which is returned only once, and all kinds vary the
/// sizes of the command's own scope.
class GrowingScopes {
 public:
  /// Throws Unsupported if the command's own scope is in error.
  GrowingScopes(const model::Model& model, const Problem& problem);

  /// Returns the next scope; nothing if no signature can have more atoms.
  std::optional<GrownScope> next();
  /// Scopes whose integers have 2 or 3 bits, fewer than the command's but enough for the numbers that the problem states. In
  /// these scopes, fewer atoms are enough for `#` to overflow. With more bits, scopes in which `#` overflows are too large to
  /// search. Each signature may have one atom more than there are integers: 5 atoms for the 4 integers of `for 5 but 2 Int`.
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
  bool sequences_;  // whether the problem mentions sequences
  std::set<std::vector<int>> seen_;
  bool anyLength_;  // whether the scope with traces of any length is still to be returned
  std::size_t turn_ = 0;
  bool largerEnds_ = false;
  // Sizes to try next: `uneven_` varies one ordered signature, `few_` varies several. nextOf() takes the last element.
  std::vector<Sizes> uneven_, few_;
  // `uniform_`: the last number of atoms that was used for all signatures. `stated_`: the number that the command
  // states, or a default.
  int uniform_ = 0, stated_ = 0;
  int more_ = 0;
};

}  // namespace aunit::solver

// How much two versions of a model agree: counted instances, and how far an instance of one is from those of the other.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "strength/instances/finder.h"

namespace aunit::strength::versions {

/// Counts in the largest scope, up to that of the comparison, in which there are few enough instances (`mostCounted`). Instances
/// that are equal up to the names of atoms count once. `mostRenamed`: the most instances, with their renamings, among which the
/// nearest one is searched.
struct Agreement {
  int scope = 0;  // atoms of each signature; 0: nothing was counted
  std::size_t both = 0, onlyOlder = 0, onlyNewer = 0;
  /// The mean, over the instances that only one version accepts, of the fewest members of signatures and tuples of fields, in the
  /// declarations of that version, to add or remove until the other version accepts the instance within the scope. 0 if there is
  /// no such instance; nothing if the other version has no instance there, or if there are too many atoms (`mostRenamed`).
  std::optional<double> distance;
  std::string why;  // why nothing was counted

  /// The part of all counted instances that both versions accept.
  double share() const { return static_cast<double>(both) / static_cast<double>(both + onlyOlder + onlyNewer); }
};

inline constexpr std::size_t mostCounted = 400, mostRenamed = 50'000;

struct CountingQuestion {
  model::ExprId formula = model::noId;  // that some version accepts an instance
  std::vector<model::ExprId> also{};    // further formulas that all instances satisfy
  std::function<model::Scope(int atoms)> scope;
  int most = 0;                                                      // atoms of each signature in the largest scope
  bool isPartial = false;                                            // counts the first instances of a scope that has too many
  std::function<bool(const model::Instance&)> isOfOlder, isOfNewer;  // whether the version accepts an instance
  /// The signatures and fields that a version declares, of an instance that either accepts.
  std::function<std::vector<model::TupleSet>(const model::Instance&, bool ofOlder)> described;
};

/// "both accept 15 of 18 instances in scope 2, distance 1.50"
std::string inWords(const Agreement& agreement);

/// Counts the instances of a static model. Deterministic unless the time of `proof` ends.
Agreement agreementIn(const model::Model& model, const CountingQuestion& counting, const ProofOptions& proof);

}  // namespace aunit::strength::versions

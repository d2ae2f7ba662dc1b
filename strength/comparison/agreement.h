// Measures how much two versions of a model agree: counts instances, and computes distances between instances.
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

/// How many instances the versions accept in one scope: the largest scope that has at most `mostCounted` instances and is within
/// the scope of the comparison. Instances that are equal up to the names of atoms count once. `mostRenamed` limits the number of
/// instances, including renamings, in the search for `distance`.
struct Agreement {
  int scope = 0;  // number of atoms of each signature; 0: nothing was counted
  std::size_t both = 0, onlyOlder = 0, onlyNewer = 0;
  /// The mean distance of the instances that only one version accepts; 0 if there are no such instances. The distance of an
  /// instance is the smallest number of changes that make it an instance of the other version within the scope. A change adds or
  /// removes one tuple of a signature or field of the version that accepts the instance. No value if the other version has no
  /// instance, if there are too many renamings (`mostRenamed`), or if CountingQuestion::isPartial is true.
  std::optional<double> distance;
  std::string why;  // why nothing was counted

  /// The share of counted instances that both versions accept.
  double share() const { return static_cast<double>(both) / static_cast<double>(both + onlyOlder + onlyNewer); }
};

inline constexpr std::size_t mostCounted = 400, mostRenamed = 50'000;

struct CountingQuestion {
  model::ExprId formula = model::noId;  // holds if at least one version accepts the instance
  std::vector<model::ExprId> also{};    // further formulas that a counted instance must satisfy
  std::function<model::Scope(int atoms)> scope;
  int most = 0;            // number of atoms of each signature in the largest scope
  bool isPartial = false;  // if a scope has too many instances, only the first ones are counted
  std::function<bool(const model::Instance&)> isOfOlder, isOfNewer;  // whether the older, or newer, version accepts an instance
  /// The values, in an instance, of the signatures and fields that the older version declares (`ofOlder`) or the newer one.
  /// Either version may have accepted the instance.
  std::function<std::vector<model::TupleSet>(const model::Instance&, bool ofOlder)> described;
};

/// "in scope 2, 18 instances are accepted by at least one version: 15 by both, 3 by only one, on average 1.50 tuples away from
/// the nearest instance of the other version"
std::string inWords(const Agreement& agreement);

/// Counts the instances of a static model. Deterministic unless the time limit of `proof` ends the count.
Agreement agreementIn(const model::Model& model, const CountingQuestion& counting, const ProofOptions& proof);

}  // namespace aunit::strength::versions

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

/// Counts in the largest scope that has at most `mostCounted` instances and is within the scope of the comparison. Instances that
/// are equal up to the names of atoms count once. `mostRenamed` limits the number of instances, including renamings, in the
/// search for the nearest one.
struct Agreement {
  int scope = 0;  // atoms of each signature; 0: nothing was counted
  std::size_t both = 0, onlyOlder = 0, onlyNewer = 0;
  /// The mean distance of instances that only one version accepts. The distance of an instance is the smallest number of changes
  /// after which the other version accepts it within the scope. A change adds or removes a member or tuple of a declaration of
  /// the version that accepts it. 0 if no such instance exists; nothing if the other version has no instance, or if there are too
  /// many renamings (`mostRenamed`).
  std::optional<double> distance;
  std::string why;  // why nothing was counted

  /// The share of counted instances that both versions accept.
  double share() const { return static_cast<double>(both) / static_cast<double>(both + onlyOlder + onlyNewer); }
};

inline constexpr std::size_t mostCounted = 400, mostRenamed = 50'000;

struct CountingQuestion {
  model::ExprId formula = model::noId;  // holds if at least one version accepts the instance
  std::vector<model::ExprId> also{};    // further formulas that all instances satisfy
  std::function<model::Scope(int atoms)> scope;
  int most = 0;            // atoms of each signature in the largest scope
  bool isPartial = false;  // if a scope has too many instances, only the first ones are counted
  std::function<bool(const model::Instance&)> isOfOlder, isOfNewer;  // whether the older, or newer, version accepts an instance
  /// The values of the signatures and fields that one version declares, in an instance that some version accepts.
  std::function<std::vector<model::TupleSet>(const model::Instance&, bool ofOlder)> described;
};

/// "both accept 15 of 18 instances in scope 2, distance 1.50"
std::string inWords(const Agreement& agreement);

/// Counts the instances of a static model. Deterministic unless the time limit of `proof` ends the count.
Agreement agreementIn(const model::Model& model, const CountingQuestion& counting, const ProofOptions& proof);

}  // namespace aunit::strength::versions

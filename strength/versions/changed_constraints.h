// The facts and declarations that differ between two versions of a model, as formulas over the frame (frame.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "strength/versions/frame.h"
#include "strength/versions/matching/matching.h"
#include "strength/versions/pairs.h"

namespace aunit::strength::versions {

struct FramedFact {
  model::ExprId older = model::noId, newer = model::noId;
  std::string why{};  // why the older fact cannot be translated
};

struct ChangedConstraints {
  std::vector<std::optional<FramedFact>> facts;  // by pair of facts; nothing if both facts of the pair are equal
  /// The constraints that differ between the versions: `older` is the conjunction of the older ones, `newer` of the newer ones.
  model::ExprId older = model::noId, newer = model::noId;
  std::string missing;  // why a constraint of the older version cannot be translated; empty if all can be
  bool any = false;     // whether any constraint differs, or any declaration is new
};

/// Finds the constraints that only one version has, and translates them to formulas over the frame, as far as possible. An
/// element of `facts` is a fact of the older version and its counterpart in the newer version; one of them may be missing.
ChangedConstraints changedConstraintsOf(const Versions& versions, Frame& frame, const std::vector<Pair>& facts);

}  // namespace aunit::strength::versions

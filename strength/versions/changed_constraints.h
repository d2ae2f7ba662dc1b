// The facts and declarations that differ between two versions of a model, as formulas over the frame.
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
  std::vector<std::optional<FramedFact>> facts;            // by pair; nothing if both facts are equal
  model::ExprId older = model::noId, newer = model::noId;  // by version: the conjunction of the constraints that differ
  std::string missing;                                     // why some older constraint cannot be translated
  bool any = false;                                        // whether some constraint differs, or a declaration is new
};

/// Translates the constraints that only one version has into the frame, if possible. `facts`: pairs of facts.
ChangedConstraints changedConstraintsOf(const Versions& versions, Frame& frame, const std::vector<Pair>& facts);

}  // namespace aunit::strength::versions

// Ranks the places where a model is likely to be wrong. Signals, weights and their sources: docs/ranking-suspects.md.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "strength/localization/evidence.h"
#include "strength/mutation/mutant.h"
#include "support/budget.h"

namespace aunit::strength {

/// The effect of a change on the cases.
struct Effect {
  double mended = 0;  // 0 .. 1: the share of a complaint's failing cases that the change fixes, as a mean over all complaints
  double kept = 1;    // 0 .. 1: the share of accepted cases that stay right, times the share of rejected cases that stay right
  std::size_t right = 0, failing = 0;  // the change fixes `right` of the `failing` cases that fail
  std::size_t broken = 0, others = 0;  // the change breaks `broken` of the `others` cases that do not fail

  double score() const { return mended * kept; }
};

/// A place that may be at fault: an expression or formula, or the declaration of a signature.
struct Suspect {
  std::uint32_t paragraph = model::noId;  // index in Model::paragraphs()
  model::ExprId place = model::noId;      // the expression or formula; noId if the suspect is the declaration of `sig`
  model::SigId sig = model::noId;
  model::Span span;
  double score = 0;            // 0 .. 1, highest for the most suspicious place
  std::string because;         // why the place is suspicious, in a few words
  std::vector<Mutant> change;  // the best change at the place: one mutant, or two mutants; empty if no change fixes anything
  Effect effect;               // of `change`
};

/// A paragraph that probably lacks a constraint.
struct MissingConstraint {
  std::uint32_t paragraph = model::noId;
  model::Span span;
  double score = 0;
  std::string because;
  std::uint32_t rejected = model::noId;  // index in Evidence::cases() of a case that the paragraph should reject
  std::uint32_t accepted = model::noId;  // index of the nearest case that it should accept; noId if unknown
};

struct Suspects {
  std::vector<Suspect> ranked;  // the most suspicious first; no suspect lies within another
  std::optional<MissingConstraint> missing;
  bool cutShort = false;  // whether a limit or the user ended the search; then the ranking covers only what was tried before
};

/// Returns the suspects. They are in facts, declarations, predicates and functions of the model and of the files that it opens,
/// except library modules. Assertions, commands and tests are no suspects. The result is deterministic unless it is cut short. If
/// nothing fails, returns constraints that resemble the checks that hold, and gives them low scores.
Suspects suspectsOf(Evidence& evidence, const support::Limits& limits = {.seconds = 10});

}  // namespace aunit::strength

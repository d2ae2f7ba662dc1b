// Where a model is likely to be wrong. Signals, weights and their sources: docs/ranking-suspects.md.
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

/// How a change bears on the cases.
struct Effect {
  double mended = 0;  // 0 .. 1: of what fails, complaint by complaint, the part that it gets right
  double kept = 1;    // 0 .. 1: share of right answers that stay right: that of accepted instances times that of rejected ones
  std::size_t right = 0, failing = 0;  // failing cases that it gets right, of so many
  std::size_t broken = 0, others = 0;  // others that it gets wrong, of so many

  double score() const { return mended * kept; }
};

/// A place that may be at fault: an expression or formula, or the declaration of a signature.
struct Suspect {
  std::uint32_t paragraph = model::noId;  // index in Model::paragraphs()
  model::ExprId place = model::noId;      // noId: the declaration of `sig`
  model::SigId sig = model::noId;
  model::Span span;
  double score = 0;            // 0 .. 1
  std::string because;         // why, a few words
  std::vector<Mutant> change;  // in it, of one place or two: the one that gets most right; empty: none gets anything right
  Effect effect;               // of that change
};

/// A paragraph that does not exclude what it should.
struct Missing {
  std::uint32_t paragraph = model::noId;
  model::Span span;
  double score = 0;
  std::string because;
  std::uint32_t rejected = model::noId;  // number of a case that it should exclude
  std::uint32_t accepted = model::noId;  // of the nearest one that it should not, if one is known
};

struct Suspects {
  std::vector<Suspect> ranked;  // the most suspicious first; none lies within another
  std::optional<Missing> missing;
  bool cutShort = false;  // the time ended or the user interrupted: the ranking covers what was tried until then
};

/// Facts, declarations, predicates and functions of the model and what it opens are suspects; assertions, commands, tests and
/// library modules never are. The same on each run, unless it is cut short. If nothing fails, scores are low: a constraint is
/// listed for what checks that hold are about.
Suspects suspectsOf(Evidence& evidence, const support::Limits& limits = {.seconds = 10});

}  // namespace aunit::strength

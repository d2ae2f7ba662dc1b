// Where a model is likely to be wrong.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "strength/evidence.h"
#include "strength/mutant.h"

namespace aunit::strength {

/// A place that may be at fault: an expression or formula, or the declaration of a signature.
struct Suspect {
  std::uint32_t paragraph = model::noId;  // index in Model::paragraphs()
  model::ExprId place = model::noId;      // noId: the declaration of `sig`
  model::SigId sig = model::noId;
  model::Span span;
  double score = 0;              // 0 .. 1
  std::string because;           // half a sentence: "with `some` for `lone` all 12 cases come out right"
  std::optional<Mutant> change;  // of it that gets most cases right, where one gets more right than the model
};

/// A paragraph that does not exclude what it should.
struct Missing {
  std::uint32_t paragraph = model::noId;
  model::Span span;
  double score = 0;
  std::string because;
  std::uint32_t rejected = model::noId;  // case that it should exclude
  std::uint32_t accepted = model::noId;  // the nearest one that it should not
};

struct Suspects {
  std::vector<Suspect> ranked;  // the most suspicious first; none lies within another
  std::optional<Missing> missing;
  bool cutShort = false;  // time was up, or it was interrupted: the ranking is of what was tried until then
};

struct SuspectOptions {
  double timeout = 10;  // seconds; 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

/// Facts, declarations, predicates and functions of the model and what it opens are suspects; assertions, commands, tests and
/// library modules never are. The same on each run, unless it is cut short.
Suspects suspectsOf(Evidence& evidence, const SuspectOptions& options);

}  // namespace aunit::strength

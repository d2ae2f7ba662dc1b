// Finds the counterpart of each paragraph in the other version of a model.
#pragma once

#include <cstdint>
#include <vector>

#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

/// Indices of a paragraph in the lists of two models; noId in a model that lacks the paragraph.
struct Pair {
  std::uint32_t older = model::noId, newer = model::noId;
};

/// Pairs of the user's own paragraphs: first the paragraphs of the newer model, in its order, then removed paragraphs. Paragraphs
/// are paired by name and kind, unnamed facts by content and then by order. Remaining paragraphs are paired if their content is
/// equal, or so similar that one is probably a renaming. `renamings`: labels of the older model that changed in the newer.
struct Pairs {
  std::vector<Pair> facts, functions, assertions, commands;
};
Pairs pairsOf(const model::Model& older, const model::Model& newer, const comparison::Correspondence& corresponding,
              const comparison::Renamings& renamings);

/// Whether a module is neither a library nor a module of tests.
bool isOwn(const model::Model& model, model::ModuleId module);
/// Whether the user has written any paragraph of the model, other than tests.
bool hasParagraphs(const model::Model& model);

}  // namespace aunit::strength::versions
